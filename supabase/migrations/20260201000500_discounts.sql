-- The 10% code: one an address for ever, used once, on goods and not on delivery, on a first payment only.

-- A code that somebody was given for leaving an address, in capitals without spaces. `withdrawn_at` is when its owner was
-- found to have withdrawn it at the payment provider: it is then like one that there is not. Service role only.
create table public.discount_codes (
  code text primary key check (code ~ '^[A-Z0-9]{6,20}$'),
  email_hash text not null unique check (email_hash ~ '^[0-9a-f]{64}$'),
  percent smallint not null default 10 check (percent between 1 and 100),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz, -- null until an order with it was paid
  withdrawn_at timestamptz
);
alter table public.discount_codes enable row level security;

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

-- Why a code gives nothing, or null; p_email null leaves whose it is to the checkout. Somebody else's looks like none.
create function public.discount_fault(p_code public.discount_codes, p_email text, p_now timestamptz) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when (p_code.code is null or p_code.withdrawn_at is not null) and p_email is null then 'This code is not valid.'
    when p_code.code is null or p_code.withdrawn_at is not null
      or (p_email is not null and p_code.email_hash <> public.email_hash(p_email))
      then 'This code is not valid for your e-mail address.'
    when p_code.used_at is not null then 'This code has been used.'
    when p_code.expires_at <= p_now then 'This code has expired.'
  end
$$;

-- What a typed code takes off: {"code", "percent"}, {"error"}, or {"error", "wait"}, which says nothing of the code. Anyone
-- may ask: sixty times in five minutes an account, 120 an address, which no street reaches by mistyping.
create function public.discount_of(p_code text) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  address text := coalesce(public.visitor_address(), 'unknown');
  wait integer := (public.admit(
    'discount_of', coalesce(auth.uid()::text, address), case when auth.uid() is null then 120 else 60 end,
    address, 120, 300000, public.seen_request(), now(), false
  ) ->> 'wait')::integer;
  found public.discount_codes;
  fault text;
begin
  if wait > 0 then return jsonb_build_object('error', 'Please wait before trying again.', 'wait', wait); end if;
  select * into found from public.discount_codes d where d.code = public.plain_code(left(p_code, 60));
  fault := public.discount_fault(found, (select u.email from auth.users u where u.id = auth.uid()), now());
  return case when fault is null then jsonb_build_object('code', found.code, 'percent', found.percent)
    else jsonb_build_object('error', fault) end;
end $$;

-- Why somebody cannot place an order with a code, or null. Locks the code: while an order with it is open or paid, it
-- is for no other, so that one code is one payment. An order that was sold out keeps its code from no other.
create function public.discount_refusal(p_code text, p_email text, p_now timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  found public.discount_codes;
  fault text;
begin
  select * into found from public.discount_codes d where d.code = p_code for update;
  fault := public.discount_fault(found, p_email, p_now);
  if fault is null and exists (
    select from public.orders o
    where o.discount_code = p_code and o.status not in ('expired', 'payment_failed') and o.sold_out_at is null
  ) then return 'This code has been used.'; end if;
  return fault;
end $$;

create function public.withdraw_discount_code(p_code text, p_now timestamptz default now()) returns void
language sql security definer set search_path = '' as $$
  update public.discount_codes set withdrawn_at = coalesce(withdrawn_at, p_now) where code = p_code
$$;

grant all on public.discount_codes, public.discount_codes_given to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.give_discount_code, public.withdraw_discount_code to service_role;
grant execute on function public.discount_of to anon, authenticated, service_role;
