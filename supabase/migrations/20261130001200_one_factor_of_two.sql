-- One factor alone does nothing to an account that has two. A stolen password, or a mailbox, neither keeps its owner out nor
-- reads or ends anything of theirs.

-- An access token outlives its session by up to an hour. While the account asked for a code, a token of one factor read
-- nothing; it must not begin to when a recovery code takes the app off, so of those from before only the session counts
-- that is still open.
create or replace function public.is_proved() returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', '') >= 'aal2' or not exists (
    select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified'
  ) and (not exists (
    select from auth.users u
    where u.id = auth.uid() and (u.raw_app_meta_data ->> 'recovered_at')::double precision >= (auth.jwt() ->> 'iat')::double precision
  ) or public.is_signed_in())
$$;

drop policy if exists "People hear what is theirs" on realtime.messages;
create policy "People hear what is theirs" on realtime.messages for select to authenticated using (
  extension = 'broadcast' and realtime.topic() = 'account:' || (select auth.uid())::text and (select public.is_proved())
);

-- Sessions that have given a code come first: however many a stolen password opens, they hide none of the owner's.
create or replace function public.my_sessions()
returns table (id uuid, created_at timestamptz, used_at timestamptz, user_agent text, is_this boolean)
language sql stable security definer set search_path = '' as $$
  select s.id, s.created_at, greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc'), s.user_agent,
    s.id::text = auth.jwt() ->> 'session_id'
  from auth.sessions s
  where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now()) and public.is_signed_in() and public.is_proved()
  order by s.aal desc nulls last, 3 desc limit 100
$$;

-- ── Recovery codes ──────────────────────────────────────────────────────────────────────────────

-- Tells the owner of an account, once a day, of wrong codes after the right password. The sign-in service writes the same
-- email with the same key for codes of an app.
create or replace function public.warn_of_stolen_password(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  select public.queue_letter('auth_password_warning', u.email, jsonb_build_object(
    'at', now(), 'address', public.visitor_address(), 'agent', public.seen_request() ->> 'userAgent'
  ), p_user_id || ':' || to_char(now() at time zone 'utc', 'YYYY-MM-DD'), now())
  from auth.users u where u.id = p_user_id
$$;

-- Uses one of the caller's recovery codes. A right one takes the app off their account, and the password, which would be
-- enough then and may be known to somebody else, and ends the other sessions. The session that stays sets a new password.
-- Returns whether the code was right. Ten tries an hour are taken from an address for an account, apart for sessions by
-- password and by a link in an email: there are 2^64 codes, so no ceiling over all addresses is needed that others could fill.
create or replace function public.use_recovery_code(p_code text) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  person uuid := auth.uid();
  address text := coalesce(public.visitor_address(), 'unknown');
  is_by_password boolean := coalesce(auth.jwt() -> 'amr', '[]') @> '[{"method": "password"}]';
  wait integer;
begin
  if not public.is_signed_in() then raise sqlstate 'PT401' using message = 'Please sign in'; end if;
  if not exists (select from auth.mfa_factors f where f.user_id = person and f.status = 'verified') then return false; end if;
  wait := public.take_attempt(concat_ws(
    ':', 'recovery-code', public.guard_seal(person::text), public.guard_seal(address), case when not is_by_password then 'link' end
  ), 10, 3600000);
  if wait > 0 then raise sqlstate 'PT429' using message = 'Please wait before trying again.', hint = wait::text; end if;
  delete from public.recovery_codes c
  where c.user_id = person and c.code_hash = public.recovery_hash(p_code) and exists (
    select from auth.mfa_factors f where f.user_id = person and f.status = 'verified' and f.created_at <= c.created_at
  );
  if not found then
    perform public.note_event('auth_failure', '{"reason": "recovery_code"}', public.visitor_address());
    if is_by_password and not exists (
      select from auth.sessions s where s.user_id = person and s.aal = 'aal2' and s.ip = public.address_of(address)
    ) then perform public.warn_of_stolen_password(person); end if;
    return false;
  end if;
  perform set_config('shop.codes_end_by', 'recovery', true);
  -- First of all: a sign-in by the password that is just being checked waits for it, and is refused.
  update auth.users set encrypted_password = null, updated_at = now(),
    raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || jsonb_build_object('recovered_at', floor(extract(epoch from now())))
  where id = person;
  delete from auth.mfa_factors where user_id = person;
  delete from public.recovery_codes where user_id = person;
  delete from auth.sessions s where s.user_id = person and s.id::text <> auth.jwt() ->> 'session_id';
  perform public.note_event('recovery_code_used', '{}', public.visitor_address());
  return true;
end $$;

-- ── Reminders of carts ──────────────────────────────────────────────────────────────────────────

create or replace function public.cart_reminders() returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce((select public.may_be_reminded(u.email, 'account') from auth.users u where u.id = auth.uid() and public.is_proved()), false)
$$;

-- Agrees for the account's cart, or takes it back, also what a guest agreed to for the address, which is confirmed, so that
-- agreeing ends an earlier unsubscribe. p_wording is not read. For signed-in people, about themselves, once they have proved
-- all that their account asks for.
create or replace function public.set_cart_reminders(
  p_agreed boolean, p_wording text default null, p_page text default null
) returns boolean language plpgsql security definer set search_path = '' as $$
declare address text := (select u.email from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null);
begin
  if not public.is_proved() then raise sqlstate 'PT401' using message = 'Please sign in'; end if;
  if address is null then return false; end if;
  if p_agreed is not true then
    delete from public.cart_reminder_consents c where c.email_hash = public.email_hash(address);
    return false;
  end if;
  insert into public.cart_reminder_consents (email_hash, given_by, wording, page)
  values (public.email_hash(address), 'account', public.consent_wording('cart_reminders'), public.clean_page(p_page))
  on conflict (email_hash, given_by) do update set wording = excluded.wording, page = excluded.page, agreed_at = now();
  delete from public.suppressions s where s.email_hash = public.email_hash(address);
  return true;
end $$;

-- ── At the desk ─────────────────────────────────────────────────────────────────────────────────

-- Returns how far the caller's sign-in has come: {"role", "name", "email", "isIn", "hasApp", "hasPassword", "hasFreshCode",
-- "now"}; the role is null for everybody who is not staff. Undo ends by the shop's clock, not by the device's.
create or replace function public.desk_me() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'role', s.role, 'name', s.name, 'email', u.email, 'isIn', public.staff_role() is not null,
    'hasApp', exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'),
    'hasPassword', u.encrypted_password is not null,
    'hasFreshCode', public.has_fresh_code(), 'now', now()
  )
  from auth.users u left join public.staff s on s.user_id = u.id where u.id = auth.uid() and public.is_signed_in()
