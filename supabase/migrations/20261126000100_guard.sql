-- What everything else stands on: what is open to whom, what may stand in a text, who asks, and the guard that counts attempts.
-- Nothing is open unless it is granted: every table starts with no rights for visitors, has row level security on, and
-- says above itself who may do what; the last lines of each file say who may call its functions, and what is not named
-- there is for the owner alone. Money is in pence. Names in mixed case are the specification's own.

-- The platform's open defaults are taken back first.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from public, anon, authenticated;

-- A text without the white space around it, as `trim` of JavaScript takes it away.
create function public.trim_text(p_text text) returns text language sql immutable set search_path = '' as $$
  select btrim(p_text, E'\t\n\u000B\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF')
$$;

-- One e-mail address that can be written to, as `isOneAddress` has it.
create function public.is_address(p_email text) returns boolean language sql immutable set search_path = '' as $$
  select coalesce(length(p_email) between 5 and 255
    and p_email ~ '^[^\s[:cntrl:]<>"'';\\@,:()[\]]+@[^\s[:cntrl:]<>"'';\\@,:()[\].]+(\.[^\s[:cntrl:]<>"'';\\@,:()[\].]+)+$'
    and p_email !~ '^[=+\-\uFF1D\uFF0B\uFF0D]|[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]', false)
$$;

-- A line without control characters, marks that turn the direction of writing, markup, and a formula's beginning.
create function public.plain_line(p_text text) returns text language sql immutable set search_path = '' as $$
  select public.trim_text(regexp_replace(
    regexp_replace(p_text, '[\u0001-\u001F\u007F-\u009F\u2028\u2029]+', ' ', 'g'),
    '[<>\u202A-\u202E\u2066-\u2069]|^[\s<>=+@\uFF1D\uFF0B\uFF20]+', '', 'g'
  ))
$$;

-- A path of at most 300 characters, or null. A browser takes `//somewhere` and `/\somewhere` for another site.
create function public.clean_page(p_page text) returns text language sql immutable set search_path = '' as $$
  select left(line, 300) from public.plain_line(p_page) as line where line ~ '^/(?![/\\])'
$$;

-- ── Who is asking ───────────────────────────────────────────────────────────────────────────────

-- Mixed into addresses, so that notes about them cannot be turned back by trying all. Not even the service role reads it.
create table public.guard_salt (
  only_row boolean primary key default true check (only_row),
  salt text not null check (length(salt) = 64)
);
alter table public.guard_salt enable row level security;
insert into public.guard_salt (salt)
values (encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex'));

-- The text as a network address, or null. PostgreSQL 15, which older hosted projects run, has no pg_input_is_valid.
create function public.address_of(p_text text) returns inet language plpgsql immutable set search_path = '' as $$
begin
  return p_text::inet;
exception when data_exception then
  return null;
end $$;

-- The same text gives the same seal, in this shop alone. What belongs to one visitor counts as one: an IPv6 address
-- stands for the /64 that one customer has, one that wraps an IPv4 address for that address.
create function public.guard_seal(p_text text) returns text language plpgsql stable security definer set search_path = '' as $$
declare
  plain text := regexp_replace(lower(trim(p_text)), '^::ffff:(?=\d+\.)', '');
  address inet := public.address_of(plain);
begin
  if address is not null then
    plain := case when family(address) = 6 then network(set_masklen(address, 64))::text else host(address) end;
  end if;
  return (select encode(sha256(convert_to(s.salt || plain, 'utf8')), 'hex') from public.guard_salt s);
end $$;

-- The visitor's address; null outside of a request. The shop's own server sends the X-Forwarded-For that it has judged, and
-- never CF-Connecting-IP. On hosted Supabase that comes first: Cloudflare's edge alone writes it, but only adds to an
-- X-Forwarded-For that a visitor sends (github.com/orgs/supabase, discussions 34647 and 52040; not tried there).
create function public.visitor_address() returns text language sql stable set search_path = '' as $$
  select trim(coalesce(nullif(sent.headers ->> 'cf-connecting-ip', ''), split_part(sent.headers ->> 'x-forwarded-for', ',', 1)))
  from (select nullif(current_setting('request.headers', true), '')::jsonb) as sent (headers)
$$;

create function public.seen_request() returns jsonb language sql stable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'userAgent', left(nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent', 300),
    'url', nullif(current_setting('request.path', true), '')
  ))
