"""What is in the box, and the words for it."""
