-- What the shop sells, and how it keeps in step with the payment provider.

-- Searches look for what stands anywhere in a name, by its groups of three letters. Where somebody has installed the
-- extension before, it may lie in another schema; only until the end of this file's transaction.
create extension if not exists pg_trgm with schema extensions;
select set_config('search_path', format('public, extensions, %I', n.nspname), true)
from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';

-- Asked by an index of products, of every row that is written.
create function public.is_food_category(p_category text) returns boolean language sql immutable set search_path = ''
as $$ select p_category not in ('merchandise', 'subscription-box') $$;

-- Asked by an index of products, too.
create function public.tag_words(p_tags text[]) returns text language sql immutable set search_path = ''
as $$ select array_to_string(p_tags, ' ') $$;

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
  -- How often it was put on another shelf: sold out or not, coming soon or not, hidden or not. Whoever switches it says which
  -- of these they saw, for a switch that went to and fro meanwhile looks as it did.
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
create index products_tag_words on public.products using gin (public.tag_words(tags) gin_trgm_ops);
create index products_few on public.products (stock, name) include (id, active, "isSoldOut", "isComingSoon") where stock <= 5;
-- Whose label is not whole.
create index products_incomplete on public.products (name) where public.is_food_category(category) and (
  ingredients = '{}' or allergens is null or net_quantity is null or storage is null
  or not coalesce(allergen_answers ?& array['celery', 'gluten', 'crustaceans', 'eggs', 'fish', 'lupin', 'milk', 'molluscs',
    'mustard', 'nuts', 'peanuts', 'sesame', 'soya', 'sulphites'], true)
);
alter table public.products enable row level security;
grant select on public.products to anon, authenticated;
create policy "Anyone reads active products" on public.products for select to anon, authenticated using (active);
create function public.count_shelf() returns trigger language plpgsql set search_path = '' as $$
begin
  new.shelf_version := old.shelf_version + 1;
  return new;
end $$;
create trigger products_count_shelf before update of active, "isSoldOut", "isComingSoon" on public.products
  for each row when ((old.active, old."isSoldOut", old."isComingSoon") is distinct from (new.active, new."isSoldOut", new."isComingSoon"))
  execute function public.count_shelf();
create trigger products_tell_desk after insert or update or delete on public.products for each statement execute function public.tell_desk('products');

-- What a product costs and the payment provider's id for it; an interval makes it a subscription box's. The first by
-- position is shown and charged. A price sells for exactly what the provider has under its id, and without one not at all:
-- a new `unit_amount` moves to `next_amount` by itself, and the old one goes on selling until the provider has it. Anyone
-- may read the prices of active products whose first price can be paid: what is read is shown, and what is shown sells.
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
-- A price that waits for the provider stands here long before the product has it.
create trigger prices_tell_desk after insert or update or delete on public.prices for each statement execute function public.tell_desk('products');

-- How an order travels. `xl` is worked out from the quantity and never chosen. `next_price` is to `price` what
-- `next_amount` of a price is to its amount. Anyone may read them.
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
create trigger delivery_methods_tell_desk after update on public.delivery_methods
  for each statement execute function public.tell_desk('words');

-- products.price always equals the first price's unit_amount, and is null while that cannot be paid: write the row of
-- prices, and the product follows. What is written to products.price itself is put back.
create function public.first_price(p_product_id uuid) returns integer language sql stable security definer set search_path = '' as $$
  select case when stripe_price_id is not null then unit_amount end
  from public.prices where product_id = p_product_id order by position limit 1
$$;

create function public.follow_first_price() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.products set price = public.first_price(id), updated_at = now()
  where id in (new.product_id, old.product_id) and price is distinct from public.first_price(id);
  return null;
end $$;
create trigger prices_lead after insert or update or delete on public.prices for each row execute function public.follow_first_price();

create function public.keep_first_price() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.price := public.first_price(new.id);
  new.updated_at := now();
  return new;
