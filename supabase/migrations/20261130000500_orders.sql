-- Orders, from the cart on. The functions are for the service role: the checkout function and the owner's command line.
-- Expected errors are returned as {"error": {"code", "message", "products": [...]}}; a fault is raised.

-- The pg_trgm extension may be in any schema.
select set_config('search_path', format('public, extensions, %I', n.nspname), true)
from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';

-- One row for each attempt to pay, or for the payment of a later box. Written by the server only; a shopper reads their own.
-- `number` is the number that people quote. Totals are the sums that were charged.
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
  -- The part of the discount that is off the delivery: the delivery was paid for less, and the goods for more.
  delivery_discount integer not null default 0 check (delivery_discount between 0 and delivery_price),
  stripe_invoice_id text unique, -- what a later box was paid by; null for orders that were placed in the shop
  refund_told integer not null default 0, -- how much of `refunded` the shopper has been written to about
  erased_at timestamptz, -- it has no shopper, address, code or parcel from then on; the books keep the rest
  reserved_until timestamptz, -- until when its stock is held; created_at when none is, null when nothing in it is counted
  released_at timestamptz, -- when its stock was put back
  sold_out_at timestamptz, -- when it was paid for, and not everything was there any more: what was paid is to go back
  opening_until timestamptz, -- until when one of several equal attempts may be asking for the session; the others wait
  carrier text check (length(carrier) between 1 and 60 and carrier !~ '[[:cntrl:]]'),
  tracking text,
  cancelled_at timestamptz, -- when the money of a cancelled order had gone back
  -- The shopper's words for a present, as on the badge of its packing slip. They are deleted when the order becomes anonymous.
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

-- In packing order.
create index orders_in_turn on public.orders ((delivery_method_id = 'priority') desc, coalesce(paid_at, created_at), number)
  where status in ('paid', 'partially_refunded') and fulfilled_at is null and sold_out_at is null;
create index orders_of_code on public.orders (discount_code, number) where discount_code is not null;
alter table public.orders enable row level security;
grant select on public.orders to authenticated;
create policy "People read their own orders" on public.orders for select to authenticated using (user_id = (select auth.uid()));

-- The lines of an order as they were when it was placed, and how many of each were refunded. A shopper reads their own.
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

grant all on public.orders, public.order_items to service_role;
