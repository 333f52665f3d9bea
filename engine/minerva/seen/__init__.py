"""Everything that may be seen and told. It knows content and state only."""