$$;

-- Whether the session of who asks is still open: a token outlives it by up to an hour. Asked with every call of the desk, of as
-- many sessions as people have.
create function public.is_signed_in() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions s
    where s.id = case when auth.jwt() ->> 'session_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (auth.jwt() ->> 'session_id')::uuid end
      and s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  )
$$;

-- Whether who asks has proved to be themselves as far as their account can: with a code of their app where it has one. A
-- password alone opens nothing of an account that asks for a code ("A code is asked for where there is one", below tables).
create function public.is_proved() returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', '') >= 'aal2' or not exists (
    select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified'
  )
$$;

-- ── Who hears ───────────────────────────────────────────────────────────────────────────────────

-- What signed-in shoppers hear of at once: that their cart or an order of theirs has changed. It is said on a private
-- topic of their own, to their tabs and devices, and says only that; what there is now they read as always.
create policy "People hear what is theirs" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and realtime.topic() = 'account:' || (select auth.uid())::text);

create function public.tell_owner() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is not null then
    perform realtime.send('{}', tg_argv[0], 'account:' || new.user_id::text, true);
  end if;
  return null;
end $$;

-- ── Attempts ────────────────────────────────────────────────────────────────────────────────────

-- Counters of attempts, shared by all processes. Service role only, through take_attempt.
create table public.rate_limits (
  key text primary key check (length(key) <= 300),
  window_started_at timestamptz not null,
  attempts integer not null
);
alter table public.rate_limits enable row level security;

-- Counts what fits into p_max in p_window_ms under a key. Returns 0, or the ms until the window ends.
create function public.take_amount(p_key text, p_amount integer, p_max integer, p_window_ms integer, p_now timestamptz default now())
returns integer language plpgsql security definer set search_path = '' as $$
declare
  span interval := make_interval(secs => p_window_ms / 1000.0);
  row public.rate_limits;
begin
  insert into public.rate_limits as r (key, window_started_at, attempts) values (p_key, p_now, 0)
  on conflict (key) do update set
    window_started_at = case when r.window_started_at + span <= p_now then p_now else r.window_started_at end,
    attempts = case when r.window_started_at + span <= p_now then 0 else r.attempts end
  returning * into row;
  if row.attempts + p_amount > p_max then
    return greatest(1, ceil(extract(epoch from row.window_started_at + span - p_now) * 1000))::integer;
  end if;
  update public.rate_limits set attempts = attempts + p_amount where key = p_key;
  return 0;
end $$;

create function public.take_attempt(p_key text, p_max integer, p_window_ms integer, p_now timestamptz default now())
returns integer language sql security definer set search_path = '' as $$
  select public.take_amount(p_key, 1, p_max, p_window_ms, p_now)
$$;

-- What happened that a guard would want to know. Written through log_security_event and note_event; read by the server
-- only. `source` tells what the server saw itself from what a browser reported.
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

-- Failed sign-ins count as medium and suspicious forms as high (specification, section 8).
create function public.event_severity(p_event_type text) returns text language sql immutable set search_path = '' as $$
  select case p_event_type when 'auth_failure' then 'medium' when 'suspicious_form_submission' then 'high' else 'low' end
$$;

-- Notes what the server itself has seen, addresses sealed; with p_most, that many of a kind from one in five minutes.
create function public.note_event(
  p_event_type text, p_details jsonb, p_address text default null, p_now timestamptz default now(),
  p_most integer default null
) returns void language sql security definer set search_path = '' as $$
  insert into public.security_audit_log (created_at, event_type, severity, source, user_id, details)
  select
    p_now, p_event_type, public.event_severity(p_event_type), 'server', auth.uid(),
    coalesce(p_details, '{}') || jsonb_strip_nulls(jsonb_build_object(
      'address', public.guard_seal(p_address), 'timestamp', p_now, 'version', '1'
    ))
  where p_most is null or public.take_attempt(
    'note_event:' || p_event_type || ':' || coalesce(public.guard_seal(p_address), 'unknown'), p_most, 300000, p_now
  ) = 0
$$;

