"""What is to be posted, in order for each channel."""
