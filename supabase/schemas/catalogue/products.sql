-- Returns tags as one text, which is searched by trigrams. An index of products uses this function, so it must stay immutable.
create or replace function public.tag_words(p_tags text[]) returns text language sql immutable set search_path = ''
as $$ select array_to_string(p_tags, ' ') $$;

create or replace function public.increment_shelf_version() returns trigger language plpgsql set search_path = '' as $$
begin
  new.shelf_version := old.shelf_version + 1;
  return new;
end $$;
create or replace trigger products_increment_shelf_version before update of active, "isSoldOut", "isComingSoon" on public.products
  for each row when ((old.active, old."isSoldOut", old."isComingSoon") is distinct from (new.active, new."isSoldOut", new."isComingSoon"))
  execute function public.increment_shelf_version();

-- Returns the value of products.price: the unit_amount of the product's first price, or null while that has no id of the payment
-- provider and so cannot be paid. The triggers below keep the column so: write the row of prices, and the product follows; a
-- value that is written to products.price itself is reset.
create or replace function public.first_price(p_product_id uuid) returns integer language sql stable security definer set search_path = '' as $$
  select case when stripe_price_id is not null then unit_amount end
  from public.prices where product_id = p_product_id order by position limit 1
$$;

create or replace function public.sync_product_price() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.products set price = public.first_price(id), updated_at = now()
  where id in (new.product_id, old.product_id) and price is distinct from public.first_price(id);
  return null;
end $$;
create or replace trigger prices_sync_product after insert or update or delete on public.prices for each row execute function public.sync_product_price();

create or replace function public.reset_product_price() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.price := public.first_price(new.id);
  new.updated_at := now();
  return new;
end $$;
create or replace trigger products_keep_price before insert or update on public.products for each row execute function public.reset_product_price();

-- Returns whether the payment provider is to sell a subject (`product:<id>` or `delivery:<id>`): a delivery method that exists,
-- or an active product with a price.
create or replace function public.is_for_sale(p_subject text) returns boolean language sql stable security definer set search_path = '' as $$
  select case when p_subject like 'delivery:%'
    then exists (select from public.delivery_methods d where 'delivery:' || d.id = p_subject)
    else exists (
      select from public.products p join public.prices r on r.product_id = p.id
      where p.id = substr(p_subject, 9)::uuid and p.active and coalesce(r.next_amount, r.unit_amount) > 0
    )
  end
$$;

-- Returns up to 24 active products of the newest thousand paid orders, those with the most pieces first. Anybody may call it: it
-- reveals an order of products, and nothing of how many, to whom or when.
create or replace function public.best_sellers() returns setof uuid
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

-- Returns the first photo of each product by slug, for emails; drawings are left out.
create or replace function public.product_photos(p_slugs text[]) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(p.slug, p.image_url[1]), '{}') from public.products p
  where p.slug = any (p_slugs) and p.image_url[1] like '%/storage/v1/object/public/products/%'
$$;

do $$ begin
  if to_regclass('public.products_tag_words') is null then
    -- The schema of the trigram extension is looked up, because the extension may have been installed in any schema.
    execute format('create index products_tag_words on public.products using gin (public.tag_words(tags) %I.gin_trgm_ops)', (
      select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'
    ));
  end if;
end $$;

grant execute on function
  public.tag_words,
  public.product_photos
to service_role;
grant execute on function public.best_sellers to anon, authenticated, service_role;
