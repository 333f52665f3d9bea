"""What happens by itself when its time comes."""
