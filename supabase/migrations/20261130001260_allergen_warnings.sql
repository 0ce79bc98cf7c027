-- One source for all that is said of allergens: pages, orders, desk and emails read the same four states. A change that only
-- adds a warning is published at once, and a label counts as incomplete by the answers that are missing.

-- The fourteen in the order of labels, with the words of ingredients that give each away: domain/allergen-words.ts has the
-- same, and tests/desk/labels.test.ts holds both together. `names`: those that the law wants on the label themselves.
create or replace function public.allergen_words() returns table (place integer, id text, label text, words text, names text)
language sql immutable set search_path = '' as $$
  values
    (1, 'celery', 'celery',
      '\y(?:celery|celeriac)\y',
      null),
    (2, 'gluten', 'cereals with gluten',
      '\y(?:wheat(?![- ]free)|wheatgerm|wholewheat|rye|barley|oats?|oatmeal|spelt|kamut|emmer|einkorn|durum|farro|triticale|khorasan|gluten(?![- ]free)|semolina|couscous|bulgh?ur|bulgar|seitan|freekeh|malt|malted|wholemeal|granary|(?:plain|self[- ]raising|strong|white|brown|bread|cake|all[- ]purpose|graham) flour|(?<!gluten[- ]free )(?:breadcrumbs?|panko|rusks?|croutons?|filo|phyllo|orzo|macaroni|spaghetti|udon|matzos?|pretzels?|brioche|beers?|ales?|lager|stout|shoyu)|(?<!(?:(?:gluten|wheat)[- ]free|tamari) )(?:soya?(?: ?bean)? sauce|teriyaki|hoisin|ponzu)(?!(?: sauce)? ?\([^)]*(?:[,;]|free|tamari)))\y',
      '\y(?:wheat(?![- ]free)|wheatgerm|wholewheat|rye|barley|oats?|oatmeal|spelt|kamut|emmer|einkorn|durum|farro|triticale|khorasan)\y'),
    (3, 'crustaceans', 'crustaceans',
      '\y(?:crustaceans?|shellfish|prawns?|shrimps?|crab|crabs|crabmeat|lobsters?|crayfish|crawfish|langoustines?|scampi|krill|yabb(?:y|ies)|belacan|terasi|bisque)\y(?! apples?)',
      null),
    (4, 'eggs', 'eggs',
      '(?<!\yvegan )\y(?:eggs?|mayo|mayonnaise|aioli|albumen|albumin|ovalbumin|ovomucoid|lysozyme|e[- ]?1105|meringues?|hollandaise|b[eé]arnaise|advocaat|eggnog)\y',
      null),
    (5, 'fish', 'fish',
      '\y(?:fish|fishes|anchovy|anchovies|anchovetas?|tuna|salmon|cod|haddock|mackerel|sardines?|pilchards?|herrings?|kippers?|sprats?|trout|pollock|hake|halibut|plaice|monkfish|swordfish|sea ?bass|eels?|caviar|roe|bottarga|bonito|katsuobushi|dashi|surimi|crab ?sticks?|isinglass|taramasalata|whitebait|nam pla|nuoc mam|garum|colatura|(?<!vegan )worcester(?:shire)? sauce|(?<!vegan )worcester(?:shire)?|gentleman[''’]s relish)\y',
      null),
    (6, 'lupin', 'lupin',
      '\y(?:lupins?|lupine|lupini)\y',
      null),
    (7, 'milk', 'milk',
      '(?<!\y(?:coconut|cocoa|peanut|almond|cashew|hazelnut|oat|rice|hemp|pea|shea|nut|soya|soy|vegan|plant|apple)[ -])\y(?:milk|milks|buttermilk|butter|buttercream|butterfat|butteroil|cream|creams|cr[eè]me fra[iî]che|fromage frais|curds?|quark|skyr|kefir|custard|ghee|cheeses?|cheddar|parmesan|parmigiano|pecorino|mozzarella|feta|ricotta|mascarpone|brie|camembert|stilton|gorgonzola|roquefort|gouda|edam|emmental|gruy[eè]re|halloumi|paneer|manchego|provolone|whey|casein|caseinates?|caseinate|lactalbumin|lactoglobulin|yogh?urts?|yoghourts?|labneh|tzatziki|lactose|dairy|dulce de leche)\y(?![- ](?:beans?|of tartar|thistle))',
      null),
    (8, 'molluscs', 'molluscs',
      '\y(?:molluscs?|mollusks?|shellfish|mussels?|clams?|oysters?|squid|squids|calamari|cuttlefish|octopus|scallops?|cockles?|whelks?|winkles?|periwinkles?|abalone|snails?|escargots?)\y(?![- ]mushrooms?)',
      null),
    (9, 'mustard', 'mustard',
      '\y(?:mustard|mustards|dijon|piccalilli)\y',
      null),
    (10, 'nuts', 'nuts',
      '\y(?:(?<!(?:pine|tiger)[- ])nuts?|almonds?|hazelnuts?|walnuts?|cashews?|pecans?|pistachios?|macadamias?|brazils|filberts?|cobnuts?|frangipane|amaretti|gianduja|nougat|marzipan|praline|pralines|noisette|queensland nuts?)\y',
      '\y(?:almonds?|hazelnuts?|walnuts?|cashews?|pecans?|brazil nuts?|pistachios?|macadamias?)\y'),
    (11, 'peanuts', 'peanuts',
      '\y(?:peanuts?|pea nuts?|groundnuts?|ground nuts?|monkey nuts?|earthnuts?|goobers?|beer nuts|arachis|satay)\y',
      null),
    (12, 'sesame', 'sesame',
      '\y(?:sesame|tahini|tahina|tehina|benne seeds?|gingelly|gomasio|halva|halvah|hummus|houmous|za[''’]?atar|dukkah|furikake|simsim)\y',
      null),
    (13, 'soya', 'soya',
      '\y(?:soya|soy|soybeans?|soyabeans?|tofu|edamame|miso|tempeh|natto|tamari|shoyu|teriyaki|hoisin|ponzu|okara|yuba|textured vegetable protein|tvp|e[- ]?426)\y',
      null),
    (14, 'sulphites', 'sulphites',
      '\y(?:sul(?:ph|f)ites?|bisul(?:ph|f)ites?|sul(?:ph|f)ur dioxide|meta(?:-| )?bisul(?:ph|f)ites?|pyrosul(?:ph|f)ites?|sul(?:ph|f)urous acid|e[- ]?22[0-8])\y',
      null)