-- Notes an event. Of a browser's, more than sixty in five minutes are dropped without a word, since nobody waits for them.
-- An account that has been erased is not written down again by a browser that does not know it yet.
create function public.log_security_event(event_type text, details jsonb default '{}') returns void
language plpgsql security definer set search_path = '' as $$
declare is_server boolean := auth.role() = 'service_role';
begin
  if jsonb_typeof(details) is distinct from 'object' then
    raise exception 'The details of an event are an object' using errcode = '22023';
  end if;
  if not is_server and public.take_attempt(
    'log_security_event:' || public.guard_seal(coalesce(public.visitor_address(), 'unknown')), 60, 300000
  ) > 0 then return; end if;
  insert into public.security_audit_log (event_type, severity, source, user_id, details)
  values (
    log_security_event.event_type, public.event_severity(log_security_event.event_type),
    case when is_server then 'server' else 'browser' end,
    (select u.id from auth.users u where u.id = auth.uid()), log_security_event.details
  );
end $$;

-- The suspicious pattern: five failed sign-ins, refused floods or suspicious forms of one address in ten minutes
-- (specification, section 5). Answers how many ms it is still to be refused. Only what the server saw counts, so that
-- nobody has others refused. A sign-in counts failures by account: one forgotten password must not keep a house out.
create function public.guard_wait(
  p_address text, p_counts_sign_ins boolean default true, p_now timestamptz default now()
) returns integer language sql stable security definer set search_path = '' as $$
  select coalesce((
    select ceil(extract(epoch from l.created_at + interval '10 minutes' - p_now) * 1000)::integer
    from public.security_audit_log l
    where l.source = 'server' and l.details ->> 'address' = public.guard_seal(p_address)
      and l.created_at > p_now - interval '10 minutes'
      and (l.event_type in ('rate_limit_violation', 'suspicious_form_submission')
        or (p_counts_sign_ins and l.event_type = 'auth_failure'))
    order by l.created_at desc offset 4 limit 1
  ), 0)
$$;

-- Lets a form post in, or not: {"wait": ms, "reason": null | "pattern" | "limit"}. At most p_max by p_key in p_window_ms,
-- p_address_max of all behind one address, four times that of an IPv6 network. A post over the limit is noted, one that the
-- pattern refuses is not, so the notes of one address have an end.
create function public.admit(
  p_form text, p_key text, p_max integer, p_address text, p_address_max integer, p_window_ms integer,
  p_details jsonb default '{}', p_now timestamptz default now(), p_counts_sign_ins boolean default true
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  wait integer := public.guard_wait(p_address, p_counts_sign_ins, p_now);
  -- The /48 of an IPv6 address: what a company or a tunnel hands out addresses from.
  network text := (
    select case when family(a) = 6 and not a <<= '::ffff:0:0/96' then network(set_masklen(a, 48)) end
    from public.address_of(p_address) as a
  );
begin
  if wait > 0 then return jsonb_build_object('wait', wait, 'reason', 'pattern'); end if;
  select max(public.take_attempt(p_form || ':' || counted.key, counted.most, p_window_ms, p_now)) into wait from (
    values (public.guard_seal(p_key), p_max), ('address:' || public.guard_seal(p_address), p_address_max)
    union all select 'network:' || public.guard_seal(network), p_address_max * 4 where network is not null
  ) as counted (key, most);
  if wait = 0 then return jsonb_build_object('wait', 0, 'reason', null); end if;
  perform public.note_event('rate_limit_violation', p_details || jsonb_build_object('form', p_form), p_address, p_now);
  return jsonb_build_object('wait', wait, 'reason', 'limit');
end $$;

-- Refuses (429) a visitor's writes, not what is taken away, from an address with the pattern, failed sign-ins aside.
create function public.refuse_suspects() returns trigger language plpgsql security definer set search_path = '' as $$
declare wait integer;
begin
  if coalesce(auth.role(), 'service_role') = 'service_role' then return null; end if;
  wait := public.guard_wait(public.visitor_address(), false);
  if wait > 0 then raise sqlstate 'PT429' using message = 'Please wait before trying again.', hint = wait::text; end if;
  return null;
end $$;

grant all on public.rate_limits, public.security_audit_log to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.is_address, public.take_attempt, public.note_event, public.guard_wait, public.admit
  to service_role;
grant execute on function public.is_proved to authenticated, service_role;
grant execute on function public.log_security_event to anon, authenticated, service_role;
