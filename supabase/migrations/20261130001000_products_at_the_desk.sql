-- Products at the owner's desk: the list with its stock and prices, the editor, photos, and what became of a recipe.

-- What was in a product, and since when; a row for each recipe that was ever sold. Order lines keep their own words.
-- Nobody reads it but `desk_product`.
create table public.recipe_versions (
  product_id uuid not null references public.products on delete cascade,
  version integer not null,
  ingredients text[] not null,
  allergens text,
  since timestamptz not null,
  primary key (product_id, version)
);
alter table public.recipe_versions enable row level security;

-- ── Labels ──────────────────────────────────────────────────────────────────────────────────────

-- The fourteen in the order of labels, with the words of ingredients that give each away: domain/allergens.ts has the same,
-- and tests/desk/labels.test.ts holds both together. `names`: those that the law wants on the label themselves.
create function public.allergen_words() returns table (place integer, id text, label text, words text, names text)
language sql immutable set search_path = '' as $$
  values
    (1, 'celery', 'celery', '\y(?:celery|celeriac)\y', null),
    (2, 'gluten', 'cereals with gluten',
      '\y(?:wheat|rye|barley|oats?|spelt|kamut|gluten|semolina|couscous|bulgh?ur|seitan|malt)\y',
      '\y(?:wheat|rye|barley|oats?|spelt|kamut)\y'),
    (3, 'crustaceans', 'crustaceans', '\y(?:crustaceans?|prawns?|shrimps?|crabs?|lobsters?|crayfish|langoustines?)\y', null),
    (4, 'eggs', 'eggs', '\y(?:eggs?|mayonnaise|albumen)\y', null),
    (5, 'fish', 'fish', '\y(?:fish|anchovy|anchovies|tuna|salmon|cod|haddock|mackerel|sardines?)\y', null),
    (6, 'lupin', 'lupin', '\ylupins?\y', null),
    (7, 'milk', 'milk',
      '(?<!\y(?:coconut|cocoa|peanut|almond|cashew|oat|rice|shea|nut|soya|soy) )\y(?:milk|buttermilk|butter|cream|cheese|cheddar|parmesan|whey|casein|yogh?urts?|ghee|lactose)\y(?! (?:beans?|of tartar))',
      null),
    (8, 'molluscs', 'molluscs', '\y(?:molluscs?|mussels?|clams?|oysters?|squid|octopus|scallops?)\y(?! mushrooms?)', null),
    (9, 'mustard', 'mustard', '\ymustard\y', null),
    (10, 'nuts', 'nuts',
      '\y(?:nuts?|almonds?|hazelnuts?|walnuts?|cashews?|pecans?|pistachios?|macadamias?|marzipan|praline)\y',
      '\y(?:almonds?|hazelnuts?|walnuts?|cashews?|pecans?|brazil nuts?|pistachios?|macadamias?)\y'),
    (11, 'peanuts', 'peanuts', '\y(?:peanuts?|groundnuts?)\y', null),
    (12, 'sesame', 'sesame', '\y(?:sesame|tahini)\y', null),
    (13, 'soya', 'soya', '\y(?:soya|soy|tofu|edamame|miso|tempeh)\y', null),
    (14, 'sulphites', 'sulphites', '\y(?:sulphites?|sulfites?|sulphur dioxide|metabisulphites?)\y', null)
$$;

-- Ingredients as one text, without the stars that emphasise, and without blanks around them.
create function public.plain_recipe(p_ingredients text[]) returns text language sql immutable set search_path = '' as $$
  select coalesce(replace(string_agg(public.trim_text(i.name), ', ' order by i.place), '**', ''), '')
  from unnest(p_ingredients) with ordinality as i (name, place)
$$;

-- What a recipe contains, in words that `allergen_words` are looked for in: its ingredients, and what its label says besides.
create function public.contained_words(p_ingredients text[], p_allergens text) returns text
language sql immutable security definer set search_path = '' as $$
  select public.plain_recipe(p_ingredients) || ' ' || case when p_allergens like 'Contains%'
    then split_part(replace(p_allergens, '**', ''), '.', 1) else '' end
$$;

-- The words of a food's label, of the fourteen answers; null while one of them is not known.
create function public.allergen_label(p_recipe text, p_answers jsonb) returns text
language sql immutable security definer set search_path = '' as $$
  select case when count(*) filter (where p_answers ->> a.id in ('contains', 'may', 'free')) < 14 then null
    else coalesce(
      'Contains: ' || string_agg(coalesce(n.named, a.label), ', ' order by a.place) filter (where p_answers ->> a.id = 'contains') || '.',
      'None of the 14 named allergens is an ingredient.'
    ) || coalesce(' May contain: ' || string_agg(a.label, ', ' order by a.place) filter (where p_answers ->> a.id = 'may') || '.', '')
  end
  from public.allergen_words() a
  left join lateral (
    select string_agg(f.word, ', ' order by f.at) as named from (
      select lower(m.hit[1]) as word, min(m.at) as at
      from regexp_matches(p_recipe, a.names, 'gi') with ordinality as m (hit, at) group by 1
    ) f
  ) n on a.names is not null
