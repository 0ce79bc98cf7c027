-- A reservation is lent to whoever means to pay. An account holds counted stock unpaid for seventy-five minutes a day in
-- all: the first attempt for an hour as before, what follows for what is left, and then nothing until it has paid. It
-- can check out all the same; its stock is then taken when the money comes in, and when it is gone by then, the money
-- goes back at once (docs/decisions/0013).

-- Until when the stock of an order is held; the time of the order itself when none is, null when nothing in it is counted.
alter table public.orders add column reserved_until timestamptz;
-- When its stock was put back.
alter table public.orders add column released_at timestamptz;
-- When it was paid for without a reservation, and not everything was there any more. What was paid is to go back.
alter table public.orders add column sold_out_at timestamptz;
-- Until when one of several equal attempts may be asking the provider for the session; the others wait for it.
alter table public.orders add column opening_until timestamptz;
create index orders_sold_out on public.orders (sold_out_at) where sold_out_at is not null;

-- For how long an account's next order may hold stock: an hour, or what its unpaid orders of the last day have left of
-- seventy-five minutes; under five minutes it is nothing. A payment makes it whole again.
create function public.reservation_left(p_user_id uuid, p_now timestamptz) returns interval
language sql stable security definer set search_path = ''
as $$
  select case when held.remaining >= interval '5 minutes' then least(held.remaining, interval '1 hour') else interval '0' end
  from (
    select interval '75 minutes' - coalesce(sum(coalesce(o.released_at, p_now) - o.created_at), interval '0') as remaining
    from public.orders o
    where o.user_id = p_user_id and o.paid_at is null and o.reserved_until > o.created_at
      and o.created_at > greatest(p_now - interval '1 day', (
        select max(paid.paid_at) from public.orders paid where paid.user_id = p_user_id and paid.sold_out_at is null
      ))
  ) as held
$$;

-- As before, and the time is noted.
create or replace function public.return_stock(p_order_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.orders set stock_held = false, released_at = updated_at where id = p_order_id and stock_held;
  if not found then return; end if;
  perform public.lock_stock(array(select product_id from public.order_items where order_id = p_order_id));
  update public.products p set stock = p.stock + i.quantity
  from public.order_items i where i.order_id = p_order_id and p.id = i.product_id and p.stock is not null;
end $$;

-- As before, with the minutes for which the stock is held, for the words of the payment page; null when nothing in the
-- order is counted.
create or replace function public.order_for_payment(p_order public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_order.id, 'number', p_order.number, 'cartHash', p_order.cart_hash, 'email', p_order.email,
    'currency', p_order.currency, 'subtotal', p_order.subtotal, 'total', p_order.total, 'isSubscription', p_order.is_subscription,
    'discount', p_order.discount, 'discountCode', p_order.discount_code, 'ownCode', public.own_code(p_order),
    'heldMinutes', floor(extract(epoch from p_order.reserved_until - p_order.created_at) / 60),
    'expiresAt', floor(extract(epoch from p_order.session_expires_at)),
    'delivery', jsonb_build_object('name', p_order.delivery_name, 'price', p_order.delivery_price, 'stripeId', p_order.delivery_stripe_id),
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'position', i.position, 'name', i.name, 'quantity', i.quantity, 'stripePriceId', i.stripe_price_id, 'sizes', i.sizes
      ) order by i.position) from public.order_items i where i.order_id = p_order.id
    )
  )
$$;

