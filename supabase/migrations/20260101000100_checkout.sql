-- How a cart becomes an order and an order becomes paid. Everything here is for the service role: the checkout
-- function, the provider's webhook, the sweep and the owner's command line. Shoppers reach none of it. What is
-- expected to go wrong comes back as {"error": {"code", "message", "products": [...]}}; a fault is raised.

-- When the sweep last asked the provider about a pending order; null when it never did.
alter table public.orders add column asked_at timestamptz;

-- Frozen with the order, because a second request for its session must ask for the same rate and the same sizes.
alter table public.orders add column delivery_stripe_id text;
alter table public.order_items add column sizes text[] not null default '{}';

-- ── Transitions ─────────────────────────────────────────────────────────────────────────────────

-- The life of an order. Late news only leads forward: an order that has expired, or whose payment failed, may still
-- turn out to be paid; a paid one never becomes unpaid. Whoever updates a status, this trigger refuses the rest.
create function public.guard_order_status() returns trigger
language plpgsql set search_path = ''
as $$
declare
  reachable text[] := case old.status
    when 'pending' then '{paid,payment_failed,expired}'
    when 'expired' then '{paid,payment_failed}'
    when 'payment_failed' then '{paid}'
    when 'paid' then '{fulfilled,partially_refunded,refunded}'
    when 'fulfilled' then '{partially_refunded,refunded}'
    when 'partially_refunded' then '{fulfilled,refunded}'
    else '{}'
  end;
begin
  if new.status <> old.status and not new.status = any (reachable) then
    raise exception 'An order cannot go from % to %', old.status, new.status using errcode = '23514';
  end if;
  return new;
end $$;
create trigger orders_guard_status before update of status on public.orders
  for each row execute function public.guard_order_status();

-- ── Checks of a cart ────────────────────────────────────────────────────────────────────────────

-- An error as a value.
create function public.checkout_error(p_code text, p_message text, p_products jsonb default '[]') returns jsonb
language sql immutable set search_path = ''
as $$ select jsonb_build_object('error', jsonb_build_object('code', p_code, 'message', p_message, 'products', p_products)) $$;

-- Pence as people read them, for messages.
create function public.pounds(p_pence integer) returns text
language sql immutable set search_path = ''
as $$ select '£' || to_char(p_pence / 100.0, 'FM9999990.00') $$;