end $$;
create trigger products_keep_price before insert or update on public.products for each row execute function public.keep_first_price();

-- Pence as people read them, for messages.
create function public.pounds(p_pence integer) returns text language sql immutable set search_path = ''
as $$ select '£' || to_char(p_pence / 100.0, 'FM9999990.00') $$;

-- ── Labels ──────────────────────────────────────────────────────────────────────────────────────

-- Food is sold at a distance only with its label in view (Food Information Regulations 2014; Regulation (EU) 1169/2011,
-- article 14): whoever puts a product on sale without one hears what is missing, in words.

-- What a label lacks ('ingredients and net quantity'), or null. The contents of boxes change: their leaflet names them.
create function public.label_gaps(p_product public.products) returns text
language sql immutable security definer set search_path = '' as $$
  select regexp_replace(string_agg(gap, ', ' order by place), ', ([^,]+)$', ' and \1')
  from (values
    (1, 'ingredients', not exists (select from unnest(p_product.ingredients) as part where public.trim_text(part) <> '')),
    (2, 'allergens', coalesce(public.trim_text(p_product.allergens), '') = ''),
    (3, 'net quantity', p_product.net_quantity is null)
  ) as label (place, gap, is_missing)
  where is_missing and p_product.category not in ('merchandise', 'subscription-box')
$$;

-- Looks only when the label or `active` is written, so that stock and price of whatever is on sale go on changing.
create function public.refuse_without_label() returns trigger language plpgsql security definer set search_path = '' as $$
declare gaps text := public.label_gaps(new);
begin
  if gaps is null then return null; end if;
  raise exception '% cannot go on sale yet: its label still needs %. Fill that in first, or set active to false until then.', new.name, gaps
    using errcode = '23514', constraint = 'products_label', table = 'products', schema = 'public',
      hint = 'What is no food has the category merchandise; a box has subscription-box.';
end $$;
create constraint trigger products_label
  after insert or update of active, "isComingSoon", category, ingredients, allergens, net_quantity on public.products
  for each row when (new.active and not new."isComingSoon") execute function public.refuse_without_label();

-- ── Announcements ───────────────────────────────────────────────────────────────────────────────

-- Web processes keep rendered pages, and ask once a second for what changed of what a page shows, and of nothing else.
-- `notify` is for those from before an update, which listen (docs/decisions/0025).

-- What was announced in the last hour. `transaction` says exactly what a reader has not seen yet, whatever the order in
-- which transactions end, and no transaction waits for another. Nobody reads or writes it but the functions below.
create table public.announcements (
  transaction xid8 default pg_current_xact_id(),
  announcement text not null,
  announced_at timestamptz not null default clock_timestamp(),
  primary key (transaction, announcement)
);
alter table public.announcements enable row level security;

-- Tells all web processes of a change, the same once a transaction.
create function public.announce(p_announcement text) returns void language sql security definer set search_path = '' as $$
  insert into public.announcements (announcement) values (p_announcement) on conflict do nothing;
  select pg_notify('catalogue_changed', p_announcement);
$$;

-- 'all' says that any page of the catalogue may show something new.
create function public.announce_catalogue() returns trigger language plpgsql security definer set search_path = ''
as $$ begin perform public.announce('all'); return null; end $$;
create trigger products_announce after insert or delete on public.products for each row execute function public.announce_catalogue();
create trigger products_announce_end after truncate on public.products for each statement execute function public.announce_catalogue();
create trigger prices_announce after insert or delete on public.prices for each row execute function public.announce_catalogue();
create trigger prices_announce_change after update on public.prices
  for each row when (old.* is distinct from new.*) execute function public.announce_catalogue();
create trigger prices_announce_end after truncate on public.prices for each statement execute function public.announce_catalogue();
create trigger delivery_methods_announce after insert or delete on public.delivery_methods
  for each row execute function public.announce_catalogue();