$$;

-- Counts how many of the fourteen nobody has answered. An index of products uses it.
create or replace function public.open_allergens(p_answers jsonb) returns integer
language sql immutable security definer set search_path = '' as $$
  select count(*)::integer from public.allergen_words() a where coalesce(p_answers ->> a.id, '') not in ('contains', 'may', 'free')
$$;

-- Returns the sentences of a label, "Contains …" and all others, without the asterisks of emphasis.
create or replace function public.contained_sentences(p_words text) returns text language sql immutable set search_path = '' as $$
  select coalesce(string_agg(s.sentence, '. ' order by s.place), '')
  from regexp_split_to_table(replace(coalesce(p_words, ''), '**', ''), '[.\n]') with ordinality as s (sentence, place)
  where s.sentence ~* '^\s*contains\y'
$$;

-- Returns {"celery": "contains" | "may" | "unknown" | "free"} for all fourteen: the worst that answers, label and ingredients say.
-- Only an answer makes something free. labelOf in domain/avoid.ts has the same rule, and tests/desk/label-text.test.ts
-- compares both.
create or replace function public.allergen_states(p_recipe text, p_words text, p_answers jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(a.id, case
    when p_answers ->> a.id = 'contains' or said.contained ~* a.words then 'contains'
    when p_answers ->> a.id = 'may' or said.named ~* a.words then 'may'
    when p_answers ->> a.id = 'free' then 'free'
    else 'unknown'
  end)
  from public.allergen_words() a cross join (
    select p_recipe || '. ' || public.contained_sentences(p_words) as contained,
      coalesce(string_agg(s.sentence, '. '), '') as named
    from regexp_split_to_table(replace(coalesce(p_words, ''), '**', ''), '[.\n]') as s (sentence)
    where s.sentence !~* '^\s*not known\y'
  ) said
$$;

-- Counts how many of the fourteen a food's label leaves open, as the editor shows them.
create or replace function public.unknown_allergens(p_product public.products) returns integer
language sql immutable security definer set search_path = '' as $$
  select case when public.is_food_category(p_product.category) then (
    select count(*)::integer from jsonb_each_text(public.allergen_states(
      public.plain_recipe(p_product.ingredients), p_product.allergens, p_product.allergen_answers
    )) as s where s.value = 'unknown'
  ) else 0 end
$$;

-- Returns the sentence of a label, which names what is not known, too; null while nothing is known.
create or replace function public.allergen_label(p_recipe text, p_answers jsonb) returns text
language sql immutable security definer set search_path = '' as $$
  select case when count(*) filter (where s.is_known) > 0 then concat_ws(' ',
    case when count(*) filter (where s.answer = 'contains' or not s.is_known) = 0
      then 'None of the 14 named allergens is an ingredient.'
      else 'Contains: ' || string_agg(coalesce(n.named, s.label), ', ' order by s.place) filter (where s.answer = 'contains') || '.' end,
    'May contain: ' || string_agg(s.label, ', ' order by s.place) filter (where s.answer = 'may') || '.',
    'Not known: ' || string_agg(s.label, ', ' order by s.place) filter (where not s.is_known) || '.'
  ) end
  from (
    select a.*, p_answers ->> a.id as answer, coalesce(p_answers ->> a.id, '') in ('contains', 'may', 'free') as is_known
    from public.allergen_words() a
  ) s
  left join lateral (
    select string_agg(f.word, ', ' order by f.at) as named from (
      select lower(m.hit[1]) as word, min(m.at) as at
      from regexp_matches(p_recipe, s.names, 'gi') with ordinality as m (hit, at) group by 1
    ) f
  ) n on s.names is not null
$$;

-- Returns the label of a product as text, for orders, as labelText in domain/label-text.ts does. The contents of a box change, so
-- that it may contain all of the fourteen.
create or replace function public.label_words(p_product public.products) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when f.is_box and not f.is_anything_in then concat_ws(' ', 'May contain any of the 14 named allergens.', f.words)
    when f.is_box then concat_ws(' ', 'Contains: ' || f.unnamed || '.', f.words, 'May contain any other of the 14 named allergens.')
    when p_product.category = 'merchandise' and p_product.ingredients = '{}' and f.is_silent
      then coalesce(f.words, 'Not food, so there is no allergen label to read.')
    else public.allergen_label(f.recipe || '. ' || public.contained_sentences(f.words), f.states)
  end
  from (
    select g.*, (
      select string_agg(a.label, ', ' order by a.place) from public.allergen_words() a
      where g.states ->> a.id = 'contains' and public.contained_sentences(g.words) !~* a.words
    ) as unnamed, exists (select from jsonb_each_text(g.states) as s where s.value = 'contains') as is_anything_in,
      not exists (select from jsonb_each_text(g.states) as s where s.value in ('contains', 'may')) as is_silent
    from (
      select public.plain_recipe(p_product.ingredients) as recipe, nullif(public.trim_text(p_product.allergens), '') as words,
        public.allergen_states(public.plain_recipe(p_product.ingredients), p_product.allergens, p_product.allergen_answers) as states,
        p_product.category = 'subscription-box'
          or exists (select from public.prices r where r.product_id = p_product.id and r.recurring_interval is not null) as is_box
      offset 0 -- each is worked out once
    ) g
  ) f
$$;

-- Returns true when a changed recipe and its answers only warn of more than the present label does: each of the fourteen is at
-- least as bad as it was, and every word of the ingredients is still there. onlyAddsWarnings in domain/added-warnings.ts is the same.
create or replace function public.only_adds_warnings(p_product public.products, p_recipe text, p_answers jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select regexp_split_to_array(lower(public.plain_recipe(p_product.ingredients)), '[^[:alnum:]]+')
      <@ (regexp_split_to_array(lower(p_recipe), '[^[:alnum:]]+') || '{""}')
    and not exists (
      select from public.allergen_words() a where array_position(array['contains', 'may', 'unknown', 'free'], after.states ->> a.id)
        > array_position(array['contains', 'may', 'unknown', 'free'], before.states ->> a.id)
    )
  from (select public.allergen_states(public.plain_recipe(p_product.ingredients), p_product.allergens, p_product.allergen_answers) as states) before,
    (select public.allergen_states(p_recipe, case when p_answers is null then p_product.allergens end, p_answers) as states) after
$$;

-- Lists what a product still needs before it is sold, in the order of the label; domain/product-gaps.ts has the texts for the desk.
create or replace function public.product_gaps(p_content jsonb) returns text[] language sql immutable security definer set search_path = '' as $$
  select coalesce(array_agg(gap order by place), '{}') from (values
    (1, 'picture', coalesce(jsonb_array_length(p_content -> 'images'), 0) = 0),
    (2, 'what the picture shows', p_content -> 'images' ->> 0 not like '/generated/%' and coalesce(public.trim_text(p_content -> 'alts' ->> 0), '') = ''),
    (3, 'name', coalesce(public.trim_text(p_content ->> 'name'), '') = ''),
    (4, 'price', coalesce((p_content ->> 'price')::integer, 0) <= 0),
    (5, 'net quantity', public.is_food_category(p_content ->> 'category') and coalesce((p_content ->> 'net')::numeric, 0) <= 0),
    (6, 'ingredients', public.is_food_category(p_content ->> 'category') and coalesce(jsonb_array_length(p_content -> 'ingredients'), 0) = 0),
    (7, 'all fourteen allergens', public.is_food_category(p_content ->> 'category')
      and public.open_allergens(nullif(p_content -> 'answers', 'null')) > 0),
    (8, 'allergens named in its ingredients', public.is_food_category(p_content ->> 'category') and exists (
      select from public.allergen_words() a
      where p_content -> 'answers' ->> a.id in ('may', 'free')
        and public.plain_recipe(array(select jsonb_array_elements_text(p_content -> 'ingredients'))) ~* a.words
    )),
    (9, 'how to keep it', public.is_food_category(p_content ->> 'category') and coalesce(public.trim_text(p_content ->> 'storage'), '') = '')
  ) as gaps (place, gap, is_missing) where is_missing
$$;

-- Counts the food whose label is incomplete; unanswered questions count, also those that nobody was ever asked.
drop index if exists public.products_incomplete;
create index if not exists products_label_gaps on public.products (name) where public.is_food_category(category) and (
  ingredients = '{}' or allergens is null or net_quantity is null or storage is null or public.open_allergens(allergen_answers) > 0
);
create or replace function public.labels_incomplete() returns jsonb language sql stable security definer set search_path = '' as $$
  with incomplete as (
    select p.name from public.products p where public.is_food_category(p.category) and (
      p.ingredients = '{}' or p.allergens is null or p.net_quantity is null or p.storage is null
      or public.open_allergens(p.allergen_answers) > 0
    )
  )
  select jsonb_build_object('count', (select count(*) from incomplete), 'names', (
    select coalesce(jsonb_agg(f.name order by f.name), '[]') from (select * from incomplete order by incomplete.name limit 3) f
  ))
$$;

create or replace function public.products_sought(
  p_search text, p_state text, p_limit integer, p_offset integer, out counts jsonb, out page uuid[], out gaps uuid[]
) language plpgsql stable security definer set search_path = '' as $$
declare
  wanted text := left(coalesce(public.trim_text(p_search), ''), 100);
  most integer := least(greatest(p_limit, 1), 500);
  skipped integer := greatest(p_offset, 0);
  few uuid[];
  gone uuid[];
begin
  -- The condition is that of `labels_incomplete`, so that the index of both serves it.
  gaps := array(
    select p.id from public.products p where public.is_food_category(p.category) and (
      p.ingredients = '{}' or p.allergens is null or p.net_quantity is null or p.storage is null
      or public.open_allergens(p.allergen_answers) > 0
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

-- Returns the list of products for owners: {"counts": {"all", "live", …}, "rows": […]}.
create or replace function public.desk_products(
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
      'isIncomplete', p.id in (select unnest(sought.gaps)),
      'openAnswers', case when p.id in (select unnest(sought.gaps)) then public.unknown_allergens(p) else 0 end, 'isSoldOut', p."isSoldOut", 'shelfVersion', p.shelf_version,
      'stock', p.stock, 'onSaleFrom', p.on_sale_from, 'price', nullif(coalesce(r.next_amount, r.unit_amount), 0)
    ) order by p."Sort_order", p.id), '[]')
    from public.products p left join lateral (select * from public.prices x where x.product_id = p.id order by x.position limit 1) r on true
    where p.id = any (sought.page)
  ));
