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

-- One that an email cannot be written to stays a failure for ever, whoever typed it: the database lets through no more of them
-- than `isOneAddress` does. In UTF-16 units, and without any sign of format.
create function public.is_address(p_email text) returns boolean language sql immutable set search_path = '' as $$
  select coalesce(length(p_email) >= 5 and length(regexp_replace(p_email, '[\U00010000-\U0010FFFF]', 'xx', 'g')) <= 255
    and p_email ~ '^[^\s[:cntrl:]<>"'';\\@,:()[\]]+@[^\s[:cntrl:]<>"'';\\@,:()[\].]+(\.[^\s[:cntrl:]<>"'';\\@,:()[\].]+)+$'
    and p_email !~ (
      '^[=+\-\uFF1D\uFF0B\uFF0D]|[\u00AD\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u180E\u200B-\u200F\u202A-\u202E'
      '\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3'
      '\U0001D173-\U0001D17A\U000E0001\U000E0020-\U000E007F]'
    ), false)
$$;

-- A line without control characters, marks that turn the direction of writing, markup, and a formula's beginning.
create function public.plain_line(p_text text) returns text language sql immutable set search_path = '' as $$
  select public.trim_text(regexp_replace(
    regexp_replace(p_text, '[\u0001-\u001F\u007F-\u009F\u2028\u2029]+', ' ', 'g'),
    '[<>\u202A-\u202E\u2066-\u2069]|^[\s<>=+@\uFF1D\uFF0B\uFF20]+', '', 'g'
  ))
$$;

