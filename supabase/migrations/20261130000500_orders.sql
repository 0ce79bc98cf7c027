-- How a cart becomes an order. The functions are for the service role: the checkout function and the owner's command line.
-- What is expected to go wrong comes back as {"error": {"code", "message", "products": [...]}}; a fault is raised.

-- The extension of three letters may lie in any schema.
select set_config('search_path', format('public, extensions, %I', n.nspname), true)
from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';

-- A parcel's number, or the https address where it is followed.
create function public.is_tracking(p_text text) returns boolean language sql immutable set search_path = '' as $$
  select p_text ~ '^[0-9A-Za-z][0-9A-Za-z -]{2,39}$'
    or (length(p_text) <= 1000 and p_text ~ '^https://[0-9A-Za-z._-]+(:[0-9]+)?([/?#][^[:space:]"<>]*)?$')
$$;

-- One row an attempt to pay, or the payment of a later box. Written by the server only; a shopper reads their own.
-- `number` is what people quote. Totals are what was charged.
create table public.orders (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity (start with 1001) unique,
  user_id uuid references auth.users on delete set null,
  email text not null,
  status text not null default 'pending'
    check (status in ('pending', 'paid', 'payment_failed', 'expired', 'partially_refunded', 'refunded', 'fulfilled')),
  currency text not null default 'gbp' check (currency = 'gbp'),
  subtotal integer not null check (subtotal >= 0),
  delivery_price integer not null check (delivery_price >= 0),
  discount integer not null default 0 check (discount >= 0),
  total integer not null check (total >= 0 and total = subtotal + delivery_price - discount),
  refunded integer not null default 0 check (refunded between 0 and total),
  delivery_method_id text not null references public.delivery_methods,
  delivery_name text not null,
  delivery_address jsonb,
  cart_hash text not null,
  stock_held boolean not null default true, -- its lines are taken out of products.stock
  is_subscription boolean not null default false,
  stripe_session_id text unique, -- null until the provider has opened one, and for later boxes
  stripe_session_url text, -- null when nobody can pay there any more; of a pending order with a session, see `is_settling`
  stripe_payment_intent_id text,
  stripe_subscription_id text,
  session_expires_at timestamptz,
  terms_version text not null,
  created_at timestamptz not null default now(),
  paid_at timestamptz, -- null until the money has come in
  fulfilled_at timestamptz, -- null until its parcel is sent, and again when that is taken back
  updated_at timestamptz not null default now(),
  asked_at timestamptz, -- when the sweep last asked the provider about it; null when it never did
  delivery_stripe_id text, -- frozen, because a second request for its session must ask for the same rate
  -- Its discount is in `discount` from the start.
  discount_code text references public.discount_codes on update cascade on delete set null,
  -- What of it came off the delivery: that was paid for less, and the goods for more.
  delivery_discount integer not null default 0 check (delivery_discount between 0 and delivery_price),
  stripe_invoice_id text unique, -- what a later box was paid by; null for orders that were placed in the shop
  refund_told integer not null default 0, -- how much of `refunded` the shopper has been written to about
  erased_at timestamptz, -- it has no shopper, address, code or parcel from then on; the books keep the rest
  reserved_until timestamptz, -- until when its stock is held; created_at when none is, null when nothing in it is counted
  released_at timestamptz, -- when its stock was put back
  sold_out_at timestamptz, -- when it was paid for, and not everything was there any more: what was paid is to go back
  opening_until timestamptz, -- until when one of several equal attempts may be asking for the session; the others wait
  carrier text check (length(carrier) between 1 and 60 and carrier !~ '[[:cntrl:]]'),
  tracking text check (public.is_tracking(tracking)),
  cancelled_at timestamptz, -- when the money of a cancelled order had gone back
  -- A present: the shopper's words, as the badge on its slip says them. They go when the order loses its name.
  gift_to text check (length(gift_to) between 1 and 40 and gift_to !~ '[[:cntrl:]]'),
  gift_from text check (length(gift_from) between 1 and 40 and gift_from !~ '[[:cntrl:]]'),
  gift_note text check (length(gift_note) between 1 and 200 and gift_note !~ '[[:cntrl:]]')
);
create index orders_of_user on public.orders (user_id, created_at desc);
create index orders_pending on public.orders (created_at) where status = 'pending';
create unique index orders_one_open_attempt on public.orders (user_id, cart_hash) where status = 'pending';
create index orders_discount_code on public.orders (discount_code)
  include (status, paid_at, sold_out_at, discount, total, refunded) where discount_code is not null;
