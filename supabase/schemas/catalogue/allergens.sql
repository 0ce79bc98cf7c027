-- Returns whether products of a category are food, which needs a label. An index of products uses this function, so it must stay
-- immutable.
create or replace function public.is_food_category(p_category text) returns boolean language sql immutable set search_path = ''
as $$ select p_category not in ('merchandise', 'subscription-box') $$;

-- Returns the fourteen allergens in the order of labels. `words` matches the ingredients that contain an allergen; `names`
-- matches the cereals and nuts that the law requires a label to name. domain/allergen-words.ts has the same patterns, and
-- tests/desk/labels.test.ts compares both.
create or replace function public.allergen_words() returns table (place integer, id text, label text, words text, names text)
language sql immutable set search_path = '' as $$
  values
    (1, 'celery', 'celery',
      '\y(?:celery|celeriac)\y',
      null),
    (2, 'gluten', 'cereals with gluten',
      '\y(?:wheat(?![- ]free)|wheatgerm|wholewheat|rye|barley|oats?|oatmeal|spelt|kamut|emmer|einkorn|durum|farro|triticale|khorasan|gluten(?![- ]free)|semolina|couscous|bulgh?ur|bulgar|seitan|freekeh|malt|malted|wholemeal|granary|(?:plain|self[- ]raising|strong|white|brown|bread|cake|all[- ]purpose|graham) flour|(?<!\y(?:rice|corn|maize|gram|chickpea|lentil|pea|bean|potato|tapioca|cassava|coconut|almond|hazelnut|chestnut|nut|soya|soy|buckwheat|millet|sorghum|teff|quinoa|banana|lupine?|mustard|sesame|garlic|onion|glass|konjac|shirataki|gluten[- ]free|wheat[- ]free)[- ])(?:flour|bread(?![- ]and[- ]butter[- ](?:beans?|pickles?|cucumbers?))|flatbreads?|shortbread|gingerbread|sourdough|noodles?|ramen|pasta|lasagne|penne|fusilli|linguine|tagliatelle|naans?|pittas?|chapatt?is?|ciabatta|focaccia|baguettes?|croissants?|pastry|biscuits?)|(?<!gluten[- ]free )(?:breadcrumbs?|panko|rusks?|croutons?|filo|phyllo|orzo|macaroni|spaghetti|udon|matzos?|pretzels?|pumpernickel|brioche|beers?|ales?|lager|stout|shoyu)|(?<!(?:(?:gluten|wheat)[- ]free|tamari) )(?:soya?(?: ?bean)?(?= sauce)|teriyaki|hoisin|ponzu)(?!(?: sauce)* ?\([^)]*(?:[,;]|free|tamari)))\y',
      '\y(?:wheat(?![- ]free)|wheatgerm|wholewheat|rye|barley|oats?|oatmeal|spelt|kamut|emmer|einkorn|durum|farro|triticale|khorasan)\y'),
    (3, 'crustaceans', 'crustaceans',
      '\y(?:crustaceans?|shellfish|prawns?|shrimps?|crab|crabs|crabmeat|lobsters?|crayfish|crawfish|langoustines?|scampi|krill|yabb(?:y|ies)|belacan|terasi|bisque)\y(?! apples?)',
      null),
    (4, 'eggs', 'eggs',
      '(?<!\yvegan )\y(?:eggs?|mayo|mayonnaise|a[iï]oli|albumen|albumin|ovalbumin|ovomucoid|lysozyme|e[- ]?1105|meringues?|hollandaise|b[eé]arnaise|advocaat|eggnog)\y',
      null),
    (5, 'fish', 'fish',
      '\y(?:fish|fishes|anchovy|anchovies|anchovetas?|tuna|salmon|cod|haddock|mackerel|sardines?|pilchards?|herrings?|kippers?|sprats?|trout|pollock|hake|halibut|plaice|monkfish|swordfish|sea[- ]?bass|eels?|caviar|roe|bottarga|bonito|katsuobushi|dashi|surimi|crab[- ]?sticks?|isinglass|taramasalata|whitebait|nam pla|nuoc mam|garum|colatura|(?<!vegan )worcester(?:shire)? sauce|(?<!vegan )worcester(?:shire)?|gentleman[''‘’ʼ]s relish)\y',
      null),
    (6, 'lupin', 'lupin',
      '\y(?:lupins?|lupine|lupini)\y',
      null),
    (7, 'milk', 'milk',
      '(?<!\y(?:coconut|cocoa|peanut|almond|cashew|hazelnut|oat|rice|hemp|pea|shea|nut|soya|soy|vegan|plant|apple)[ -])\y(?:milk|milks|buttermilk|butter|buttercream|butterfat|butteroil|cream|creams|cr[eè]me fra[iî]che|fromage frais|curds?|quark|skyr|kefir|custard|ghee|cheeses?|cheddar|parmesan|parmigiano|pecorino|mozzarella|feta|ricotta|mascarpone|brie|camembert|stilton|gorgonzola|roquefort|gouda|edam|emmental|gruy[eè]re|halloumi|paneer|manchego|provolone|whey|casein|caseinates?|caseinate|lactalbumin|lactoglobulin|yogh?urts?|yoghourts?|labneh|tzatziki|pesto|raita|burrata|lactose|dairy|dulce de leche)\y(?![- ](?:beans?|of tartar|thistle))',
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
      '\y(?:sesame|tahini|tahina|tehina|benne seeds?|gingelly|gomasio|halva|halvah|hummus|houmous|za[''‘’ʼ -]?atar|dukkah|furikake|simsim)\y',
      null),
    (13, 'soya', 'soya',
      '\y(?:soya|soy|soybeans?|soyabeans?|tofu|edamame|miso|tempeh|natto|tamari|shoyu|teriyaki|hoisin|ponzu|okara|yuba|textured vegetable protein|tvp|e[- ]?426)\y',
      null),
    (14, 'sulphites', 'sulphites',
      '\y(?:sul(?:ph|f)ites?|bisul(?:ph|f)ites?|sul(?:ph|f)ur dioxide|meta(?:-| )?bisul(?:ph|f)ites?|pyrosul(?:ph|f)ites?|sul(?:ph|f)urous acid|so2|e[- ]?22[0-8])\y',
      null)
