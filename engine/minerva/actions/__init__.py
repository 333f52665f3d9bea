"""Actions of a seat in its turn."""