-- Writes the pending order of a cart that has been checked, and takes its stock for as long as its shopper may hold it;
-- without a reservation it must be there all the same. Answers with the order, or with the error that not enough is left.
create or replace function public.place_order(
  p_user_id uuid, p_email text, p_lines jsonb, p_delivery public.delivery_methods, p_hash text, p_terms_version text, p_now timestamptz
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  placed public.orders;
  short jsonb;
  words text;
  sum integer;
  held interval;
begin
  perform public.lock_stock(array(select product_id from public.checkout_lines(p_lines)));
  select jsonb_agg(public.named_product(l.product_id, l.name, l.unit_amount, l.stripe_price_id) || jsonb_build_object('left', p.stock) order by l.position),
    string_agg(case when p.stock = 0 then l.name || ' - sold out' else l.name || ' - only ' || p.stock || ' left' end, ', ' order by l.position)
  into short, words
  from public.checkout_lines(p_lines) l join public.products p on p.id = l.product_id where p.stock < l.quantity;
  if words is not null then return public.checkout_error('out_of_stock', 'Not enough in stock: ' || words, short); end if;

  if exists (select from public.checkout_lines(p_lines) l join public.products p on p.id = l.product_id where p.stock is not null) then
    held := public.reservation_left(p_user_id, p_now);
  end if;
  select sum(l.unit_amount * l.quantity) into sum from public.checkout_lines(p_lines) l;
  insert into public.orders (
    user_id, email, subtotal, delivery_price, total, delivery_method_id, delivery_name, delivery_stripe_id, cart_hash,
    stock_held, is_subscription, session_expires_at, reserved_until, opening_until, terms_version, created_at, updated_at
  ) values (
    p_user_id, p_email, sum, p_delivery.price, sum + p_delivery.price, p_delivery.id, p_delivery.name, p_delivery.stripe_id, p_hash,
    false, exists (select from public.checkout_lines(p_lines) l where l.recurring_interval is not null),
    p_now + interval '1 hour', p_now + held, p_now + interval '5 seconds', p_terms_version, p_now, p_now
  ) returning * into placed;
  insert into public.order_items (
    order_id, position, product_id, slug, name, image, unit_amount, quantity, allergens, sizes, recurring_interval,
    recurring_interval_count, stripe_price_id
  )
  select placed.id, l.position, l.product_id, l.slug, l.name, l.image, l.unit_amount, l.quantity, l.allergens, l.sizes,
    l.recurring_interval, l.recurring_interval_count, l.stripe_price_id
  from public.checkout_lines(p_lines) l;
  if held is null or held > interval '0' then perform public.take_stock(placed.id); end if;
  return jsonb_build_object('order', public.order_for_payment(placed), 'session', null);
end $$;

-- Begins a checkout. One shopper's checkouts go one after another; of several carts at once the one whose order is
-- written first wins, and those that were sent before that (p_started_at) give way. Answers with one of
--   {"order", "session": {"id", "url"} | null}  the order to be paid; the session when it has one already;
--   {"wait"}                                    an equal attempt is asking the provider for that session now;
--   {"expire": [{"orderId", "sessionId"}]}      older attempts of other carts that must be closed at the provider and
--                                               released first (those in p_settling are being paid and stay);
--   {"error"}                                   why there is no order.
-- Older attempts that have no session yet are released here: whoever was about to open one finds that out.
-- An unchanged cart finds its pending order again for as long as its stock is held and its session can well be paid, or,
-- when no session was noted, for as long as asking the provider again is the same request.
drop function public.begin_checkout(uuid, jsonb, text, text, uuid[], timestamptz, text);
create function public.begin_checkout(
  p_user_id uuid, p_lines jsonb, p_delivery_method_id text, p_terms_version text, p_settling uuid[] default '{}',
  p_now timestamptz default now(), p_discount_code text default null, p_started_at timestamptz default null
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
    elsif open.reserved_until > open.created_at and open.reserved_until <= p_now + interval '1 minute' then
      null; -- Its time is nearly up, so it is closed like any older attempt.
    elsif open.stripe_session_id is not null and open.session_expires_at > p_now + interval '1 minute' then
      return jsonb_build_object('order', public.order_for_payment(open),
        'session', jsonb_build_object('id', open.stripe_session_id, 'url', open.stripe_session_url));
    elsif open.stripe_session_id is null and open.session_expires_at > p_now + interval '35 minutes' then
      if open.opening_until > p_now then return jsonb_build_object('wait', true); end if;
      update public.orders set opening_until = p_now + interval '5 seconds' where id = open.id;
      return jsonb_build_object('order', public.order_for_payment(open), 'session', null);
    end if;
  end if;

  if exists (
    select from public.orders
    where user_id = p_user_id and status = 'pending' and cart_hash <> hash and created_at >= p_started_at and id <> all (p_settling)
  ) then return public.checkout_error('cart_changed', 'Your cart was changed in another tab. Please check it and try again.'); end if;
  perform public.release_order(id, p_now) from public.orders
  where user_id = p_user_id and status = 'pending' and id <> all (p_settling) and stripe_session_id is null;
  select jsonb_agg(jsonb_build_object('orderId', id, 'sessionId', stripe_session_id) order by created_at) into older
  from public.orders
  where user_id = p_user_id and status = 'pending' and id <> all (p_settling) and stripe_session_url is not null;
  if older is not null then return jsonb_build_object('expire', older); end if;
  if code is not null then
    refusal := public.discount_refusal(code, address, p_now);
    if refusal is not null then return public.checkout_error('discount_refused', refusal); end if;
  end if;
  begun := public.place_order(p_user_id, address, p_lines, delivery, hash, p_terms_version, p_now);
  if code is null or begun ? 'error' then return begun; end if;
  return jsonb_build_object('order', public.apply_discount((begun -> 'order' ->> 'id')::uuid, code), 'session', null);
end $$;
grant execute on function public.begin_checkout(uuid, jsonb, text, text, uuid[], timestamptz, text, timestamptz) to service_role;

-- As before, and says whether the time for which its stock is held is up: then its session is to be closed.
drop function public.orders_to_ask(integer, integer, timestamptz);
create function public.orders_to_ask(p_limit integer, p_every_ms integer, p_now timestamptz default now())
returns table (
  id uuid, number bigint, session_id text, session_expires_at timestamptz, created_at timestamptz, is_lapsed boolean
)
language sql security definer set search_path = ''
as $$
  update public.orders o set asked_at = p_now
  where o.id in (
    select w.id from public.orders w
    where w.status = 'pending' and coalesce(w.asked_at, w.created_at) <= p_now - make_interval(secs => p_every_ms / 1000.0)
    order by coalesce(w.asked_at, w.created_at) limit p_limit for update skip locked
  ) returning o.id, o.number, o.stripe_session_id, o.session_expires_at, o.created_at,
    coalesce(o.reserved_until > o.created_at and o.reserved_until <= p_now, false)
$$;
grant execute on function public.orders_to_ask(integer, integer, timestamptz) to service_role;

-- As before, and an order that is sold out does not use its code up: its money goes back, and the code is for the next.
drop trigger orders_use_discount on public.orders;
create trigger orders_use_discount after update of status on public.orders
  for each row when (new.status = 'paid' and new.discount > 0 and new.sold_out_at is null) execute function public.use_discount();

-- As before, and an order that was sold out keeps its code from no other.
create or replace function public.discount_refusal(p_code text, p_email text, p_now timestamptz) returns text
language plpgsql security definer set search_path = ''
as $$
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

-- As before. An order without a reservation whose stock is gone by now is sold out: its money goes back in whole, so its
-- cart stays and nobody is told to pack it; the letter about the money tells its shopper why.
create or replace function public.settle_paid(p_order public.orders, p_facts jsonb, p_business_email text, p_now timestamptz) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  discount_given integer := coalesce((p_facts ->> 'amountDiscount')::integer, 0);
  is_there boolean := p_order.stock_held;
  is_sold_out boolean;
  note text;
begin
  perform public.note_payment_details(p_order.id, p_facts, p_now);
  if p_order.status not in ('pending', 'expired', 'payment_failed') then return null; end if;
  if not is_there then is_there := public.take_stock(p_order.id); end if;
  is_sold_out := not is_there and coalesce(p_order.reserved_until = p_order.created_at, false);
  -- At once: what uses up the code looks whether the order was sold out.
  update public.orders set
    status = 'paid', paid_at = p_now, sold_out_at = case when is_sold_out then p_now end,
    discount = discount_given, total = subtotal + delivery_price - discount_given
  where id = p_order.id;
  if is_sold_out then
    perform public.apply_refund(p_order.id, p_order.refunded, p_now);
    return 'sold out';
  end if;
  if not is_there then note := 'Paid after its time was up, and not everything is in stock any more.'; end if;
  if p_order.user_id is not null and not public.is_settling(p_order) then perform public.empty_cart(p_order.user_id, p_order.id); end if;
  perform public.queue_order_letter('order_confirmation', p_order.id, p_order.email, null, p_now);
  perform public.queue_order_letter('order_notice', p_order.id, p_business_email, note, p_now);
  perform public.apply_refund(p_order.id, p_order.refunded, p_now);
  return coalesce(note, 'paid');
end $$;

-- Takes the orders that were sold out and are not through: the money is not back in whole, or, where the owner was first
-- to pay it back, their box has not ended. Taking them notes the time, so that each has its turn however many others
-- cannot be paid back.
create function public.sold_out_orders(p_limit integer, p_now timestamptz default now())
returns table (
  id uuid, number bigint, currency text, total integer, is_refunded boolean, session text, payment text, subscription text
)
language sql security definer set search_path = ''
as $$
  update public.orders o set asked_at = p_now
  where o.id in (
    select w.id from public.orders w
    where w.sold_out_at is not null and (w.status in ('paid', 'partially_refunded') or w.status = 'refunded' and exists (
      select from public.subscriptions s where s.order_id = w.id and s.status <> 'cancelled'
    ))
    order by w.asked_at nulls first, w.sold_out_at limit p_limit for update skip locked
  ) returning o.id, o.number, o.currency, o.total, o.status = 'refunded',
    o.stripe_session_id, o.stripe_payment_intent_id, o.stripe_subscription_id
$$;
grant execute on function public.sold_out_orders(integer, timestamptz) to service_role;

-- As before; the letter says when the money goes back because the order was sold out.
create or replace function public.apply_refund(p_order_id uuid, p_refunded integer, p_now timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
declare concerned public.orders;
begin
  update public.orders set
    refunded = greatest(refunded, least(p_refunded, total)),
    status = case
      when status not in ('paid', 'fulfilled', 'partially_refunded') or greatest(refunded, p_refunded) = 0 then status
      when greatest(refunded, p_refunded) >= total then 'refunded'
      when status = 'fulfilled' and p_refunded <= refunded then status
      else 'partially_refunded'
    end,
    updated_at = p_now
  where id = p_order_id returning * into concerned;
  if concerned.status not in ('partially_refunded', 'refunded') or concerned.refunded <= concerned.refund_told then return; end if;
  perform public.queue_letter('refund', concerned.email, jsonb_build_object(
    'number', concerned.number, 'placedAt', concerned.created_at, 'amount', concerned.refunded - concerned.refund_told,
    'refunded', concerned.refunded, 'total', concerned.total, 'isSoldOut', concerned.sold_out_at is not null
  ), concerned.id || ':' || concerned.refunded, p_now);
  update public.orders set refund_told = refunded where id = p_order_id;
end $$;

revoke execute on all functions in schema public from public;
