-- Food is sold at a distance only with its label in view (Food Information Regulations 2014; Regulation (EU) 1169/2011,
-- article 14): whoever puts a product on sale without one hears what is missing, in words.

-- Whether a category is food that has a label of its own: all but what is worn, carried or drunk from, and boxes, whose
-- contents change and whose leaflet names them.
create function public.is_food(p_category text) returns boolean
language sql immutable set search_path = ''
as $$ select p_category not in ('merchandise', 'subscription-box') $$;

-- What the label of a product lacks ('ingredients and net quantity'), or null.
create function public.label_gaps(p_product public.products) returns text
language sql immutable security definer set search_path = ''
as $$
  select regexp_replace(string_agg(gap, ', ' order by place), ', ([^,]+)$', ' and \1')
  from (values
    (1, 'ingredients', not exists (select from unnest(p_product.ingredients) as part where public.trim_text(part) <> '')),
    (2, 'allergens', coalesce(public.trim_text(p_product.allergens), '') = ''),
    (3, 'net quantity', p_product.net_quantity is null)
  ) as label (place, gap, is_missing)
  where is_missing and public.is_food(p_product.category)
$$;

-- Looks only when the label or `active` is written, so that the stock and the price of a product that was on sale before
-- there was this rule go on changing.
create function public.refuse_without_label() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare gaps text := public.label_gaps(new);
begin
  if gaps is null then return null; end if;
  raise exception '% cannot go on sale yet: its label still needs %. Fill that in first, or set active to false until then.', new.name, gaps
    using errcode = '23514', constraint = 'products_label', table = 'products', schema = 'public',
      hint = 'What is no food has the category merchandise; a box has subscription-box.';
end $$;
create constraint trigger products_label
  after insert or update of active, category, ingredients, allergens, net_quantity on public.products
  for each row when (new.active) execute function public.refuse_without_label();

revoke execute on all functions in schema public from public;
