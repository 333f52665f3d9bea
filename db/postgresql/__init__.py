"""What is PostgreSQL's alone: its address, how it is opened, and what its errors and deadlines mean."""