create index orders_email on public.orders (lower(email), created_at);
create index orders_of_boxes on public.orders (asked_at) where is_subscription and stripe_invoice_id is null;
create index orders_of_box on public.orders (stripe_subscription_id) where stripe_subscription_id is not null;
create index orders_sold_out on public.orders (sold_out_at) where sold_out_at is not null;
create index orders_words on public.orders using gin (email gin_trgm_ops, (delivery_address ->> 'name') gin_trgm_ops);
create index orders_placed on public.orders (created_at);
create index orders_status on public.orders (status);
create index orders_by_status on public.orders (status, number);
create index orders_to_send on public.orders (number)
  where status in ('paid', 'partially_refunded') and fulfilled_at is null and sold_out_at is null;
create index orders_sent on public.orders (fulfilled_at) where fulfilled_at is not null;
create index orders_paid on public.orders (paid_at) where paid_at is not null;
create index orders_payment on public.orders (stripe_payment_intent_id) where stripe_payment_intent_id is not null;
create index orders_cancelled on public.orders (number) where cancelled_at is not null;
create index orders_paid_back on public.orders (number) where refunded > 0;
create index orders_payment_failed on public.orders (number) where status = 'payment_failed';
create index orders_postcode on public.orders using gin (replace(delivery_address ->> 'postcode', ' ', '') gin_trgm_ops);
-- As they are packed.
create index orders_in_turn on public.orders ((delivery_method_id = 'priority') desc, coalesce(paid_at, created_at), number)
  where status in ('paid', 'partially_refunded') and fulfilled_at is null and sold_out_at is null;
create index orders_of_code on public.orders (discount_code, number) where discount_code is not null;
alter table public.orders enable row level security;
grant select on public.orders to authenticated;
create policy "People read their own orders" on public.orders for select to authenticated using (user_id = (select auth.uid()));
create policy "A code is asked for where there is one" on public.orders as restrictive for all to authenticated
  using ((select public.is_proved()));
create trigger orders_tell_owner_change after update on public.orders for each row
  when (old.status <> new.status or old.sold_out_at is distinct from new.sold_out_at
    or old.stripe_session_url is distinct from new.stripe_session_url)
  execute function public.tell_owner('order');
create trigger orders_tell_desk after update on public.orders for each row
  when (old.paid_at is distinct from new.paid_at and new.sold_out_at is null) execute function public.tell_desk('new_order');
create trigger orders_tell_desk_change after update on public.orders for each row
  when (new.paid_at is not null
    and (old.status, old.fulfilled_at, old.refunded, old.erased_at) is distinct from (new.status, new.fulfilled_at, new.refunded, new.erased_at))
  execute function public.tell_desk('orders');
create trigger orders_tell_desk_codes after update on public.orders for each row
  when (new.discount_code is not null and (old.status, old.refunded) is distinct from (new.status, new.refunded))
  execute function public.tell_desk('codes');

-- The lines of an order as they were when it was placed, and how many of each were paid back. A shopper reads their own.
create table public.order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders on delete cascade,
  position smallint not null,
  product_id uuid references public.products on delete set null,
  slug text not null,
  name text not null,
  image text,
  unit_amount integer not null check (unit_amount >= 0),
  quantity smallint not null check (quantity between 1 and 99),
  allergens text,
  size text,
  recurring_interval text,
  recurring_interval_count smallint,
  stripe_price_id text not null,
  sizes text[] not null default '{}',
  refunded_quantity smallint not null default 0 check (refunded_quantity between 0 and quantity),
  unique (order_id, position)
);
create index order_items_words on public.order_items using gin (name gin_trgm_ops);
create index order_items_product on public.order_items (product_id);
alter table public.order_items enable row level security;
grant select on public.order_items to authenticated;
create policy "People read the lines of their own orders" on public.order_items for select to authenticated
  using (exists (select from public.orders o where o.id = order_id and o.user_id = (select auth.uid())));
create policy "A code is asked for where there is one" on public.order_items as restrictive for all to authenticated
  using ((select public.is_proved()));

