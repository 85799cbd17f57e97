"""Chapter 11: manoeuvres. What each asks for, what it costs, and what it does once the blow is won."""