$$;

-- A product as the editor has it, and as it is written back: `price` in pence is what it is to cost, null "Price TBA".
create function public.product_content(p_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
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

-- What a product still needs before it is sold, in the order of the label; domain/product-gaps.ts has the words for people.
create function public.product_gaps(p_content jsonb) returns text[] language sql immutable security definer set search_path = '' as $$
  select coalesce(array_agg(gap order by place), '{}') from (values
    (1, 'picture', coalesce(jsonb_array_length(p_content -> 'images'), 0) = 0),
    (2, 'what the picture shows', p_content -> 'images' ->> 0 not like '/generated/%' and coalesce(public.trim_text(p_content -> 'alts' ->> 0), '') = ''),
    (3, 'name', coalesce(public.trim_text(p_content ->> 'name'), '') = ''),
    (4, 'price', coalesce((p_content ->> 'price')::integer, 0) <= 0),
    (5, 'net quantity', public.is_food_category(p_content ->> 'category') and coalesce((p_content ->> 'net')::numeric, 0) <= 0),
    (6, 'ingredients', public.is_food_category(p_content ->> 'category') and coalesce(jsonb_array_length(p_content -> 'ingredients'), 0) = 0),
    (7, 'all fourteen allergens', public.is_food_category(p_content ->> 'category')
      and public.allergen_label('', coalesce(nullif(p_content -> 'answers', 'null'), '{}')) is null),
    (8, 'allergens named in its ingredients', public.is_food_category(p_content ->> 'category') and exists (
      select from public.allergen_words() a
      where p_content -> 'answers' ->> a.id in ('may', 'free')
        and public.plain_recipe(array(select jsonb_array_elements_text(p_content -> 'ingredients'))) ~* a.words
    )),
    (9, 'how to keep it', public.is_food_category(p_content ->> 'category') and coalesce(public.trim_text(p_content ->> 'storage'), '') = '')
  ) as gaps (place, gap, is_missing) where is_missing
$$;

-- A recipe that was sold and is another now gets a version. Answers that were only asked for later change no recipe, unless
-- they say that it contains more than its label said.
create function public.is_same_recipe(p_one public.products, p_other public.products) returns boolean
language sql immutable security definer set search_path = '' as $$
  select public.plain_recipe(p_one.ingredients) = public.plain_recipe(p_other.ingredients) and (
    p_one.allergens is not distinct from p_other.allergens and p_one.allergen_answers is not distinct from p_other.allergen_answers
    or (p_one.allergen_answers is null) <> (p_other.allergen_answers is null) and not exists (
      select from public.allergen_words() a
      where coalesce(p_one.allergen_answers, p_other.allergen_answers) ->> a.id = 'contains' and public.contained_words(
        p_one.ingredients, case when p_one.allergen_answers is null then p_one.allergens else p_other.allergens end
      ) !~* a.words
    )
  )
$$;

-- Whoever takes a change back before anybody ordered the new recipe has never sold it: that version goes.
create function public.note_recipe() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  latest public.recipe_versions;
  former public.recipe_versions;
begin
  if public.is_same_recipe(old, new) then return new; end if;
  if not (old.active and not old."isComingSoon") and not exists (select from public.order_items i where i.product_id = old.id) then return new; end if;
  select * into latest from public.recipe_versions v where v.product_id = new.id order by v.version desc limit 1;
  select * into former from public.recipe_versions v where v.product_id = new.id and v.version = latest.version - 1;
  if former.version is not null and public.plain_recipe(former.ingredients) = public.plain_recipe(new.ingredients) and former.allergens is not distinct from new.allergens and not exists (
    select from public.order_items i join public.orders o on o.id = i.order_id where i.product_id = new.id and o.created_at >= latest.since
  ) then
    delete from public.recipe_versions v where v.product_id = new.id and v.version = latest.version;
    new.recipe_changed_at := case when former.version > 1 then former.since end;
    return new;
  end if;
  if latest.version is null then
    insert into public.recipe_versions (product_id, version, ingredients, allergens, since)
    values (old.id, 1, old.ingredients, old.allergens, old.created_at);
  end if;
  insert into public.recipe_versions (product_id, version, ingredients, allergens, since)
  values (new.id, coalesce(latest.version, 1) + 1, new.ingredients, new.allergens, now());
  new.recipe_changed_at := now();
  return new;
end $$;
create trigger products_recipe before update of ingredients, allergens, allergen_answers on public.products
  for each row execute function public.note_recipe();

-- A letter about a recipe says what is in a jar, so one that still waits does not leave once that recipe is followed by
-- another, or taken back. The number of a version that was taken back comes again with the next, whose letters are others.
create function public.forget_recipe_letters() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed public.recipe_versions := coalesce(new, old);
begin
  delete from public.outbox m
  where m.template = 'recipe_news' and split_part(m.dedupe_key, ':', 2) = changed.product_id::text and m.sent_at is null;
  if tg_op = 'DELETE' then
    update public.outbox m set dedupe_key = null
    where m.template = 'recipe_news' and split_part(m.dedupe_key, ':', 2) = changed.product_id::text
      and split_part(m.dedupe_key, ':', 3) = changed.version::text;
  end if;
  return null;
end $$;
create trigger recipe_versions_forget_letters after insert or delete on public.recipe_versions
  for each row execute function public.forget_recipe_letters();

-- What the latest recipe contains that the one before did not: ["mustard"].
create function public.new_allergens(p_product uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(a.label order by a.place), '[]')
  from (select * from public.recipe_versions v where v.product_id = p_product order by v.version desc limit 1) latest
  join public.recipe_versions former on former.product_id = latest.product_id and former.version = latest.version - 1
  join public.allergen_words() a on public.contained_words(latest.ingredients, latest.allergens) ~* a.words
    and public.contained_words(former.ingredients, former.allergens) !~* a.words
$$;

-- Food whose label is not whole, as the list of products has it: what cannot go on sale yet, and what to mend.
create function public.labels_incomplete() returns jsonb language sql stable security definer set search_path = '' as $$
  with incomplete as (
    select p.name from public.products p where public.is_food_category(p.category) and (
      p.ingredients = '{}' or p.allergens is null or p.net_quantity is null or p.storage is null
      or not coalesce(p.allergen_answers ?& array['celery', 'gluten', 'crustaceans', 'eggs', 'fish', 'lupin', 'milk', 'molluscs',
        'mustard', 'nuts', 'peanuts', 'sesame', 'soya', 'sulphites'], true)
    )
  )
  select jsonb_build_object('count', (select count(*) from incomplete), 'names', (
    select coalesce(jsonb_agg(f.name order by f.name), '[]') from (select * from incomplete order by incomplete.name limit 3) f
  ))
$$;

-- Where products stand: 'hidden', 'sold-out', 'coming-soon' or 'live'. Without settings of its own it becomes part of the
-- statement that calls it.
create function public.product_state(p_active boolean, p_is_sold_out boolean, p_is_coming_soon boolean) returns text
language sql immutable as $$
  select case when not p_active then 'hidden' when p_is_sold_out then 'sold-out' when p_is_coming_soon then 'coming-soon' else 'live' end
$$;

-- Those that words fit: part of a name, with any apostrophe, a tag, or a number.
create function public.products_standing(p_words text) returns table (id uuid, place integer, state text, is_low boolean)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  pattern text := public.words_anywhere(p_words);
  wanted bigint := case when ltrim(p_words, '0') ~ '^-?[1-9][0-9]{0,9}$' then ltrim(p_words, '0')::bigint end;
begin
  return query select p.id, p."Sort_order", public.product_state(p.active, p."isSoldOut" or coalesce(p.stock = 0, false), p."isComingSoon"),
    p.active and coalesce(p.stock <= 5, false) and not p."isSoldOut" and not p."isComingSoon"
  from public.products p where p.name ilike pattern or public.tag_words(p.tags) ilike pattern or p."Sort_order" = wanted;
end $$;

-- ── The list ────────────────────────────────────────────────────────────────────────────────────

-- What a list of products counts and which of them it shows, in the order of the album. p_search: part of a name, a tag, or a
-- number. Without one, what is counted stands in the index of the shelves; the few that are nearly gone, and those with a gap
-- in their label, stand in their own.
create function public.products_sought(
  p_search text, p_state text, p_limit integer, p_offset integer, out counts jsonb, out page uuid[], out gaps uuid[]
) language plpgsql stable security definer set search_path = '' as $$
declare
  wanted text := left(coalesce(public.trim_text(p_search), ''), 100);
  most integer := least(greatest(p_limit, 1), 500);
  skipped integer := greatest(p_offset, 0);
  few uuid[];
  gone uuid[];
begin
  -- As `labels_incomplete` has it, by the index of both.
  gaps := array(
    select p.id from public.products p where public.is_food_category(p.category) and (
      p.ingredients = '{}' or p.allergens is null or p.net_quantity is null or p.storage is null
      or not coalesce(p.allergen_answers ?& array['celery', 'gluten', 'crustaceans', 'eggs', 'fish', 'lupin', 'milk', 'molluscs',
        'mustard', 'nuts', 'peanuts', 'sesame', 'soya', 'sulphites'], true)
    )
  );
  if wanted <> '' then
    with found as materialized (
      select s.*, s.id in (select unnest(gaps)) as is_incomplete from public.products_standing(wanted) s
    )
    select (
      select jsonb_build_object(
        'all', count(*), 'live', count(*) filter (where f.state = 'live'), 'sold-out', count(*) filter (where f.state = 'sold-out'),
        'coming-soon', count(*) filter (where f.state = 'coming-soon'), 'hidden', count(*) filter (where f.state = 'hidden'),
        'low', count(*) filter (where f.is_low), 'label-incomplete', count(*) filter (where f.is_incomplete)
      ) from found f
    ), array(
      select f.id from found f
      where p_state = 'all' or f.state = p_state or (p_state = 'label-incomplete' and f.is_incomplete) or (p_state = 'low' and f.is_low)
      order by f.place, f.id limit most offset skipped
    ) into counts, page;
  else
    select coalesce(array_agg(p.id) filter (where p.active and not p."isSoldOut" and not p."isComingSoon"), '{}'),
      coalesce(array_agg(p.id) filter (where p.active and not p."isSoldOut" and p.stock = 0), '{}') into few, gone
    from public.products p where p.stock <= 5;
    with shelves as materialized (
      select count(*) as n, count(*) filter (where not p.active) as hidden, count(*) filter (where p.active and p."isSoldOut") as sold_out,
        count(*) filter (where p.active and not p."isSoldOut" and p."isComingSoon" and not p.id in (select unnest(gone))) as coming_soon
      from public.products p
    )
    select jsonb_build_object(
      'all', s.n, 'live', s.n - s.hidden - s.sold_out - s.coming_soon - cardinality(gone), 'sold-out', s.sold_out + cardinality(gone),
      'coming-soon', s.coming_soon, 'hidden', s.hidden, 'low', cardinality(few), 'label-incomplete', cardinality(gaps)
    ) into counts from shelves s;
    page := array(
      select p.id from public.products p
      where case p_state
        when 'all' then true
        when 'low' then p.id in (select unnest(few))
        when 'label-incomplete' then p.id in (select unnest(gaps))
        else p_state = public.product_state(p.active, p."isSoldOut" or p.id in (select unnest(gone)), p."isComingSoon")
      end
      order by p."Sort_order", p.id limit most offset skipped
    );
  end if;
end $$;

-- The list of products for owners: {"counts": {"all", "live", …}, "rows": […]}.
create function public.desk_products(
  p_search text default '', p_state text default 'all', p_limit integer default 50, p_offset integer default 0
) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare sought record;
begin
  perform public.desk_enter();
  select * into sought from public.products_sought(p_search, p_state, p_limit, p_offset);
  return jsonb_build_object('counts', sought.counts, 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'slug', p.slug, 'number', p."Sort_order", 'name', p.name, 'image', p.image_url[1], 'tint', p.tint,
      'state', public.product_state(p.active, p."isSoldOut" or coalesce(p.stock = 0, false), p."isComingSoon"),
      'isIncomplete', p.id in (select unnest(sought.gaps)), 'isSoldOut', p."isSoldOut", 'shelfVersion', p.shelf_version,
      'stock', p.stock, 'onSaleFrom', p.on_sale_from, 'price', nullif(coalesce(r.next_amount, r.unit_amount), 0)
    ) order by p."Sort_order", p.id), '[]')
    from public.products p left join lateral (select * from public.prices x where x.product_id = p.id order by x.position limit 1) r on true
    where p.id = any (sought.page)
  ));
