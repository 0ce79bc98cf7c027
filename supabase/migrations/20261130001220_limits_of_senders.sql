-- Limits that nobody can fill for somebody else. The pattern of suspicious events is a sender's: an account, or what
-- somebody typed together with the address that it came from; those behind the same address go on. Who is signed in passes
-- the ceilings of an address. A window that begins in the future has ended: the clock ran ahead and came back.

-- Counts what fits into p_max in p_window_ms under a key. Returns 0, or the ms until the window ends, as far as an integer
-- goes. A minute ahead is still now: clocks of several processes differ, and a transaction counts by its beginning.
create or replace function public.take_amount(p_key text, p_amount integer, p_max integer, p_window_ms integer, p_now timestamptz default now())
returns integer language plpgsql security definer set search_path = '' as $$
declare
  span interval := make_interval(secs => p_window_ms / 1000.0);
  row public.rate_limits;
begin
  -- A refusal only reads: it writes nothing, and waits for nobody who counts.
  select * into row from public.rate_limits as r
  where r.key = p_key and r.attempts + p_amount > p_max
    and r.window_started_at + span > p_now and r.window_started_at <= p_now + interval '1 minute';
  if not found then
    insert into public.rate_limits as r (key, window_started_at, attempts) values (p_key, p_now, 0)
    on conflict (key) do update set (window_started_at, attempts) = (
      select case when is_over then p_now else r.window_started_at end, case when is_over then 0 else r.attempts end
      from (select r.window_started_at + span <= p_now or r.window_started_at > p_now + interval '1 minute') as window_of (is_over)
    )
    returning * into row;
    if row.attempts + p_amount <= p_max then
      update public.rate_limits set attempts = attempts + p_amount where key = p_key;
      return 0;
    end if;
  end if;
  return least(2147483647, greatest(1, ceil(extract(epoch from row.window_started_at + span - p_now) * 1000)))::integer;
end $$;

-- Counts for an address, and then, with four times as much, for the /48 of an IPv6 one: companies and tunnels hand out
-- addresses from it. A refusal for the address uses up nothing of its network. Returns the ms to wait.
create or replace function public.take_from_address(
  p_key text, p_address text, p_amount integer, p_max integer, p_window_ms integer, p_now timestamptz default now()
) returns integer language plpgsql security definer set search_path = '' as $$
declare
  wait integer := public.take_amount(
    p_key || ':address:' || coalesce(public.guard_seal(p_address), 'unknown'), p_amount, p_max, p_window_ms, p_now
  );
  network text := (
    select case when family(a) = 6 and not a <<= '::ffff:0:0/96' then network(set_masklen(a, 48)) end
    from public.address_of(p_address) as a
  );
begin
  if wait > 0 or network is null then return wait; end if;
  return public.take_amount(p_key || ':network:' || public.guard_seal(network), p_amount, p_max * 4, p_window_ms, p_now);
end $$;

-- Returns whether a form's key is the account of somebody who is signed in, and nothing that was typed.
create or replace function public.is_account_key(p_key text) returns boolean language sql immutable set search_path = '' as $$
  select p_key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
$$;

-- Seals the sender of a form: an account wherever it is, or a typed text together with the address that it came from, because
-- anybody may type somebody else's email, and anybody may be behind the same address.
create or replace function public.guard_sender(p_key text, p_address text) returns text language sql stable security definer set search_path = '' as $$
  select public.guard_seal(p_key) || case when public.is_account_key(p_key) then '' else ':' || coalesce(public.guard_seal(p_address), 'unknown') end
$$;

-- Notes what the server itself has seen, addresses and senders sealed; with p_most, that many of a kind from one address in
-- five minutes. `sender` in the details is a form's key: an account, or what was typed.
create or replace function public.note_event(
  p_event_type text, p_details jsonb, p_address text default null, p_now timestamptz default now(),
  p_most integer default null
) returns void language sql security definer set search_path = '' as $$
  insert into public.security_audit_log (created_at, event_type, severity, source, user_id, details)
  select
    p_now, p_event_type, public.event_severity(p_event_type), 'server', auth.uid(),
    coalesce(p_details, '{}') - 'sender' || jsonb_strip_nulls(jsonb_build_object(
      'address', public.guard_seal(p_address), 'sender', public.guard_sender(p_details ->> 'sender', p_address),
      'timestamp', p_now, 'version', '1'
    ))
  where p_most is null
    or public.take_from_address('note_event:' || p_event_type, p_address, 1, p_most, 300000, p_now) = 0
$$;
create index if not exists security_audit_log_sender on public.security_audit_log ((details ->> 'sender'), created_at desc) where source = 'server';

-- Notes an event. More than sixty of a browser's in five minutes are dropped without a word, since nobody waits for them. An
-- account that has been erased is not written down again by a browser that does not know it yet.
create or replace function public.log_security_event(event_type text, details jsonb default '{}') returns void
language plpgsql security definer set search_path = '' as $$
declare is_server boolean := auth.role() = 'service_role';
begin
  if jsonb_typeof(details) is distinct from 'object' then
    raise exception 'The details of an event are an object' using errcode = '22023';
  end if;
  if not is_server and public.take_from_address('log_security_event', public.visitor_address(), 1, 60, 300000) > 0 then return; end if;
  insert into public.security_audit_log (event_type, severity, source, user_id, details)
  values (
    log_security_event.event_type, public.event_severity(log_security_event.event_type),
    case when is_server then 'server' else 'browser' end,
    (select u.id from auth.users u where u.id = auth.uid()), log_security_event.details
  );
