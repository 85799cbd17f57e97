"""The HTTP and WebSocket API over the table. It decides nothing itself: `tablee.table` judges, keeps and hides."""
