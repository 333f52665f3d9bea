"""The contents of the box, and words for them."""
