"""What is in the box: files, records and checks, the effect language, and words."""
