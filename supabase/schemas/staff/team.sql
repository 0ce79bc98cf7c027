create or replace function public.hash_invitation_token(p_token text) returns text language sql immutable set search_path = ''
as $$ select encode(sha256(convert_to(left(p_token, 200), 'utf8')), 'hex') $$;

-- Stores an invitation for two days, in place of earlier ones to the same address, and returns its token. For the server.
create or replace function public.create_invitation(p_email text, p_role text, p_invited_by uuid default null, p_now timestamptz default now())
returns text language plpgsql security definer set search_path = '' as $$
declare token text := encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex');
begin
  delete from public.staff_invitations i where i.used_at is null and lower(i.email) is not distinct from lower(p_email);
  insert into public.staff_invitations (email, role, token_hash, invited_by, created_at, expires_at)
  values (p_email, p_role, public.hash_invitation_token(token), p_invited_by, p_now, p_now + interval '2 days');
  return token;
end $$;

-- Returns the token of the link by which the first owner joins, which is printed at each start; null once the desk has an owner.
create or replace function public.first_invitation(p_now timestamptz default now()) returns text language sql security definer set search_path = '' as $$
  select case when not exists (select from public.staff where role = 'owner') then public.create_invitation(null, 'owner', null, p_now) end
$$;

-- Invites a member of staff by email, which has the link; called for an owner at the desk, or for a command.
create or replace function public.send_invitation(p_email text, p_role text, p_by text, p_invited_by uuid, p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_email_address(p_email) then raise sqlstate 'PT400' using message = 'That is not an e-mail address.'; end if;
  if exists (select from public.staff s join auth.users u on u.id = s.user_id where lower(u.email) = lower(p_email)) then
    raise sqlstate 'PT400' using message = p_email || ' already has a place at the desk.';
  end if;
  perform public.queue_email('desk_invitation', p_email, jsonb_build_object(
    'token', public.create_invitation(p_email, p_role, p_invited_by, p_now), 'role', p_role, 'invitedBy', p_by
  ), gen_random_uuid()::text, p_now);
end $$;

-- Invites a member of staff, once for each request, because a second invitation makes the link of the first one invalid.
create or replace function public.desk_invite(p_email text, p_role text, p_request uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.require_fresh_code();
  perform pg_advisory_xact_lock(hashtextextended('staff', 20260960));
  if public.is_request_logged(public.person_subject(public.trim_text(p_email)), p_request) then return; end if;
  perform public.send_invitation(lower(public.trim_text(p_email)), p_role, (select s.name from public.staff s where s.user_id = auth.uid()), auth.uid(), now());
  perform public.log_desk_action('invite', public.person_subject(public.trim_text(p_email)), null,
    jsonb_build_object('role', p_role, 'request', p_request));
end $$;

create or replace function public.invite_staff(p_email text, p_role text default 'owner', p_now timestamptz default now()) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.send_invitation(lower(public.trim_text(p_email)), p_role, null, null, p_now);
  perform public.log_desk_action('invite', public.person_subject(public.trim_text(p_email)), null, jsonb_build_object('role', p_role));
end $$;

-- Returns the invitation of a token, {"email", "role"}, or null when it is not known, used, or too old. One that was used is
-- returned, with the email of the account that used it, as long as that account is on the team: the response may have been lost,
-- and the same person sends the form again. For the server.
create or replace function public.find_invitation(p_token text, p_now timestamptz default now()) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('email', coalesce(u.email, i.email), 'role', i.role) from public.staff_invitations i
  left join (public.staff s join auth.users u on u.id = s.user_id and u.email is not null) on s.user_id = i.used_by
  where i.token_hash = public.hash_invitation_token(p_token)
    and (s.user_id is not null or (i.used_at is null and i.expires_at > p_now))
$$;

-- Returns the account that somebody has signed up for with an address and never confirmed, or null. For the server, to which
-- the link of an invitation proves the mailbox.
create or replace function public.unconfirmed_account(p_email text) returns uuid language sql stable security definer set search_path = '' as $$
  select u.id from auth.users u
  where u.email = lower(p_email) and not u.is_sso_user and u.email_confirmed_at is null and u.phone_confirmed_at is null and u.deleted_at is null
$$;

-- Gives an account its role, once; returns whether the account has joined, which is also true when it is repeated by the account
-- that used the invitation and is still on the team. For the server, which has proved whose account it is.
create or replace function public.accept_invitation(p_token text, p_user_id uuid, p_name text, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = '' as $$
declare invitation public.staff_invitations;
begin
  update public.staff_invitations i set used_at = p_now, used_by = p_user_id
  where i.token_hash = public.hash_invitation_token(p_token) and i.used_at is null and i.expires_at > p_now
    and (i.email is null or lower(i.email) = (select lower(u.email) from auth.users u where u.id = p_user_id))
  returning * into invitation;
  if invitation.id is null then
    return exists (
      select from public.staff_invitations i join public.staff s on s.user_id = i.used_by
      where i.token_hash = public.hash_invitation_token(p_token) and i.used_by = p_user_id
    );
  end if;
  insert into public.staff (user_id, name, role) values (p_user_id, p_name, invitation.role)
  on conflict (user_id) do update set role = excluded.role;
  insert into public.desk_log (user_id, who, action, subject, after)
  values (p_user_id, p_name, 'join', 'person:' || p_user_id, jsonb_build_object('role', invitation.role));
  return true;
end $$;

-- Accepts an invitation with the account that the caller is signed in with.
create or replace function public.desk_join(p_token text, p_name text) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_signed_in() or not public.is_proved() then raise sqlstate 'PT401' using message = 'Please sign in first.'; end if;
  return public.accept_invitation(p_token, auth.uid(), public.trim_text(p_name));
end $$;

-- Removes a member of the team, and signs them out everywhere. The last owner stays.
create or replace function public.desk_remove(p_user_id uuid) returns void language plpgsql security definer set search_path = '' as $$
declare removed public.staff;
begin
  perform public.require_fresh_code();
  perform pg_advisory_xact_lock(hashtextextended('staff', 20260960));
  if not exists (select from public.staff s where s.role = 'owner' and s.user_id <> p_user_id) then
    raise sqlstate 'PT400' using message = 'Somebody has to run the desk: invite another owner first.';
  end if;
  delete from public.staff s where s.user_id = p_user_id returning * into removed;
  if removed.user_id is null then return; end if;
  delete from auth.sessions s where s.user_id = p_user_id;
  perform public.log_desk_action('remove', 'person:' || p_user_id, jsonb_build_object('name', removed.name, 'role', removed.role));
end $$;

-- Signs a member of the team out everywhere, for instance when a phone is lost; the caller's own session stays.
create or replace function public.desk_end_sessions(p_user_id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform public.require_staff();
  if not exists (select from public.staff s where s.user_id = p_user_id) then return; end if;
  delete from auth.sessions s where s.user_id = p_user_id and s.id::text <> auth.jwt() ->> 'session_id';
  perform public.log_desk_action('end_sessions', 'person:' || p_user_id);
end $$;

create or replace view public.desk_invitations with (security_barrier) as
  select i.id, i.email, i.role, i.created_at, i.expires_at from public.staff_invitations i
  where i.used_at is null and i.expires_at > now() and (select public.staff_role()) = 'owner';

-- The view of the team for owners: since when each member has an authenticator app, and, in the caller's own row, how many recovery
-- codes are left.
create or replace view public.desk_team with (security_barrier) as
  select s.user_id, s.name, s.role, u.email::text as email, s.created_at,
    (select max(greatest(x.updated_at, x.refreshed_at at time zone 'utc')) from auth.sessions x where x.user_id = s.user_id) as seen_at,
    s.user_id = auth.uid() as is_me,
    (select min(f.created_at) from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified') as app_since,
    case when s.user_id = auth.uid() then (select count(*) from public.recovery_codes c where c.user_id = s.user_id and c.used_by is null) end as paper_codes
  from public.staff s join auth.users u on u.id = s.user_id
  where (select public.staff_role()) = 'owner';

grant select on public.desk_invitations to authenticated;
grant select on public.desk_team to authenticated;
grant execute on function
  public.first_invitation,
  public.invite_staff,
  public.find_invitation,
  public.unconfirmed_account,
  public.accept_invitation
to service_role;
grant execute on function
  public.desk_invite,
  public.desk_join,
  public.desk_remove,
  public.desk_end_sessions
to authenticated, service_role;