end $$;

-- The suspicious pattern: five failed sign-ins, refused floods or suspicious forms of one sender in ten minutes
-- (specification, section 5). Returns how many ms the sender is still to be refused. Only what the server saw counts.
create or replace function public.pattern_wait(
  p_key text, p_address text, p_counts_sign_ins boolean default true, p_now timestamptz default now()
) returns integer language sql stable security definer set search_path = '' as $$
  select coalesce((
    select ceil(extract(epoch from l.created_at + interval '10 minutes' - p_now) * 1000)::integer
    from public.security_audit_log l
    where l.source = 'server' and l.details ->> 'sender' = public.guard_sender(p_key, p_address)
      and l.created_at between p_now - interval '10 minutes' and p_now + interval '1 minute'
      and (l.event_type in ('rate_limit_violation', 'suspicious_form_submission')
        or (p_counts_sign_ins and l.event_type = 'auth_failure'))
    order by l.created_at desc offset 4 limit 1
  ), 0)
$$;

-- Lets a form post in, or not: {"wait": ms, "reason": null | "pattern" | "limit"}. At most p_max of a sender in p_window_ms;
-- of all behind one address who are not signed in p_address_max. A post that is refused for its sender counts for nobody else. A post over the limit
-- is noted, ten times in five minutes an address, and one that the pattern refuses is not.
create or replace function public.admit(
  p_form text, p_key text, p_max integer, p_address text, p_address_max integer, p_window_ms integer,
  p_details jsonb default '{}', p_now timestamptz default now(), p_counts_sign_ins boolean default true
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  wait integer := public.pattern_wait(p_key, p_address, p_counts_sign_ins, p_now);
begin
  if wait > 0 then return jsonb_build_object('wait', wait, 'reason', 'pattern'); end if;
  wait := public.take_attempt(p_form || ':' || public.guard_sender(p_key, p_address), p_max, p_window_ms, p_now);
  if wait = 0 and not public.is_account_key(p_key) then
    wait := public.take_from_address(p_form, p_address, 1, p_address_max, p_window_ms, p_now);
  end if;
  if wait = 0 then return jsonb_build_object('wait', 0, 'reason', null); end if;
  perform public.note_event('rate_limit_violation', p_details || jsonb_build_object('form', p_form, 'sender', p_key), p_address, p_now, 10);
  return jsonb_build_object('wait', wait, 'reason', 'limit');
end $$;

-- Carts, names and consents have limits of their own, which are not an address's: holders of a cart or an account write on.
drop trigger if exists carts_guard on public.carts;
drop trigger if exists guest_carts_guard on public.guest_carts;
drop trigger if exists cart_reminder_consents_guard on public.cart_reminder_consents;
drop trigger if exists profiles_guard on public.profiles;
drop function if exists public.refuse_suspects();
drop function if exists public.guard_wait(text, boolean, timestamptz);
drop index if exists public.security_audit_log_address;

create or replace function public.flag_large_cart() returns trigger language plpgsql security definer set search_path = '' as $$
declare lines integer := jsonb_array_length(to_jsonb(new) -> tg_argv[0]);
begin
  if coalesce(auth.role(), 'service_role') = 'service_role' then return null; end if;
  if lines <= 50 or (tg_op = 'UPDATE' and jsonb_array_length(to_jsonb(old) -> tg_argv[0]) > 50) then return null; end if;
  perform public.note_event(
    'suspicious_form_submission', public.seen_request() || jsonb_build_object('form', tg_table_name, 'lines', lines),
    public.visitor_address(), now(), 20
  );
  return null;
end $$;

-- The ms until an address may store this cart. 120 new ones in ten minutes, 1,000 a day and a megabyte of growth are many
-- times what a telephone network's shared address needs. A cart that does not grow, and one that is stored already and stays
-- under 3,000 characters (some forty lines), is always written, so that strangers who fill an address keep nobody's cart from growing.
create or replace function public.guest_cart_wait(p_cart_id uuid, p_cart_data jsonb, p_address text, p_now timestamptz default now())
returns integer language plpgsql security definer set search_path = '' as $$
declare
  stored integer := (select length(g.cart_data::text) from public.guest_carts g where g.id = p_cart_id);
  size integer := length(p_cart_data::text);
  growth integer := size - coalesce(stored, 0);
  wait integer := 0;
begin
  if stored is null then
    wait := public.take_from_address('guest_cart', p_address, 1, 120, 600000, p_now);
    if wait = 0 then wait := public.take_from_address('guest_cart:day', p_address, 1, 1000, 86400000, p_now); end if;
  end if;
  if wait = 0 and growth > 0 then
    wait := public.take_from_address('guest_cart:bytes', p_address, growth, 1000000, 86400000, p_now);
    if stored is not null and size <= 3000 then wait := 0; end if;
  end if;
  return wait;
end $$;

revoke execute on all functions in schema public from public;
grant execute on function public.pattern_wait to service_role;
grant execute on function public.log_security_event to anon, authenticated, service_role;
