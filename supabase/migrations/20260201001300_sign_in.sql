-- What people see and decide of how they sign in, beside the calls of the sign-in service: their open sessions, and a way
-- back in for whoever has lost the app that shows their codes. GoTrue has neither. All of it stands on tables that hosted
-- Supabase has too, so that it works there as well.

-- Whether the session of who asks is still open: a token outlives it by up to an hour.
create function public.is_signed_in() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions s
    where s.id::text = auth.jwt() ->> 'session_id' and s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  )
$$;

-- Whether who asks has proved to be themselves as far as their account can: with a code of their app where it has one.
create function public.is_proved() returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', '') >= 'aal2' or not exists (
    select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified'
  )
$$;

-- A password alone opens nothing of an account that asks for a code.
do $$
declare name text;
begin
  foreach name in array array['profiles', 'carts', 'orders', 'order_items', 'subscriptions'] loop
    execute format(
      'create policy "A code is asked for where there is one" on public.%I as restrictive for all to authenticated using ((select public.is_proved()))',
      name
    );
  end loop;
end $$;

-- ── Sessions ────────────────────────────────────────────────────────────────────────────────────
-- Where somebody is signed in, the latest used first. For themselves.
create function public.my_sessions()
returns table (id uuid, created_at timestamptz, used_at timestamptz, user_agent text, is_this boolean)
language sql stable security definer set search_path = '' as $$
  select s.id, s.created_at, greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc'), s.user_agent,
    s.id::text = auth.jwt() ->> 'session_id'
  from auth.sessions s
  where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now()) and public.is_signed_in() and public.is_proved()
  order by 3 desc limit 100
$$;

-- Signs somebody out on one of their devices. Answers whether there was such a session.
create function public.end_session(p_session uuid) returns boolean language sql security definer set search_path = '' as $$
  with ended as (
    delete from auth.sessions s
    where s.id = p_session and s.user_id = auth.uid() and public.is_signed_in() and public.is_proved()
    returning s.id
  ) select exists (select from ended)
$$;

-- ── Recovery codes ──────────────────────────────────────────────────────────────────────────────
-- Of each code its hash, over the account's id. A code takes the app's codes off an account, once, if the account has asked
-- for them since before the code was made. Nobody reads this table.
create table public.recovery_codes (
  user_id uuid not null references auth.users on delete cascade,
  code_hash text not null check (length(code_hash) = 64),
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);
alter table public.recovery_codes enable row level security;
grant all on public.recovery_codes to service_role;

create function public.recovery_hash(p_code text) returns text language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(auth.uid()::text || regexp_replace(lower(left(p_code, 100)), '[^0-9a-f]', '', 'g'), 'utf8')), 'hex')
$$;

-- Ten new codes of 64 random bits, in place of earlier ones; shown this once. Only for a session of two factors.
create function public.make_recovery_codes() returns text[] language plpgsql security definer set search_path = '' as $$
declare codes text[];
begin
  if coalesce(auth.jwt() ->> 'aal', '') < 'aal2' or not public.is_signed_in() then
    raise sqlstate 'PT403' using message = 'Please give a code of your app first.';
  end if;
  select array_agg(regexp_replace(
    left(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex'), 16), '(.{4})(?=.)', '\1-', 'g'
  )) into codes from generate_series(1, 10);
  delete from public.recovery_codes where user_id = auth.uid();
  insert into public.recovery_codes (user_id, code_hash) select auth.uid(), public.recovery_hash(code) from unnest(codes) as code;
  return codes;
end $$;

-- Takes the app off the account of whoever has a code left, and ends their other sessions. Answers whether it was right.
-- Tries are counted, ten in an hour for an account and a thousand over all; one too many is refused (429).
create function public.use_recovery_code(p_code text) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  person uuid := auth.uid();
  wait integer;
begin
  if not public.is_signed_in() then raise sqlstate 'PT401' using message = 'Please sign in'; end if;
  wait := greatest(
    public.take_attempt('recovery-code:' || public.guard_seal(person::text), 10, 3600000),
    public.take_attempt('recovery-code', 1000, 3600000)
  );
  if wait > 0 then raise sqlstate 'PT429' using message = 'Please wait before trying again.', hint = wait::text; end if;
  delete from public.recovery_codes c
  where c.user_id = person and c.code_hash = public.recovery_hash(p_code) and exists (
    select from auth.mfa_factors f where f.user_id = person and f.status = 'verified' and f.created_at <= c.created_at
  );
  if not found then
    perform public.note_event('auth_failure', '{"reason": "recovery_code"}', public.visitor_address());
    return false;
  end if;
  delete from auth.mfa_factors where user_id = person;
  delete from public.recovery_codes where user_id = person;
  delete from auth.sessions s where s.user_id = person and s.id::text <> auth.jwt() ->> 'session_id';
  perform public.note_event('recovery_code_used', '{}', public.visitor_address());
  return true;
end $$;

revoke execute on all functions in schema public from public;
revoke execute on function public.is_signed_in, public.recovery_hash from anon, authenticated;
grant execute on function public.is_proved, public.my_sessions, public.end_session, public.make_recovery_codes, public.use_recovery_code
  to authenticated, service_role;
