-- Emails of the auth service that wait for delivery. They are written in the transaction that causes them. Only the owner of
-- the database may read them, because their links sign people in.
create schema if not exists embedded_supabase;

create table if not exists embedded_supabase.emails (
  id bigint generated always as identity primary key,
  -- Only the first of several emails with one key is sent.
  key text unique,
  -- The column is null once the email is sent.
  email jsonb,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);

create index if not exists emails_due on embedded_supabase.emails (next_attempt_at) where email is not null;