-- The life of an order. Late news only leads forward: one that has expired, or whose payment failed, may still turn out to
-- be paid; a paid one never becomes unpaid, and what was marked as sent by mistake goes back.
create function public.guard_order_status() returns trigger language plpgsql set search_path = '' as $$
declare
  reachable text[] := case old.status
    when 'pending' then '{paid,payment_failed,expired}'
    when 'expired' then '{paid,payment_failed}'
    when 'payment_failed' then '{paid}'
    when 'paid' then '{fulfilled,partially_refunded,refunded}'
    when 'fulfilled' then '{paid,partially_refunded,refunded}'
    when 'partially_refunded' then '{fulfilled,refunded}'
    else '{}'
  end;
begin
  if new.status <> old.status and not new.status = any (reachable) then
    raise exception 'An order cannot go from % to %', old.status, new.status using errcode = '23514';
  end if;
  return new;
end $$;
create trigger orders_guard_status before update of status on public.orders for each row execute function public.guard_order_status();

-- ── Checks of a cart ────────────────────────────────────────────────────────────────────────────

create function public.checkout_error(p_code text, p_message text, p_products jsonb default '[]') returns jsonb
language sql immutable set search_path = ''
as $$ select jsonb_build_object('error', jsonb_build_object('code', p_code, 'message', p_message, 'products', p_products)) $$;

-- Lines as they are sent to a checkout: 1 to 200 of {"product_id", "quantity", "unit_amount", "stripe_price_id"}, each
-- product once, each quantity a whole number from 1 to 99. The amount may be null (the cart knew none).
create function public.is_checkout(p_lines jsonb) returns boolean language sql immutable set search_path = '' as $$
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

-- The sent lines beside what the catalogue says now: `fault` in words when one cannot be sold, `moved` when its price has.
create function public.checkout_lines(p_lines jsonb)
returns table (
  "position" integer, product_id uuid, quantity integer, slug text, name text, image text, allergens text, sizes text[],
  unit_amount integer, stripe_price_id text, recurring_interval text, recurring_interval_count smallint,
  fault text, moved boolean
) language sql stable security definer set search_path = '' as $$
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

-- What is wrong with a cart, the worst first, or null. The payment page takes three fields, and twenty lines beside a box.
create function public.checkout_fault(p_lines jsonb) returns jsonb language plpgsql stable security definer set search_path = '' as $$
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
      public.checkout_error('mixed_boxes', 'Monthly and quarterly boxes are paid at different times. Please order them separately.')
    when found.sized > 3 then
      public.checkout_error('too_many_sizes', 'Please order no more than three products with sizes at a time.')
    when found.once > case when found.rhythms > 0 then 19 else 99 end then
      public.checkout_error('too_many_lines', 'There are too many different products in this cart. Please split them into two orders.')
  end;
end $$;

-- XL above five pieces, whatever known method was sent; it is never a choice, so asking for it with fewer finds nothing.
create function public.checkout_delivery(p_method_id text, p_pieces integer) returns public.delivery_methods
language sql stable security definer set search_path = '' as $$
  select d from public.delivery_methods d
  where d.id = case when p_pieces > 5 then 'xl' else nullif(p_method_id, 'xl') end
    and exists (select from public.delivery_methods sent where sent.id = p_method_id)
$$;

-- One attempt to pay for exactly these things at these prices has one hash.
create function public.checkout_hash(p_lines jsonb, p_delivery public.delivery_methods) returns text
language sql stable security definer set search_path = '' as $$
  select encode(sha256(convert_to(
    string_agg(concat_ws(':', product_id, quantity, unit_amount, stripe_price_id), ',' order by product_id)
      || concat_ws(':', '|', p_delivery.id, p_delivery.price, p_delivery.stripe_id), 'utf8')), 'hex')
  from public.checkout_lines(p_lines)
$$;

-- ── Stock ───────────────────────────────────────────────────────────────────────────────────────

-- Locks the counted products among p_ids, always in the order of their ids, so that two carts never wait for each other.
create function public.lock_stock(p_ids uuid[]) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform from public.products where id = any (p_ids) and stock is not null order by id for no key update;
end $$;

-- Takes the lines of an order out of the stock, all or nothing. Says whether it could.
create function public.take_stock(p_order_id uuid) returns boolean language plpgsql security definer set search_path = '' as $$
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