create trigger delivery_methods_announce_change after update on public.delivery_methods
  for each row when (old.* is distinct from new.*) execute function public.announce_catalogue();
create trigger delivery_methods_announce_end after truncate on public.delivery_methods
  for each statement execute function public.announce_catalogue();

-- Says what a changed product changes: 'all', or 'product:<slug> product:<id>', the names under which its own page reads
-- it, for what that page alone shows. Of the stock, lists show whether there is any, and its own page up to 99 pieces, the
-- most that a line may hold; no number is 99, too. When it last changed is shown to search engines only, who can wait. What
-- counts its shelves is the desk's, and grows with what is shown of them.
create function public.announce_product() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  unseen constant text[] := array['stock', 'shelf_version', 'created_at', 'updated_at'];
  on_its_page constant text[] := array['storage', 'sizes', 'recipeideas', 'stats',
    'image_alt', 'allergen_answers', 'on_sale_from', 'recipe_changed_at'];
  before constant jsonb := to_jsonb(old) - unseen;
  after constant jsonb := to_jsonb(new) - unseen;
begin
  if not old.active and not new.active then return null; end if;
  if before - on_its_page <> after - on_its_page
    or (old.stock is not distinct from 0) <> (new.stock is not distinct from 0)
  then perform public.announce('all');
  elsif before <> after or least(old.stock, 99) <> least(new.stock, 99)
  then perform public.announce(format('product:%s product:%s', new.slug, new.id));
  end if;
  return null;
end $$;
create trigger products_announce_change after update on public.products for each row execute function public.announce_product();

-- What was announced since the reader's last look, each with its age in ms, and what this look has seen, for the next.
-- Pages live less than ten minutes. To a reader whose last look was at a server ahead of this one, everything is new.
create function public.announcements_since(p_seen text) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'seen', pg_current_snapshot()::text,
    'announcements', coalesce(jsonb_agg(jsonb_build_object('announcement', a.announcement, 'age', a.age)), '[]')
  )
  from (
    select announcement, ceil(max(extract(epoch from clock_timestamp() - announced_at)) * 1000)::bigint as age
    from public.announcements
    where transaction >= pg_snapshot_xmin(p_seen::pg_snapshot)
      and not pg_visible_in_snapshot(transaction, p_seen::pg_snapshot)
      and announced_at > clock_timestamp() - interval '10 minutes'
    group by announcement
    union all
    select 'all', 0 where pg_snapshot_xmax(p_seen::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot())
  ) as a
$$;

-- ── The provider's accounts ─────────────────────────────────────────────────────────────────────

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
-- `delivery_<id>`. Those of the account in use stand in prices and delivery_methods, too. `terms` says what a price or
-- rate was made for; another account's id is only taken over for the same. Service role only.
create table public.payment_provider_ids (
  account text not null check (account in ('sandbox', 'test', 'live')),
  lookup_key text not null,
  provider_id text not null,
  terms jsonb,
  primary key (account, lookup_key)
);
alter table public.payment_provider_ids enable row level security;

-- What a price or a rate is at the provider, where neither can ever be changed.
create function public.price_terms(p_amount integer, p_interval text, p_interval_count smallint) returns jsonb
language sql immutable set search_path = ''
as $$ select jsonb_build_object('amount', p_amount, 'interval', p_interval, 'count', p_interval_count) $$;

create function public.rate_terms(p_amount integer, p_name text) returns jsonb language sql immutable set search_path = ''
as $$ select jsonb_build_object('amount', p_amount, 'name', p_name) $$;

-- An amount that is written while the old one sells waits in next_amount. A price that is taken away (0) waits for nobody.
create function public.hold_price() returns trigger language plpgsql set search_path = '' as $$
begin
  if old.stripe_price_id is null or new.stripe_price_id is distinct from old.stripe_price_id then
    if new.unit_amount <> old.unit_amount then new.next_amount := null; end if;
  elsif new.unit_amount = 0 then
    new.stripe_price_id := null;
    new.next_amount := null;
  else
    new.next_amount := nullif(new.unit_amount, old.unit_amount);
    new.unit_amount := old.unit_amount;
  end if;
  return new;