$$;

-- Returns the text of a label in which the patterns of `allergen_words` are searched: without invisible characters, which pasted
-- text has, and the asterisks of emphasis, with ligatures as letters, and with spaces for hyphens and underscores. A text with line
-- breaks or dashes between words is returned twice: with commas in their place, and with spaces. normaliseAllergenText in
-- domain/allergen-text.ts returns the same, and says why.
create or replace function public.allergen_text(p_text text) returns text language sql immutable set search_path = '' as $$
  select regexp_replace(case when s.separated = s.joined then s.joined else s.separated || '. ' || s.joined end,
    '[-\u0085\u2010-\u2015\u2212_\s]+', ' ', 'g')
  from (
    select c.joined, regexp_replace(c.joined,
      '(?:[\t\n\v\f\r\u0085\u2028\u2029\u2012-\u2015]|\s[-\u2010\u2011\u2212]|[-\u2010\u2011\u2212]\s|\s_+\s)[-\u0085\u2010-\u2015\u2212_\s]*', ', ', 'g') as separated
    from (
      select regexp_replace(normalize(p_text, nfkc),
        '\*\*|[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U000E0000-\U000E0FFF]', '', 'g') as joined
      offset 0 -- each is worked out once
    ) c
    offset 0
  ) s
$$;

-- Returns the text of a recipe in which the words of `allergen_words` are searched: its ingredients, and the "Contains"
-- sentence of its label.
create or replace function public.allergen_search_text(p_ingredients text[], p_allergens text) returns text
language sql immutable security definer set search_path = '' as $$
  select public.allergen_text(public.recipe_text(p_ingredients) || ' ' || case when p_allergens like 'Contains%'
    then split_part(replace(p_allergens, '**', ''), '.', 1) else '' end)
