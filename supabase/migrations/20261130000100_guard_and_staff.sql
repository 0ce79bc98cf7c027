-- The basis of the other migrations: access rights, limits of text, the caller's identity, and the counters of attempts.
-- Nothing is open unless it is granted: every table starts with no rights for visitors, has row level security on, and its
-- comment says who may do what. Functions, views and triggers are in supabase/schemas, with their grants. Money is in pence.
-- Names in mixed case are the specification's own.

-- The platform's open defaults are taken back first.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from public, anon, authenticated;

-- The salt of hashed addresses, so that trying all addresses does not reveal them. Not even the service role reads it.
create table public.guard_salt (
  only_row boolean primary key default true check (only_row),
  salt text not null check (length(salt) = 64)
);
alter table public.guard_salt enable row level security;
insert into public.guard_salt (salt)
values (encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex'));

-- Signed-in shoppers receive a broadcast when their cart or one of their orders has changed. It is sent on a private topic of
-- their own, to their tabs and devices, and has no data: they read the new state through the API.
create policy "People hear what is theirs" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and realtime.topic() = 'account:' || (select auth.uid())::text);

-- Counters of attempts, shared by all processes. Service role only, through take_attempt.
create table public.rate_limits (
  key text primary key check (length(key) <= 300),
  window_started_at timestamptz not null,
  attempts integer not null
);
alter table public.rate_limits enable row level security;

-- Security events, written through log_security_event and note_event; read by the server only. `source` tells whether the
-- server saw an event itself or a browser reported it.
create table public.security_audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  event_type text not null check (length(event_type) between 1 and 100),
  severity text not null default 'low' check (severity in ('low', 'medium', 'high')),
  source text not null check (source in ('server', 'browser')),
  user_id uuid,
  details jsonb not null default '{}' check (length(details::text) <= 4096)
);
create index security_audit_log_recent on public.security_audit_log (created_at, event_type);
create index security_audit_log_address on public.security_audit_log ((details ->> 'address'), created_at desc) where source = 'server';
alter table public.security_audit_log enable row level security;

-- One row for each member of staff. An owner runs the shop; a packer sees the orders to pack and the stock, no money, and of
-- people only the parcel's address. Only the functions that use it read this table.
create table public.staff (
  user_id uuid primary key references auth.users on delete cascade,
  name text not null check (length(name) between 1 and 60 and name !~ '[[:cntrl:]<>]'),
  role text not null check (role in ('owner', 'packer')),
  created_at timestamptz not null default now()
);
alter table public.staff enable row level security;

-- An invitation of one person, which can be used once. The link has the token; this table has its hash. `email` is null only
-- for the link that the first start prints on the machine's console.
create table public.staff_invitations (
  id uuid primary key default gen_random_uuid(),
  email text,
  role text not null check (role in ('owner', 'packer')),
  token_hash text not null unique check (length(token_hash) = 64),
  invited_by uuid references auth.users on delete set null, -- null when the invitation came from a command
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
alter table public.staff_invitations enable row level security;

-- The log of changes at the desk, whose rows never change: `action` and `subject` as the functions name them ('price',
-- 'product:<id>').
create table public.desk_log (
  id bigint generated always as identity primary key,
  done_at timestamptz not null default now(),
  user_id uuid references auth.users on delete set null, -- null of commands
  who text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb
);
create index desk_log_subject on public.desk_log (subject, id);
create index desk_log_of_person on public.desk_log (user_id);
create index desk_log_who on public.desk_log (who, id);
alter table public.desk_log enable row level security;

grant all on public.rate_limits, public.security_audit_log to service_role;
grant all on public.staff, public.staff_invitations, public.desk_log to service_role;
