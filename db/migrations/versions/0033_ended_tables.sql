CREATE INDEX ended_tables_by_guild ON tables (guild, changed_at) WHERE status IN ('over', 'closed');

-- Undo

DROP INDEX ended_tables_by_guild;
