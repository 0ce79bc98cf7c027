-- What signed-in shoppers hear of at once: that their cart or an order of theirs has changed. It is said on a private
-- topic of their own, to their tabs and devices, and says only that; what there is now they read as always.

drop policy if exists "People hear what is theirs" on realtime.messages;
create policy "People hear what is theirs" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and realtime.topic() = 'account:' || (select auth.uid())::text);

create or replace function public.tell_owner() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is not null then
    perform realtime.send('{}', tg_argv[0], 'account:' || new.user_id::text, true);
  end if;
  return null;
end $$;
revoke execute on function public.tell_owner from public, anon, authenticated;

create or replace trigger carts_tell_owner after insert on public.carts for each row execute function public.tell_owner('cart');
create or replace trigger carts_tell_owner_change after update on public.carts
  for each row when (old.items is distinct from new.items) execute function public.tell_owner('cart');
create or replace trigger orders_tell_owner_change after update on public.orders for each row
  when (old.status <> new.status or old.sold_out_at is distinct from new.sold_out_at
    or old.stripe_session_url is distinct from new.stripe_session_url)
  execute function public.tell_owner('order');

-- ── Sign-in ─────────────────────────────────────────────────────────────────────────────────────
-- What people see and decide of how they sign in, beside the calls of the sign-in service: their open sessions, and a way
-- back in for whoever has lost the app that shows their codes. GoTrue has neither. All of it stands on tables that hosted
-- Supabase has too, so that it works there as well.

-- Whether the session of who asks is still open: a token outlives it by up to an hour.
create or replace function public.is_signed_in() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions s
    where s.id::text = auth.jwt() ->> 'session_id' and s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  )
$$;

-- Whether who asks has proved to be themselves as far as their account can: with a code of their app where it has one.
create or replace function public.is_proved() returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', '') >= 'aal2' or not exists (
    select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified'
  )
$$;

-- A password alone opens nothing of an account that asks for a code.
do $$
declare name text;
begin
  foreach name in array array['profiles', 'carts', 'orders', 'order_items', 'subscriptions'] loop
    execute format('drop policy if exists "A code is asked for where there is one" on public.%I', name);
    execute format(
      'create policy "A code is asked for where there is one" on public.%I as restrictive for all to authenticated using ((select public.is_proved()))',
      name
    );
  end loop;
end $$;

-- ── Sessions ────────────────────────────────────────────────────────────────────────────────────
-- Where somebody is signed in, the latest used first. For themselves.
create or replace function public.my_sessions()
returns table (id uuid, created_at timestamptz, used_at timestamptz, user_agent text, is_this boolean)
language sql stable security definer set search_path = '' as $$
  select s.id, s.created_at, greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc'), s.user_agent,
    s.id::text = auth.jwt() ->> 'session_id'
  from auth.sessions s
  where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now()) and public.is_signed_in() and public.is_proved()
  order by 3 desc limit 100
$$;

-- Signs somebody out on one of their devices. Answers whether there was such a session.
create or replace function public.end_session(p_session uuid) returns boolean language sql security definer set search_path = '' as $$
  with ended as (
    delete from auth.sessions s
    where s.id = p_session and s.user_id = auth.uid() and public.is_signed_in() and public.is_proved()
    returning s.id
  ) select exists (select from ended)
$$;

-- ── Recovery codes ──────────────────────────────────────────────────────────────────────────────
-- Of each code its hash, over the account's id. A code takes the app's codes off an account, once, if the account has asked
-- for them since before the code was made. Nobody reads this table.
create table if not exists public.recovery_codes (
  user_id uuid not null references auth.users on delete cascade,
  code_hash text not null check (length(code_hash) = 64),
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);
alter table public.recovery_codes enable row level security;
grant all on public.recovery_codes to service_role;

create or replace function public.recovery_hash(p_code text) returns text language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(auth.uid()::text || regexp_replace(lower(left(p_code, 100)), '[^0-9a-f]', '', 'g'), 'utf8')), 'hex')
$$;