end $$;
create trigger prices_hold before update of unit_amount on public.prices for each row execute function public.hold_price();

-- A box of another rhythm is not sold until the provider has it.
create function public.hold_rhythm() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.stripe_price_id is not distinct from old.stripe_price_id then new.stripe_price_id := null; end if;
  return new;
end $$;
create trigger prices_hold_rhythm before update of recurring_interval, recurring_interval_count on public.prices for each row when (
    (old.recurring_interval, old.recurring_interval_count) is distinct from (new.recurring_interval, new.recurring_interval_count)
  ) execute function public.hold_rhythm();

create function public.hold_delivery_price() returns trigger language plpgsql set search_path = '' as $$
begin
  if old.stripe_id is null or new.stripe_id is distinct from old.stripe_id then
    if new.price <> old.price then new.next_price := null; end if;
  else
    new.next_price := nullif(new.price, old.price);
    new.price := old.price;
  end if;
  return new;
end $$;
create trigger delivery_methods_hold before update of price on public.delivery_methods
  for each row execute function public.hold_delivery_price();

-- ── The jobs ────────────────────────────────────────────────────────────────────────────────────

-- What has changed is noted in its transaction, and a worker (server/catalogue) does it (docs/decisions/0014).

-- What at an account may be out of step: `product:<id>` with all its prices, or `delivery:<id>`. `changes` counts, so that
-- whoever has worked on an older state leaves the job; a worker holds `claim` until `claimed_until`. From `archive_at` on
-- nobody has a payment page open any more with what was replaced. `told_at` is no longer used. Service role only.
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

-- Whether the provider is to sell something: a delivery method that there is, an active product with a price.
create function public.is_for_sale(p_subject text) returns boolean language sql stable security definer set search_path = '' as $$
  select case when p_subject like 'delivery:%'
    then exists (select from public.delivery_methods d where 'delivery:' || d.id = p_subject)
    else exists (
      select from public.products p join public.prices r on r.product_id = p.id
      where p.id = substr(p_subject, 9)::uuid and p.active and coalesce(r.next_amount, r.unit_amount) > 0
    )
  end
$$;

-- How long what is taken out of sale is left at the provider: twice as long as a payment page stays open.
create function public.archive_delay() returns interval language sql immutable set search_path = '' as $$ select interval '2 hours' $$;

-- Notes a change, unless the account in use never heard of its subject. What goes out of sale can wait.
create function public.queue_catalogue_job(p_subject text) returns void language plpgsql security definer set search_path = '' as $$
declare
  sells boolean := public.is_for_sale(p_subject);
  due timestamptz := now() + case when sells then interval '0' else public.archive_delay() end;
begin
  insert into public.catalogue_jobs as j (account, subject, next_attempt_at)
  select a.account, p_subject, due from public.payment_accounts a
  where a.is_in_use and (sells or exists (
    select from public.payment_provider_ids k where k.account = a.account and k.lookup_key = replace(p_subject, ':', '_')
  ))
  on conflict (account, subject) do update set
    changes = j.changes + 1, attempts = 0, next_attempt_at = due, failing_since = null, is_refused = false, last_error = null;
  perform pg_notify('catalogue_jobs', '');
end $$;

-- A price that comes with its id (the seed, a backup) is believed; stripe:sync looks at everything.
create function public.note_price_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from public.payment_provider_ids where lookup_key = 'price_' || old.id;
    perform public.queue_catalogue_job('product:' || old.product_id);
  elsif new.stripe_price_id is null or new.next_amount is not null then
    perform public.queue_catalogue_job('product:' || new.product_id);
  end if;
  return null;
