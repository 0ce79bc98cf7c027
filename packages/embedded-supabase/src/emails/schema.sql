-- Emails of the auth service that wait for delivery, each written in the transaction that causes it. Only the database's owner may
-- read them, because their links sign people in.
create schema if not exists embedded_supabase;

create table if not exists embedded_supabase.emails (
  id bigint generated always as identity primary key,
  -- A key for deduplication: of several emails with the same key only the first is sent.
  key text unique,
  -- The email's template and data; null once it was sent or given up.
  email jsonb,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);

create index if not exists emails_due on embedded_supabase.emails (next_attempt_at) where email is not null;
