"""Benchmarks: programs that print ratios measured in one run, interleaved, never timed assertions."""