end $$;

-- What there is of each product, for whoever packs: {"counts": {"all", "low", "sold-out"}, "rows": […]}. No price, and nothing
-- of how a product is described or made. p_state: 'all', 'low' or 'sold-out'.
create function public.desk_stock(
  p_search text default '', p_state text default 'all', p_limit integer default 50, p_offset integer default 0
) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  shown text := case when p_state in ('low', 'sold-out') then p_state else 'all' end;
  sought record;
begin
  perform public.desk_enter('packer');
  select * into sought from public.products_sought(p_search, shown, p_limit, p_offset);
  return jsonb_build_object(
    'counts', jsonb_build_object('all', sought.counts -> 'all', 'low', sought.counts -> 'low', 'sold-out', sought.counts -> 'sold-out'),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'number', p."Sort_order", 'name', p.name, 'image', p.image_url[1], 'tint', p.tint,
        'net', trim_scale(p.net_quantity) || ' ' || p.net_unit, 'sizes', to_jsonb(p.sizes), 'stock', p.stock,
        'state', public.product_state(p.active, p."isSoldOut" or coalesce(p.stock = 0, false), p."isComingSoon")
      ) order by p."Sort_order", p.id), '[]')
      from public.products p where p.id = any (sought.page)
    )
  );
end $$;

-- How many wait for each product: {"<id>": 12}.
create function public.desk_products_wanted() returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.desk_enter();
  return (
    select coalesce(jsonb_object_agg(w.product_id, w.people), '{}') from (
      select r.product_id, count(*) as people from public.tell_me_requests r where r.confirmed_at is not null group by r.product_id
    ) w
  );
