-- Products at the owner's desk: the list with its stock and prices, the editor, photos, and what became of a recipe.

-- The recipes of a product, each with the time from which it was used; a row for each recipe that was ever sold. Order lines
-- keep their own words. Only database functions read it.
create table public.recipe_versions (
  product_id uuid not null references public.products on delete cascade,
  version integer not null,
  ingredients text[] not null,
  allergens text,
  since timestamptz not null,
  primary key (product_id, version)
);
alter table public.recipe_versions enable row level security;

-- Anyone may read the photos by their URLs; only owners upload them. A photo is never changed: another one has another name.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('products', 'products', true, 5242880, '{image/webp,image/avif,image/jpeg,image/png}') on conflict (id) do nothing;
grant all on public.recipe_versions to service_role;
