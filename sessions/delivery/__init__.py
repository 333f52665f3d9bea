"""Posts that wait, in order for each channel."""
