-- The shop's tables. Nothing is open unless it is granted here: every table starts with no rights for
-- visitors, has row level security on, and says above its policies who may do what.
-- Money is in pence. Names in mixed case are the specification's own.

-- What the API roles may reach is written out below, so the platform's open defaults are taken back first.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from public, anon, authenticated;

-- ── Catalogue ───────────────────────────────────────────────────────────────────────────────────

-- One row a sticker of the album. `price` may be null ("Price TBA") and follows the first row of `prices`.
-- `stock` null means that it is not counted; 0 means sold out. Anyone may read active rows; only the
-- service role writes.
create table public.products (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
  name text not null default 'Unnamed Product' check (length(name) between 1 and 120),
  category text not null check (category ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  tagline text not null default '' check (length(tagline) <= 160),
  description text not null default '',
  price integer check (price >= 0),
  image_url text[] not null default '{}',
  tags text[] not null default '{}',
  ingredients text[] not null default '{}',
  -- The words of the label; null is unknown and is never shown as "free from".
  allergens text,
  storage text,
  net_quantity numeric check (net_quantity > 0),
  net_unit text check (net_unit in ('g', 'ml')),
  -- How the pack is described where there is no weight or volume: "organic cotton", "every month".
  pack text,
  sizes text[] not null default '{}',
  heat smallint not null default 0 check (heat between 0 and 6),
  tint text not null default 'butter' check (tint in ('mint', 'lilac', 'butter', 'blush', 'sky', 'peach')),
  recipeideas jsonb not null default '{}' check (jsonb_typeof(recipeideas) = 'object'),
  -- The stat card: up to six {"name", "score" 0..10, "words"}.
  stats jsonb not null default '[]' check (jsonb_typeof(stats) = 'array'),
  "isHot" boolean not null default false,
  "isSeasonalLimited" boolean not null default false,
  "isSoldOut" boolean not null default false,
  "isComingSoon" boolean not null default false,
  "isBestSeller" boolean not null default false,
  active boolean not null default true,
  stock integer check (stock >= 0),
  "Sort_order" integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((net_quantity is null) = (net_unit is null))
);
create index products_sort on public.products ("Sort_order") where active;
create index products_tags on public.products using gin (tags);
alter table public.products enable row level security;
grant select on public.products to anon, authenticated;
grant all on public.products to service_role;
create policy "Anyone reads active products" on public.products for select to anon, authenticated using (active);

-- What a product costs and the payment provider's id for it. The first by position is shown and charged.
-- A price with an interval belongs to a subscription box. Anyone may read the prices of active products.
create table public.prices (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products on delete cascade,
  position smallint not null default 0,
  stripe_price_id text unique check (stripe_price_id like 'price\_%'),
  unit_amount integer not null check (unit_amount >= 0),
  currency text not null default 'gbp' check (currency = 'gbp'),
  recurring_interval text check (recurring_interval in ('month', 'year')),
  recurring_interval_count smallint check (recurring_interval_count between 1 and 12),
  created_at timestamptz not null default now(),
  unique (product_id, position),
  check ((recurring_interval is null) = (recurring_interval_count is null))
);
alter table public.prices enable row level security;
grant select on public.prices to anon, authenticated;
grant all on public.prices to service_role;
create policy "Anyone reads the prices of active products" on public.prices for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id and p.active));

-- How an order travels. `xl` is worked out from the quantity and never chosen. Anyone may read them.
create table public.delivery_methods (
  id text primary key check (id ~ '^[a-z]+$'),
  name text not null,
  description text not null default '',
  price integer not null check (price >= 0),
  stripe_id text,
  "Sort_order" integer not null default 0
);
alter table public.delivery_methods enable row level security;
grant select on public.delivery_methods to anon, authenticated;
grant all on public.delivery_methods to service_role;
create policy "Anyone reads the delivery methods" on public.delivery_methods for select to anon, authenticated using (true);

-- The payment provider's ids, kept apart for its sandbox, test and live accounts. The ids of the account in
-- use are copied to prices and delivery_methods (use_payment_account). Service role only.
create table public.payment_provider_ids (
  account text not null check (account in ('sandbox', 'test', 'live')),
  lookup_key text not null,
  provider_id text not null,
  primary key (account, lookup_key)
);
alter table public.payment_provider_ids enable row level security;
grant all on public.payment_provider_ids to service_role;

