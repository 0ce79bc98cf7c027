-- Codes. One for leaving an address is 10%, one an address for ever, used once, on goods and not on delivery, on a first
-- payment only. The owner's, made at the desk, are without an address: percent or a sum, on goods or on delivery too, between
-- two days, so often in all and for each shopper. Both are taken, refused and paid by the same functions.

-- A code, in capitals without spaces: that somebody was given for leaving an address, or the owner's, for everybody, whose
-- `email_hash` is null. `withdrawn_at` is when its owner was found to have withdrawn it at the payment provider, or withdrew
-- it at the desk: it is then like one that there is not. Service role only.
create table public.discount_codes (
  code text primary key check (code ~ '^[A-Z0-9]{3,24}$'),
  email_hash text unique check (email_hash ~ '^[0-9a-f]{64}$'),
  percent smallint default 10 check (percent between 1 and 100),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  used_at timestamptz, -- null until an order with it was paid
  withdrawn_at timestamptz,
  -- The owner's only:
  pence integer check (pence between 1 and 99999), -- in place of percent
  whole_order boolean not null default false, -- off the delivery too
  starts_at timestamptz,
  ends_at timestamptz, -- not `expires_at`: what has that is forgotten two years later
  max_uses integer check (max_uses between 1 and 100000),
  max_each integer check (max_each between 1 and 1000),
  revision integer not null default 1,
  check (case when email_hash is null
    then (percent is null) <> (pence is null) and expires_at is null and used_at is null and coalesce(ends_at > starts_at, true)
    else percent is not null and expires_at is not null and pence is null and not whole_order
  end)
);
alter table public.discount_codes enable row level security;
create trigger codes_tell_desk after insert or update on public.discount_codes for each row
  when (new.email_hash is null) execute function public.tell_desk('codes');

-- The addresses that were given a code, as hashes, like `suppressions`: it outlives the code and everything else about
-- somebody, or whoever has themselves erased could have a code each time. Service role only.
create table public.discount_codes_given (
  email_hash text primary key check (email_hash ~ '^[0-9a-f]{64}$'),
  given_at timestamptz not null default now()
);
alter table public.discount_codes_given enable row level security;

-- A code as people type it: case and spaces do not matter.
create function public.plain_code(p_code text) returns text language sql immutable set search_path = ''
as $$ select upper(regexp_replace(p_code, '[\s-]', '', 'g')) $$;

-- Pence off an order, never more than what it is on. At least the 30p that the provider charges are left, so that an order
-- can be paid, paid back and cancelled like any other. `discountOn` of domain/discount.ts is the same.
create function public.code_takes(p_code public.discount_codes, p_goods integer, p_delivery integer) returns integer
language sql immutable set search_path = '' as $$
  select greatest(0, least(base, p_goods + p_delivery - 30, coalesce(p_code.pence, round(base * p_code.percent / 100.0))))::integer
  from (select p_goods + case when p_code.whole_order then p_delivery else 0 end as base) as sum
$$;

-- Gives the owner of an address their code, the same for ninety days, and sends it once. One that ran out unused gives way
-- to a new one, which the provider does not know as run out; of one used, withdrawn or forgotten "code" is null.
create function public.give_discount_code(p_email text, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  given public.discount_codes;
  hash text := public.email_hash(p_email);
  new_code text :=
    'TEN' || upper(substr(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex'), 1, 9));
begin
  insert into public.discount_codes_given (email_hash, given_at) values (hash, p_now) on conflict do nothing;
  if found then
    insert into public.discount_codes (code, email_hash, created_at, expires_at)
    values (new_code, hash, p_now, p_now + interval '90 days') on conflict (email_hash) do nothing;
  else
    update public.discount_codes d set code = new_code, created_at = p_now, expires_at = p_now + interval '90 days'
    where d.email_hash = hash and d.used_at is null and d.withdrawn_at is null and d.expires_at <= p_now;
  end if;
  select * into given from public.discount_codes d where d.email_hash = hash;
  if given.code is null or given.used_at is not null or given.withdrawn_at is not null then
    return jsonb_build_object('code', null);
  end if;
  if not public.is_suppressed(p_email) then
    perform public.queue_letter('discount_code', p_email, jsonb_build_object(
      'code', given.code, 'percent', given.percent, 'expiresAt', given.expires_at, 'emailHash', given.email_hash
    ), given.email_hash || ':' || given.code, p_now);
  end if;
  return jsonb_build_object('code', given.code, 'percent', given.percent, 'expiresAt', given.expires_at);
end $$;

create function public.withdraw_discount_code(p_code text, p_now timestamptz default now()) returns void
language sql security definer set search_path = '' as $$
  update public.discount_codes set withdrawn_at = coalesce(withdrawn_at, p_now) where code = p_code
$$;

grant all on public.discount_codes, public.discount_codes_given to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.give_discount_code, public.withdraw_discount_code to service_role;