end $$;
create trigger prices_queue after insert or delete on public.prices for each row execute function public.note_price_change();
create trigger prices_queue_change after update on public.prices for each row when (
    (old.unit_amount, old.next_amount, old.recurring_interval, old.recurring_interval_count)
      is distinct from (new.unit_amount, new.next_amount, new.recurring_interval, new.recurring_interval_count)
  ) execute function public.note_price_change();

create function public.note_product_change() returns trigger language plpgsql security definer set search_path = ''
as $$ begin perform public.queue_catalogue_job('product:' || old.id); return null; end $$;
create trigger products_queue after delete on public.products for each row execute function public.note_product_change();
create trigger products_queue_change after update of name, description, image_url, active, slug on public.products for each row when (
    (old.name, old.description, old.image_url, old.active, old.slug)
      is distinct from (new.name, new.description, new.image_url, new.active, new.slug)
  ) execute function public.note_product_change();

create function public.note_delivery_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then perform public.queue_catalogue_job('delivery:' || old.id);
  elsif tg_op = 'UPDATE' or new.stripe_id is null then perform public.queue_catalogue_job('delivery:' || new.id);
  end if;
  return null;
end $$;
create trigger delivery_methods_queue after insert or delete on public.delivery_methods
  for each row execute function public.note_delivery_change();
create trigger delivery_methods_queue_change after update on public.delivery_methods
  for each row when ((old.name, old.price, old.next_price) is distinct from (new.name, new.price, new.next_price))
  execute function public.note_delivery_change();

-- All that an account is to have or has had: what is for sale, and what it knows and is not for sale any more.
create function public.catalogue_subjects(p_account text) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(found.subject order by found.kind, found.place, found.subject), '[]') from (
    select 'product:' || p.id as subject, 0 as kind, p."Sort_order" as place from public.products p
    where public.is_for_sale('product:' || p.id)
    union all
    select 'delivery:' || d.id, 1, d."Sort_order" from public.delivery_methods d
    union all
    select replace(k.lookup_key, '_', ':'), 2, 0 from public.payment_provider_ids k
    where k.account = p_account and case when k.lookup_key ~ '^(product_[0-9a-f-]{36}|delivery_[a-z]+)$'
      then not public.is_for_sale(replace(k.lookup_key, '_', ':')) else false end
  ) found
$$;

-- A product as the provider is to have it (WantedProduct of server/catalogue/jobs.ts); `known` is a price's id there.
create function public.wanted_product(p_account text, p_product_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', p_product_id, 'slug', p.slug, 'name', p.name, 'description', p.description, 'images', coalesce(to_jsonb(p.image_url), '[]'),
    'isForSale', public.is_for_sale('product:' || p_product_id),
    'providerId', coalesce((
      select k.provider_id from public.payment_provider_ids k where k.account = p_account and k.lookup_key = 'product_' || p_product_id
    ), 'shop_' || p_product_id),
    'prices', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', r.id, 'position', r.position,
        'terms', public.price_terms(coalesce(r.next_amount, r.unit_amount), r.recurring_interval, r.recurring_interval_count),
        'known', coalesce(case when a.is_in_use then r.stripe_price_id end, k.provider_id)
      ) order by r.position)
      from public.prices r
      join public.payment_accounts a on a.account = p_account
      left join public.payment_provider_ids k on k.account = p_account and k.lookup_key = 'price_' || r.id
      where r.product_id = p_product_id and coalesce(r.next_amount, r.unit_amount) > 0
    ), '[]')
  ) from (select p_product_id as id) as one left join public.products p on p.id = one.id
$$;

