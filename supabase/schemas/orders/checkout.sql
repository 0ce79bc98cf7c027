-- Returns an order for the request for a payment session: always the same for an order, as the idempotency key is.
create or replace function public.order_for_payment(p_order public.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', p_order.id, 'number', p_order.number, 'cartHash', p_order.cart_hash, 'email', p_order.email,
    'currency', p_order.currency, 'subtotal', p_order.subtotal, 'total', p_order.total, 'isSubscription', p_order.is_subscription,
    'discount', p_order.discount, 'deliveryDiscount', p_order.delivery_discount, 'discountCode', p_order.discount_code, 'ownCode', (
      -- The personal discount code that belongs to the order's email address. The customer may enter it on the payment page if
      -- it was valid when the order was placed; its later use does not count, because the result must stay the same.
      select jsonb_build_object('code', d.code, 'percent', d.percent, 'expiresAt', floor(extract(epoch from d.expires_at)))
      from public.discount_codes d
      where p_order.discount_code is null and d.email_hash = public.hash_email(p_order.email) and d.withdrawn_at is null
        and d.created_at <= p_order.created_at and d.expires_at > p_order.created_at + interval '1 hour'
        and (d.used_at is null or d.used_at > p_order.created_at)
    ),
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

-- Takes a code's discount off an order that was just placed. For a code for the whole order, `delivery_discount` is the part of
-- the discount that falls on the delivery.
create or replace function public.apply_discount(p_order_id uuid, p_code text) returns jsonb language sql security definer set search_path = '' as $$
  update public.orders o set
    discount_code = taken.code,
    discount = taken.off,
    total = o.subtotal + o.delivery_price - taken.off,
    delivery_discount = case when taken.whole_order
      then taken.off - o.subtotal + ((o.subtotal + o.delivery_price - taken.off)::bigint * o.subtotal / (o.subtotal + o.delivery_price))::integer
      else 0 end
  from (
    select d.code, d.whole_order, public.discount_amount(d, placed.subtotal, placed.delivery_price) as off
    from public.orders placed cross join public.discount_codes d where placed.id = p_order_id and d.code = p_code
  ) as taken
  where o.id = p_order_id returning public.order_for_payment(o)
$$;

-- Writes the pending order of a cart that has been checked, and reserves its stock for as long as its shopper may hold it; even
-- when nothing may be reserved, enough stock must be left. Answers with the order, or with the error that not enough is left.
create or replace function public.place_order(
  p_user_id uuid, p_email text, p_lines jsonb, p_delivery public.delivery_methods, p_hash text, p_terms_version text, p_now timestamptz
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  placed public.orders;
  shortages jsonb;
  shortage_text text;
  goods_total integer;
  reservation interval;
begin
  perform public.lock_stock(array(select product_id from public.checkout_lines(p_lines)));
  select jsonb_agg(public.error_product(l.product_id, l.name, l.unit_amount, l.stripe_price_id) || jsonb_build_object('left', p.stock) order by l.position),
    string_agg(case when p.stock = 0 then l.name || ' has sold out' else 'there ' || case p.stock when 1 then 'is' else 'are' end
      || ' only ' || p.stock || ' left of ' || l.name end, ', ' order by l.position)
  into shortages, shortage_text
  from public.checkout_lines(p_lines) l join public.products p on p.id = l.product_id where p.stock < l.quantity;
  if shortage_text is not null then
    return public.error_response('out_of_stock', upper(left(shortage_text, 1)) || substr(shortage_text, 2) || '. Please change your cart to go on.', shortages);
  end if;

  if exists (select from public.checkout_lines(p_lines) l join public.products p on p.id = l.product_id where p.stock is not null) then
    reservation := public.remaining_reservation(p_user_id, p_now);
  end if;
  select sum(l.unit_amount * l.quantity) into goods_total from public.checkout_lines(p_lines) l;
  insert into public.orders (
    user_id, email, subtotal, delivery_price, total, delivery_method_id, delivery_name, delivery_stripe_id, cart_hash,
    stock_held, is_subscription, session_expires_at, reserved_until, opening_until, terms_version, created_at, updated_at
  ) values (
    p_user_id, p_email, goods_total, p_delivery.price, goods_total + p_delivery.price, p_delivery.id, p_delivery.name, p_delivery.stripe_id, p_hash,
    false, exists (select from public.checkout_lines(p_lines) l where l.recurring_interval is not null),
    p_now + interval '1 hour', p_now + reservation, p_now + interval '5 seconds', p_terms_version, p_now, p_now
  ) returning * into placed;
  insert into public.order_items (
    order_id, position, product_id, slug, name, image, unit_amount, quantity, allergens, sizes, recurring_interval,
    recurring_interval_count, stripe_price_id
  )
  select placed.id, l.position, l.product_id, l.slug, l.name, l.image, l.unit_amount, l.quantity, l.allergens, l.sizes,
    l.recurring_interval, l.recurring_interval_count, l.stripe_price_id
  from public.checkout_lines(p_lines) l;
  if reservation is null or reservation > interval '0' then perform public.reserve_stock(placed.id); end if;
  return jsonb_build_object('order', public.order_for_payment(placed), 'session', null);
end $$;

-- Begins a checkout; checkouts of one shopper run one after another. Of several concurrent carts the one whose order is written
-- first wins, and those sent before that (p_started_at) give way. Returns {"order", "session": {"id", "url"} | null} to be
-- paid; {"wait"}: an equal attempt is creating its session now; {"expire": [{"orderId", "sessionId"}]}: older attempts to be
-- closed at the provider and released first (those in p_settling are being paid and stay); or {"error"}. Attempts without a
-- session are released here, under their row's lock, so that a request that was about to open one notices. An unchanged cart
-- finds its order again while its stock is held and its session can still be paid, or while creating it again gives the same
-- session.
create or replace function public.begin_checkout(
  p_user_id uuid, p_lines jsonb, p_delivery_method_id text, p_terms_version text, p_settling uuid[] default '{}',
  p_now timestamptz default now(), p_discount_code text default null, p_started_at timestamptz default null
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  address text;
  pieces integer;
  delivery public.delivery_methods;
  hash text;
  error jsonb;
  open_order public.orders;
  older_sessions jsonb;
  code text := nullif(public.normalise_code(p_discount_code), '');
  code_error text;
  result jsonb;
begin
  if not public.is_valid_checkout(p_lines) then return public.error_response('invalid_request', 'No valid items in cart'); end if;
  select email into address from auth.users where id = p_user_id;
  if address is null then return public.error_response('sign_in_required', 'Please sign in to complete your purchase.'); end if;
  perform pg_advisory_xact_lock(hashtextextended(p_user_id::text, 20260101));
  -- A code that many shoppers use is locked before any stock is locked, otherwise two shoppers could wait for each other.
  perform from public.discount_codes d where d.code = public.normalise_code(p_discount_code) and d.email_hash is null for update;
  select sum((line ->> 'quantity')::integer) into pieces from jsonb_array_elements(p_lines) as line;
  delivery := public.checkout_delivery_method(p_delivery_method_id, pieces);
  if delivery.id is null then return public.error_response('unknown_delivery', 'Please choose a delivery option before proceeding to checkout.'); end if;
  error := public.cart_error(p_lines);
  if error is not null then return error; end if;
  if delivery.stripe_id is null then return public.error_response('delivery_not_configured', 'Selected delivery method is missing Stripe configuration'); end if;

  -- The code is part of the hash, because another code makes another sum, and so another order.
  hash := public.hash_checkout(p_lines, delivery) || coalesce(':' || code, '');
  select * into open_order from public.orders where user_id = p_user_id and cart_hash = hash and status = 'pending';
  if open_order.id is not null then
    if public.is_payment_processing(open_order) or open_order.id = any (p_settling) then
      return public.error_response('payment_processing', 'Your payment for this order is still being processed. We will e-mail you as soon as it is through.');
    elsif open_order.reserved_until > open_order.created_at and open_order.reserved_until <= p_now + interval '1 minute' then
      null; -- Its stock is about to go back, so it is closed below like any older attempt.
    elsif open_order.stripe_session_id is not null and open_order.session_expires_at > p_now + interval '1 minute' then
      return jsonb_build_object('order', public.order_for_payment(open_order),
        'session', jsonb_build_object('id', open_order.stripe_session_id, 'url', open_order.stripe_session_url));
    elsif open_order.stripe_session_id is null and open_order.session_expires_at > p_now + interval '35 minutes' then
      -- Nobody has been given this session yet, and the provider would still accept its expiry time.
      if open_order.opening_until > p_now then return jsonb_build_object('wait', true); end if;
      update public.orders set opening_until = p_now + interval '5 seconds' where id = open_order.id;
      return jsonb_build_object('order', public.order_for_payment(open_order), 'session', null);
    end if;
  end if;

  if exists (
    select from public.orders
    where user_id = p_user_id and status = 'pending' and cart_hash <> hash and created_at >= p_started_at and id <> all (p_settling)
  ) then return public.error_response('cart_changed', 'Your cart was changed in another tab. Please check it and try again.'); end if;
  perform public.release_order_without_session(id, p_now) from public.orders
  where user_id = p_user_id and status = 'pending' and id <> all (p_settling) and stripe_session_id is null;
  select jsonb_agg(jsonb_build_object('orderId', id, 'sessionId', stripe_session_id) order by created_at) into older_sessions
  from public.orders
  where user_id = p_user_id and status = 'pending' and id <> all (p_settling) and stripe_session_url is not null;
  if older_sessions is not null then return jsonb_build_object('expire', older_sessions); end if;
  if code is not null then
    code_error := public.checkout_discount_error(code, address, p_now);
    if code_error is not null then return public.error_response('discount_refused', code_error); end if;
  end if;
  result := public.place_order(p_user_id, address, p_lines, delivery, hash, p_terms_version, p_now);
  if code is null or result ? 'error' then return result; end if;
  return jsonb_build_object('order', public.apply_discount((result -> 'order' ->> 'id')::uuid, code), 'session', null);
end $$;

-- Stores the payment session of an order. Returns false if the order no longer waits for it, because another tab has changed the
-- cart; the caller then closes the session.
create or replace function public.attach_session(
  p_order_id uuid, p_session_id text, p_url text, p_expires_at timestamptz, p_now timestamptz default now()
) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set stripe_session_id = p_session_id, stripe_session_url = p_url, session_expires_at = p_expires_at, updated_at = p_now
  where id = p_order_id and status = 'pending' and coalesce(stripe_session_id, p_session_id) = p_session_id;
  return found;
end $$;

-- Gives up a pending order whose session can no longer be paid, and returns its stock. Returns whether it was such an order.
create or replace function public.release_order(p_order_id uuid, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set status = 'expired', stripe_session_url = null, updated_at = p_now
  where id = p_order_id and status = 'pending';
  if not found then return false; end if;
  perform public.return_stock(p_order_id);
  return true;
end $$;

-- Gives up a pending order that has no payment session yet. An order that has got a session in the meantime stays: that session
-- must be closed at the provider first, or it could still be paid, with a code that is then free for another order.
create or replace function public.release_order_without_session(p_order_id uuid, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.orders where id = p_order_id and stripe_session_id is null for update;
  if not found then return false; end if;
  return public.release_order(p_order_id, p_now);
end $$;

-- Sets the recipient, the sender and the note of a gift, for an order that is not paid yet; the last call wins. Nulls remove
-- them.
create or replace function public.set_gift(p_order_id uuid, p_to text, p_from text, p_note text) returns void
language sql security definer set search_path = '' as $$
  update public.orders set gift_to = p_to, gift_from = p_from, gift_note = p_note
  where id = p_order_id and status = 'pending' and (gift_to, gift_from, gift_note) is distinct from (p_to, p_from, p_note);
$$;

create or replace function public.erase_gift() returns trigger language plpgsql set search_path = '' as $$
begin
  new.gift_to := null;
  new.gift_from := null;
  new.gift_note := null;
  return new;
end $$;
create or replace trigger orders_erase_gift before update of erased_at on public.orders for each row
  when (new.erased_at is not null) execute function public.erase_gift();

-- Returns the name of the account that has paid; null when there is none. The delivery address names the recipient of the parcel,
-- who may be somebody else.
create or replace function public.payer_name(p_order public.orders) returns text language sql stable security definer set search_path = '' as $$
  select nullif(public.trim_text(p.full_name), '') from public.profiles p where p.id = p_order.user_id
$$;

-- Returns the text of the gift badge of an order; null when the order is not a gift.
create or replace function public.gift_badge(p_order public.orders) returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_object('to', p_order.gift_to, 'from', p_order.gift_from, 'note', p_order.gift_note)
  where coalesce(p_order.gift_to, p_order.gift_from, p_order.gift_note) is not null
$$;

grant execute on function
  public.begin_checkout,
  public.attach_session,
  public.release_order,
  public.release_order_without_session,
  public.set_gift
to service_role;
