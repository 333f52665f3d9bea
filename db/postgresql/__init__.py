"""PostgreSQL: its addresses, connections and errors."""
