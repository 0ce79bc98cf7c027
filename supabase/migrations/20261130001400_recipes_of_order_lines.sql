-- Stores which recipe an order line was sold by, and who was written to about a recipe, since times and emails do not last: a
-- clock may be set back, and sent emails are deleted after a month.

-- The version that was on sale when the line was inserted (`set_order_line_label`); null when it has no product. Only this number
-- says which recipe came first, because orders and versions may have their times from different clocks.
alter table public.order_items add column if not exists recipe_version integer;

-- Earlier lines get the version whose label they have, or else the one of their time.
update public.order_items i set recipe_version = f.version
from (
  select x.id, coalesce(
    max(v.version) filter (where v.since <= o.created_at and x.allergens in (v.words, v.allergens)),
    min(v.version) filter (where x.allergens in (v.words, v.allergens)),
    max(v.version) filter (where v.since <= o.created_at),
    1
  ) as version
  from public.order_items x join public.orders o on o.id = x.order_id left join public.recipe_versions v on v.product_id = x.product_id
  where x.product_id is not null and x.recipe_version is null group by x.id
) f
where f.id = i.id;

-- A row for each sent email about a recipe. It names its reader by an order alone, and goes with the order's personal data.
create table if not exists public.sent_recipe_emails (
  email_id uuid primary key,
  order_id uuid not null references public.orders on delete cascade,
  product_id uuid not null references public.products on delete cascade,
  version integer not null,
  place bigint not null generated always as identity,
  sent_at timestamptz not null
);
create index if not exists sent_recipe_emails_product on public.sent_recipe_emails (product_id);
create index if not exists sent_recipe_emails_order on public.sent_recipe_emails (order_id);
alter table public.sent_recipe_emails enable row level security;
grant all on public.sent_recipe_emails to service_role;

-- Emails about a version that was taken back have lost their key, and get a version that no recipe has.
insert into public.sent_recipe_emails (email_id, order_id, product_id, version, sent_at)
select m.id, o.id, p.id, coalesce(nullif(split_part(m.dedupe_key, ':', 3), '')::integer, 0), m.sent_at
from public.outbox m join public.orders o on o.number = (m.data ->> 'number')::bigint and o.erased_at is null
join public.products p on case when m.dedupe_key is null then p.slug = m.data ->> 'slug' else p.id::text = split_part(m.dedupe_key, ':', 2) end
where m.template = 'recipe_news' and m.sent_at is not null order by m.sent_at
on conflict do nothing;
