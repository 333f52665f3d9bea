"""What the effect language means."""