-- A delivery method as the provider is to have it (WantedRate of server/catalogue/jobs.ts).
create function public.wanted_rate(p_account text, p_id text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', p_id, 'terms', case when d.id is not null then public.rate_terms(coalesce(d.next_price, d.price), d.name) end,
    'known', coalesce(case when a.is_in_use then d.stripe_id end, k.provider_id)
  )
  from public.payment_accounts a
  left join public.delivery_methods d on d.id = p_id
  left join public.payment_provider_ids k on k.account = p_account and k.lookup_key = 'delivery_' || p_id
  where a.account = p_account
$$;

-- Takes the next due job of an account for p_lease_ms, or p_subject's whether or not it is due; null when there is none, or
-- somebody else is at it. What is not for sale loses its ids before it is archived: back on sale, it is not sold until the
-- provider has it again. Rows locked by their owner's transaction are given way to, at once.
create function public.claim_catalogue_job(
  p_account text, p_lease_ms integer, p_subject text default null, p_now timestamptz default now()
) returns jsonb language plpgsql security definer set search_path = '' set lock_timeout = '300ms' as $$
declare
  job public.catalogue_jobs;
  used public.payment_accounts;
  lease timestamptz := p_now + make_interval(secs => p_lease_ms / 1000.0);
begin
  select * into used from public.payment_accounts where account = p_account;
  if p_subject is null then
    update public.catalogue_jobs set claim = gen_random_uuid(), claimed_until = lease, attempts = least(attempts + 1, 1000)
    where (account, subject) = (
      select j.account, j.subject from public.catalogue_jobs j
      where j.account = p_account and used.is_in_use and used.set_up_at is not null
        and j.next_attempt_at <= p_now and (j.claimed_until is null or j.claimed_until <= p_now)
      order by j.attempts > 0, j.next_attempt_at limit 1 for update skip locked
    ) returning * into job;
  else
    insert into public.catalogue_jobs as j (account, subject, next_attempt_at, claim, claimed_until, attempts)
    values (p_account, p_subject, p_now, gen_random_uuid(), lease, 1)
    on conflict (account, subject) do update set claim = excluded.claim, claimed_until = lease, attempts = 1
    where (j.claimed_until is null or j.claimed_until <= p_now)
      and (j.next_attempt_at <= p_now or public.is_for_sale(p_subject))
    returning * into job;
  end if;
  if job.subject is null then return null; end if;
  if used.is_in_use and job.subject like 'product:%' and not public.is_for_sale(job.subject) then
    update public.prices set stripe_price_id = null
    where product_id = substr(job.subject, 9)::uuid and stripe_price_id is not null;
  end if;
  return jsonb_build_object(
    'subject', job.subject, 'claim', job.claim, 'changes', job.changes, 'attempt', job.attempts, 'isInUse', used.is_in_use,
    'mayArchive', not used.is_in_use or coalesce(job.archive_at <= p_now, false),
    'product', case when job.subject like 'product:%' then public.wanted_product(p_account, substr(job.subject, 9)::uuid) end,
    'rate', case when job.subject like 'delivery:%' then public.wanted_rate(p_account, substr(job.subject, 10)) end
  );
end $$;

-- Writes back what the provider has: p_ids, as [{"key", "id", "terms"}], are kept, and a price or rate that is to be
-- exactly that takes over id and amount. Then the job is done, unless its rows have changed since, or something is still to
-- be archived. Whoever has lost the job to another has it looked at once more. Says whether anything was written.
create function public.settle_catalogue_job(
  p_account text, p_subject text, p_claim uuid, p_changes bigint, p_ids jsonb, p_is_swapped boolean, p_is_left boolean,
  p_now timestamptz default now()
) returns boolean language plpgsql security definer set search_path = '' set lock_timeout = '300ms' as $$
declare
  job public.catalogue_jobs;
  product uuid := case when p_subject like 'product:%' then substr(p_subject, 9)::uuid end;