-- products.price always equals the first price's unit_amount: write the row of prices, and the product follows.
-- What is written to products.price itself is put back.
create function public.first_price(p_product_id uuid) returns integer
language sql stable security definer set search_path = ''
as $$ select unit_amount from public.prices where product_id = p_product_id order by position limit 1 $$;

create function public.follow_first_price() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.products set price = public.first_price(id), updated_at = now()
  where id in (new.product_id, old.product_id) and price is distinct from public.first_price(id);
  return null;
end $$;
create trigger prices_lead after insert or update or delete on public.prices
  for each row execute function public.follow_first_price();

create function public.keep_first_price() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.price := public.first_price(new.id);
  new.updated_at := now();
  return new;
end $$;
create trigger products_keep_price before insert or update on public.products
  for each row execute function public.keep_first_price();

-- Every web process listens to this and drops its cached pages.
create function public.announce_catalogue_change() returns trigger
language plpgsql set search_path = ''
as $$ begin perform pg_notify('catalogue_changed', tg_table_name); return null; end $$;
create trigger products_announce after insert or update or delete or truncate on public.products
  for each statement execute function public.announce_catalogue_change();
create trigger prices_announce after insert or update or delete or truncate on public.prices
  for each statement execute function public.announce_catalogue_change();
create trigger delivery_methods_announce after insert or update or delete or truncate on public.delivery_methods
  for each statement execute function public.announce_catalogue_change();

-- ── People ──────────────────────────────────────────────────────────────────────────────────────

-- One row an account, made with it. Its owner reads it and may change the name and the welcome flag.
create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  full_name text check (length(full_name) <= 100),
  welcome_email_sent boolean not null default false,
  welcomed_back_at timestamptz,
  created_at timestamptz not null default now()
);
alter table public.profiles enable row level security;
grant select (id, full_name, welcome_email_sent, created_at) on public.profiles to authenticated;
grant update (full_name, welcome_email_sent) on public.profiles to authenticated;
grant all on public.profiles to service_role;
create policy "People read their own profile" on public.profiles for select to authenticated
  using (id = (select auth.uid()));
create policy "People change their own profile" on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

create function public.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, full_name)
  values (new.id, left(nullif(trim(new.raw_user_meta_data ->> 'full_name'), ''), 100))
  on conflict (id) do nothing;
  return new;
end $$;
create trigger users_create_profile after insert on auth.users
  for each row execute function public.create_profile();

-- ── Carts ───────────────────────────────────────────────────────────────────────────────────────