$$;

-- Returns only those sentences of a label that begin with "Contains", without the asterisks of emphasis.
create or replace function public.contains_sentences(p_words text) returns text language sql immutable set search_path = '' as $$
  select coalesce(string_agg(s.sentence, '. ' order by s.place), '')
  from regexp_split_to_table(replace(coalesce(p_words, ''), '**', ''), '[.\n\v\f\r\u0085\u2028\u2029]') with ordinality as s (sentence, place)
  where public.allergen_text(s.sentence) ~* '^\W*contains\y'
$$;

-- Returns {"celery": "contains" | "may" | "unknown" | "free"} for all fourteen: the worst that answers, label and ingredients say.
-- Only the owner's answer "free from" makes an allergen "free". getProductLabel in domain/avoid.ts has the same rule, and
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
    select public.allergen_text(p_recipe || '. ' || public.contains_sentences(p_words)) as contained,
      public.allergen_text(coalesce(string_agg(s.sentence, '. '), '')) as named
    from regexp_split_to_table(replace(coalesce(p_words, ''), '**', ''), '[.\n\v\f\r\u0085\u2028\u2029]') as s (sentence)
    where public.allergen_text(s.sentence) !~* '^\W*not known\y'
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
  from regexp_matches(public.allergen_text(replace(p_allergens, '**', '')), '((?:may contain|made in)[^.]*)', 'gi') as m (hit)
$$;

-- Returns the text of a label without the parts that say what is not known; patterns of `allergen_words` are matched against it.
create or replace function public.label_warning_text(p_ingredients text[], p_allergens text) returns text
language sql immutable security definer set search_path = '' as $$
  select regexp_replace(public.allergen_text(public.recipe_text(p_ingredients) || '. ' || coalesce(replace(p_allergens, '**', ''), '')), 'not known[^.]*', '', 'gi')
$$;

-- Lists the allergens that a label contains (or, with p_is_trace, may contain) and the former label did not: ["mustard"]. If the
-- former label contained others of a group, it lists the cereals or nuts that it did not name: ["cashews"]. findAddedNames in
-- domain/allergen-answers.ts has the same rule for these.
create or replace function public.added_allergens(
  p_former_ingredients text[], p_former_label text, p_ingredients text[], p_label text, p_is_trace boolean default false
) returns jsonb language sql immutable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(n.name order by n.place, n.at), '[]') from public.allergen_words() a
  cross join (
    select public.allergen_search_text(p_ingredients, p_label) as contained,
      public.allergen_search_text(p_former_ingredients, p_former_label) as former
    offset 0 -- keeps the planner from inlining the texts, so that each is calculated once
  ) t
  cross join lateral (
    select a.place, 0::bigint as at, a.label as name
    where case when p_is_trace
      then public.may_contain_sentences(p_label) ~* a.words and t.contained !~* a.words
        and public.label_warning_text(p_former_ingredients, p_former_label) !~* a.words
      else t.contained ~* a.words and t.former !~* a.words
    end
    union all
    select a.place, min(m.at), lower(m.hit[1]) from regexp_matches(t.contained, a.names, 'gi') with ordinality as m (hit, at)
    where not p_is_trace and t.former ~* a.words and not exists (
      select from regexp_matches(t.former, a.names, 'gi') as f (hit) where rtrim(lower(f.hit[1]), 's') = rtrim(lower(m.hit[1]), 's')
    ) group by lower(m.hit[1])
  ) n
$$;

-- Returns the given allergens, groups or names, without duplicates, in the order of labels.
create or replace function public.sort_allergens(p_labels jsonb) returns jsonb language sql immutable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(n.name order by n.place, n.at), '[]') from (
    select l.name, min(a.place) as place, min(case when l.name = a.label then 0 else l.at end) as at
    from jsonb_array_elements_text(p_labels) with ordinality as l (name, at)
    join public.allergen_words() a on l.name = a.label or l.name ~* a.names group by l.name
  ) n
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
