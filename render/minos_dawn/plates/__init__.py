"""The plates of Minos: Dawn. Each phase has one or two."""
