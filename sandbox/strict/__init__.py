"""Check components, messages, modals and commands as strictly as Discord does."""
