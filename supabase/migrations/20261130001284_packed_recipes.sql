-- Records which recipe goes into a parcel when a product's label has changed between the order and the packing.

-- `words` is the text of the label (`label_words`), which changes with an answer alone; it is null for versions from before the
-- column existed. `newest_number` is the highest number ever given, if it is not this one: the number of a version that was taken
-- back is not reused, since a choice that a desk has queued may still name it.
alter table public.recipe_versions add column if not exists words text, add column if not exists newest_number integer;

-- The table has the recipes that went, or will go, into a parcel for an order line, if its product's label has changed since the
-- order. `part_id` is null for the order's last parcel; two rows of one parcel mean some pieces of each. `latest_version` is the
-- newest recipe at the time of the choice, and `is_latest` says whether the row's label was then the product's own. A shopper reads
-- the rows of their own orders; the functions below write them.
create table if not exists public.packed_recipes (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null references public.order_items on delete cascade,
  part_id uuid references public.part_parcels on delete cascade,
  version integer not null,
  since timestamptz not null,
  is_as_ordered boolean not null,
  is_latest boolean not null,
  ingredients text[] not null,
  allergens text,
  latest_version integer not null,
  chosen_at timestamptz not null default now(),
  unique nulls not distinct (item_id, part_id, version)
);
create index if not exists packed_recipes_part on public.packed_recipes (part_id) where part_id is not null;
alter table public.packed_recipes enable row level security;
grant select on public.packed_recipes to authenticated;
drop policy if exists "People read what went into their own orders" on public.packed_recipes;
create policy "People read what went into their own orders" on public.packed_recipes for select to authenticated
  using (exists (
    select from public.order_items i join public.orders o on o.id = i.order_id where i.id = item_id and o.user_id = (select auth.uid())
  ));

grant all on public.packed_recipes to service_role;