end $$;

-- Pieces that were paid for in thirty days, and not paid back: {"<id>": 31}.
create function public.desk_products_sold() returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.desk_enter();
  return (
    select coalesce(jsonb_object_agg(s.product_id, s.pieces), '{}') from (
      select i.product_id, sum(i.quantity - i.refunded_quantity) as pieces
      from public.orders o join public.order_items i on i.order_id = o.id
      where o.created_at > now() - interval '30 days' and o.paid_at is not null and o.sold_out_at is null and i.product_id is not null
      group by i.product_id
    ) s
  );
end $$;

-- Whether a change is noted already: one that is sent again because its answer was lost is not made twice.
create function public.is_done(p_subject text, p_request uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.desk_log l where l.subject = p_subject and l.done_at > now() - interval '2 days' and l.after ->> 'request' = p_request::text
  )
$$;

-- Finds and locks a product for a change, its prices first, as the catalogue's worker does.
create function public.product_to_change(p_product uuid) returns public.products
language plpgsql security definer set search_path = '' as $$
declare found public.products;
begin
  perform from public.prices r where r.product_id = p_product for no key update;
  select * into found from public.products p where p.id = p_product for no key update;
  if found.id is null then raise sqlstate 'PT404' using message = 'This product is not there any more.'; end if;
  return found;
