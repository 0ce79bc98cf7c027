-- The fields of a product that the desk edits: `productFields` in desk/screens/products/product-fields.ts has the same.

-- Returns a product in the form that the editor reads and writes back: `price` is the intended price in pence, null for "Price
-- TBA".
create or replace function public.product_content(p_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'name', p.name, 'tagline', p.tagline, 'description', p.description, 'category', p.category,
    'price', (
      select nullif(coalesce(r.next_amount, r.unit_amount), 0) from public.prices r where r.product_id = p.id order by r.position limit 1
    ),
    'images', to_jsonb(p.image_url), 'alts', to_jsonb(p.image_alt), 'net', p.net_quantity, 'unit', p.net_unit, 'pack', p.pack,
    'sizes', to_jsonb(p.sizes), 'ingredients', to_jsonb(p.ingredients), 'answers', p.allergen_answers, 'allergens', p.allergens,
    'storage', p.storage, 'heat', p.heat, 'tags', to_jsonb(p.tags), 'isHot', p."isHot", 'isLimited', p."isSeasonalLimited",
    'isBestSeller', p."isBestSeller", 'onSaleFrom', p.on_sale_from,
    'shelf', case when not p.active then 'hidden' when p."isSoldOut" then 'sold-out' when p."isComingSoon" then 'coming-soon' else 'live' end
  ) from public.products p where p.id = p_id
$$;

-- Writes the fields of a product that the editor has. The name, the recipe and the label's text are parameters of their own,
-- because the caller has cleaned or derived them.
create or replace function public.update_product_content(p_product uuid, p_content jsonb, p_name text, p_recipe text[], p_label text) returns void
language sql security definer set search_path = '' as $$
  update public.products p set
    name = p_name, tagline = public.clean_line(coalesce(p_content ->> 'tagline', '')),
    description = public.trim_text(coalesce(p_content ->> 'description', '')), category = p_content ->> 'category',
    image_url = array(select jsonb_array_elements_text(p_content -> 'images')),
    image_alt = array(select public.clean_line(alt) from jsonb_array_elements_text(p_content -> 'alts') as alt),
    net_quantity = (p_content ->> 'net')::numeric, net_unit = case when p_content ->> 'net' is not null then p_content ->> 'unit' end,
    pack = nullif(public.clean_line(p_content ->> 'pack'), ''),
    sizes = array(select public.clean_line(size) from jsonb_array_elements_text(p_content -> 'sizes') as size),
    ingredients = p_recipe, allergen_answers = nullif(p_content -> 'answers', 'null'), allergens = p_label,
    storage = nullif(public.clean_line(p_content ->> 'storage'), ''), heat = (p_content ->> 'heat')::smallint,
    tags = array(select tag from jsonb_array_elements_text(p_content -> 'tags') as tag),
    "isHot" = (p_content ->> 'isHot')::boolean, "isSeasonalLimited" = (p_content ->> 'isLimited')::boolean,
    "isBestSeller" = (p_content ->> 'isBestSeller')::boolean,
    active = p_content ->> 'shelf' <> 'hidden', "isSoldOut" = p_content ->> 'shelf' = 'sold-out',
    -- A product that was sold out while coming soon is coming soon again once it is not sold out.
    "isComingSoon" = p_content ->> 'shelf' = 'coming-soon' or p_content ->> 'shelf' = 'sold-out' and p."isSoldOut" and p."isComingSoon",
    on_sale_from = case
      when p_content ->> 'shelf' = 'coming-soon' then (p_content ->> 'onSaleFrom')::date
      when p_content ->> 'shelf' = 'sold-out' and p."isSoldOut" and p."isComingSoon" then p.on_sale_from
    end
  where p.id = p_product;
$$;

-- Returns an error message when a product's typed content cannot be stored; null when it can.
create or replace function public.validate_content(p_content jsonb) returns text language sql immutable security definer set search_path = '' as $$
  select case
    when exists (
      select from unnest(array['images', 'alts', 'sizes', 'ingredients', 'tags']) as list (name)
      where jsonb_typeof(p_content -> list.name) is distinct from 'array'
    ) or exists (
      select from unnest(array['price', 'net', 'heat']) as number (name)
      where coalesce(jsonb_typeof(p_content -> number.name), 'null') not in ('number', 'null')
    ) or exists (
      select from unnest(array['isHot', 'isLimited', 'isBestSeller']) as flag (name)
      where jsonb_typeof(p_content -> flag.name) is distinct from 'boolean'
    ) or coalesce(jsonb_typeof(p_content -> 'answers'), 'null') not in ('object', 'null') then 'That is no product.'
    when (p_content ->> 'price')::numeric not between 0 and 1000000 or (p_content ->> 'price')::numeric % 1 <> 0
      then 'A price is between £0.01 and £10,000.00.'
    when p_content ->> 'onSaleFrom' !~ '^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$' then 'The day it goes on sale is a date.'
    when length(coalesce(p_content ->> 'name', '')) not between 1 and 120 then 'A name has 1 to 120 characters.'
    when length(coalesce(p_content ->> 'tagline', '')) > 160 then 'The line under the name has at most 160 characters.'
    when length(coalesce(p_content ->> 'description', '')) > 4000 then 'The description has at most 4,000 characters.'
    when coalesce(p_content ->> 'category', '') !~ '^[a-z0-9]+(-[a-z0-9]+)*$' then 'Please choose a kind.'
    when p_content ->> 'shelf' not in ('live', 'sold-out', 'coming-soon', 'hidden') then 'Please choose one under “On the shelf”.'
    when coalesce((p_content ->> 'net')::numeric, 1) not between 0.1 and 100000 then 'A net quantity is a number from 0.1 to 100,000.'
    when coalesce((p_content ->> 'heat')::numeric, 0) not in (0, 1, 2, 3, 4, 5, 6) then 'Heat goes from 0 to 6.'
    when jsonb_array_length(p_content -> 'images') > 8 then 'Eight photos at most.'
    when jsonb_array_length(p_content -> 'sizes') > 20 or jsonb_array_length(p_content -> 'tags') > 20 then 'Twenty sizes and twenty tags at most.'
    when length(p_content ->> 'ingredients') > 6000 then 'The list of ingredients is too long.'
    when length(p_content ->> 'sizes') > 1000 or length(p_content ->> 'tags') > 1000 then 'Sizes and tags are short words.'
    when length(p_content ->> 'alts') > 3000 or length(p_content ->> 'storage') > 300 or length(p_content ->> 'pack') > 100 then 'One of the lines is too long.'
    when exists (
      select from jsonb_array_elements_text(p_content -> 'images') as image (path)
      where path !~ '^(/generated/[a-z0-9/-]+\.svg|(https?://[a-z0-9.:-]+)?/storage/v1/object/public/products/[A-Za-z0-9/_-]+\.[a-z]+)$'
    ) then 'One of the photos is not the shop''s own.'
    when exists (
      select from jsonb_each_text(coalesce(nullif(p_content -> 'answers', 'null'), '{}')) as answer (id, says)
      where says not in ('contains', 'may', 'free') or not exists (select from public.allergen_words() a where a.id = answer.id)
    ) then 'Each allergen is Contains, May contain or Free from.'
  end
$$;