-- Puts the lines of an order back, once, and notes the time.
create function public.return_stock(p_order_id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set stock_held = false, released_at = updated_at where id = p_order_id and stock_held;
  if not found then return; end if;
  perform public.lock_stock(array(select product_id from public.order_items where order_id = p_order_id));
  update public.products p set stock = p.stock + i.quantity
  from public.order_items i where i.order_id = p_order_id and p.id = i.product_id and p.stock is not null;
end $$;

-- How long an account's next order may hold stock: an hour, or what those that it has not paid for since its last payment
-- have left of seventy-five minutes; under five it is nothing. Who has none left checks out all the same: stock is then
-- taken when the money comes in, and if it is gone, the money goes back (docs/decisions/0013).
create function public.reservation_left(p_user_id uuid, p_now timestamptz) returns interval
language sql stable security definer set search_path = '' as $$
  select case when held.remaining >= interval '5 minutes' then least(held.remaining, interval '1 hour') else interval '0' end
  from (
    select interval '75 minutes' - coalesce(sum(coalesce(o.released_at, p_now) - o.created_at), interval '0') as remaining
    from public.orders o
    where o.user_id = p_user_id and o.paid_at is null and o.reserved_until > o.created_at
      and o.created_at > coalesce((
        select max(paid.paid_at) from public.orders paid where paid.user_id = p_user_id and paid.sold_out_at is null
      ), '-infinity')
  ) as held
$$;

-- A paid order uses its code up, also one typed on the payment page, known by what it took off; a sold out one does not. One of
-- the owner's is used by counting its orders.
create function public.use_discount() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.discount_codes d set used_at = coalesce(d.used_at, new.paid_at, now())
  where (d.code = new.discount_code and d.email_hash is not null) or (
    new.discount_code is null and d.email_hash = public.email_hash(new.email)
    and new.discount = round(new.subtotal * d.percent / 100.0)
  );
  return null;
end $$;
create trigger orders_use_discount after update of status on public.orders
  for each row when (new.status = 'paid' and new.discount > 0 and new.sold_out_at is null) execute function public.use_discount();

-- ── A checkout ──────────────────────────────────────────────────────────────────────────────────

-- For the request for a payment session: always the same of an order, as the idempotency key is.
create function public.order_for_payment(p_order public.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', p_order.id, 'number', p_order.number, 'cartHash', p_order.cart_hash, 'email', p_order.email,
    'currency', p_order.currency, 'subtotal', p_order.subtotal, 'total', p_order.total, 'isSubscription', p_order.is_subscription,
    'discount', p_order.discount, 'deliveryDiscount', p_order.delivery_discount, 'discountCode', p_order.discount_code, 'ownCode', (
      -- The code of its address that may be typed on the payment page, as it was when the order was placed.
      select jsonb_build_object('code', d.code, 'percent', d.percent, 'expiresAt', floor(extract(epoch from d.expires_at)))
      from public.discount_codes d
      where p_order.discount_code is null and d.email_hash = public.email_hash(p_order.email) and d.withdrawn_at is null
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

-- Takes a code off an order that was just placed. Delivery has its share of what a code takes off everything.
create function public.apply_discount(p_order_id uuid, p_code text) returns jsonb language sql security definer set search_path = '' as $$
  update public.orders o set
    discount_code = taken.code,
    discount = taken.off,
    total = o.subtotal + o.delivery_price - taken.off,
    delivery_discount = case when taken.whole_order
      then taken.off - o.subtotal + ((o.subtotal + o.delivery_price - taken.off)::bigint * o.subtotal / (o.subtotal + o.delivery_price))::integer
      else 0 end
  from (
    select d.code, d.whole_order, public.code_takes(d, placed.subtotal, placed.delivery_price) as off
    from public.orders placed cross join public.discount_codes d where placed.id = p_order_id and d.code = p_code
  ) as taken
  where o.id = p_order_id returning public.order_for_payment(o)
$$;

-- Writes the pending order of a cart that has been checked, and takes its stock for as long as its shopper may hold it;
-- without a reservation it must be there all the same. Answers with the order, or with the error that not enough is left.
create function public.place_order(
  p_user_id uuid, p_email text, p_lines jsonb, p_delivery public.delivery_methods, p_hash text, p_terms_version text, p_now timestamptz
) returns jsonb language plpgsql security definer set search_path = '' as $$
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

-- Gives up a pending order whose session can no longer be paid, and puts its stock back. Says whether it was one.
create function public.release_order(p_order_id uuid, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set status = 'expired', stripe_session_url = null, updated_at = p_now
  where id = p_order_id and status = 'pending';
  if not found then return false; end if;
  perform public.return_stock(p_order_id);
  return true;
end $$;

-- Gives up a pending order that has no payment session yet. One that has got one meanwhile stays: its session must be
-- closed at the provider first, or it could still be paid, with a code that is then free for another order.
create function public.release_unattached(p_order_id uuid, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.orders where id = p_order_id and stripe_session_id is null for update;
  if not found then return false; end if;
  return public.release_order(p_order_id, p_now);
end $$;

-- Begins a checkout; one shopper's go one after another. Of several carts at once the one whose order is written first
-- wins, and those sent before that (p_started_at) give way. Answers with {"order", "session": {"id", "url"} | null} to be
-- paid; {"wait"}: an equal attempt is asking for its session now; {"expire": [{"orderId", "sessionId"}]}: older attempts to
-- be closed at the provider and released first (those in p_settling are being paid and stay); or {"error"}. Those without a
-- session are released here, under their row's lock: whoever was about to open one finds that out. An unchanged cart finds
-- its order again while its stock is held and its session can well be paid, or asking for that again is the same.
create function public.begin_checkout(
  p_user_id uuid, p_lines jsonb, p_delivery_method_id text, p_terms_version text, p_settling uuid[] default '{}',
  p_now timestamptz default now(), p_discount_code text default null, p_started_at timestamptz default null
) returns jsonb language plpgsql security definer set search_path = '' as $$
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
  -- A code that many use is locked before any stock is, or two shoppers could wait for each other.
  perform from public.discount_codes d where d.code = public.plain_code(p_discount_code) and d.email_hash is null for update;
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
    if public.is_settling(open) or open.id = any (p_settling) then
      return public.checkout_error('payment_processing', 'Your payment for this order is still being processed. We will e-mail you as soon as it is through.');
    elsif open.reserved_until > open.created_at and open.reserved_until <= p_now + interval '1 minute' then
      null; -- Its stock is about to go back, so it is closed below like any older attempt.
    elsif open.stripe_session_id is not null and open.session_expires_at > p_now + interval '1 minute' then
      return jsonb_build_object('order', public.order_for_payment(open),
        'session', jsonb_build_object('id', open.stripe_session_id, 'url', open.stripe_session_url));
    elsif open.stripe_session_id is null and open.session_expires_at > p_now + interval '35 minutes' then
      -- Nobody has got its session yet, and the provider would still take the time at which that is to end.
      if open.opening_until > p_now then return jsonb_build_object('wait', true); end if;
      update public.orders set opening_until = p_now + interval '5 seconds' where id = open.id;
      return jsonb_build_object('order', public.order_for_payment(open), 'session', null);
    end if;
  end if;

  if exists (
    select from public.orders
    where user_id = p_user_id and status = 'pending' and cart_hash <> hash and created_at >= p_started_at and id <> all (p_settling)
  ) then return public.checkout_error('cart_changed', 'Your cart was changed in another tab. Please check it and try again.'); end if;
  perform public.release_unattached(id, p_now) from public.orders
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

-- Says whether the order still waits for it; if not (another tab has changed the cart), the caller closes the session.
create function public.attach_session(
  p_order_id uuid, p_session_id text, p_url text, p_expires_at timestamptz, p_now timestamptz default now()
) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set stripe_session_id = p_session_id, stripe_session_url = p_url, session_expires_at = p_expires_at, updated_at = p_now
  where id = p_order_id and status = 'pending' and coalesce(stripe_session_id, p_session_id) = p_session_id;
  return found;
end $$;

-- Has what is in an order looked at anew: the provider has refused to sell it, or for another sum.
create function public.recheck_catalogue(p_order_id uuid) returns void language sql security definer set search_path = '' as $$
  select public.queue_catalogue_job(found.subject) from (
    select 'product:' || i.product_id as subject from public.order_items i where i.order_id = p_order_id and i.product_id is not null
    union
    select 'delivery:' || o.delivery_method_id from public.orders o where o.id = p_order_id
  ) found order by found.subject
$$;

-- ── Presents ────────────────────────────────────────────────────────────────────────────────────

-- Whom a parcel is for, whom it is from and a note, of an order that is not paid yet: what was last said of it holds. Nulls take
-- it back.
create function public.set_gift(p_order_id uuid, p_to text, p_from text, p_note text) returns void
language sql security definer set search_path = '' as $$
  update public.orders set gift_to = p_to, gift_from = p_from, gift_note = p_note
  where id = p_order_id and status = 'pending' and (gift_to, gift_from, gift_note) is distinct from (p_to, p_from, p_note);
$$;

create function public.forget_gift() returns trigger language plpgsql set search_path = '' as $$
begin
  new.gift_to := null;
  new.gift_from := null;
  new.gift_note := null;
  return new;
end $$;
create trigger orders_forget_gift before update of erased_at on public.orders for each row
  when (new.erased_at is not null) execute function public.forget_gift();

-- ── The owner ───────────────────────────────────────────────────────────────────────────────────

-- Each way by an index: 'paid' are all that are to be packed, a day is London's, fewer than three characters are a number.
-- p_most of what a search finds, the latest of them; null for all.
create function public.orders_sought(p_status text, p_day date, p_search text, p_most integer) returns setof bigint
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  pattern text := case when length(p_search) >= 3 then public.words_anywhere(p_search) end;
  wanted bigint := case when p_search ~ '^[0-9]{1,15}$' then p_search::bigint end;
begin
  if p_search is not null then
    return query
      select o.number from public.orders o where o.number = wanted
      union (select o.number from public.orders o where o.email ilike pattern order by o.number desc limit p_most)
      union (select o.number from public.orders o where o.delivery_address ->> 'name' ilike pattern order by o.number desc limit p_most)
      union (select o.number from public.orders o
        where replace(o.delivery_address ->> 'postcode', ' ', '') ilike replace(pattern, ' ', '') order by o.number desc limit p_most)
      union (select o.number from public.orders o
        where o.id in (select i.order_id from public.order_items i where i.name ilike pattern) order by o.number desc limit p_most)
      order by 1 desc limit p_most;
  elsif p_day is not null then
    return query select o.number from public.orders o
      where o.created_at >= p_day::timestamp at time zone 'Europe/London'
        and o.created_at < (p_day + 1)::timestamp at time zone 'Europe/London';
  elsif p_status = 'paid' then
    return query select o.number from public.orders o
      where o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null;
  elsif p_status is not null then
    return query select o.number from public.orders o where o.status = p_status;
  else
    return query select o.number from public.orders o;
  end if;
end $$;

-- A page of these orders, the newest first, with what is in each, and how many there are in all: {"total", "orders"}.
create function public.list_orders(
  p_status text default null, p_day date default null, p_search text default null, p_limit integer default 50, p_offset integer default 0
) returns jsonb language sql stable security definer set search_path = '' as $$
  with found as materialized (
    select f.number from public.orders_sought(p_status, p_day, p_search, null) as f (number)
  ), page as (
    select found.number from found order by found.number desc limit p_limit offset p_offset
  )
  select jsonb_build_object('total', (select count(*) from found), 'orders', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'number', o.number, 'created_at', o.created_at, 'status', o.status, 'fulfilled_at', o.fulfilled_at, 'total', o.total,
      'email', o.email, 'erased_at', o.erased_at, 'name', o.delivery_address ->> 'name', 'lines', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'name', i.name, 'size', i.size, 'quantity', i.quantity, 'refunded_quantity', i.refunded_quantity
        ) order by i.position), '[]') from public.order_items i where i.order_id = o.id
      )
    ) order by o.number desc), '[]')
    from page join public.orders o on o.number = page.number
  ))
$$;

-- ── What sells best ─────────────────────────────────────────────────────────────────────────────

-- The products of the newest thousand paid orders, those of which most pieces went out first. Anybody may ask: it tells an
-- order of products, and nothing of how many, to whom or when.
create function public.best_sellers() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select i.product_id
  from (
    select o.id from public.orders o
    where o.status in ('paid', 'partially_refunded', 'fulfilled') and o.sold_out_at is null
    order by o.number desc limit 1000
  ) o
  join public.order_items i on i.order_id = o.id
  join public.products p on p.id = i.product_id and p.active
  group by i.product_id
  having sum(i.quantity - i.refunded_quantity) > 0
  order by sum(i.quantity - i.refunded_quantity) desc, i.product_id
  limit 24
$$;

grant all on public.orders, public.order_items to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.is_tracking, public.release_order, public.release_unattached, public.begin_checkout,
  public.attach_session, public.recheck_catalogue, public.set_gift, public.list_orders to service_role;
grant execute on function public.best_sellers to anon, authenticated, service_role;
