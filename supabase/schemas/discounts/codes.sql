-- Returns a typed or pasted code in the form in which codes are stored: without spaces, hyphens, invisible characters and
-- surrounding punctuation, in capitals, and with full-width characters replaced. `normaliseDiscountCode` of domain/discount-code.ts is the
-- same.
create or replace function public.normalise_code(p_code text) returns text language sql immutable set search_path = '' as $$
  select upper(regexp_replace(regexp_replace(translate(
    regexp_replace(
      p_code,
      -- The characters are invisible ones, spaces and dashes.
      '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB'
        '\s\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000'
        '\-\u058A\u05BE\u1806\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]',
      '', 'g'
    ),
    '！＂＃＄％＆＇（）＊＋，－．／０１２３４５６７８９：；＜＝＞？＠ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ［＼］＾＿｀ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ｛｜｝～',
    '!"#$%&''()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_`abcdefghijklmnopqrstuvwxyz{|}~'
  ), '^["''`“”„‟‘’‚‛«»‹›<(\[]+', ''), '["''`“”„‟‘’‚‛«»‹›>)\].,;:!]+$', ''))
$$;

-- Returns the pence off an order, never more than the sum that the code applies to. At least 30p of the order are left, the
-- smallest payment that the provider accepts, so that it can be paid, refunded and cancelled like any other. `calculateDiscount`
-- of domain/discount.ts is the same.
create or replace function public.discount_amount(p_code public.discount_codes, p_goods integer, p_delivery integer) returns integer
language sql immutable set search_path = '' as $$
  select greatest(0, least(base, p_goods + p_delivery - 30, coalesce(p_code.pence, round(base * p_code.percent / 100.0))))::integer
  from (select p_goods + case when p_code.whole_order then p_delivery else 0 end as base) as sum
$$;

