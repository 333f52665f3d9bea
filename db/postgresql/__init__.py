"""PostgreSQL: its address, its connections, and the meaning of its errors."""
