-- The place of an email in the queue: see queue_email. Emails that waited before have the first rank of their template.
alter table public.outbox add column if not exists queue_rank integer not null default 0;
alter table public.outbox add column if not exists priority_of text; -- a template whose priority the email has; null for its own
