"""Tables in play. Every change to a table is stored before anyone sees it."""