-- Ten new codes of 64 random bits, in place of earlier ones; shown this once. Only for a session of two factors.
create or replace function public.make_recovery_codes() returns text[] language plpgsql security definer set search_path = '' as $$
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
create or replace function public.use_recovery_code(p_code text) returns boolean language plpgsql security definer set search_path = '' as $$
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
  perform set_config('shop.codes_end_by', 'recovery', true);
  delete from auth.mfa_factors where user_id = person;
  delete from public.recovery_codes where user_id = person;
  delete from auth.sessions s where s.user_id = person and s.id::text <> auth.jwt() ->> 'session_id';
  perform public.note_event('recovery_code_used', '{}', public.visitor_address());
  return true;
end $$;

-- Tells the owner of an account that its codes were turned on or off, and by a recovery code: it may have been somebody
-- else. Each once, and twenty a day at most.
create or replace function public.tell_of_codes() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  change text := case tg_op when 'UPDATE' then 'on' else coalesce(nullif(current_setting('shop.codes_end_by', true), ''), 'off') end;
begin
  perform public.queue_letter('auth_codes', u.email, jsonb_build_object('change', change), old.id || change, now())
  from auth.users u where u.id = old.user_id and u.deleted_at is null and 20 > (
    select count(*) from public.outbox o
    where o.recipient = u.email and o.template = 'auth_codes' and o.created_at > now() - interval '1 day'
  );
  return null;
end $$;
create or replace trigger factors_tell_of_codes_on after update on auth.mfa_factors for each row
  when (old.status = 'unverified' and new.status = 'verified') execute function public.tell_of_codes();
create or replace trigger factors_tell_of_codes_off after delete on auth.mfa_factors for each row
  when (old.status = 'verified') execute function public.tell_of_codes();

-- The copy of somebody's data, now with the codes of their app.
create or replace function public.account_data(p_account auth.users) returns json language sql stable security definer set search_path = '' as $$
  select json_build_object(
    'id', p_account.id, 'email', p_account.email, 'created_at', p_account.created_at,
    'email_confirmed_at', p_account.email_confirmed_at, 'last_sign_in_at', p_account.last_sign_in_at,
    'phone', p_account.phone, 'address_it_is_moving_to', nullif(p_account.email_change, ''),
    'typed_at_sign_up', p_account.raw_user_meta_data, 'has_password', p_account.encrypted_password is not null,
    'profile', (select to_jsonb(p) from public.profiles p where p.id = p_account.id),
    'ways_to_sign_in', (
      select coalesce(json_agg(json_build_object('provider', i.provider, 'email', i.email, 'details', i.identity_data)), '[]')
      from auth.identities i where i.user_id = p_account.id
    ),
    'sign_in_codes', (
      select coalesce(json_agg(json_build_object('app', f.friendly_name, 'since', f.created_at, 'is_on', f.status = 'verified')), '[]')
      from auth.mfa_factors f where f.user_id = p_account.id
    ),
    'recovery_codes_left', (select count(*) from public.recovery_codes c where c.user_id = p_account.id),
    'open_sign_ins', (
      select coalesce(json_agg(json_build_object(
        'since', s.created_at, 'last_used_at', s.refreshed_at, 'browser', s.user_agent, 'network_address', host(s.ip)
      ) order by s.created_at), '[]') from auth.sessions s where s.user_id = p_account.id
    ),
    'links_sent', (
      select coalesce(json_agg(json_build_object('for', t.token_type, 'to', t.relates_to, 'at', t.created_at)), '[]')
      from auth.one_time_tokens t where t.user_id = p_account.id
    ),
    'cart', (select to_jsonb(c) from public.carts c where c.user_id = p_account.id)
  ) where p_account.id is not null
$$;

revoke execute on all functions in schema public from public;
revoke execute on function public.is_signed_in, public.recovery_hash, public.tell_of_codes from anon, authenticated;
grant execute on function public.is_proved, public.my_sessions, public.end_session, public.make_recovery_codes, public.use_recovery_code
  to authenticated, service_role;
