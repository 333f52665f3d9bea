ALTER TABLE servers ADD COLUMN digest INTEGER;

-- Undo

ALTER TABLE servers DROP COLUMN digest;
