create or replace function public.hash_recovery_code(p_code text) returns text language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(auth.uid()::text || regexp_replace(lower(left(p_code, 100)), '[^0-9a-f]', '', 'g'), 'utf8')), 'hex')
$$;

-- Returns ten new recovery codes of 64 random bits each, which replace earlier ones and cannot be shown again. It requires a
-- session with two factors.
create or replace function public.make_recovery_codes() returns text[] language plpgsql security definer set search_path = '' as $$
declare codes text[];
begin
  if coalesce(auth.jwt() ->> 'aal', '') < 'aal2' or not public.is_signed_in() then
    raise sqlstate 'PT403' using message = 'Please type a code from your app first.';
  end if;
  select array_agg(regexp_replace(
    left(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex'), 16), '(.{4})(?=.)', '\1-', 'g'
  )) into codes from generate_series(1, 10);
  delete from public.recovery_codes where user_id = auth.uid();
  insert into public.recovery_codes (user_id, code_hash, factor_ids)
  select auth.uid(), public.hash_recovery_code(code), array(
    select f.id from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified'
  ) from unnest(codes) as code;
  return codes;
end $$;

-- Uses one of the caller's recovery codes. Returns whether the code was right, also when the session that has used it sends it again,
-- because the response was lost. A right one removes the authenticator app from
-- their account, and the password, which would be enough then and may be known to somebody else, and ends the other sessions.
-- The session that stays sets a new password. Ten attempts an hour are allowed from an IP address for an account; they are
-- counted separately for the sessions of each password that it has had, and for sessions by a link in an email. There are 2^64
-- codes, so that no limit over all addresses is needed, which others could use up.
create or replace function public.use_recovery_code(p_code text) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  account_id uuid := auth.uid();
  address text := coalesce(public.visitor_address(), 'unknown');
  is_by_password boolean := coalesce(auth.jwt() -> 'amr', '[]') @> '[{"method": "password"}]';
  counter_key text := concat_ws(':', public.keyed_hash(account_id::text), public.keyed_hash(concat_ws(
    ' ', address, case when is_by_password then (select u.encrypted_password from auth.users u where u.id = account_id) else 'link' end
  )));
  wait integer;
begin
  if not public.is_signed_in() then raise sqlstate 'PT401' using message = 'Please sign in'; end if;
  if not exists (select from auth.mfa_factors f where f.user_id = account_id and f.status = 'verified') then
    return exists (
      select from public.recovery_codes c
      where c.user_id = account_id and c.code_hash = public.hash_recovery_code(p_code) and c.used_by::text = auth.jwt() ->> 'session_id'
    );
  end if;
  wait := public.consume_attempt('recovery-code:' || counter_key, 10, 3600000);
  if wait > 0 then raise sqlstate 'PT429' using message = 'Please wait before trying again.', hint = wait::text; end if;
  update public.recovery_codes c set used_by = (auth.jwt() ->> 'session_id')::uuid
  where c.user_id = account_id and c.code_hash = public.hash_recovery_code(p_code) and c.used_by is null and exists (
    select from auth.mfa_factors f where f.user_id = account_id and f.status = 'verified' and f.id = any (c.factor_ids)
  );
  if not found then
    perform public.record_security_event('auth_failure', '{"reason": "recovery_code"}', public.visitor_address());
    -- Five wrong codes do not warn the owner when they come from where the owner is signed in, because they are typing mistakes.
    if is_by_password and (not exists (
      select from auth.sessions s where s.user_id = account_id and s.aal = 'aal2' and s.ip = public.parse_inet(address)
    ) or public.consume_attempt('wrong-recovery-code:' || counter_key, 5, 3600000) > 0) then perform public.queue_password_warning(account_id); end if;
    return false;
  end if;
  perform set_config('shop.codes_end_by', 'recovery', true);
  -- This update comes first: a concurrent sign-in with the old password waits for its row lock, and is then refused.
  update auth.users set encrypted_password = null, updated_at = now(),
    raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || jsonb_build_object('recovered_at', floor(extract(epoch from now())))
  where id = account_id;
  delete from auth.mfa_factors where user_id = account_id;
  delete from public.recovery_codes where user_id = account_id and used_by is null;
  delete from auth.sessions s where s.user_id = account_id and s.id::text <> auth.jwt() ->> 'session_id';
  perform public.record_security_event('recovery_code_used', '{}', public.visitor_address());
  return true;
end $$;

-- Emails the owner of an account when its codes were turned on or off, also by a recovery code, as it may have been somebody
-- else. Each event once, and twenty a day at most.
create or replace function public.notify_codes_changed() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  change text := case tg_op when 'UPDATE' then 'on' else coalesce(nullif(current_setting('shop.codes_end_by', true), ''), 'off') end;
begin
  perform public.queue_email('auth_codes', u.email, jsonb_build_object('change', change), old.id || change, now())
  from auth.users u where u.id = old.user_id and u.deleted_at is null and 20 > (
    select count(*) from public.outbox o
    where o.recipient = u.email and o.template = 'auth_codes' and o.created_at > now() - interval '1 day'
  );
  return null;
end $$;
create or replace trigger factors_notify_codes_on after update on auth.mfa_factors for each row
  when (old.status = 'unverified' and new.status = 'verified') execute function public.notify_codes_changed();
create or replace trigger factors_notify_codes_off after delete on auth.mfa_factors for each row
  when (old.status = 'verified') execute function public.notify_codes_changed();

grant execute on function
  public.make_recovery_codes,
  public.use_recovery_code
to authenticated, service_role;
