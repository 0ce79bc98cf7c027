-- What is asked for by every visitor stays quick with ten thousand products and a hundred thousand orders.

-- Searches look for what stands anywhere in a name or a description.
create extension if not exists pg_trgm with schema extensions;
create index products_name_words on public.products using gin (name extensions.gin_trgm_ops);
create index products_description_words on public.products using gin (description extensions.gin_trgm_ops);

-- The order of the album, a thousand rows at a time.
drop index public.products_sort;
create index products_album on public.products ("Sort_order", id) where active;