$$;

-- ── Personal data by a link ─────────────────────────────────────────────────────────────────────

-- Why the link of an email opens nothing, or null: a mailbox is one factor. The account's owner signs in with a code, and
-- has a copy and the erasure in their account.
create or replace function public.data_link_hindrance(p_email text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select public.checkout_error('asks_code', 'This account asks for a code. Please sign in.')
  from public.account_of(null, p_email) a
  where exists (select from auth.mfa_factors f where f.user_id = a.id and f.status = 'verified')
$$;

create or replace function public.requested_data(p_request_id uuid, p_now timestamptz default now()) returns json
language plpgsql security definer set search_path = '' as $$
declare
  address text;
  hindrance jsonb := (
    select public.data_link_hindrance(r.email) from public.data_requests r where r.id = p_request_id and r.expires_at > p_now
  );
begin
  if hindrance is not null then return hindrance; end if;
  update public.data_requests set downloaded_at = p_now
  where id = p_request_id and downloaded_at is null and expires_at > p_now returning email into address;
  return case when address is not null then public.personal_data(null, address, p_now) end;
end $$;

create or replace function public.erase_requested(p_request_id uuid, p_business_email text, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare address text;
begin
  select email into address from public.data_requests where id = p_request_id and expires_at > p_now for update;
  if address is null then return public.checkout_error('no_link', 'This link is no longer good.'); end if;
  return coalesce(public.data_link_hindrance(address), public.erase_person(null, address, p_business_email, p_now));
end $$;

revoke execute on all functions in schema public from public;
grant execute on function public.is_proved, public.my_sessions, public.use_recovery_code, public.cart_reminders, public.set_cart_reminders,
  public.desk_me to authenticated, service_role;
grant execute on function public.requested_data, public.erase_requested to service_role;
