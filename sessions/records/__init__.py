"""Records of tables, logs, posts, people, clocks and past games, as stores keep them."""