-- Gives an email address its code, the same for ninety days, and emails it once, unless the address has unsubscribed. A code
-- that expired unused is replaced by a new one, because the payment provider may know the old one as expired. If the code was
-- used, withdrawn or deleted, "code" is null.
create or replace function public.issue_discount_code(p_email text, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  issued public.discount_codes;
  hash text := public.hash_email(p_email);
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
  select * into issued from public.discount_codes d where d.email_hash = hash;
  if issued.code is null or issued.used_at is not null or issued.withdrawn_at is not null then
    return jsonb_build_object('code', null);
  end if;
  if not public.is_suppressed(p_email) then
    perform public.queue_email('discount_code', p_email, jsonb_build_object(
      'code', issued.code, 'percent', issued.percent, 'expiresAt', issued.expires_at, 'emailHash', issued.email_hash
    ), issued.email_hash || ':' || issued.code, p_now);
  end if;
  return jsonb_build_object('code', issued.code, 'percent', issued.percent, 'expiresAt', issued.expires_at);
end $$;

create or replace function public.withdraw_discount_code(p_code text, p_now timestamptz default now()) returns void
language sql security definer set search_path = '' as $$
  update public.discount_codes set withdrawn_at = coalesce(withdrawn_at, p_now) where code = p_code
$$;

-- Returns whether one of the owner's codes has been used as often as it may be, in all or by this shopper; unpaid orders count
-- when p_with_open, as they may yet be paid. A shopper with another email address counts as another shopper.
create or replace function public.is_used_up(p_code public.discount_codes, p_email text, p_with_open boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(p_code.max_uses <= (
    select count(*) from public.orders o
    where p_code.max_uses is not null and o.discount_code = p_code.code and o.sold_out_at is null
      and o.status not in ('expired', 'payment_failed') and (p_with_open or o.status <> 'pending')
  ), false) or coalesce(p_code.max_each <= (
    select count(*) from public.orders o
    where p_code.max_each is not null and o.discount_code = p_code.code and o.sold_out_at is null
      and o.status not in ('expired', 'payment_failed') and (p_with_open or o.status <> 'pending')
      and o.id in ( -- by two indexes
        select x.id from public.orders x where lower(x.email) = lower(p_email)
        union all
        select x.id from public.orders x where x.user_id in (select u.id from auth.users u where u.email = lower(p_email))
      )
  ), false)
$$;

-- Returns why a code gives nothing, or null; with p_email null, the checkout checks later whose code it is. Another person's
-- code, withdrawn or not, looks like an unknown one, so that nobody can find out by guessing whose codes exist. The owner's own
-- codes are public, so that their state may be told.
create or replace function public.discount_error(p_code public.discount_codes, p_email text, p_now timestamptz) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when p_code.code is null or p_code.email_hash <> coalesce(public.hash_email(p_email), p_code.email_hash)
      or (p_email is null and p_code.email_hash is not null and p_code.withdrawn_at is not null)
      then case when p_email is null then 'We don’t know this code. Please check it letter by letter.'
        else 'We don’t know this code, or it belongs to another email address. Please check it letter by letter.' end
    when p_code.withdrawn_at is not null then 'This code is no longer valid.'
    when p_code.starts_at > p_now then
      'This code isn’t valid yet: it starts on ' || to_char(p_code.starts_at at time zone 'Europe/London', 'FMDay FMDD FMMonth') || '.'
    when p_code.used_at is not null or public.is_used_up(p_code, p_email, false) then 'This code has been used.'
    when least(p_code.expires_at, p_code.ends_at) <= p_now then 'This code has expired.'
  end
$$;

-- Returns how much a typed code takes off: {"code", "percent" or "pence", "whole": true if it is off the delivery too},
-- {"error"}, or {"error", "wait"} when the code was not looked up. Anybody may ask: an account sixty times in five minutes, a
-- IP address 120 times, which nobody reaches by mistyping. The caller's refusals in other forms are not checked
-- (`suspicious_pattern_wait_ms`), because a code is asked for on the way to pay.
create or replace function public.discount_of(p_code text) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  address text := coalesce(public.visitor_address(), 'unknown');
  account uuid := public.verified_account_id();
  sender text := coalesce(account::text, address);
  wait integer := public.consume_attempt(
    'discount_of:' || public.hash_sender(sender, address), case when account is null then 120 else 60 end, 300000, now()
  );
  found public.discount_codes;
  code_error text;
begin
  if wait = 0 and account is null then wait := public.consume_address_limit('discount_of', address, 1, 120, 300000); end if;
  if wait > 0 then
    perform public.record_security_event(
      'rate_limit_violation', public.request_details() || jsonb_build_object('form', 'discount_of', 'sender', sender), address, now(), 10
    );
    return jsonb_build_object('error', 'Please wait before trying again.', 'wait', wait);
  end if;
  select * into found from public.discount_codes d where d.code = public.normalise_code(left(p_code, 60));
  code_error := public.discount_error(found, (select u.email from auth.users u where u.id = account), now());
  return case when code_error is not null then jsonb_build_object('error', code_error) else jsonb_strip_nulls(jsonb_build_object(
    'code', found.code, 'percent', found.percent, 'pence', found.pence, 'whole', nullif(found.whole_order, false)
  )) end;
end $$;

-- Returns why a person cannot place an order with a code, or null. Locks the code. The code of one email address is good for one
-- payment: it is refused while an order with it is open or paid. An order that was sold out does not block its code.
create or replace function public.checkout_discount_error(p_code text, p_email text, p_now timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  found public.discount_codes;
  code_error text;
begin
  select * into found from public.discount_codes d where d.code = p_code for update;
  code_error := public.discount_error(found, p_email, p_now);
  if code_error is null and (public.is_used_up(found, p_email, true) or found.email_hash is not null and exists (
    select from public.orders o
    where o.discount_code = p_code and o.status not in ('expired', 'payment_failed') and o.sold_out_at is null
  )) then return 'This code has been used.'; end if;
  return code_error;
end $$;

-- Marks the code of a paid order as used, also one that was typed on the payment page: the order does not name that one, so it is
-- recognised by its email address and discount. An order that was sold out uses no code. Uses of an owner's code are counted by its
-- orders.
create or replace function public.mark_discount_used() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.discount_codes d set used_at = coalesce(d.used_at, new.paid_at, now())
  where (d.code = new.discount_code and d.email_hash is not null) or (
    new.discount_code is null and d.email_hash = public.hash_email(new.email)
    and new.discount = round(new.subtotal * d.percent / 100.0)
  );
  return null;
end $$;
create or replace trigger orders_mark_discount_used after update of status on public.orders
  for each row when (new.status = 'paid' and new.discount > 0 and new.sold_out_at is null) execute function public.mark_discount_used();

grant execute on function
  public.issue_discount_code,
  public.withdraw_discount_code
to service_role;
grant execute on function public.discount_of to anon, authenticated, service_role;