begin
  -- In the order in which a change of the owner's locks them.
  perform from public.prices where product_id = product for no key update;
  perform from public.products where id = product for no key update;
  select * into job from public.catalogue_jobs where account = p_account and subject = p_subject and claim = p_claim for update;
  if job.subject is null then
    perform public.queue_catalogue_job(p_subject);
    return false;
  end if;
  insert into public.payment_provider_ids (account, lookup_key, provider_id, terms)
  select p_account, kept.key, kept.id, kept.terms from jsonb_to_recordset(p_ids) as kept (key text, id text, terms jsonb)
  on conflict (account, lookup_key) do update set provider_id = excluded.provider_id, terms = excluded.terms;
  if exists (select from public.payment_accounts where account = p_account and is_in_use) then
    update public.prices r set stripe_price_id = kept.id, unit_amount = (kept.terms ->> 'amount')::integer, next_amount = null
    from jsonb_to_recordset(p_ids) as kept (key text, id text, terms jsonb)
    where kept.key = 'price_' || r.id
      and kept.terms = public.price_terms(coalesce(r.next_amount, r.unit_amount), r.recurring_interval, r.recurring_interval_count)
      and (r.stripe_price_id is distinct from kept.id or r.next_amount is not null);
    update public.delivery_methods d set stripe_id = kept.id, price = (kept.terms ->> 'amount')::integer, next_price = null
    from jsonb_to_recordset(p_ids) as kept (key text, id text, terms jsonb)
    where kept.key = 'delivery_' || d.id and kept.terms = public.rate_terms(coalesce(d.next_price, d.price), d.name)
      and (d.stripe_id is distinct from kept.id or d.next_price is not null);
  end if;
  -- What is gone for good is forgotten; what is only withdrawn may come back to the same product there.
  delete from public.payment_provider_ids
  where account = p_account and lookup_key = replace(p_subject, ':', '_')
    and not exists (select from public.products where id = product)
    and not exists (select from public.delivery_methods d where 'delivery:' || d.id = p_subject);
  -- The change of its own rows just now is no change to work on: the triggers pass over what is in step.
  if job.changes = p_changes and not p_is_left then
    delete from public.catalogue_jobs where account = p_account and subject = p_subject;
    return true;
  end if;
  update public.catalogue_jobs set
    claim = null, claimed_until = null, attempts = 0, failing_since = null, is_refused = false, last_error = null,
    archive_at = case when not p_is_left then null when p_is_swapped then p_now + public.archive_delay()
      else coalesce(archive_at, p_now + public.archive_delay()) end
  where account = p_account and subject = p_subject;
  update public.catalogue_jobs set next_attempt_at = archive_at
  where account = p_account and subject = p_subject and changes = p_changes;
  return true;
end $$;

-- Notes a try that failed; the job comes back at p_retry_at, or at once when its rows have changed since.
create function public.fail_catalogue_job(
  p_account text, p_subject text, p_claim uuid, p_changes bigint, p_error text, p_is_refused boolean, p_retry_at timestamptz,
  p_now timestamptz default now()
) returns void language sql security definer set search_path = '' as $$
  update public.catalogue_jobs set
    claim = null, claimed_until = null,
    next_attempt_at = case when changes = p_changes then p_retry_at else next_attempt_at end,
    failing_since = case when changes = p_changes then coalesce(failing_since, p_now) end,
    is_refused = changes = p_changes and p_is_refused,
    last_error = case when changes = p_changes then left(p_error, 300) end
  where account = p_account and subject = p_subject and claim = p_claim
$$;

