"""Views, prices, and lines of the log."""