-- Lines as they are sent to a checkout: 1 to 200 of {"product_id", "quantity", "unit_amount", "stripe_price_id"}, each
-- product once, each quantity a whole number from 1 to 99. The amount may be null (the cart knew none).
create function public.is_checkout(p_lines jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(p_lines) = 'array' and jsonb_array_length(p_lines) between 1 and 200 and not exists (
    select from jsonb_array_elements(p_lines) as line
    where jsonb_typeof(line) <> 'object'
      or jsonb_typeof(line -> 'product_id') is distinct from 'string'
      or (line ->> 'product_id') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      or jsonb_typeof(line -> 'quantity') is distinct from 'number'
      or (line ->> 'quantity') !~ '^[1-9][0-9]?$'
      or coalesce(jsonb_typeof(line -> 'unit_amount'), '') not in ('number', 'null')
      or (line ->> 'unit_amount') !~ '^[0-9]{1,9}$'
      or jsonb_typeof(line -> 'stripe_price_id') is distinct from 'string'
  ) and (select count(distinct line ->> 'product_id') = count(*) from jsonb_array_elements(p_lines) as line)
$$;

-- The sent lines beside what the catalogue says now. `position` is the place in the cart, `fault` the words for a
-- product that cannot be sold, `moved` says that its price is no longer the one that was sent.
create function public.checkout_lines(p_lines jsonb)
returns table (
  "position" integer, product_id uuid, quantity integer, slug text, name text, image text, allergens text, sizes text[],
  unit_amount integer, stripe_price_id text, recurring_interval text, recurring_interval_count smallint,
  fault text, moved boolean
)
language sql stable security definer set search_path = ''
as $$
  select
    (sent.ordinality - 1)::integer, (sent.line ->> 'product_id')::uuid, (sent.line ->> 'quantity')::integer,
    p.slug, p.name, p.image_url[1], p.allergens, coalesce(p.sizes, '{}'),
    first.unit_amount, first.stripe_price_id, first.recurring_interval, first.recurring_interval_count,
    case
      when p.id is null then 'Invalid product data'
      when not p.active then p.name || ' - no longer available'
      when p."isComingSoon" then p.name || ' - coming soon'
      when p."isSoldOut" then p.name || ' - sold out'
      when coalesce(first.unit_amount, 0) = 0 or first.stripe_price_id is null then p.name || ' - missing price information'
    end,
    first.unit_amount is distinct from (sent.line ->> 'unit_amount')::integer
      or first.stripe_price_id is distinct from sent.line ->> 'stripe_price_id'
  from jsonb_array_elements(p_lines) with ordinality as sent (line, ordinality)
  left join public.products p on p.id = (sent.line ->> 'product_id')::uuid
  left join lateral (
    select * from public.prices where prices.product_id = p.id order by prices.position limit 1
  ) as first on true
$$;

-- How a product is named in an error: enough for the cart page to take over what has changed.
create function public.named_product(p_id uuid, p_name text, p_unit_amount integer, p_price_id text) returns jsonb
language sql immutable set search_path = ''
as $$ select jsonb_build_object('id', p_id, 'name', p_name, 'unitAmount', p_unit_amount, 'stripePriceId', p_price_id) $$;

-- What is wrong with a cart, the worst first, or null: products that cannot be sold, prices that have changed, boxes of
-- two rhythms in one cart, more than the payment page can ask about or take (three fields; twenty one-off lines beside
-- a box, one of them the delivery).
create function public.checkout_fault(p_lines jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare found record;
begin
  select
    jsonb_agg(public.named_product(product_id, name, unit_amount, stripe_price_id) order by position) filter (where fault is not null) as unsellable,
    string_agg(fault, ', ' order by position) as faults,
    jsonb_agg(public.named_product(product_id, name, unit_amount, stripe_price_id) order by position) filter (where moved) as moved,
    string_agg(name || ' is now ' || public.pounds(unit_amount), ', ' order by position) filter (where moved) as moves,
    count(distinct recurring_interval || recurring_interval_count) as rhythms,
    count(*) filter (where cardinality(sizes) > 0) as sized,
    count(*) filter (where recurring_interval is null) as once
  into found from public.checkout_lines(p_lines);
  return case
    when found.faults is not null then
      public.checkout_error('unavailable', 'Invalid items in cart: ' || found.faults, found.unsellable)
    when found.moves is not null then
      public.checkout_error('price_changed', 'The price has changed: ' || found.moves || '. Please check your cart and try again.', found.moved)
    when found.rhythms > 1 then
      public.checkout_error('mixed_boxes', 'Monthly and quarterly boxes are paid at different times. Please order them apart.')
    when found.sized > 3 then
      public.checkout_error('too_many_sizes', 'Please order at most three products that come in sizes at a time.')
    when found.once > case when found.rhythms > 0 then 19 else 99 end then
      public.checkout_error('too_many_lines', 'There are too many different products in this cart. Please order them in two parts.')
  end;
end $$;

-- The delivery method that an order gets: XL above five pieces, whatever known method was sent; otherwise the chosen
-- one. XL is never a choice, so asking for it with fewer pieces finds nothing, and so does a method nobody knows.
create function public.checkout_delivery(p_method_id text, p_pieces integer) returns public.delivery_methods
language sql stable security definer set search_path = ''
as $$
  select d from public.delivery_methods d
  where d.id = case when p_pieces > 5 then 'xl' else nullif(p_method_id, 'xl') end
    and exists (select from public.delivery_methods sent where sent.id = p_method_id)
$$;

-- One attempt to pay for exactly these things at these prices has one hash.
create function public.checkout_hash(p_lines jsonb, p_delivery public.delivery_methods) returns text
language sql stable security definer set search_path = ''
as $$
  select encode(sha256(convert_to(
    string_agg(concat_ws(':', product_id, quantity, unit_amount, stripe_price_id), ',' order by product_id)
      || concat_ws(':', '|', p_delivery.id, p_delivery.price, p_delivery.stripe_id), 'utf8')), 'hex')
  from public.checkout_lines(p_lines)
$$;

-- ── Stock ───────────────────────────────────────────────────────────────────────────────────────

-- Locks the counted products among p_ids, always in the order of their ids, so that two carts never wait for each other.
create function public.lock_stock(p_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.products where id = any (p_ids) and stock is not null order by id for no key update;
end $$;

-- Takes the lines of an order out of the stock, all or nothing. Says whether it could.
create function public.take_stock(p_order_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.lock_stock(array(select product_id from public.order_items where order_id = p_order_id));
  if exists (
    select from public.order_items i join public.products p on p.id = i.product_id
    where i.order_id = p_order_id and p.stock < i.quantity
  ) then return false; end if;
  update public.products p set stock = p.stock - i.quantity
  from public.order_items i where i.order_id = p_order_id and p.id = i.product_id and p.stock is not null;
  update public.orders set stock_held = true where id = p_order_id;
  return true;
end $$;

-- Puts the lines of an order back, once.
create function public.return_stock(p_order_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.orders set stock_held = false where id = p_order_id and stock_held;
  if not found then return; end if;
  perform public.lock_stock(array(select product_id from public.order_items where order_id = p_order_id));
  update public.products p set stock = p.stock + i.quantity
  from public.order_items i where i.order_id = p_order_id and p.id = i.product_id and p.stock is not null;
end $$;

-- ── A checkout ──────────────────────────────────────────────────────────────────────────────────

-- An order as the checkout function needs it to ask for a payment session. The same order always gives the same
-- answer, so that a second request under the same idempotency key is the same request.
create function public.order_for_payment(p_order public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_order.id, 'number', p_order.number, 'cartHash', p_order.cart_hash, 'email', p_order.email,
    'currency', p_order.currency, 'subtotal', p_order.subtotal, 'total', p_order.total, 'isSubscription', p_order.is_subscription,
    'expiresAt', floor(extract(epoch from p_order.session_expires_at)),
    'delivery', jsonb_build_object('name', p_order.delivery_name, 'price', p_order.delivery_price, 'stripeId', p_order.delivery_stripe_id),
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'position', i.position, 'name', i.name, 'quantity', i.quantity, 'stripePriceId', i.stripe_price_id, 'sizes', i.sizes
      ) order by i.position) from public.order_items i where i.order_id = p_order.id
    )
  )
$$;

-- Writes the pending order of a cart that has been checked, and takes its stock. Answers with the order, or with the
-- error that not enough is left.
create function public.place_order(
  p_user_id uuid, p_email text, p_lines jsonb, p_delivery public.delivery_methods, p_hash text, p_terms_version text, p_now timestamptz
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  placed public.orders;
  short jsonb;
  words text;
  sum integer;
begin
  perform public.lock_stock(array(select product_id from public.checkout_lines(p_lines)));
  select jsonb_agg(public.named_product(l.product_id, l.name, l.unit_amount, l.stripe_price_id) || jsonb_build_object('left', p.stock) order by l.position),
    string_agg(case when p.stock = 0 then l.name || ' - sold out' else l.name || ' - only ' || p.stock || ' left' end, ', ' order by l.position)
  into short, words
  from public.checkout_lines(p_lines) l join public.products p on p.id = l.product_id where p.stock < l.quantity;
  if words is not null then return public.checkout_error('out_of_stock', 'Not enough in stock: ' || words, short); end if;

  select sum(l.unit_amount * l.quantity) into sum from public.checkout_lines(p_lines) l;
  insert into public.orders (
    user_id, email, subtotal, delivery_price, total, delivery_method_id, delivery_name, delivery_stripe_id, cart_hash,
    stock_held, is_subscription, session_expires_at, terms_version, created_at, updated_at
  ) values (
    p_user_id, p_email, sum, p_delivery.price, sum + p_delivery.price, p_delivery.id, p_delivery.name, p_delivery.stripe_id, p_hash,
    false, exists (select from public.checkout_lines(p_lines) l where l.recurring_interval is not null),
    p_now + interval '1 hour', p_terms_version, p_now, p_now
  ) returning * into placed;
  insert into public.order_items (
    order_id, position, product_id, slug, name, image, unit_amount, quantity, allergens, sizes, recurring_interval,
    recurring_interval_count, stripe_price_id
  )
  select placed.id, l.position, l.product_id, l.slug, l.name, l.image, l.unit_amount, l.quantity, l.allergens, l.sizes,
    l.recurring_interval, l.recurring_interval_count, l.stripe_price_id
  from public.checkout_lines(p_lines) l;
  perform public.take_stock(placed.id);
  return jsonb_build_object('order', public.order_for_payment(placed), 'session', null);
end $$;

-- Begins a checkout. One shopper's checkouts go one after another. Answers with one of
--   {"order", "session": {"id", "url"} | null}  the order to be paid; the session when it has one already;
--   {"expire": [{"orderId", "sessionId"}]}      older attempts of other carts that must be closed at the provider and
--                                               released first (those in p_settling are being paid and stay);
--   {"error"}                                   why there is no order.
-- An unchanged cart finds its pending order again for as long as its session can well be paid, or, when no session was
-- noted, for as long as asking the provider again is the same request (its time still lies half an hour ahead).
create function public.begin_checkout(
  p_user_id uuid, p_lines jsonb, p_delivery_method_id text, p_terms_version text, p_settling uuid[] default '{}',
  p_now timestamptz default now()
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

  hash := public.checkout_hash(p_lines, delivery);
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
  return public.place_order(p_user_id, address, p_lines, delivery, hash, p_terms_version, p_now);
end $$;
grant execute on function public.begin_checkout(uuid, jsonb, text, text, uuid[], timestamptz) to service_role;

-- Notes the payment session of a pending order. Says whether the order still waits for it; when it does not (another
-- tab has changed the cart), the caller closes the session at the provider.
create function public.attach_session(
  p_order_id uuid, p_session_id text, p_url text, p_expires_at timestamptz, p_now timestamptz default now()
) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update public.orders set stripe_session_id = p_session_id, stripe_session_url = p_url, session_expires_at = p_expires_at, updated_at = p_now
  where id = p_order_id and status = 'pending' and coalesce(stripe_session_id, p_session_id) = p_session_id;
  return found;
end $$;
grant execute on function public.attach_session(uuid, text, text, timestamptz, timestamptz) to service_role;

-- Gives up a pending order whose session can no longer be paid, and puts its stock back. Anything but a pending order
-- stays as it is. Says whether it was released.
create function public.release_order(p_order_id uuid, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update public.orders set status = 'expired', stripe_session_url = null, updated_at = p_now
  where id = p_order_id and status = 'pending';
  if not found then return false; end if;
  perform public.return_stock(p_order_id);
  return true;
end $$;
grant execute on function public.release_order(uuid, timestamptz) to service_role;

-- ── Settlement ──────────────────────────────────────────────────────────────────────────────────

-- The order as its letters show it (OrderLetter of mail/letters.ts).
create function public.order_letter(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'number', o.number, 'placedAt', o.created_at, 'email', o.email, 'subtotal', o.subtotal, 'deliveryName', o.delivery_name,
    'deliveryTime', (select d.description from public.delivery_methods d where d.id = o.delivery_method_id),
    'deliveryPrice', o.delivery_price, 'deliveryTime', nullif(d.description, ''), 'discount', o.discount, 'total', o.total, 'address', o.delivery_address,
    'termsVersion', o.terms_version, 'isSubscription', o.is_subscription,
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'name', i.name, 'slug', i.slug, 'quantity', i.quantity, 'unitAmount', i.unit_amount, 'allergens', i.allergens, 'size', i.size,
        'interval', case when i.recurring_interval is not null then
          jsonb_build_object('unit', i.recurring_interval, 'count', i.recurring_interval_count) end
      ) order by i.position) from public.order_items i where i.order_id = o.id
    )
  ) from public.orders o join public.delivery_methods d on d.id = o.delivery_method_id where o.id = p_order_id
$$;

-- Queues a letter about an order. The key makes it unique, however often an order is settled.
create function public.queue_order_letter(p_template text, p_order_id uuid, p_recipient text, p_note text, p_now timestamptz) returns void
language sql security definer set search_path = ''
as $$
  insert into public.outbox (template, recipient, data, dedupe_key, next_attempt_at, created_at)
  select p_template, p_recipient,
    public.order_letter(p_order_id) || case when p_note is null then '{}'::jsonb else jsonb_build_object('note', p_note) end,
    p_template || ':' || p_order_id, p_now, p_now
  where coalesce(p_recipient, '') <> ''
  on conflict (dedupe_key) do nothing
$$;

-- Takes the lines of a paid order out of its shopper's cart. When nothing is left the cart is checked out; what was
-- added meanwhile stays in an open one.
create function public.empty_cart(p_user_id uuid, p_order_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare rest jsonb;
begin
  perform from public.carts where user_id = p_user_id for update;
  select coalesce(jsonb_agg(line || jsonb_build_object('quantity', (line ->> 'quantity')::integer - coalesce(i.quantity, 0)) order by place)
    filter (where (line ->> 'quantity')::integer > coalesce(i.quantity, 0)), '[]') into rest
  from public.carts c cross join jsonb_array_elements(c.items) with ordinality as entry (line, place)
  left join public.order_items i on i.order_id = p_order_id and i.product_id = (line ->> 'product_id')::uuid
  where c.user_id = p_user_id;
  update public.carts set items = rest, checked_out = rest = '[]' where user_id = p_user_id;
end $$;

-- The order that a notification is about: by the id that our request carried, else by the session, else by the payment.
create function public.order_of_payment(p_facts jsonb) returns public.orders
language sql stable security definer set search_path = ''
as $$
  select o from public.orders o
  where case
    when p_facts ->> 'orderId' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then o.id = (p_facts ->> 'orderId')::uuid
    when p_facts ->> 'sessionId' is not null then o.stripe_session_id = p_facts ->> 'sessionId'
    else o.stripe_payment_intent_id = p_facts ->> 'paymentIntentId'
  end
$$;

-- Why a notification cannot be about this order, or null: another session than the one we made, another currency, or
-- another sum than the order's own less the discount that the provider granted on the goods.
create function public.payment_mismatch(p_order public.orders, p_facts jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_order.id is null then 'no such order'
    when p_order.stripe_session_id <> p_facts ->> 'sessionId' then 'another session than the order''s'
    when p_order.currency is distinct from p_facts ->> 'currency' then 'another currency'
    when coalesce((p_facts ->> 'amountDiscount')::bigint, 0) not between 0 and p_order.subtotal
      or (p_facts ->> 'amountTotal')::bigint is distinct from
        p_order.subtotal + p_order.delivery_price - coalesce((p_facts ->> 'amountDiscount')::bigint, 0)
      then 'another amount than the order''s'
  end
$$;

-- Keeps what the payment page asked for: where it goes, the sizes, and the provider's ids.
create function public.note_payment_details(p_order_id uuid, p_facts jsonb, p_now timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.orders set
    stripe_session_id = coalesce(stripe_session_id, p_facts ->> 'sessionId'),
    stripe_session_url = null,
    stripe_payment_intent_id = coalesce(p_facts ->> 'paymentIntentId', stripe_payment_intent_id),
    stripe_subscription_id = coalesce(p_facts ->> 'subscriptionId', stripe_subscription_id),
    delivery_address = coalesce(nullif(p_facts -> 'address', 'null'), delivery_address),
    updated_at = p_now
  where id = p_order_id;
  update public.order_items set size = left(p_facts -> 'sizes' ->> position::text, 40)
  where order_id = p_order_id and p_facts -> 'sizes' ->> position::text is not null;
end $$;

-- The sum that has been paid back decides between refunded in part and in whole. News older than what is known, or
-- about an order that is not paid yet (it waits in `refunded`), moves no status.
create function public.apply_refund(p_order_id uuid, p_refunded integer, p_now timestamptz) returns void
language sql security definer set search_path = ''
as $$
  update public.orders set
    refunded = greatest(refunded, least(p_refunded, total)),
    status = case
      when status not in ('paid', 'fulfilled', 'partially_refunded') or greatest(refunded, p_refunded) = 0 then status
      when greatest(refunded, p_refunded) >= total then 'refunded'
      else 'partially_refunded'
    end,
    updated_at = p_now
  where id = p_order_id
$$;

-- Makes an order paid: the money, the stock (taken again when the order had given it back; the answer says when it
-- could not), the shopper's cart, the letters to the shopper and the owner, and refunds that were heard of before.
create function public.settle_paid(p_order public.orders, p_facts jsonb, p_business_email text, p_now timestamptz) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  discount_given integer := coalesce((p_facts ->> 'amountDiscount')::integer, 0);
  note text;
begin
  perform public.note_payment_details(p_order.id, p_facts, p_now);
  if p_order.status not in ('pending', 'expired', 'payment_failed') then return null; end if;
  update public.orders set status = 'paid', paid_at = p_now, discount = discount_given, total = subtotal + delivery_price - discount_given
  where id = p_order.id;
  if not p_order.stock_held and not public.take_stock(p_order.id) then
    note := 'Paid after its time was up, and not everything is in stock any more.';
  end if;
  if p_order.user_id is not null then perform public.empty_cart(p_order.user_id, p_order.id); end if;
  perform public.queue_order_letter('order_confirmation', p_order.id, p_order.email, null, p_now);
  perform public.queue_order_letter('order_notice', p_order.id, p_business_email, note, p_now);
  perform public.apply_refund(p_order.id, p_order.refunded, p_now);
  return coalesce(note, 'paid');
end $$;

-- A payment that was under way did not come through. Puts the stock back and tells the shopper. A paid order stays paid.
create function public.settle_failed(p_order public.orders, p_now timestamptz) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  if p_order.status not in ('pending', 'expired') then return null; end if;
  update public.orders set status = 'payment_failed', stripe_session_url = null, updated_at = p_now where id = p_order.id;
  perform public.return_stock(p_order.id);
  perform public.queue_order_letter('payment_failed', p_order.id, p_order.email, null, p_now);
  return 'payment failed';
end $$;

-- What a notification does to its order, in words; null when it changes nothing. `p_event_type` is the provider's.
create function public.apply_payment_event(
  p_order public.orders, p_event_type text, p_facts jsonb, p_business_email text, p_now timestamptz
) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  if p_event_type = 'charge.refunded' then
    perform public.apply_refund(p_order.id, (p_facts ->> 'amountRefunded')::integer, p_now);
    return 'refunded ' || public.pounds((p_facts ->> 'amountRefunded')::integer);
  elsif p_event_type = 'checkout.session.async_payment_failed' then
    return public.settle_failed(p_order, p_now);
  elsif p_event_type = 'checkout.session.expired' then
    return case when public.release_order(p_order.id, p_now) then 'expired' end;
  elsif p_facts ->> 'paymentStatus' in ('paid', 'no_payment_required') then
    return public.settle_paid(p_order, p_facts, p_business_email, p_now);
  elsif p_event_type = 'checkout.session.completed' then
    perform public.note_payment_details(p_order.id, p_facts, p_now);
    return 'waiting for the money';
  end if;
  return null;
end $$;

-- Settles one notification, or one answer of the provider to the sweep's question, in one transaction and once: the
-- event's id, the order, the stock, the cart and the letters. p_facts holds what the event says: {"sessionId", "orderId",
-- "paymentStatus", "currency", "amountTotal", "amountDiscount", "paymentIntentId", "subscriptionId", "address", "sizes"}
-- for a session, {"orderId", "paymentIntentId", "currency", "amountRefunded"} for a charge. Answers {"outcome", "detail",
-- "number"}; "repeated" is an event that was taken in before, "set aside" one that does not fit its order.
create function public.settle_payment(
  p_event_id text, p_event_type text, p_facts jsonb, p_business_email text, p_now timestamptz default now()
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  concerned public.orders;
  problem text;
  change text;
  verdict text;
begin
  insert into public.payment_events (id, type, outcome, received_at) values (p_event_id, p_event_type, 'ignored', p_now)
  on conflict (id) do nothing;
  if not found then return jsonb_build_object('outcome', 'repeated'); end if;
  concerned := public.order_of_payment(p_facts);
  select * into concerned from public.orders where id = concerned.id for update;
  problem := case
    when p_event_type <> 'charge.refunded' then public.payment_mismatch(concerned, p_facts)
    when concerned.id is null then 'no such order'
    when concerned.currency is distinct from p_facts ->> 'currency' then 'another currency'
    when coalesce((p_facts ->> 'amountRefunded')::bigint, -1) not between 0 and concerned.total then 'another amount than the order''s'
  end;
  if problem is null then
    change := public.apply_payment_event(concerned, p_event_type, p_facts, p_business_email, p_now);
  end if;
  verdict := case when problem is not null then 'set aside' when change is not null then 'applied' else 'ignored' end;
  update public.payment_events set outcome = verdict, detail = coalesce(problem, change), order_id = concerned.id where id = p_event_id;
  return jsonb_build_object('outcome', verdict, 'detail', coalesce(problem, change), 'number', concerned.number);
end $$;
grant execute on function public.settle_payment(text, text, jsonb, text, timestamptz) to service_role;

-- ── The sweep and the owner ─────────────────────────────────────────────────────────────────────

-- Pending orders that nobody has asked the provider about for p_every_ms, the longest unasked first. Taking them notes
-- the time, so two processes never ask about the same order.
create function public.orders_to_ask(p_limit integer, p_every_ms integer, p_now timestamptz default now())
returns table (id uuid, number bigint, session_id text, session_expires_at timestamptz, created_at timestamptz)
language sql security definer set search_path = ''
as $$
  update public.orders o set asked_at = p_now
  where o.id in (
    select w.id from public.orders w
    where w.status = 'pending' and coalesce(w.asked_at, w.created_at) <= p_now - make_interval(secs => p_every_ms / 1000.0)
    order by coalesce(w.asked_at, w.created_at) limit p_limit for update skip locked
  ) returning o.id, o.number, o.stripe_session_id, o.session_expires_at, o.created_at
$$;
grant execute on function public.orders_to_ask(integer, integer, timestamptz) to service_role;

-- Marks an order as sent. Answers with its number, or an error that says why not.
create function public.fulfil_order(p_number bigint, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare concerned public.orders;
begin
  select * into concerned from public.orders where number = p_number for update;
  if concerned.id is null then return public.checkout_error('not_found', 'There is no order ' || p_number); end if;
  if concerned.status not in ('paid', 'partially_refunded') then
    return public.checkout_error('wrong_status', 'Order ' || p_number || ' is ' || replace(concerned.status, '_', ' ') || ' and cannot be fulfilled');
  end if;
  update public.orders set status = 'fulfilled', fulfilled_at = p_now, updated_at = p_now where id = concerned.id;
  return jsonb_build_object('number', p_number, 'status', 'fulfilled');
end $$;
grant execute on function public.fulfil_order(bigint, timestamptz) to service_role;

-- Notes the payment that belongs to an order when the provider's notification did not name it (subscriptions).
create function public.note_payment_intent(p_order_id uuid, p_payment_intent_id text) returns void
language sql security definer set search_path = ''
as $$ update public.orders set stripe_payment_intent_id = p_payment_intent_id where id = p_order_id and stripe_payment_intent_id is null $$;
grant execute on function public.note_payment_intent(uuid, text) to service_role;

-- Puts the ids of one of the provider's accounts into use: prices and delivery methods get theirs by lookup key
-- (`price_<slug>`, with `_<position>` after the first; `delivery_<id>`), null where the account has none.
-- The sandbox needs no rows: its ids follow from the names.
create function public.use_payment_account(p_account text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.prices set stripe_price_id = null where stripe_price_id is not null and not exists (
    select from public.price_ids_of(p_account) found where found.price_id = prices.id and found.provider_id = prices.stripe_price_id);
  update public.prices set stripe_price_id = found.provider_id
  from public.price_ids_of(p_account) found
  where found.price_id = prices.id and prices.stripe_price_id is distinct from found.provider_id;
  update public.delivery_methods d set stripe_id = found.provider_id
  from (
    select m.id, coalesce(k.provider_id, case when p_account = 'sandbox' then 'shr_sandbox_' || m.id end) as provider_id
    from public.delivery_methods m
    left join public.payment_provider_ids k on k.account = p_account and k.lookup_key = 'delivery_' || m.id
  ) found
  where found.id = d.id and d.stripe_id is distinct from found.provider_id;
end $$;
grant execute on function public.use_payment_account(text) to service_role;

-- The id of each price at one of the provider's accounts.
create function public.price_ids_of(p_account text) returns table (price_id uuid, provider_id text)
language sql stable security definer set search_path = ''
as $$
  select r.id, coalesce(k.provider_id, case when p_account = 'sandbox' then 'price_sandbox_' || replace(p.slug, '-', '_') || r.suffix end)
  from (select id, product_id, case when position = 0 then '' else '_' || position end as suffix from public.prices) r
  join public.products p on p.id = r.product_id
  left join public.payment_provider_ids k on k.account = p_account and k.lookup_key = 'price_' || p.slug || r.suffix
  where k.provider_id is not null or p_account = 'sandbox'
$$;

revoke execute on all functions in schema public from public;
