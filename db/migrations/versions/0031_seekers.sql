ALTER TABLE servers ADD COLUMN seekers_role BIGINT;
ALTER TABLE servers ADD COLUMN sought_at BIGINT DEFAULT '0' NOT NULL;

-- Undo

ALTER TABLE servers DROP COLUMN sought_at;
ALTER TABLE servers DROP COLUMN seekers_role;
