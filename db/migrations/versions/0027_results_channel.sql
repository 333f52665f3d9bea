ALTER TABLE servers ADD COLUMN results_in BIGINT;

-- Undo

ALTER TABLE servers DROP COLUMN results_in;
