"""The word catalogue: everything a person reads, in English, French and Czech."""