-- What finds words anywhere in a text, whichever apostrophe they are typed with: phones curl it, and payment pages do not.
create function public.words_anywhere(p_words text) returns text language sql immutable set search_path = '' as $$
  select '%' || translate(regexp_replace(p_words, '([\\%_])', '\\\1', 'g'), '''’', '__') || '%'
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

-- ══ Staff ════════════════════════════════════════════════════════════════════════════════════════

-- Who works at the owner's desk, what they may do there, and what they did. What the desk reads are views named desk_…, each
-- with its own rule of who sees a row; whatever it changes is one function named desk_…: it asks for the role first
-- (`desk_enter`), takes what the change was based on, and notes it (`desk_note`). Views and functions are the whole of what
-- the desk is given: no table is opened to it.

-- One row a person. An owner runs the shop; a packer sees what is to be packed and the stock, no money, and of people only
-- where a parcel goes. Nobody reads this table but by the functions below.
create table public.staff (
  user_id uuid primary key references auth.users on delete cascade,
  name text not null check (length(name) between 1 and 60 and name !~ '[[:cntrl:]<>]'),
  role text not null check (role in ('owner', 'packer')),
  created_at timestamptz not null default now()
);
alter table public.staff enable row level security;

-- A way in, for one person, once. The link has the token; here is its hash. `email` is null only of the link that the first
-- start prints, for whoever sits at the machine.
create table public.staff_invitations (
  id uuid primary key default gen_random_uuid(),
  email text check (email is null or public.is_address(email)),
  role text not null check (role in ('owner', 'packer')),
  token_hash text not null unique check (length(token_hash) = 64),
  invited_by uuid references auth.users on delete set null, -- null when the invitation came from a command
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
alter table public.staff_invitations enable row level security;

-- What was done at the desk, never changed: `action` and `subject` as the functions name them ('price', 'product:<id>').
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

-- ── Who asks ────────────────────────────────────────────────────────────────────────────────────

-- 'owner', 'packer', or null for everybody else: also for staff whose session has ended, whose place was taken from them,
-- and for an owner who has not given a code of their app.
create function public.staff_role() returns text language sql stable security definer set search_path = '' as $$
  select s.role from public.staff s
  where s.user_id = auth.uid() and public.is_signed_in()
    and case s.role when 'owner' then coalesce(auth.jwt() ->> 'aal', '') = 'aal2' else public.is_proved() end
$$;

-- The first line of every change. p_role 'packer' lets both in.
create function public.desk_enter(p_role text default 'owner') returns void language plpgsql stable security definer set search_path = '' as $$
declare role text := public.staff_role();
begin
  if role is null then
    raise sqlstate 'PT401' using message = 'Please sign in to the desk again.';
  elsif role <> p_role and p_role = 'owner' then
    raise sqlstate 'PT403' using message = 'Only an owner can do that.';
  end if;
end $$;

-- Money leaves and people are let in only for who has given a code within fifteen minutes.
create function public.has_fresh_code() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select from jsonb_array_elements(case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end) as proof
    where proof ->> 'method' in ('totp', 'mfa/totp')
      and to_timestamp((proof ->> 'timestamp')::double precision) > now() - interval '15 minutes'
  )
$$;

create function public.desk_enter_fresh() returns void language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.desk_enter();
  if not public.has_fresh_code() then
    raise sqlstate 'PT403' using message = 'Please type a fresh code from your app first.', hint = 'fresh_code';
  end if;
end $$;

-- What the change was based on is not what there is now: somebody else was quicker. p_now is what there is.
create function public.desk_conflict(p_now jsonb) returns void language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PT409' using message = 'Somebody else changed this first.', detail = p_now::text;
end $$;

create function public.desk_note(p_action text, p_subject text, p_before jsonb default null, p_after jsonb default null) returns void
language sql security definer set search_path = '' as $$
  insert into public.desk_log (user_id, who, action, subject, before, after)
  select auth.uid(), coalesce((select s.name from public.staff s where s.user_id = auth.uid()), 'Command'), p_action, p_subject, p_before, p_after
$$;

-- Every desk that is open hears that something has changed, as the name of what, and reads it anew.
create policy "The desk hears what has changed" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and realtime.topic() = 'desk' and (select public.staff_role()) is not null);

create function public.tell_desk() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}', tg_argv[0], 'desk', true);
  return null;
end $$;
create trigger desk_log_tell_desk after insert on public.desk_log for each statement execute function public.tell_desk('log');
-- Whoever was signed out, or has no place any more, is told at once.
create trigger desk_log_tell_team after insert on public.desk_log for each row
  when (new.action in ('remove', 'end_sessions')) execute function public.tell_desk('team');

-- Staff who sign in or are signed out, also by themselves on another device.
create function public.tell_desk_of_session() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.staff s where s.user_id = coalesce(new.user_id, old.user_id)) then
    perform realtime.send('{}', 'team', 'desk', true);
  end if;
  return null;
end $$;
create trigger sessions_tell_desk after insert or delete on auth.sessions for each row execute function public.tell_desk_of_session();

-- ── The team ────────────────────────────────────────────────────────────────────────────────────

-- How far whoever is signed in has come: {"role", "name", "email", "isIn", "hasApp", "hasFreshCode", "now"}; role null is no staff.
-- Undo ends by the shop's clock, not by the device's.
create function public.desk_me() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'role', s.role, 'name', s.name, 'email', u.email, 'isIn', public.staff_role() is not null,
    'hasApp', exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'),
    'hasFreshCode', public.has_fresh_code(), 'now', now()
  )
  from auth.users u left join public.staff s on s.user_id = u.id where u.id = auth.uid() and public.is_signed_in()
$$;

create view public.desk_invitations with (security_barrier) as
  select i.id, i.email, i.role, i.created_at, i.expires_at from public.staff_invitations i
  where i.used_at is null and i.expires_at > now() and (select public.staff_role()) = 'owner';

-- What was done, the latest last.
create view public.desk_history with (security_barrier) as
  select l.id, l.done_at, l.who, l.action, l.subject, l.before, l.after from public.desk_log l
  where (select public.staff_role()) = 'owner';

create function public.invitation_hash(p_token text) returns text language sql immutable set search_path = ''
as $$ select encode(sha256(convert_to(left(p_token, 200), 'utf8')), 'hex') $$;

-- Writes down an invitation for two days, in place of earlier ones to the same address, and gives its token. For the server.
create function public.write_invitation(p_email text, p_role text, p_invited_by uuid default null, p_now timestamptz default now())
returns text language plpgsql security definer set search_path = '' as $$
declare token text := encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex');
begin
  delete from public.staff_invitations i where i.used_at is null and lower(i.email) is not distinct from lower(p_email);
  insert into public.staff_invitations (email, role, token_hash, invited_by, created_at, expires_at)
  values (p_email, p_role, public.invitation_hash(token), p_invited_by, p_now, p_now + interval '2 days');
  return token;
end $$;

-- The link that the start prints while nobody runs the desk; null once somebody does.
create function public.first_invitation(p_now timestamptz default now()) returns text language sql security definer set search_path = '' as $$
  select case when not exists (select from public.staff where role = 'owner') then public.write_invitation(null, 'owner', null, p_now) end
$$;

-- Invites by email: an owner from the desk, or a command. The mail has the link.
create function public.send_invitation(p_email text, p_role text, p_by text, p_invited_by uuid, p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_address(p_email) then raise sqlstate 'PT400' using message = 'That is not an e-mail address.'; end if;
  if exists (select from public.staff s join auth.users u on u.id = s.user_id where lower(u.email) = lower(p_email)) then
    raise sqlstate 'PT400' using message = p_email || ' already has a place at the desk.';
  end if;
  perform public.queue_letter('desk_invitation', p_email, jsonb_build_object(
    'token', public.write_invitation(p_email, p_role, p_invited_by, p_now), 'role', p_role, 'invitedBy', p_by
  ), gen_random_uuid()::text, p_now);
end $$;

create function public.desk_invite(p_email text, p_role text) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform public.desk_enter_fresh();
  perform public.send_invitation(lower(public.trim_text(p_email)), p_role, (select s.name from public.staff s where s.user_id = auth.uid()), auth.uid(), now());
  perform public.desk_note('invite', 'person:' || lower(public.trim_text(p_email)), null, jsonb_build_object('role', p_role));
end $$;

create function public.invite_staff(p_email text, p_role text default 'owner', p_now timestamptz default now()) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.send_invitation(lower(public.trim_text(p_email)), p_role, null, null, p_now);
  perform public.desk_note('invite', 'person:' || lower(public.trim_text(p_email)), null, jsonb_build_object('role', p_role));
end $$;

-- What a token invites to, {"email", "role"}, or null when it is not known, used, or too old. For the server.
create function public.read_invitation(p_token text, p_now timestamptz default now()) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('email', i.email, 'role', i.role) from public.staff_invitations i
  where i.token_hash = public.invitation_hash(p_token) and i.used_at is null and i.expires_at > p_now
$$;

-- Gives an account its place, once; answers whether it did. For the server, which has proved whose account it is.
create function public.take_invitation(p_token text, p_user_id uuid, p_name text, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = '' as $$
declare given public.staff_invitations;
begin
  update public.staff_invitations i set used_at = p_now
  where i.token_hash = public.invitation_hash(p_token) and i.used_at is null and i.expires_at > p_now
    and (i.email is null or lower(i.email) = (select lower(u.email) from auth.users u where u.id = p_user_id))
  returning * into given;
  if given.id is null then return false; end if;
  insert into public.staff (user_id, name, role) values (p_user_id, p_name, given.role)
  on conflict (user_id) do update set role = excluded.role;
  insert into public.desk_log (user_id, who, action, subject, after)
  values (p_user_id, p_name, 'join', 'person:' || p_user_id, jsonb_build_object('role', given.role));
  return true;
end $$;

-- Whoever has an account already takes their place signed in.
create function public.desk_join(p_token text, p_name text) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_signed_in() or not public.is_proved() then raise sqlstate 'PT401' using message = 'Please sign in first.'; end if;
  return public.take_invitation(p_token, auth.uid(), public.trim_text(p_name));
end $$;

-- Takes somebody's place, and signs them out everywhere. The last owner stays.
create function public.desk_remove(p_user_id uuid) returns void language plpgsql security definer set search_path = '' as $$
declare gone public.staff;
begin
  perform public.desk_enter_fresh();
  perform pg_advisory_xact_lock(hashtextextended('staff', 20260960));
  if not exists (select from public.staff s where s.role = 'owner' and s.user_id <> p_user_id) then
    raise sqlstate 'PT400' using message = 'Somebody has to run the desk: invite another owner first.';
  end if;
  delete from public.staff s where s.user_id = p_user_id returning * into gone;
  if gone.user_id is null then return; end if;
  delete from auth.sessions s where s.user_id = p_user_id;
  perform public.desk_note('remove', 'person:' || p_user_id, jsonb_build_object('name', gone.name, 'role', gone.role));
end $$;

-- Signs somebody of the team out everywhere, as when a phone is lost.
create function public.desk_end_sessions(p_user_id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform public.desk_enter();
  if not exists (select from public.staff s where s.user_id = p_user_id) then return; end if;
  delete from auth.sessions s where s.user_id = p_user_id and s.id::text <> auth.jwt() ->> 'session_id';
  perform public.desk_note('end_sessions', 'person:' || p_user_id);
end $$;
grant select on public.desk_invitations, public.desk_history to authenticated;

-- ── A new phone ─────────────────────────────────────────────────────────────────────────────────

-- Tells staff that somebody got in as them with a browser that none of their other sessions has, and of which they were not
-- told yet. Not of the first hour of their place, which they take with the phone in their hand, and ten a day at most.
create function public.tell_of_phone() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform public.queue_letter('desk_new_phone', u.email, jsonb_build_object('agent', left(new.user_agent, 300), 'at', now()), new.id::text, now())
  from public.staff s join auth.users u on u.id = s.user_id
  where s.user_id = new.user_id and s.created_at < now() - interval '1 hour' and (s.role = 'packer' or new.aal = 'aal2')
    and not exists (
      select from auth.sessions x where x.user_id = new.user_id and x.id <> new.id and x.user_agent is not distinct from new.user_agent
        and (s.role = 'packer' or x.aal = 'aal2')
    )
    and 10 > (
      select count(*) + 10 * count(*) filter (where o.data ->> 'agent' is not distinct from left(new.user_agent, 300))
      from public.outbox o
      where lower(o.recipient) = lower(u.email) and o.template = 'desk_new_phone' and o.created_at > now() - interval '30 days'
        and (o.created_at > now() - interval '1 day' or o.data ->> 'agent' is not distinct from left(new.user_agent, 300))
    );
  return null;
end $$;
create trigger sessions_tell_of_phone after insert or update of aal on auth.sessions
  for each row execute function public.tell_of_phone();

grant all on public.rate_limits, public.security_audit_log to service_role;
grant all on public.staff, public.staff_invitations, public.desk_log to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.is_address, public.take_attempt, public.note_event, public.guard_wait, public.admit
  to service_role;
grant execute on function public.is_proved to authenticated, service_role;
grant execute on function public.log_security_event to anon, authenticated, service_role;
grant execute on function public.first_invitation, public.invite_staff, public.read_invitation, public.take_invitation
  to service_role;
grant execute on function public.staff_role, public.desk_me, public.desk_invite, public.desk_join, public.desk_remove,
  public.desk_end_sessions to authenticated, service_role;