end $$;

-- A call without a version takes the product off sale whatever was changed meanwhile: that harms nobody, and may be urgent.
create or replace function public.desk_set_sold_out(p_product uuid, p_is_sold_out boolean, p_version integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  found public.products;
  version integer;
begin
  perform public.desk_enter();
  found := public.product_to_change(p_product);
  if found."isSoldOut" = p_is_sold_out then return found.shelf_version; end if;
  if found.shelf_version is distinct from p_version and not (p_is_sold_out and p_version is null) then
    perform public.desk_conflict(jsonb_build_object(
      'state', public.product_state(found.active, found."isSoldOut", found."isComingSoon"), 'version', found.shelf_version
    ));
  end if;
  update public.products p set "isSoldOut" = p_is_sold_out where p.id = p_product returning p.shelf_version into version;
  perform public.desk_note('sold_out', 'product:' || p_product, jsonb_build_object('isSoldOut', found."isSoldOut"),
    jsonb_build_object('isSoldOut', p_is_sold_out));
  return version;
end $$;

-- Writes a product as the editor has it, which publishes it. p_before is the content that it was based on, null for a new product.
-- A product that goes on sale, or gets another label, needs a complete one. If the label is the same or only warns of more, its
-- former gaps may remain. A product that is hidden or coming soon is saved with its gaps.
create or replace function public.desk_publish(p_product uuid, p_content jsonb, p_before jsonb, p_request uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  was jsonb;
  fault text;
  gaps text[];
  title text;
  recipe text[];
  answers jsonb;
  label text;
  not_food text;
  states jsonb;
  path text;
  is_old boolean;
  is_same_label boolean;
  found public.products;
begin
  perform public.desk_enter();
  perform from public.prices r where r.product_id = p_product for no key update;
  select * into found from public.products p where p.id = p_product for no key update;
  was := public.product_content(p_product);
  if public.is_done('product:' || p_product, p_request) then return was; end if;
  -- A desk of an earlier version does not send newer fields: they keep their values.
  if (was is null) <> (p_before is null) or was || p_before is distinct from was then perform public.desk_conflict(was); end if;
  p_content := coalesce(was, '{}') || p_content;
  fault := public.content_fault(p_content);
  -- A fault that was there before, such as a photo from another site, does not block another change.
  if fault is not null and (was is null or fault is distinct from public.content_fault(was)) then
    raise sqlstate 'PT400' using message = fault;
  end if;
  -- A product that was on sale like this before may be again, with the text that its label had.
  is_old := exists (
    select from public.desk_log l
    where l.subject = 'product:' || p_product and l.action = 'publish' and p_content || l.before = p_content and l.done_at > now() - interval '30 days'
  );
  recipe := array(select public.trim_text(part) from jsonb_array_elements_text(p_content -> 'ingredients') as part);
  is_same_label := was ->> 'category' = p_content ->> 'category' and was -> 'answers' is not distinct from p_content -> 'answers'
    and was -> 'ingredients' = to_jsonb(recipe);
  gaps := public.product_gaps(p_content);
  answers := nullif(p_content -> 'answers', 'null');
  if found.active and not found."isComingSoon" and (
    is_same_label or was ->> 'category' = p_content ->> 'category' and public.only_adds_warnings(found, public.plain_recipe(recipe), answers)
  ) then
    gaps := array(select gap from unnest(gaps) as gap where gap <> all (public.product_gaps(was)));
  end if;
  if p_content ->> 'shelf' in ('live', 'sold-out') and gaps <> '{}' and not is_old then
    raise sqlstate 'PT400' using message = 'It cannot go on sale yet. It still needs: ' || array_to_string(gaps, ', ') || '.';
  end if;
  title := public.plain_line(p_content ->> 'name');
  if p_content ->> 'shelf' in ('live', 'sold-out') or public.open_allergens(answers) = 0 then
    label := case when answers is null then found.allergens end;
    label := public.allergen_label(public.plain_recipe(recipe) || '. ' || public.contained_sentences(label),
      public.allergen_states(public.plain_recipe(recipe), label, answers));
  end if;
  path := public.slug_of(title);
  if is_old then label := p_content ->> 'allergens'; end if;
  -- A label that nobody changed stays as it is, such as that of a box, or one that is older than the allergen questions.
  if is_same_label or not public.is_food_category(p_content ->> 'category') then label := was ->> 'allergens'; end if;
  if p_content ->> 'category' = 'merchandise' then
    not_food := 'Not food, so there is no allergen label to read.';
    states := public.allergen_states(public.plain_recipe(recipe), case when answers is null then label end, answers);
    if not is_old and (not is_same_label or coalesce(label, not_food) = not_food) then
      -- Some of it has become edible, or is no longer.
      if exists (select from jsonb_each_text(states) as s where s.value in ('contains', 'may')) then
        label := public.allergen_label(public.plain_recipe(recipe), states);
      elsif exists (select from jsonb_each_text(public.allergen_states('', label, null)) as s where s.value in ('contains', 'may')) then
        label := not_food;
      end if;
    end if;
    label := coalesce(label, not_food);
  end if;
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

-- A product that was on sale with a gap may stay on sale with it, so that its label can be completed step by step.
create or replace function public.refuse_without_label() returns trigger language plpgsql security definer set search_path = '' as $$
declare gaps text := public.label_gaps(new);
begin
  if gaps is null then return null; end if;
  if tg_op = 'UPDATE' and old.active and not old."isComingSoon"
    and regexp_split_to_array(gaps, ', | and ') <@ regexp_split_to_array(public.label_gaps(old), ', | and ')
  then return null; end if;
  raise exception '% cannot go on sale yet: its label still needs %. Fill that in first, or set active to false until then.', new.name, gaps
    using errcode = '23514', constraint = 'products_label', table = 'products', schema = 'public',
      hint = 'What is no food has the category merchandise; a box has subscription-box.';
end $$;

-- Announces which pages a changed product changes. Cards show the label, which is made of the answers; no page shows the weight.
create or replace function public.announce_product() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  unseen constant text[] := array['stock', 'shelf_version', 'weight_grams', 'created_at', 'updated_at'];
  on_its_page constant text[] := array['storage', 'sizes', 'recipeideas', 'stats',
    'image_alt', 'on_sale_from', 'recipe_changed_at'];
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

-- An order line is inserted with the label of its product's row, and gets the text of its page, which also names what is not
-- known. Any other text, such as that of an older box, is kept.
create or replace function public.write_label() returns trigger language plpgsql security definer set search_path = '' as $$
declare found public.products;
begin
  select * into found from public.products p where p.id = new.product_id;
  if found.id is not null and found.allergens is not distinct from new.allergens then new.allergens := public.label_words(found); end if;
  return new;
end $$;
create or replace trigger order_items_label before insert on public.order_items for each row execute function public.write_label();

revoke execute on all functions in schema public from public;
grant execute on function public.open_allergens to service_role;
