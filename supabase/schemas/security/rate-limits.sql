-- Returns a hash of a text with a key that only this shop has. The hash of an IP address is that of its network: an IPv6 address is
-- reduced to the /64 that one customer has, and an IPv4-mapped IPv6 address to its IPv4 address.
create or replace function public.keyed_hash(p_text text) returns text language plpgsql stable security definer set search_path = '' as $$
declare
  plain text := regexp_replace(lower(trim(p_text)), '^::ffff:(?=\d+\.)', '');
  address inet := public.parse_inet(plain);
begin
  if address is not null then
    plain := case when family(address) = 6 then network(set_masklen(address, 64))::text else host(address) end;
  end if;
  return (select encode(sha256(convert_to(s.salt || plain, 'utf8')), 'hex') from public.guard_salt s);
end $$;

-- Returns the visitor's IP address; null outside of a request. The shop's own server sends the X-Forwarded-For that it has checked,
-- and never CF-Connecting-IP. On hosted Supabase CF-Connecting-IP is used first, because only Cloudflare's edge writes it, while it
-- only appends to an X-Forwarded-For that a visitor sends (github.com/orgs/supabase, discussions 34647 and 52040; not tried there).
create or replace function public.visitor_address() returns text language sql stable set search_path = '' as $$
  select trim(coalesce(nullif(sent.headers ->> 'cf-connecting-ip', ''), split_part(sent.headers ->> 'x-forwarded-for', ',', 1)))
  from (select nullif(current_setting('request.headers', true), '')::jsonb) as sent (headers)
$$;

create or replace function public.request_details() returns jsonb language sql stable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'userAgent', left(nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent', 300),
    'url', nullif(current_setting('request.path', true), '')
  ))
$$;

-- Counts p_amount under a key if the sum of the present window of p_window_ms stays within p_max. Returns 0, or the ms until the
-- window ends, at most the largest integer. A window that begins up to a minute in the future is a present one: the clocks of
-- processes differ, and a transaction has the time at which it began.
create or replace function public.consume_rate_limit(p_key text, p_amount integer, p_max integer, p_window_ms integer, p_now timestamptz default now())
returns integer language plpgsql security definer set search_path = '' as $$
declare
  span interval := make_interval(secs => p_window_ms / 1000.0);
  row public.rate_limits;
begin
  -- A refused attempt only reads the row, so it waits for no other transaction.
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

create or replace function public.consume_attempt(p_key text, p_max integer, p_window_ms integer, p_now timestamptz default now())
returns integer language sql security definer set search_path = '' as $$
  select public.consume_rate_limit(p_key, 1, p_max, p_window_ms, p_now)
$$;

-- Counts against the limit of an IP address, and then, for an IPv6 address, against four times that limit for its /48:
-- companies and tunnels assign addresses from it. A refusal for the IP address does not count for its /48. Returns the ms to wait.
create or replace function public.consume_address_limit(
  p_key text, p_address text, p_amount integer, p_max integer, p_window_ms integer, p_now timestamptz default now()
) returns integer language plpgsql security definer set search_path = '' as $$
declare
  wait integer := public.consume_rate_limit(
    p_key || ':address:' || coalesce(public.keyed_hash(p_address), 'unknown'), p_amount, p_max, p_window_ms, p_now
  );
  network text := (
    select case when family(a) = 6 and not a <<= '::ffff:0:0/96' then network(set_masklen(a, 48)) end
    from public.parse_inet(p_address) as a
  );
begin
  if wait > 0 or network is null then return wait; end if;
  return public.consume_rate_limit(p_key || ':network:' || public.keyed_hash(network), p_amount, p_max * 4, p_window_ms, p_now);
end $$;

-- Returns whether a form's key is the id of a signed-in account rather than typed text.
create or replace function public.is_account_key(p_key text) returns boolean language sql immutable set search_path = '' as $$
  select p_key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
$$;

-- Hashes the sender of a form: an account from any IP address, or a typed text together with the IP address that it came from,
-- because anybody may type somebody else's email, and anybody may be behind the same IP address.
create or replace function public.hash_sender(p_key text, p_address text) returns text language sql stable security definer set search_path = '' as $$
  select public.keyed_hash(p_key) || case when public.is_account_key(p_key) then '' else ':' || coalesce(public.keyed_hash(p_address), 'unknown') end
$$;

-- Finds the suspicious pattern: five failed sign-ins, refused floods or suspicious forms of one sender in ten minutes
-- (specification, section 5). Returns how many ms the sender is still to be refused. Only what the server saw counts.
create or replace function public.suspicious_pattern_wait_ms(
  p_key text, p_address text, p_counts_sign_ins boolean default true, p_now timestamptz default now()
) returns integer language sql stable security definer set search_path = '' as $$
  select coalesce((
    select ceil(extract(epoch from l.created_at + interval '10 minutes' - p_now) * 1000)::integer
    from public.security_audit_log l
    where l.source = 'server' and l.details ->> 'sender' = public.hash_sender(p_key, p_address)
      and l.created_at between p_now - interval '10 minutes' and p_now + interval '1 minute'
      and (l.event_type in ('rate_limit_violation', 'suspicious_form_submission')
        or (p_counts_sign_ins and l.event_type = 'auth_failure'))
    order by l.created_at desc offset 4 limit 1
  ), 0)
$$;

-- Admits a form post, or refuses it: {"wait": ms, "reason": null | "pattern" | "limit"}. A sender may post p_max times in
-- p_window_ms; all senders behind one IP address who are not signed in p_address_max times. A post that is refused for its sender
-- does not count for other senders. A post over the limit is recorded, ten times in five minutes an IP address, and one that the
-- pattern refuses is not.
create or replace function public.admit_form_post(
  p_form text, p_key text, p_max integer, p_address text, p_address_max integer, p_window_ms integer,
  p_details jsonb default '{}', p_now timestamptz default now(), p_counts_sign_ins boolean default true
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  wait integer := public.suspicious_pattern_wait_ms(p_key, p_address, p_counts_sign_ins, p_now);
begin
  if wait > 0 then return jsonb_build_object('wait', wait, 'reason', 'pattern'); end if;
  wait := public.consume_attempt(p_form || ':' || public.hash_sender(p_key, p_address), p_max, p_window_ms, p_now);
  if wait = 0 and not public.is_account_key(p_key) then
    wait := public.consume_address_limit(p_form, p_address, 1, p_address_max, p_window_ms, p_now);
  end if;
  if wait = 0 then return jsonb_build_object('wait', 0, 'reason', null); end if;
  perform public.record_security_event('rate_limit_violation', p_details || jsonb_build_object('form', p_form, 'sender', p_key), p_address, p_now, 10);
  return jsonb_build_object('wait', wait, 'reason', 'limit');
end $$;

grant execute on function
  public.consume_attempt,
  public.suspicious_pattern_wait_ms,
  public.admit_form_post
to service_role;
