-- This function is used by an index of products, so it must stay immutable.
create or replace function public.is_food_category(p_category text) returns boolean language sql immutable set search_path = ''
as $$ select p_category not in ('merchandise', 'subscription-box') $$;

-- Returns the fourteen allergens in the order of labels, with the patterns of ingredients that contain each:
-- domain/allergen-words.ts has the same, and tests/desk/labels.test.ts compares both. `names`: those that the law requires on
-- the label themselves.
create or replace function public.allergen_words() returns table (place integer, id text, label text, words text, names text)
language sql immutable set search_path = '' as $$
  values
    (1, 'celery', 'celery',
      '\y(?:celery|celeriac)\y',
      null),
    (2, 'gluten', 'cereals with gluten',
      '\y(?:wheat(?![- ]free)|wheatgerm|wholewheat|rye|barley|oats?|oatmeal|spelt|kamut|emmer|einkorn|durum|farro|triticale|khorasan|gluten(?![- ]free)|semolina|couscous|bulgh?ur|bulgar|seitan|freekeh|malt|malted|wholemeal|granary|(?:plain|self[- ]raising|strong|white|brown|bread|cake|all[- ]purpose|graham) flour|(?<!gluten[- ]free )(?:breadcrumbs?|panko|rusks?|croutons?|filo|phyllo|orzo|macaroni|spaghetti|udon|matzos?|pretzels?|brioche|beers?|ales?|lager|stout|shoyu)|(?<!(?:(?:gluten|wheat)[- ]free|tamari) )(?:soya?(?: ?bean)?(?= sauce)|teriyaki|hoisin|ponzu)(?!(?: sauce)* ?\([^)]*(?:[,;]|free|tamari)))\y',
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

-- Returns the text of a recipe in which the words of `allergen_words` are searched: its ingredients, and the "Contains"
-- sentence of its label.
create or replace function public.allergen_search_text(p_ingredients text[], p_allergens text) returns text
language sql immutable security definer set search_path = '' as $$
  select public.recipe_text(p_ingredients) || ' ' || case when p_allergens like 'Contains%'
    then split_part(replace(p_allergens, '**', ''), '.', 1) else '' end
$$;

-- Returns the sentences of a label, "Contains …" and all others, without the asterisks of emphasis.
create or replace function public.contains_sentences(p_words text) returns text language sql immutable set search_path = '' as $$
  select coalesce(string_agg(s.sentence, '. ' order by s.place), '')
  from regexp_split_to_table(replace(coalesce(p_words, ''), '**', ''), '[.\n]') with ordinality as s (sentence, place)
  where s.sentence ~* '^\s*contains\y'
$$;

-- Returns {"celery": "contains" | "may" | "unknown" | "free"} for all fourteen: the worst that answers, label and ingredients say.
-- Only the owner's answer "free from" makes an allergen "free". labelOf in domain/avoid.ts has the same rule, and
-- tests/desk/label-text.test.ts compares both.
create or replace function public.allergen_states(p_recipe text, p_words text, p_answers jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(a.id, case
    when p_answers ->> a.id = 'contains' or sentences.contained ~* a.words then 'contains'
    when p_answers ->> a.id = 'may' or sentences.named ~* a.words then 'may'
    when p_answers ->> a.id = 'free' then 'free'
    else 'unknown'
  end)
  from public.allergen_words() a cross join (
    select p_recipe || '. ' || public.contains_sentences(p_words) as contained,
      coalesce(string_agg(s.sentence, '. '), '') as named
    from regexp_split_to_table(replace(coalesce(p_words, ''), '**', ''), '[.\n]') as s (sentence)
    where s.sentence !~* '^\s*not known\y'
  ) sentences
$$;

-- Counts how many of the fourteen a food's label leaves open, as the editor shows them.
create or replace function public.count_unknown_allergens(p_product public.products) returns integer
language sql immutable security definer set search_path = '' as $$
  select case when public.is_food_category(p_product.category) then (
    select count(*)::integer from jsonb_each_text(public.allergen_states(
      public.recipe_text(p_product.ingredients), p_product.allergens, p_product.allergen_answers
    )) as s where s.value = 'unknown'
  ) else 0 end
$$;

-- Counts the allergen questions of a product, of fourteen, that nobody has answered. An index of products uses this function.
create or replace function public.count_unanswered_allergens(p_answers jsonb) returns integer
language sql immutable security definer set search_path = '' as $$
  select count(*)::integer from public.allergen_words() a where coalesce(p_answers ->> a.id, '') not in ('contains', 'may', 'free')
$$;

-- Returns the sentences that say what a food may contain, including the shop's former one about its kitchen.
create or replace function public.may_contain_sentences(p_allergens text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(string_agg(m.hit[1], ' '), '')
  from regexp_matches(replace(p_allergens, '**', ''), '((?:may contain|made in)[^.]*)', 'gi') as m (hit)
$$;

-- Returns the text of a label without the parts that say what is not known; patterns of `allergen_words` are matched against it.
create or replace function public.label_warning_text(p_ingredients text[], p_allergens text) returns text
language sql immutable security definer set search_path = '' as $$
  select public.recipe_text(p_ingredients) || ' ' || regexp_replace(coalesce(replace(p_allergens, '**', ''), ''), 'not known[^.]*', '', 'gi')
$$;

-- Lists the allergens that a label contains (or, with p_is_trace, may contain) and the former label did not: ["mustard"].
create or replace function public.added_allergens(
  p_former_ingredients text[], p_former_label text, p_ingredients text[], p_label text, p_is_trace boolean default false
) returns jsonb language sql immutable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(a.label order by a.place), '[]') from public.allergen_words() a
  where case when p_is_trace
    then public.may_contain_sentences(p_label) ~* a.words and public.allergen_search_text(p_ingredients, p_label) !~* a.words
      and public.label_warning_text(p_former_ingredients, p_former_label) !~* a.words
    else public.allergen_search_text(p_ingredients, p_label) ~* a.words
      and public.allergen_search_text(p_former_ingredients, p_former_label) !~* a.words
  end
$$;

-- Returns the given allergens without duplicates, in the order of labels.
create or replace function public.sort_allergens(p_labels jsonb) returns jsonb language sql immutable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(a.label order by a.place), '[]') from public.allergen_words() a where p_labels ? a.label
$$;

-- Lists the allergens that the latest recipe of a product contains and the one before did not: ["mustard"].
create or replace function public.new_allergens(p_product uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce((
    select public.added_allergens(former.ingredients, coalesce(former.words, former.allergens), p.ingredients, public.label_text(p))
    from public.products p cross join lateral (
      select * from public.recipe_versions v where v.product_id = p.id order by v.version desc offset 1 limit 1
    ) former where p.id = p_product
  ), '[]')
$$;

grant execute on function
  public.is_food_category,
  public.count_unanswered_allergens
to service_role;
