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

-- Money leaves and people are let in only for who has given a code within fifteen minutes (DESK.md, Settled).
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
    raise sqlstate 'PT403' using message = 'Please give a fresh code of your app first.', hint = 'fresh_code';
  end if;
end $$;

-- What the change was based on is not what there is now: somebody else was quicker. p_now is what there is.
create function public.desk_conflict(p_now jsonb) returns void language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PT409' using message = 'Somebody else changed this meanwhile.', detail = p_now::text;
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

create view public.desk_team with (security_barrier) as
  select s.user_id, s.name, s.role, u.email::text as email, s.created_at,
    (select max(greatest(x.updated_at, x.refreshed_at at time zone 'utc')) from auth.sessions x where x.user_id = s.user_id) as seen_at,
    s.user_id = auth.uid() as is_me
  from public.staff s join auth.users u on u.id = s.user_id
  where (select public.staff_role()) = 'owner';

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
    raise sqlstate 'PT400' using message = p_email || ' has a place at the desk already.';
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
grant select on public.desk_team, public.desk_invitations, public.desk_history to authenticated;

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

grant all on public.staff, public.staff_invitations, public.desk_log to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.first_invitation, public.invite_staff, public.read_invitation, public.take_invitation
  to service_role;
grant execute on function public.staff_role, public.desk_me, public.desk_invite, public.desk_join, public.desk_remove,
  public.desk_end_sessions to authenticated, service_role;
