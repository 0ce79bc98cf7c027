-- Who gets letters that nobody needs: consent, its proof, and the list of those who want none.

-- ── Suppression ─────────────────────────────────────────────────────────────────────────────────

-- The addresses that get no marketing letters any more, kept as hashes so that the list survives when everything else
-- about a person is erased. `email_hash` is the SHA-256, in hexadecimal, of the address without spaces and in small
-- letters. Service role only.
create table public.suppressions (
  email_hash text primary key check (email_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);
alter table public.suppressions enable row level security;
grant all on public.suppressions to service_role;

create function public.email_hash(p_email text) returns text
language sql immutable set search_path = ''
as $$ select encode(sha256(convert_to(lower(trim(p_email)), 'utf8')), 'hex') $$;

-- Whether an address wants no marketing letters. Every marketing letter asks, when it is queued and when it is sent.
create function public.is_suppressed(p_email text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from public.suppressions s where s.email_hash = public.email_hash(p_email)) $$;
grant execute on function public.is_suppressed(text) to service_role;

-- Puts an address on the list. Doing it twice changes nothing.
create function public.suppress(p_email text) returns void
language sql security definer set search_path = ''
as $$
  insert into public.suppressions (email_hash) select public.email_hash(p_email) where p_email is not null
  on conflict do nothing
$$;
grant execute on function public.suppress(text) to service_role;

revoke execute on function public.email_hash(text), public.is_suppressed(text), public.suppress(text) from public;