-- A stored cart is a list of {"product_id": uuid, "quantity": 1..99}; a price in it would mean nothing.
create function public.is_cart(p_items jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(p_items) = 'array' and length(p_items::text) <= 65536 and jsonb_array_length(p_items) <= 200 and not exists (
    select from jsonb_array_elements(p_items) as line
    where jsonb_typeof(line) <> 'object'
      or jsonb_typeof(line -> 'product_id') is distinct from 'string'
      or (line ->> 'product_id') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      or jsonb_typeof(line -> 'quantity') is distinct from 'number'
      or (line ->> 'quantity') !~ '^[1-9][0-9]?$'
  )
$$;
grant execute on function public.is_cart(jsonb) to anon, authenticated, service_role;

-- The cart of a signed-in shopper, one each. Its owner reads and upserts it; the e-mail address is always the
-- account's own. The settlement of an order marks it checked out and empties it.
create table public.carts (
  user_id uuid primary key references auth.users on delete cascade,
  email text,
  items jsonb not null default '[]' check (public.is_cart(items)),
  checked_out boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.carts enable row level security;
grant select on public.carts to authenticated;
grant insert (user_id, email, items, checked_out, updated_at) on public.carts to authenticated;
grant update (user_id, email, items, checked_out, updated_at) on public.carts to authenticated;
grant all on public.carts to service_role;
create policy "People read their own cart" on public.carts for select to authenticated
  using (user_id = (select auth.uid()));
create policy "People make their own cart" on public.carts for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "People change their own cart" on public.carts for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create function public.stamp_cart() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.email := (select u.email from auth.users u where u.id = new.user_id);
  new.updated_at := now();
  return new;
end $$;
create trigger carts_stamp before insert or update on public.carts
  for each row execute function public.stamp_cart();

-- The cart of a guest. Its random id is the key to it: a visitor sends it as the header x-guest-cart-id, and
-- reads that row and no other. It is written through store_guest_cart only.
create table public.guest_carts (
  id uuid primary key default gen_random_uuid(),
  email text check (length(email) <= 255),
  cart_data jsonb not null default '[]' check (public.is_cart(cart_data)),
  checkout_started boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index guest_carts_updated on public.guest_carts (updated_at);
alter table public.guest_carts enable row level security;
grant select on public.guest_carts to anon, authenticated;
grant all on public.guest_carts to service_role;

create function public.guest_cart_id() returns uuid
language sql stable set search_path = ''
as $$
  select case when header ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$' then header::uuid end
  from (select lower(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-guest-cart-id')) as h (header)
$$;
grant execute on function public.guest_cart_id() to anon, authenticated, service_role;
create policy "Whoever holds the id reads the cart" on public.guest_carts for select to anon, authenticated
  using (id = (select public.guest_cart_id()));

-- Stores a guest's cart and returns its id. Whoever holds the id may write; without one a new cart is made.
-- The e-mail address and the checkout flag stay as they were when null is given.
create function public.store_guest_cart(
  p_cart_id uuid, p_email text, p_cart_data jsonb, p_checkout_started boolean default null
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare stored uuid;
begin
  if public.is_cart(p_cart_data) is not true then
    raise exception 'The cart is not a list of products and quantities from 1 to 99' using errcode = '22023';
  end if;
  if p_email is not null and (length(p_email) not between 5 and 255 or p_email !~ '^[^\s<>"'';\\@]+@[^\s<>"'';\\@]+\.[^\s<>"'';\\@]+$') then
    raise exception 'Please enter a valid email address' using errcode = '22023';
  end if;
  insert into public.guest_carts as g (id, email, cart_data, checkout_started)
  values (coalesce(p_cart_id, gen_random_uuid()), p_email, p_cart_data, coalesce(p_checkout_started, false))
  on conflict (id) do update set
    email = coalesce(excluded.email, g.email),
    cart_data = excluded.cart_data,
    checkout_started = coalesce(p_checkout_started, g.checkout_started),
    updated_at = now()
  returning g.id into stored;
  return stored;
end $$;
grant execute on function public.store_guest_cart(uuid, text, jsonb, boolean) to anon, authenticated, service_role;

-- ── Orders ──────────────────────────────────────────────────────────────────────────────────────

-- One row an attempt to pay. Written by the server only; a shopper reads their own. `number` is what people
-- quote. Totals are what was charged. `stock_held` says that its lines are taken out of products.stock.
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
  stock_held boolean not null default true,
  is_subscription boolean not null default false,
  stripe_session_id text unique,
  stripe_session_url text,
  stripe_payment_intent_id text,
  stripe_subscription_id text,
  session_expires_at timestamptz,
  terms_version text not null,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  fulfilled_at timestamptz,
  updated_at timestamptz not null default now()
);
create index orders_of_user on public.orders (user_id, created_at desc);
create index orders_pending on public.orders (created_at) where status = 'pending';
create unique index orders_one_open_attempt on public.orders (user_id, cart_hash) where status = 'pending';
alter table public.orders enable row level security;
grant select on public.orders to authenticated;
grant all on public.orders to service_role;
create policy "People read their own orders" on public.orders for select to authenticated
  using (user_id = (select auth.uid()));

-- The lines of an order with name, price and allergens as they were when it was placed.
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
  unique (order_id, position)
);
alter table public.order_items enable row level security;
grant select on public.order_items to authenticated;
grant all on public.order_items to service_role;
create policy "People read the lines of their own orders" on public.order_items for select to authenticated
  using (exists (select from public.orders o where o.id = order_id and o.user_id = (select auth.uid())));

-- Every notification of the payment provider that was taken in, once. Service role only.
create table public.payment_events (
  id text primary key,
  type text not null,
  order_id uuid references public.orders on delete set null,
  outcome text not null check (outcome in ('applied', 'ignored', 'set aside')),
  detail text,
  received_at timestamptz not null default now()
);
alter table public.payment_events enable row level security;
grant all on public.payment_events to service_role;

-- ── Letters, limits, log ────────────────────────────────────────────────────────────────────────

-- Mails to be sent. A row is written in the transaction that causes it; the worker sends it and notes the
-- outcome. `dedupe_key` makes a letter unique. Service role only.
create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  template text not null,
  recipient text not null check (recipient !~ '[\r\n,]' and length(recipient) <= 255),
  data jsonb not null default '{}',
  dedupe_key text unique,
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_until timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  created_at timestamptz not null default now()
);
create index outbox_due on public.outbox (next_attempt_at) where sent_at is null and failed_at is null;
alter table public.outbox enable row level security;
grant all on public.outbox to service_role;

create function public.announce_letter() returns trigger
language plpgsql set search_path = ''
as $$ begin perform pg_notify('outbox', ''); return null; end $$;
create trigger outbox_announce after insert on public.outbox
  for each statement execute function public.announce_letter();

-- Takes up to p_limit due letters for p_lease_ms milliseconds; nobody else gets them meanwhile. A letter whose
-- worker died comes back when its lease is over. Attempts are counted when claimed.
create function public.claim_letters(p_limit integer, p_lease_ms integer, p_now timestamptz default now())
returns setof public.outbox
language sql security definer set search_path = ''
as $$
  update public.outbox set claimed_until = p_now + make_interval(secs => p_lease_ms / 1000.0), attempts = attempts + 1
  where id in (
    select id from public.outbox
    where sent_at is null and failed_at is null and next_attempt_at <= p_now
      and (claimed_until is null or claimed_until <= p_now)
    order by next_attempt_at limit p_limit for update skip locked
  ) returning *
$$;
grant execute on function public.claim_letters(integer, integer, timestamptz) to service_role;

-- Newsletter sign-ups. Anyone may add one; nobody but the service role reads them.
create table public.newsletter_signups (
  id uuid primary key default gen_random_uuid(),
  email text not null check (length(email) between 5 and 255 and email ~ '^[^\s<>"'';\\@]+@[^\s<>"'';\\@]+\.[^\s<>"'';\\@]+$'),
  name text not null check (length(name) between 2 and 100),
  created_at timestamptz not null default now()
);
create unique index newsletter_signups_email on public.newsletter_signups (lower(email));
alter table public.newsletter_signups enable row level security;
grant insert (email, name) on public.newsletter_signups to anon, authenticated;
grant all on public.newsletter_signups to service_role;
create policy "Anyone signs up" on public.newsletter_signups for insert to anon, authenticated with check (true);

-- What happened that a guard would want to know. Written through log_security_event; read by the server only.
-- `source` tells what the server saw itself from what a browser reported.
create table public.security_audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  event_type text not null check (length(event_type) between 1 and 100),
  severity text not null default 'low' check (severity in ('low', 'medium', 'high')),
  source text not null check (source in ('server', 'browser')),
  user_id uuid,
  details jsonb not null default '{}' check (length(details::text) <= 4096)
);
create index security_audit_log_recent on public.security_audit_log (created_at, event_type);
alter table public.security_audit_log enable row level security;
grant all on public.security_audit_log to service_role;

-- Notes an event. Failed sign-ins count as medium and suspicious forms as high (specification, section 8).
create function public.log_security_event(event_type text, details jsonb default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.security_audit_log (event_type, severity, source, user_id, details)
  values (
    log_security_event.event_type,
    case log_security_event.event_type when 'auth_failure' then 'medium' when 'suspicious_form_submission' then 'high' else 'low' end,
    case when auth.role() = 'service_role' then 'server' else 'browser' end,
    auth.uid(),
    log_security_event.details
  );
end $$;
grant execute on function public.log_security_event(text, jsonb) to anon, authenticated, service_role;

-- Counters of attempts, shared by all processes. Service role only, through take_attempt.
create table public.rate_limits (
  key text primary key check (length(key) <= 300),
  window_started_at timestamptz not null,
  attempts integer not null
);
alter table public.rate_limits enable row level security;
grant all on public.rate_limits to service_role;

-- Counts an attempt under a key. Returns 0 when it is within p_max in p_window_ms, else the milliseconds until
-- the window ends. Refused attempts do not lengthen the wait.
create function public.take_attempt(p_key text, p_max integer, p_window_ms integer, p_now timestamptz default now())
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  span interval := make_interval(secs => p_window_ms / 1000.0);
  row public.rate_limits;
begin
  insert into public.rate_limits as r (key, window_started_at, attempts) values (p_key, p_now, 1)
  on conflict (key) do update set
    window_started_at = case when r.window_started_at + span <= p_now then p_now else r.window_started_at end,
    attempts = case when r.window_started_at + span <= p_now then 1 else least(r.attempts + 1, p_max + 1) end
  returning * into row;
  if row.attempts <= p_max then return 0; end if;
  return greatest(1, ceil(extract(epoch from row.window_started_at + span - p_now) * 1000))::integer;
end $$;
grant execute on function public.take_attempt(text, integer, integer, timestamptz) to service_role;

-- PostgreSQL lets everyone run a new function; what is not granted above is for the owner alone.
revoke execute on all functions in schema public from public;
