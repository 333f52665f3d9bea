"""Work that is done automatically when its time comes."""
