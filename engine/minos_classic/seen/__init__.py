"""What may be seen and told; it knows content and state alone."""
