-- The catalogue, and its synchronisation with the payment provider.

-- Searches look for a part of a name anywhere in it, by trigrams. The extension may have been installed before, in another
-- schema. The setting lasts until the end of this file's transaction.
create extension if not exists pg_trgm with schema extensions;
select set_config('search_path', format('public, extensions, %I', n.nspname), true)
from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';

-- One row a sticker of the album. `price` is that of the first row of `prices`, null ("Price TBA") where that cannot be
-- paid. `stock` null is not counted; 0 means sold out. Anyone may read active rows; only the service role writes.
create table public.products (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
  name text not null default 'Unnamed Product' check (length(name) between 1 and 120),
  category text not null check (category ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  tagline text not null default '' check (length(tagline) <= 160),
  description text not null default '',
  price integer check (price >= 0),
  image_url text[] not null default '{}',
  image_alt text[] not null default '{}', -- what the picture of the same place shows, '' for a drawing of ours
  tags text[] not null default '{}',
  ingredients text[] not null default '{}',
  allergens text, -- the words of the label; null is unknown and is never shown as "free from"
  -- {"celery": "contains" | "may" | "free"}: one of the fourteen that is not in it is not known; null is a label without any.
  allergen_answers jsonb check (allergen_answers is null or jsonb_typeof(allergen_answers) = 'object'),
  storage text,
  net_quantity numeric check (net_quantity > 0),
  net_unit text check (net_unit in ('g', 'ml')),
  pack text, -- how the pack is described where there is no weight or volume: "organic cotton", "every month"
  sizes text[] not null default '{}',
  heat smallint not null default 0 check (heat between 0 and 6),
  tint text not null default 'butter' check (tint in ('mint', 'lilac', 'butter', 'blush', 'sky', 'peach')),
  recipeideas jsonb not null default '{}' check (jsonb_typeof(recipeideas) = 'object'),
  stats jsonb not null default '[]' check (jsonb_typeof(stats) = 'array'), -- up to six {"name", "score" 0..10, "words"}
  "isHot" boolean not null default false,
  "isSeasonalLimited" boolean not null default false,
  "isSoldOut" boolean not null default false,
  "isComingSoon" boolean not null default false,
  "isBestSeller" boolean not null default false,
  on_sale_from date, -- a day of London's, on which what is coming soon goes on sale if its label is whole
  recipe_changed_at timestamptz,
  active boolean not null default true,
  -- Counts changes of state: sold out or not, coming soon or not, hidden or not. A change passes the count that its author saw,
  -- because a state that was switched to and fro meanwhile looks the same.
  shelf_version integer not null default 1,
  stock integer check (stock >= 0),
  "Sort_order" integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((net_quantity is null) = (net_unit is null))
);

-- The order of the album, a thousand rows at a time.
create index products_album on public.products ("Sort_order", id) where active;
create index products_tags on public.products using gin (tags);
create index products_name_words on public.products using gin (name gin_trgm_ops);
create index products_description_words on public.products using gin (description gin_trgm_ops);

-- In the same order, with what the desk counts, so that it need not read whole products.
create index products_shelves on public.products ("Sort_order", id) include (active, "isSoldOut", "isComingSoon");
create index products_few on public.products (stock, name) include (id, active, "isSoldOut", "isComingSoon") where stock <= 5;
alter table public.products enable row level security;
grant select on public.products to anon, authenticated;
create policy "Anyone reads active products" on public.products for select to anon, authenticated using (active);

-- The price of a product and the payment provider's id for it; with an interval it is the price of a subscription box. The
-- first by position is shown and charged. A price sells for exactly the amount that the provider has under its id, and without
-- an id not at all: a new `unit_amount` moves to `next_amount` by itself, and the old one goes on selling until the provider
-- has the new one. Anyone may read the prices of active products whose first price can be paid: every price that can be read is
-- shown, and every price that is shown sells.
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
  next_amount integer check (next_amount > 0),
  unique (product_id, position),
  check ((recurring_interval is null) = (recurring_interval_count is null))
);
alter table public.prices enable row level security;
grant select on public.prices to anon, authenticated;
create policy "Anyone reads the prices of active products that have one" on public.prices for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id and p.active and p.price is not null));

-- Delivery methods. `xl` is derived from the quantity and never chosen. `next_price` is to `price` what `next_amount` of a
-- price is to its amount. Anyone may read them.
create table public.delivery_methods (
  id text primary key check (id ~ '^[a-z]+$'),
  name text not null,
  description text not null default '',
  price integer not null check (price >= 0),
  stripe_id text,
  "Sort_order" integer not null default 0,
  next_price integer check (next_price >= 0)
);
alter table public.delivery_methods enable row level security;
grant select on public.delivery_methods to anon, authenticated;
create policy "Anyone reads the delivery methods" on public.delivery_methods for select to anon, authenticated using (true);

-- The announcements of the last hour. `transaction` says exactly which of them a reader has not seen yet, in whatever order
-- transactions end, and no transaction waits for another. Only the functions that use it read or write it.
create table public.announcements (
  transaction xid8 default pg_current_xact_id(),
  announcement text not null,
  announced_at timestamptz not null default clock_timestamp(),
  primary key (transaction, announcement)
);
alter table public.announcements enable row level security;

-- The payment provider's accounts: which one the shop sells by, and when `npm run stripe:sync` was last through with it.
-- One that it was never through with is left alone by the worker; the sandbox needs none. Service role only.
create table public.payment_accounts (
  account text primary key check (account in ('sandbox', 'test', 'live')),
  is_in_use boolean not null default false,
  set_up_at timestamptz
);
create unique index payment_accounts_in_use on public.payment_accounts (is_in_use) where is_in_use;
alter table public.payment_accounts enable row level security;
insert into public.payment_accounts (account, is_in_use, set_up_at)
values ('sandbox', true, now()), ('test', false, null), ('live', false, null);

-- The provider's ids in each account, under ids of ours, which outlast a new slug: `product_<id>`, `price_<id>`,
-- `delivery_<id>`. The ids of the account in use are in prices and delivery_methods, too. `terms` says what a price or rate was
-- made for; another account's id is only taken over for the same terms. Service role only.
create table public.payment_provider_ids (
  account text not null check (account in ('sandbox', 'test', 'live')),
  lookup_key text not null,
  provider_id text not null,
  terms jsonb,
  primary key (account, lookup_key)
);
alter table public.payment_provider_ids enable row level security;

-- Subjects that may differ from their state at a provider's account: `product:<id>` with all its prices, or `delivery:<id>`.
-- `changes` counts the changes, so that a worker that has worked on an older state leaves the job; a worker holds `claim` until
-- `claimed_until`. From `archive_at` on no open payment page has a replaced price or rate. `told_at` is no longer used. Service
-- role only.
create table public.catalogue_jobs (
  account text not null references public.payment_accounts,
  subject text not null check (subject ~ '^(product:[0-9a-f-]{36}|delivery:[a-z]+)$'),
  changes bigint not null default 1,
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  claim uuid,
  claimed_until timestamptz,
  archive_at timestamptz, -- null when nothing old is left to archive
  failing_since timestamptz, -- null when the last try was well
  is_refused boolean not null default false,
  last_error text,
  told_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account, subject)
);
create index catalogue_jobs_due on public.catalogue_jobs (account, (attempts > 0), next_attempt_at);
alter table public.catalogue_jobs enable row level security;
grant all on public.products, public.prices, public.delivery_methods, public.payment_accounts,
  public.payment_provider_ids, public.catalogue_jobs to service_role;
