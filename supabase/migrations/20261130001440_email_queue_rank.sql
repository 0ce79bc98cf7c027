-- Emails of one priority are sent in the order of their rank: see queue_email. Emails that waited before have the first one.
alter table public.outbox add column if not exists queue_rank integer not null default 0;
