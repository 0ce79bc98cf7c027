-- A discount code that the shop's owner has withdrawn at the payment provider (its promotion code archived, or a coupon
-- of it deleted there) is withdrawn here too, from the first checkout that finds out.

-- When that was. The code is then like one that there is not, for the cart, the checkout and the payment page.
alter table public.discount_codes add column withdrawn_at timestamptz;

-- As before, and a code that was withdrawn gives nothing.
create or replace function public.discount_fault(p_code public.discount_codes, p_email text, p_now timestamptz) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when (p_code.code is null or p_code.withdrawn_at is not null) and p_email is null then 'This code is not valid.'
    when p_code.code is null or p_code.withdrawn_at is not null
      or (p_email is not null and p_code.email_hash <> public.email_hash(p_email))
      then 'This code is not valid for your e-mail address.'
    when p_code.used_at is not null then 'This code has been used.'
    when p_code.expires_at <= p_now then 'This code has expired.'
  end
$$;

-- As before; one that was withdrawn is no longer typed anywhere.
create or replace function public.own_code(p_order public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('code', d.code, 'percent', d.percent, 'expiresAt', floor(extract(epoch from d.expires_at)))
  from public.discount_codes d
  where p_order.discount_code is null and d.email_hash = public.email_hash(p_order.email) and d.withdrawn_at is null
    and d.created_at <= p_order.created_at and d.expires_at > p_order.created_at + interval '1 hour'
    and (d.used_at is null or d.used_at > p_order.created_at)
$$;

-- As before, and whose code was withdrawn gets no other: then "code" is null, as for one that was used.
create or replace function public.give_discount_code(p_email text, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = ''
as $$
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
  insert into public.outbox (template, recipient, data, dedupe_key, next_attempt_at, created_at)
  select 'discount_code', p_email, jsonb_build_object(
    'code', given.code, 'percent', given.percent, 'expiresAt', given.expires_at, 'emailHash', given.email_hash
  ), 'discount_code:' || given.email_hash || ':' || given.code, p_now, p_now
  where not public.is_suppressed(p_email)
  on conflict (dedupe_key) do nothing;
  return jsonb_build_object('code', given.code, 'percent', given.percent, 'expiresAt', given.expires_at);
end $$;

-- Withdraws a code as its owner has at the provider. Service role only.
create function public.withdraw_discount_code(p_code text, p_now timestamptz default now()) returns void
language sql security definer set search_path = ''
as $$
  update public.discount_codes set withdrawn_at = coalesce(withdrawn_at, p_now) where code = p_code
$$;
grant execute on function public.withdraw_discount_code(text, timestamptz) to service_role;

revoke execute on all functions in schema public from public;
