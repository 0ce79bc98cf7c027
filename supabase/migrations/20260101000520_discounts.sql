-- The 10% code: one an address, for that address, usable once, on goods and not on delivery, on a first payment only.

-- A code that somebody was given for leaving an address. Kept in capitals without spaces. Service role only.
create table public.discount_codes (
  code text primary key check (code ~ '^[A-Z0-9]{6,20}$'),
  email_hash text not null unique check (email_hash ~ '^[0-9a-f]{64}$'),
  percent smallint not null default 10 check (percent between 1 and 100),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
alter table public.discount_codes enable row level security;
grant all on public.discount_codes to service_role;

-- The code that an order was placed with; its discount is in `orders.discount` from the start.
alter table public.orders add column discount_code text references public.discount_codes on update cascade;
create index orders_discount_code on public.orders (discount_code) where discount_code is not null;

-- A code as people type it: case and spaces do not matter.
create function public.plain_code(p_code text) returns text
language sql immutable set search_path = ''
as $$ select upper(regexp_replace(p_code, '[\s-]', '', 'g')) $$;

-- Gives the owner of an address their code, the same one each time, good for ninety days, and sends it once. Answers
-- {"code", "percent", "expiresAt"}.
create function public.give_discount_code(p_email text, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare given public.discount_codes;
begin
  insert into public.discount_codes (code, email_hash, created_at, expires_at)
  values (
    'TEN' || upper(substr(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex'), 1, 9)),
    public.email_hash(p_email), p_now, p_now + interval '90 days'
  ) on conflict (email_hash) do nothing;
  select * into given from public.discount_codes d where d.email_hash = public.email_hash(p_email);
  insert into public.outbox (template, recipient, data, dedupe_key, next_attempt_at, created_at)
  select 'discount_code', p_email, jsonb_build_object(
    'code', given.code, 'percent', given.percent, 'expiresAt', given.expires_at, 'emailHash', given.email_hash
  ), 'discount_code:' || given.email_hash, p_now, p_now
  where not public.is_suppressed(p_email)
  on conflict (dedupe_key) do nothing;
  return jsonb_build_object('code', given.code, 'percent', given.percent, 'expiresAt', given.expires_at);
end $$;
grant execute on function public.give_discount_code(text, timestamptz) to service_role;

-- Why a code gives nothing, or null. Whose it is, is only known of somebody signed in: p_email null leaves that to the
-- checkout. A code that is somebody else's looks like one that there is not.
create function public.discount_fault(p_code public.discount_codes, p_email text, p_now timestamptz) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when p_code.code is null or (p_email is not null and p_code.email_hash <> public.email_hash(p_email))
      then 'This code is not valid for your e-mail address.'
    when p_code.used_at is not null then 'This code has been used.'
    when p_code.expires_at <= p_now then 'This code has expired.'
  end
$$;

-- What a typed code takes off, for the cart: {"code", "percent"} or {"error"}. Anyone may ask, thirty times in five
-- minutes from one address; the checkout asks again.
create function public.discount_of(p_code text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found public.discount_codes;
  fault text;
begin
  if public.take_attempt('discount_of:' || coalesce(public.visitor_address(), 'unknown'), 30, 300000) > 0 then
    return jsonb_build_object('error', 'Please wait before trying again.');
  end if;
  select * into found from public.discount_codes d where d.code = public.plain_code(left(p_code, 60));
  fault := public.discount_fault(found, (select u.email from auth.users u where u.id = auth.uid()), now());
  return case when fault is null then jsonb_build_object('code', found.code, 'percent', found.percent)
    else jsonb_build_object('error', fault) end;
end $$;
grant execute on function public.discount_of(text) to anon, authenticated, service_role;

-- Why somebody cannot place an order with a code, or null. Locks the code: while an order with it is open or paid, it
-- is for no other, so that one code is one payment.
create function public.discount_refusal(p_code text, p_email text, p_now timestamptz) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  found public.discount_codes;
  fault text;
begin
  select * into found from public.discount_codes d where d.code = p_code for update;
  fault := public.discount_fault(found, p_email, p_now);
  if fault is null and exists (
    select from public.orders o where o.discount_code = p_code and o.status not in ('expired', 'payment_failed')
  ) then return 'This code has been used.'; end if;
  return fault;
end $$;

-- Takes a code off an order that was just placed: off the goods alone, in whole pence, and never below nothing.
-- Answers with the order as it is to be paid.
create function public.apply_discount(p_order_id uuid, p_code text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare reduced public.orders;
begin
  update public.orders o set
    discount_code = d.code,
    discount = round(o.subtotal * d.percent / 100.0),
    total = o.subtotal + o.delivery_price - round(o.subtotal * d.percent / 100.0)
  from public.discount_codes d where o.id = p_order_id and d.code = p_code returning o.* into reduced;
  return public.order_for_payment(reduced);
end $$;

-- A paid order uses its code up.
create function public.use_discount() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.discount_codes set used_at = coalesce(used_at, new.paid_at, now()) where code = new.discount_code;
  return null;
end $$;
create trigger orders_use_discount after update of status on public.orders
  for each row when (new.status = 'paid' and new.discount_code is not null) execute function public.use_discount();

-- As before, with the discount and what it is for.
create or replace function public.order_for_payment(p_order public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_order.id, 'number', p_order.number, 'cartHash', p_order.cart_hash, 'email', p_order.email,
    'currency', p_order.currency, 'subtotal', p_order.subtotal, 'total', p_order.total, 'isSubscription', p_order.is_subscription,
    'discount', p_order.discount, 'discountCode', p_order.discount_code,
    'expiresAt', floor(extract(epoch from p_order.session_expires_at)),
    'delivery', jsonb_build_object('name', p_order.delivery_name, 'price', p_order.delivery_price, 'stripeId', p_order.delivery_stripe_id),
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'position', i.position, 'name', i.name, 'quantity', i.quantity, 'stripePriceId', i.stripe_price_id, 'sizes', i.sizes
      ) order by i.position) from public.order_items i where i.order_id = p_order.id
    )
  )
$$;

-- As before, and one more notification is not the order's: a discounted order that was paid without its discount, or
-- with another.
create or replace function public.payment_mismatch(p_order public.orders, p_facts jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_order.id is null then 'no such order'
    when p_order.stripe_session_id <> p_facts ->> 'sessionId' then 'another session than the order''s'
    when p_order.currency is distinct from p_facts ->> 'currency' then 'another currency'
    when coalesce((p_facts ->> 'amountDiscount')::bigint, 0) not between 0 and p_order.subtotal
      or (p_order.discount_code is not null and coalesce((p_facts ->> 'amountDiscount')::bigint, 0) <> p_order.discount)
      or (p_facts ->> 'amountTotal')::bigint is distinct from
        p_order.subtotal + p_order.delivery_price - coalesce((p_facts ->> 'amountDiscount')::bigint, 0)
      then 'another amount than the order''s'
  end
$$;

-- As before, with a code that the shopper has typed in the cart; a cart without one is begun as it was.
drop function public.begin_checkout(uuid, jsonb, text, text, uuid[], timestamptz);
create function public.begin_checkout(
  p_user_id uuid, p_lines jsonb, p_delivery_method_id text, p_terms_version text, p_settling uuid[] default '{}',
  p_now timestamptz default now(), p_discount_code text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  address text;
  pieces integer;
  delivery public.delivery_methods;
  hash text;
  fault jsonb;
  open public.orders;
  older jsonb;
  code text := nullif(public.plain_code(p_discount_code), '');
  refusal text;
  begun jsonb;
begin
  if not public.is_checkout(p_lines) then return public.checkout_error('invalid_request', 'No valid items in cart'); end if;
  select email into address from auth.users where id = p_user_id;
  if address is null then return public.checkout_error('sign_in_required', 'Please sign in to complete your purchase.'); end if;
  perform pg_advisory_xact_lock(hashtextextended(p_user_id::text, 20260101));
  select sum((line ->> 'quantity')::integer) into pieces from jsonb_array_elements(p_lines) as line;
  delivery := public.checkout_delivery(p_delivery_method_id, pieces);
  if delivery.id is null then return public.checkout_error('unknown_delivery', 'Please choose a delivery option before proceeding to checkout.'); end if;
  fault := public.checkout_fault(p_lines);
  if fault is not null then return fault; end if;
  if delivery.stripe_id is null then return public.checkout_error('delivery_not_configured', 'Selected delivery method is missing Stripe configuration'); end if;

  -- Another code is another sum, and so another order.
  hash := public.checkout_hash(p_lines, delivery) || coalesce(':' || code, '');
  select * into open from public.orders where user_id = p_user_id and cart_hash = hash and status = 'pending';
  if open.id is not null then
    if open.stripe_session_id is not null and open.stripe_session_url is null or open.id = any (p_settling) then
      return public.checkout_error('payment_processing', 'Your payment for this order is still being processed. We will e-mail you as soon as it is through.');
    elsif open.stripe_session_id is not null and open.session_expires_at > p_now + interval '1 minute' then
      return jsonb_build_object('order', public.order_for_payment(open),
        'session', jsonb_build_object('id', open.stripe_session_id, 'url', open.stripe_session_url));
    elsif open.stripe_session_id is null and open.session_expires_at > p_now + interval '35 minutes' then
      return jsonb_build_object('order', public.order_for_payment(open), 'session', null);
    end if;
  end if;

  select jsonb_agg(jsonb_build_object('orderId', id, 'sessionId', stripe_session_id) order by created_at) into older
  from public.orders
  where user_id = p_user_id and status = 'pending' and id <> all (p_settling)
    and (stripe_session_id is null or stripe_session_url is not null);
  if older is not null then return jsonb_build_object('expire', older); end if;
  if code is not null then
    refusal := public.discount_refusal(code, address, p_now);
    if refusal is not null then return public.checkout_error('discount_refused', refusal); end if;
  end if;
  begun := public.place_order(p_user_id, address, p_lines, delivery, hash, p_terms_version, p_now);
  if code is null or begun ? 'error' then return begun; end if;
  return jsonb_build_object('order', public.apply_discount((begun -> 'order' ->> 'id')::uuid, code), 'session', null);
end $$;
grant execute on function public.begin_checkout(uuid, jsonb, text, text, uuid[], timestamptz, text) to service_role;

revoke execute on all functions in schema public from public;
