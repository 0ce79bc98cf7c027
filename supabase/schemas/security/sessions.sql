-- Returns whether the caller's session is still open: a token outlives it by up to an hour. Every call of the desk checks it.
create or replace function public.is_signed_in() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions s
    where s.id = case when auth.jwt() ->> 'session_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (auth.jwt() ->> 'session_id')::uuid end
      and s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  )
$$;

-- Returns whether the caller has given every factor that the account has. An access token outlives its session by up to an hour.
-- While the account asked for a code, a token of one factor read nothing; it must not begin to when a recovery code removes the
-- app. So a token from before a recovery counts only while its session is open.
create or replace function public.is_proved() returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', '') >= 'aal2' or not exists (
    select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified'
  ) and (not exists (
    select from auth.users u
    where u.id = auth.uid() and (u.raw_app_meta_data ->> 'recovered_at')::double precision >= (auth.jwt() ->> 'iat')::double precision
  ) or public.is_signed_in())
$$;

-- Returns whether the caller gave a code of their app in the last fifteen minutes. A time more than a minute in the future,
-- recorded while the clock ran ahead, does not count; otherwise the code would count as recent for days.
create or replace function public.has_recent_second_factor() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select from jsonb_array_elements(case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end) as proof
    where proof ->> 'method' in ('totp', 'mfa/totp')
      and to_timestamp((proof ->> 'timestamp')::double precision) between now() - interval '15 minutes' and now() + interval '1 minute'
  )
$$;

-- Lists the caller's sessions. Sessions with two factors come first, so that many sessions opened with a stolen password cannot
-- hide the owner's.
create or replace function public.my_sessions()
returns table (id uuid, created_at timestamptz, used_at timestamptz, user_agent text, is_this boolean)
language sql stable security definer set search_path = '' as $$
  select s.id, s.created_at, greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc'), s.user_agent,
    s.id::text = auth.jwt() ->> 'session_id'
  from auth.sessions s
  where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now()) and public.is_signed_in() and public.is_proved()
  order by s.aal desc nulls last, 3 desc limit 100
$$;

-- Signs the caller out on one of their devices. Returns whether there was such a session.
create or replace function public.end_session(p_session uuid) returns boolean language sql security definer set search_path = '' as $$
  with ended as (
    delete from auth.sessions s
    where s.id = p_session and s.user_id = auth.uid() and public.is_signed_in() and public.is_proved()
    returning s.id
  ) select exists (select from ended)
$$;

-- Emails the owner of an account, at most once a day, about wrong codes after the right password. The Auth service queues the same
-- email with the same key for wrong codes of an authenticator app.
create or replace function public.queue_password_warning(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  select public.queue_email('auth_password_warning', u.email, jsonb_build_object(
    'at', now(), 'address', public.visitor_address(), 'agent', public.request_details() ->> 'userAgent'
  ), p_user_id || ':' || to_char(now() at time zone 'utc', 'YYYY-MM-DD'), now())
  from auth.users u where u.id = p_user_id
$$;

-- Returns the caller's account id if they have given every factor that the account has; else null.
create or replace function public.verified_account_id() returns uuid language sql stable security definer set search_path = '' as $$
  select auth.uid() where public.is_proved()
$$;

-- Emails a member of staff about a sign-in with a browser that none of their other sessions has, and about which they had no
-- email in thirty days. Sessions of owners count once they have two factors. There is no email in the first hour of a role,
-- because its member has just accepted it with that device, and there are ten a day at most.
create or replace function public.notify_new_device() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform public.queue_email('desk_new_phone', u.email, jsonb_build_object('agent', left(new.user_agent, 300), 'at', now()), new.id::text, now())
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
create or replace trigger sessions_notify_new_device after insert or update of aal on auth.sessions
  for each row execute function public.notify_new_device();

drop policy if exists "A code is asked for where there is one" on public.orders;
create policy "A code is asked for where there is one" on public.orders as restrictive for all to authenticated
  using ((select public.is_proved()));

drop policy if exists "A code is asked for where there is one" on public.order_items;
create policy "A code is asked for where there is one" on public.order_items as restrictive for all to authenticated
  using ((select public.is_proved()));

drop policy if exists "A code is asked for where there is one" on public.subscriptions;
create policy "A code is asked for where there is one" on public.subscriptions as restrictive for all to authenticated
  using ((select public.is_proved()));

drop policy if exists "A code is asked for where there is one" on public.carts;
create policy "A code is asked for where there is one" on public.carts as restrictive for all to authenticated
  using ((select public.is_proved()));

drop policy if exists "A code is asked for where there is one" on public.profiles;
create policy "A code is asked for where there is one" on public.profiles as restrictive for all to authenticated
  using ((select public.is_proved()));

drop policy if exists "People hear what is theirs" on realtime.messages;
create policy "People hear what is theirs" on realtime.messages for select to authenticated using (
  extension = 'broadcast' and realtime.topic() = 'account:' || (select auth.uid())::text and (select public.is_proved())
);

drop policy if exists "A code is asked for where there is one" on public.packed_recipes;
create policy "A code is asked for where there is one" on public.packed_recipes as restrictive for all to authenticated
  using ((select public.is_proved()));

grant execute on function
  public.is_proved,
  public.my_sessions,
  public.end_session
to authenticated, service_role;
