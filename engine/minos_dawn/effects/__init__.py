"""The meaning of the effect language."""