-- What is out of step, since when, and in words what that means. What the provider has refused counts at once: only another
-- change makes it right. What it has not answered counts since p_before, as most outages are over sooner.
create function public.stuck_catalogue(p_before timestamptz) returns table (since timestamptz, detail text)
language sql stable security definer set search_path = '' as $$
  select j.failing_since, left(coalesce(p.name, d.name, 'Something that was deleted') || ': '
    || case
      when not public.is_for_sale(j.subject) then 'it is off sale here, and not archived at the payment provider yet.'
      when r.stripe_price_id is null and d.stripe_id is null then 'it cannot be bought yet.'
      when coalesce(r.next_amount, d.next_price) is not null then
        'it goes on selling for ' || coalesce(public.pounds(coalesce(r.unit_amount, d.price)), 'its price')
        || ', not for ' || public.pounds(coalesce(r.next_amount, d.next_price)) || ' yet.'
      else 'it sells, and the payment page may show an older name or picture.'
    end || ' The reason: ' || coalesce(j.last_error, 'none was given'), 600)
  from public.catalogue_jobs j
  join public.payment_accounts a on a.account = j.account and a.is_in_use
  left join public.products p on 'product:' || p.id = j.subject
  left join lateral (
    select * from public.prices where prices.product_id = p.id order by prices.position limit 1
  ) as r on true
  left join public.delivery_methods d on 'delivery:' || d.id = j.subject
  where j.is_refused or j.failing_since <= p_before
$$;

-- Has the shop sell by one of the provider's accounts. The ids of the former are kept for its return; prices and rates take
-- the new one's for the very amount that they are to have. All of it is looked at, in the sandbox only what has no id. Says
-- whether stripe:sync was ever through with the account.
create function public.use_payment_account(p_account text) returns boolean language plpgsql security definer set search_path = '' as $$
declare former text;
begin
  perform from public.payment_accounts order by account for update;
  select account into former from public.payment_accounts where is_in_use;
  if former is distinct from p_account then
    insert into public.payment_provider_ids (account, lookup_key, provider_id, terms)
    select former, 'price_' || r.id, r.stripe_price_id, public.price_terms(r.unit_amount, r.recurring_interval, r.recurring_interval_count)
    from public.prices r where r.stripe_price_id is not null
    union all
    select former, 'delivery_' || d.id, d.stripe_id, public.rate_terms(d.price, d.name)
    from public.delivery_methods d where d.stripe_id is not null
    on conflict (account, lookup_key) do update set provider_id = excluded.provider_id, terms = excluded.terms;
    update public.payment_accounts set is_in_use = false where account = former;
    update public.payment_accounts set is_in_use = true where account = p_account;
    update public.prices r set stripe_price_id = k.provider_id, unit_amount = coalesce(r.next_amount, r.unit_amount), next_amount = null
    from public.prices s left join public.payment_provider_ids k
      on k.account = p_account and k.lookup_key = 'price_' || s.id
      and k.terms = public.price_terms(coalesce(s.next_amount, s.unit_amount), s.recurring_interval, s.recurring_interval_count)
    where s.id = r.id and (r.stripe_price_id is not null or k.provider_id is not null);
    update public.delivery_methods d set stripe_id = k.provider_id, price = coalesce(d.next_price, d.price), next_price = null
    from public.delivery_methods s left join public.payment_provider_ids k
      on k.account = p_account and k.lookup_key = 'delivery_' || s.id
      and k.terms = public.rate_terms(coalesce(s.next_price, s.price), s.name)
    where s.id = d.id and (d.stripe_id is not null or k.provider_id is not null);
    perform public.queue_catalogue_job(s.subject) from jsonb_array_elements_text(public.catalogue_subjects(p_account)) s (subject)
    where p_account <> 'sandbox'
      or s.subject in (select 'product:' || r.product_id from public.prices r where r.stripe_price_id is null)
      or s.subject in (select 'delivery:' || d.id from public.delivery_methods d where d.stripe_id is null);
  end if;
  return (select set_up_at is not null from public.payment_accounts where account = p_account);
end $$;

grant all on public.products, public.prices, public.delivery_methods, public.payment_accounts,
  public.payment_provider_ids, public.catalogue_jobs to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.is_food_category, public.tag_words, public.announcements_since,
  public.catalogue_subjects, public.claim_catalogue_job, public.settle_catalogue_job, public.fail_catalogue_job,
  public.use_payment_account to service_role;