end $$;

-- More or fewer of what is counted, whatever was sold meanwhile. Gives what is left.
create function public.desk_move_stock(p_product uuid, p_by integer, p_request uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare found public.products;
begin
  perform public.desk_enter();
  found := public.product_to_change(p_product);
  if public.is_done('product:' || p_product, p_request) then return found.stock; end if;
  if found.stock is null then raise sqlstate 'PT400' using message = found.name || ' is not counted. Start counting first.'; end if;
  if found.stock + p_by < 0 then
    raise sqlstate 'PT400' using message = 'Stock can’t go below zero: ' || found.stock || ' left of ' || found.name || '.';
  elsif found.stock + p_by > 1000000 then
    raise sqlstate 'PT400' using message = 'That is more than the shop can count: a million is the most.';
  end if;
  update public.products p set stock = p.stock + p_by where p.id = p_product;
  perform public.desk_note('stock', 'product:' || p_product, jsonb_build_object('stock', found.stock),
    jsonb_build_object('stock', found.stock + p_by, 'request', p_request));
  return found.stock + p_by;
end $$;

-- Counts a product from p_stock on; null is not counting it any more. p_before is what was shown.
create function public.desk_set_stock(p_product uuid, p_stock integer, p_before integer) returns void
language plpgsql security definer set search_path = '' as $$
declare found public.products;
begin
  perform public.desk_enter();
  if p_stock not between 0 and 1000000 then
    raise sqlstate 'PT400' using message = 'Stock is a whole number from 0 to a million.';
  end if;
  found := public.product_to_change(p_product);
  if found.stock is not distinct from p_stock then return; end if;
  if found.stock is distinct from p_before then perform public.desk_conflict(jsonb_build_object('stock', found.stock)); end if;
  update public.products p set stock = p_stock where p.id = p_product;
  perform public.desk_note('stock', 'product:' || p_product, jsonb_build_object('stock', found.stock), jsonb_build_object('stock', p_stock));
end $$;

create function public.desk_set_sold_out(p_product uuid, p_is_sold_out boolean, p_version integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  found public.products;
  version integer;
begin
  perform public.desk_enter();
  found := public.product_to_change(p_product);
  if found."isSoldOut" = p_is_sold_out then return found.shelf_version; end if;
  if found.shelf_version is distinct from p_version then
    perform public.desk_conflict(jsonb_build_object(
      'state', public.product_state(found.active, found."isSoldOut", found."isComingSoon"), 'version', found.shelf_version
    ));
  end if;
  update public.products p set "isSoldOut" = p_is_sold_out where p.id = p_product returning p.shelf_version into version;
  perform public.desk_note('sold_out', 'product:' || p_product, jsonb_build_object('isSoldOut', found."isSoldOut"),
    jsonb_build_object('isSoldOut', p_is_sold_out));
  return version;
end $$;

-- What a product costs or is to cost as soon as the provider has it, in pence; null is "Price TBA".
create function public.price_to_be(p_product uuid) returns integer language sql stable security definer set search_path = '' as $$
  select nullif(coalesce(r.next_amount, r.unit_amount), 0) from public.prices r where r.product_id = p_product order by r.position limit 1
$$;

create function public.write_price(p_product uuid, p_pence integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_pence = 0 then raise sqlstate 'PT400' using message = '£0.00 is not a price. Leave it empty for Price TBA.'; end if;
  if p_pence not between 1 and 1000000 then raise sqlstate 'PT400' using message = 'A price is between £0.01 and £10,000.00.'; end if;
  if public.price_to_be(p_product) is not distinct from p_pence then return; end if;
  update public.prices r set unit_amount = coalesce(p_pence, 0)
  where r.id = (select x.id from public.prices x where x.product_id = p_product order by x.position limit 1);
  if not found and p_pence is not null then
    insert into public.prices (product_id, unit_amount) values (p_product, p_pence);
  end if;
end $$;

-- p_before is the price that was shown.
create function public.desk_set_price(p_product uuid, p_pence integer, p_before integer) returns void
language plpgsql security definer set search_path = '' as $$
declare former integer;
begin
  perform public.desk_enter();
  perform public.product_to_change(p_product);
  former := public.price_to_be(p_product);
  if former is not distinct from p_pence then return; end if;
  if former is distinct from p_before then perform public.desk_conflict(jsonb_build_object('price', former)); end if;
  perform public.write_price(p_product, p_pence);
  perform public.desk_note('price', 'product:' || p_product, jsonb_build_object('price', former), jsonb_build_object('price', p_pence));
end $$;

-- ── The editor ──────────────────────────────────────────────────────────────────────────────────

-- Who bought a product in the last three months before its recipe changed, or until now: each address once.
create function public.recipe_buyers(p_product uuid, p_until timestamptz)
returns table (email text, number bigint, bought_at timestamptz, buyer text) language sql stable security definer set search_path = '' as $$
  select distinct on (lower(o.email)) o.email, o.number, o.paid_at, coalesce(o.delivery_address ->> 'name', '')
  from public.order_items i join public.orders o on o.id = i.order_id
  where i.product_id = p_product and i.quantity > i.refunded_quantity and o.erased_at is null and o.sold_out_at is null and o.email <> ''
    and o.paid_at > p_until - interval '3 months' and o.paid_at <= p_until
  order by lower(o.email), o.paid_at desc
$$;

-- Who is to be written to about a recipe as it is now: who bought another one in the three months before it changed, and who
-- was written to in the last three months about one that it is not, as after it was taken back (`told_at`: when, `letter`: in which). Whose latest
-- letter is about this one is not.
create function public.recipe_readers(p_product uuid)
returns table (email text, number bigint, bought_at timestamptz, told_at timestamptz, letter text)
language sql stable security definer set search_path = '' as $$
  with found as (
    select p.slug, p.recipe_changed_at as changed_at, (select max(v.version) from public.recipe_versions v where v.product_id = p.id) as latest
    from public.products p where p.id = p_product
  ), told as (
    select distinct on (lower(m.recipient)) m.id::text as letter, m.recipient, (m.data ->> 'number')::bigint as number, coalesce(m.sent_at, m.created_at) as at,
      m.dedupe_key like format('recipe_news:%s:%s:%%', p_product, f.latest) as is_right
    from found f join public.outbox m on m.template = 'recipe_news' and m.data ->> 'slug' = f.slug
    where m.created_at > now() - interval '3 months' and not m.called_off
    order by lower(m.recipient), m.created_at desc
  ), bought as (
    select b.email, b.number, b.bought_at from found f cross join lateral public.recipe_buyers(p_product, f.changed_at) b
    where f.changed_at > now() - interval '3 months'
  )
  select b.email, b.number, b.bought_at, t.at, t.letter
  from bought b left join told t on lower(t.recipient) = lower(b.email) where t.is_right is not true
  union all
  select t.recipient, t.number, o.paid_at, t.at, t.letter from told t join public.orders o on o.number = t.number
  where t.is_right is not true and o.erased_at is null and not exists (select from bought b where lower(b.email) = lower(t.recipient))
$$;

-- All that the editor shows beside what it edits. Null when there is no such product. `unwritten`: how many are to hear of its
-- recipe; `misled`: how many of them were written to about one that it is not.
create function public.desk_product(p_product uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found public.products;
  until timestamptz;
begin
  perform public.desk_enter();
  select * into found from public.products p where p.id = p_product;
  if found.id is null then return null; end if;
  until := case when found.recipe_changed_at > now() - interval '3 months' then found.recipe_changed_at else now() end;
  return jsonb_build_object(
    'id', found.id, 'slug', found.slug, 'number', found."Sort_order", 'tint', found.tint, 'stock', found.stock,
    'recipeChangedAt', case when until < now() then until end, 'newAllergens', public.new_allergens(p_product),
    'content', public.product_content(p_product),
    'buyers', (select coalesce(jsonb_agg(jsonb_build_object('number', b.number, 'name', b.buyer, 'at', b.bought_at) order by b.bought_at desc), '[]')
      from (select * from public.recipe_buyers(p_product, until) limit 200) b),
    'written', (
      select count(*) from public.outbox m
      where m.dedupe_key like format('recipe_news:%s:%s:%%', p_product, (select max(v.version) from public.recipe_versions v where v.product_id = p_product))
    ),
    'olds', (
      select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'at', l.done_at, 'who', l.who, 'content', l.before) order by l.id desc), '[]')
      from public.desk_log l
      where l.subject = 'product:' || p_product and l.action = 'publish' and l.before is not null and l.done_at > now() - interval '30 days'
    )
  ) || (select jsonb_build_object('unwritten', count(*), 'misled', count(r.told_at)) from public.recipe_readers(p_product) r);
end $$;

create function public.slug_of(p_name text) returns text language sql immutable set search_path = '' as $$
  select coalesce(nullif(trim(both '-' from left(regexp_replace(
    regexp_replace(lower(normalize(p_name, nfkd)), '[''’\u0300-\u036f]', '', 'g'), '[^a-z0-9]+', '-', 'g'
  ), 100)), ''), 'sticker')
$$;

-- What cannot be kept of a product that somebody typed, in words; null when all of it can.
create function public.content_fault(p_content jsonb) returns text language sql immutable security definer set search_path = '' as $$
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
    when coalesce((p_content ->> 'net')::numeric, 1) not between 0.1 and 100000 then 'A net quantity is a number above zero.'
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

-- Writes a product as the editor has it, and with that shows it everywhere. p_before is what it was based on, null for a new
-- one. What goes on sale, or is sold with another label than before, needs a whole one. What is on sale with the same label
-- may lack what it lacked: another photo or name makes it no worse. What is hidden or coming soon is kept with its gaps.
create function public.desk_publish(p_product uuid, p_content jsonb, p_before jsonb, p_request uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  was jsonb;
  fault text;
  gaps text[];
  title text;
  recipe text[];
  answers jsonb;
  label text;
  path text;
  is_old boolean;
  is_same_label boolean;
begin
  perform public.desk_enter();
  fault := public.content_fault(p_content);
  if fault is not null then raise sqlstate 'PT400' using message = fault; end if;
  perform from public.prices r where r.product_id = p_product for no key update;
  perform from public.products p where p.id = p_product for no key update;
  was := public.product_content(p_product);
  if public.is_done('product:' || p_product, p_request) then return was; end if;
  if was is distinct from p_before then perform public.desk_conflict(was); end if;
  -- What was on sale like this before may be again, in the words that its label had.
  is_old := exists (
    select from public.desk_log l
    where l.subject = 'product:' || p_product and l.action = 'publish' and l.before = p_content and l.done_at > now() - interval '30 days'
  );
  recipe := array(select public.trim_text(part) from jsonb_array_elements_text(p_content -> 'ingredients') as part);
  is_same_label := was ->> 'category' = p_content ->> 'category' and was -> 'answers' is not distinct from p_content -> 'answers'
    and was -> 'ingredients' = to_jsonb(recipe);
  gaps := public.product_gaps(p_content);
  if is_same_label and exists (select from public.products p where p.id = p_product and p.active and not p."isComingSoon") then
    gaps := array(select gap from unnest(gaps) as gap where gap <> all (public.product_gaps(was)));
  end if;
  if p_content ->> 'shelf' in ('live', 'sold-out') and gaps <> '{}' and not is_old then
    raise sqlstate 'PT400' using message = 'It cannot go on sale yet. It still needs: ' || array_to_string(gaps, ', ') || '.';
  end if;
  title := public.plain_line(p_content ->> 'name');
  answers := nullif(p_content -> 'answers', 'null');
  label := public.allergen_label(public.plain_recipe(recipe), coalesce(answers, '{}'));
  path := public.slug_of(title);
  if is_old then label := p_content ->> 'allergens'; end if;
  -- Words that nobody touched stay as they are, such as those of a box, or of a label of before there were answers.
  if is_same_label or not public.is_food_category(p_content ->> 'category') then label := was ->> 'allergens'; end if;
  if p_content ->> 'category' = 'merchandise' then label := coalesce(label, 'Not food, so there is no allergen label to read.'); end if;
  if was is null then
    while exists (select from public.products p where p.slug = path) loop path := public.slug_of(title) || '-' || substr(gen_random_uuid()::text, 1, 4); end loop;
    insert into public.products (id, slug, name, category, active, "Sort_order")
    values (p_product, path, title, p_content ->> 'category', false, (select coalesce(max(p."Sort_order"), 0) + 1 from public.products p));
  end if;
  perform public.write_price(p_product, (p_content ->> 'price')::integer);
  update public.products p set
    name = title, tagline = public.plain_line(coalesce(p_content ->> 'tagline', '')),
    description = public.trim_text(coalesce(p_content ->> 'description', '')), category = p_content ->> 'category',
    image_url = array(select jsonb_array_elements_text(p_content -> 'images')),
    image_alt = array(select public.plain_line(alt) from jsonb_array_elements_text(p_content -> 'alts') as alt),
    net_quantity = (p_content ->> 'net')::numeric, net_unit = case when p_content ->> 'net' is not null then p_content ->> 'unit' end,
    pack = nullif(public.plain_line(p_content ->> 'pack'), ''),
    sizes = array(select public.plain_line(size) from jsonb_array_elements_text(p_content -> 'sizes') as size),
    ingredients = recipe, allergen_answers = answers, allergens = label,
    storage = nullif(public.plain_line(p_content ->> 'storage'), ''), heat = (p_content ->> 'heat')::smallint,
    tags = array(select tag from jsonb_array_elements_text(p_content -> 'tags') as tag),
    "isHot" = (p_content ->> 'isHot')::boolean, "isSeasonalLimited" = (p_content ->> 'isLimited')::boolean,
    "isBestSeller" = (p_content ->> 'isBestSeller')::boolean,
    active = p_content ->> 'shelf' <> 'hidden', "isSoldOut" = p_content ->> 'shelf' = 'sold-out',
    "isComingSoon" = p_content ->> 'shelf' = 'coming-soon',
    on_sale_from = case when p_content ->> 'shelf' = 'coming-soon' then (p_content ->> 'onSaleFrom')::date end
  where p.id = p_product;
  perform public.desk_note('publish', 'product:' || p_product, was, public.product_content(p_product) || jsonb_build_object('request', p_request));
  return public.product_content(p_product);
end $$;

-- ── What the day brings ─────────────────────────────────────────────────────────────────────────

-- Puts on sale what was coming soon until today, if its label is whole, and warns the owner two days before if it is not.
-- For the server, once an hour. Answers how many went on sale.
create function public.open_coming_soon(p_business_email text, p_now timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  opened integer := 0;
  today date := (p_now at time zone 'Europe/London')::date;
begin
  for due in
    select p.id, p.name, p.on_sale_from, public.product_gaps(public.product_content(p.id)) as gaps from public.products p
    where p.active and p."isComingSoon" and p.on_sale_from <= today + 2
    order by p.id for no key update skip locked
  loop
    if due.gaps <> '{}' then
      perform public.queue_letter('label_warning', p_business_email, jsonb_build_object(
        'name', due.name, 'product', due.id, 'day', due.on_sale_from, 'gaps', to_jsonb(due.gaps)
      ), due.id || ':' || due.on_sale_from, p_now);
    elsif due.on_sale_from <= today then
      update public.products p set "isComingSoon" = false, on_sale_from = null where p.id = due.id;
      insert into public.desk_log (who, action, subject, before)
      values ('The shop', 'on_sale', 'product:' || due.id, jsonb_build_object('onSaleFrom', due.on_sale_from));
      opened := opened + 1;
    end if;
  end loop;
  return opened;
end $$;

-- What the latest recipe contains that the one of an earlier day did not: ["mustard"].
create function public.new_allergens_since(p_product uuid, p_at timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(a.label order by a.place), '[]')
  from (select * from public.recipe_versions v where v.product_id = p_product order by v.version desc limit 1) latest
  cross join (
    select * from public.recipe_versions v where v.product_id = p_product and (v.since <= p_at or v.version = 1)
    order by v.version desc limit 1
  ) former
  join public.allergen_words() a on public.contained_words(latest.ingredients, latest.allergens) ~* a.words
    and public.contained_words(former.ingredients, former.allergens) !~* a.words
$$;

-- Writes to each who is to hear of a recipe what is new beside the one that they bought; `changedAt` is null where that is the
-- one of today, and `corrects` is when they were written to about another. It leaves after thirty seconds; until then it can be
-- taken back. Answers to how many.
create function public.desk_write_recipe_news(p_product uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  found public.products;
  latest integer;
  reader record;
  written integer := 0;
begin
  perform public.desk_enter();
  found := public.product_to_change(p_product);
  select max(v.version) into latest from public.recipe_versions v where v.product_id = p_product;
  for reader in
    select r.*, (
      select max(v.version) from public.recipe_versions v where v.product_id = p_product and (v.since <= r.bought_at or v.version = 1)
    ) as bought
    from public.recipe_readers(p_product) r
  loop
    perform public.queue_letter('recipe_news', reader.email, jsonb_build_object(
      'number', reader.number, 'name', found.name, 'slug', found.slug,
      'changedAt', case when reader.bought < latest then found.recipe_changed_at end, 'corrects', reader.told_at,
      'newAllergens', public.new_allergens_since(p_product, reader.bought_at),
      'ingredients', public.plain_recipe(found.ingredients), 'allergens', found.allergens
    ), concat_ws(':', p_product, latest, encode(sha256(convert_to(lower(reader.email), 'utf8')), 'hex'), reader.letter),
      now() + interval '30 seconds');
    written := written + 1;
  end loop;
  if written > 0 then
    perform public.desk_note('recipe_news', 'product:' || p_product, null, jsonb_build_object('people', written));
  elsif coalesce(found.recipe_changed_at <= now() - interval '3 months', true) then
    raise sqlstate 'PT400' using message = 'The recipe of ' || found.name || ' has not changed lately.';
  end if;
  return written;
end $$;

-- Takes back what has not left yet. Answers how many mails that were.
create function public.desk_unwrite_recipe_news(p_product uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare gone integer;
begin
  perform public.desk_enter();
  delete from public.outbox m where m.dedupe_key like format('recipe_news:%s:%%', p_product) and m.sent_at is null and m.attempts = 0;
  get diagnostics gone = row_count;
  perform public.desk_note('recipe_news_undone', 'product:' || p_product, null, jsonb_build_object('people', gone));
  return gone;
end $$;

-- ── Photos ──────────────────────────────────────────────────────────────────────────────────────

-- Shown to everybody by their addresses; only owners put any there. A photo is never changed: another one has another name.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('products', 'products', true, 5242880, '{image/webp,image/avif,image/jpeg,image/png}') on conflict (id) do nothing;
create policy "Owners put photos of products" on storage.objects for insert to authenticated
  with check (bucket_id = 'products' and (select public.staff_role()) = 'owner');
create policy "Owners see photos of products" on storage.objects for select to authenticated
  using (bucket_id = 'products' and (select public.staff_role()) = 'owner');

-- Where the photos of products are kept, by their slugs; drawings are left out. For the mails.
create function public.photos_of(p_slugs text[]) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(p.slug, p.image_url[1]), '{}') from public.products p
  where p.slug = any (p_slugs) and p.image_url[1] like '%/storage/v1/object/public/products/%'
$$;

grant all on public.recipe_versions to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.open_coming_soon, public.photos_of to service_role;
grant execute on function public.desk_products, public.desk_stock, public.desk_products_wanted, public.desk_products_sold,
  public.desk_move_stock, public.desk_set_stock, public.desk_set_sold_out, public.desk_set_price, public.desk_product,
  public.desk_publish, public.desk_write_recipe_news, public.desk_unwrite_recipe_news to authenticated, service_role;
