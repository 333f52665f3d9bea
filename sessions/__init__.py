"""Tables in play. Every change of a table is stored before anyone sees it."""
