-- Returns the gaps of a label ('ingredients and net quantity'), or null. Merchandise has no label; the contents of a box change,
-- and the leaflet in it has their labels.
create or replace function public.label_gaps(p_product public.products) returns text
language sql immutable security definer set search_path = '' as $$
  select regexp_replace(string_agg(gap, ', ' order by place), ', ([^,]+)$', ' and \1')
  from (values
    (1, 'ingredients', not exists (select from unnest(p_product.ingredients) as part where public.trim_text(part) <> '')),
    (2, 'allergens', coalesce(public.trim_text(p_product.allergens), '') = ''),
    (3, 'net quantity', p_product.net_quantity is null)
  ) as label (place, gap, is_missing)
  where is_missing and p_product.category not in ('merchandise', 'subscription-box')
$$;

-- A product that was on sale with a gap may stay on sale with it, so that its label can be completed step by step.
create or replace function public.require_complete_label() returns trigger language plpgsql security definer set search_path = '' as $$
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
drop trigger if exists products_label on public.products;
create constraint trigger products_label
  after insert or update of active, "isComingSoon", category, ingredients, allergens, net_quantity on public.products
  for each row when (new.active and not new."isComingSoon") execute function public.require_complete_label();

-- Returns the label of a product as text, for orders, as labelText in domain/label-text.ts does. The contents of a box change,
-- so it may contain any of the fourteen.
create or replace function public.label_text(p_product public.products) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when f.is_box and not f.is_anything_in then concat_ws(' ', 'May contain any of the 14 named allergens.', f.words)
    when f.is_box then concat_ws(' ', 'Contains: ' || f.unnamed || '.', f.words, 'May contain any other of the 14 named allergens.')
    when p_product.category = 'merchandise' and p_product.ingredients = '{}' and f.is_silent
      then coalesce(f.words, 'Not food, so there is no allergen label to read.')
    else public.allergen_label(f.recipe || '. ' || public.contains_sentences(f.words), f.states)
  end
  from (
    select g.*, (
      select string_agg(a.label, ', ' order by a.place) from public.allergen_words() a
      where g.states ->> a.id = 'contains' and public.allergen_text(public.contains_sentences(g.words)) !~* a.words
    ) as unnamed, exists (select from jsonb_each_text(g.states) as s where s.value = 'contains') as is_anything_in,
      not exists (select from jsonb_each_text(g.states) as s where s.value in ('contains', 'may')) as is_silent
    from (
      select public.recipe_text(p_product.ingredients) as recipe, nullif(public.trim_text(p_product.allergens), '') as words,
        public.allergen_states(public.recipe_text(p_product.ingredients), p_product.allergens, p_product.allergen_answers) as states,
        p_product.category = 'subscription-box'
          or exists (select from public.prices r where r.product_id = p_product.id and r.recurring_interval is not null) as is_box
      offset 0 -- keeps the planner from inlining the texts, so that each is calculated once
    ) g
  ) f
$$;

-- Returns the sentences of a label, "Contains", "May contain" and "Not known"; null while nothing is known.
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
      from regexp_matches(public.allergen_text(p_recipe), s.names, 'gi') with ordinality as m (hit, at) group by 1
    ) f
  ) n on s.names is not null
$$;

-- Returns true when a changed recipe and its answers only warn of more than the present label does: each of the fourteen allergens
-- has the same state or a more cautious one, and every word of the ingredients is still there. onlyAddsWarnings in
-- domain/added-warnings.ts is the same.
create or replace function public.only_adds_warnings(p_product public.products, p_recipe text, p_answers jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select regexp_split_to_array(lower(public.recipe_text(p_product.ingredients)), '[^[:alnum:]]+')
      <@ (regexp_split_to_array(lower(p_recipe), '[^[:alnum:]]+') || '{""}')
    and not exists (
      select from public.allergen_words() a where array_position(array['contains', 'may', 'unknown', 'free'], after.states ->> a.id)
        > array_position(array['contains', 'may', 'unknown', 'free'], before.states ->> a.id)
    )
  from (select public.allergen_states(public.recipe_text(p_product.ingredients), p_product.allergens, p_product.allergen_answers) as states) before,
    (select public.allergen_states(p_recipe, case when p_answers is null then p_product.allergens end, p_answers) as states) after
$$;

-- Gives a new order line the text of its product's page as its label, which also names what is not known: the line is inserted
-- with the column of its product. Also sets the version of the recipe. The writer has locked the product (`lock_stock`).
create or replace function public.set_order_line_label() returns trigger language plpgsql security definer set search_path = '' as $$
declare found public.products;
begin
  select * into found from public.products p where p.id = new.product_id;
  if found.id is null then return new; end if;
  if found.allergens is not distinct from new.allergens then new.allergens := public.label_text(found); end if;
  new.recipe_version := coalesce(new.recipe_version, (select max(v.version) from public.recipe_versions v where v.product_id = found.id), 1);
  return new;
end $$;
create or replace trigger order_items_label before insert on public.order_items for each row execute function public.set_order_line_label();

create or replace function public.incomplete_labels() returns jsonb language sql stable security definer set search_path = '' as $$
  with incomplete as (
    select p.name from public.products p where public.is_food_category(p.category) and (
      p.ingredients = '{}' or p.allergens is null or p.net_quantity is null or p.storage is null
      or public.count_unanswered_allergens(p.allergen_answers) > 0
    )
  )
  select jsonb_build_object('count', (select count(*) from incomplete), 'names', (
    select coalesce(jsonb_agg(f.name order by f.name), '[]') from (select * from incomplete order by incomplete.name limit 3) f
  ))
$$;

-- Ingredients of which several are on the lines of one value, as pasted into a table editor, are stored one by one. The desk splits
-- them before (splitIngredients in domain/ingredients.ts).
create or replace function public.split_ingredient_lines() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.ingredients := array(
    select public.trim_text(line.words)
    from unnest(new.ingredients) with ordinality as i (name, place), lateral regexp_split_to_table(i.name,
      '(?:^|[\t\n\v\f\r\u0085\u2028\u2029])\s*(?:[-\u2010-\u2015\u2212•·](?=\s)|\d{1,2}[.)](?=\s))?') with ordinality as line (words, place)
    where public.trim_text(line.words) <> '' order by i.place, line.place
  );
  return new;
end $$;
-- It comes before products_recipe, since triggers are called in the order of their names.
create or replace trigger products_ingredients before insert or update of ingredients on public.products for each row
  when (array_to_string(new.ingredients, '') ~ '[\t\n\v\f\r\u0085\u2028\u2029]') execute function public.split_ingredient_lines();

-- Returns ingredients as one text, without the asterisks of emphasis, and without white space around each of them.
create or replace function public.recipe_text(p_ingredients text[]) returns text language sql immutable set search_path = '' as $$
  select coalesce(replace(string_agg(public.trim_text(i.name), ', ' order by i.place), '**', ''), '')
  from unnest(p_ingredients) with ordinality as i (name, place)
$$;

-- Returns whether a product has the same recipe after a change (p_other) as before it (p_one). The first answers to the allergen
-- questions make another recipe only if they are worse for one of the fourteen than the label was; if they are better, the
-- former text stays on parcels, since it is the safer one. Answers that are taken back make another recipe if the state of any
-- of the fourteen differs, since orders may have their label.
create or replace function public.is_same_recipe(p_one public.products, p_other public.products) returns boolean
language sql immutable security definer set search_path = '' as $$
  select public.recipe_text(p_one.ingredients) = public.recipe_text(p_other.ingredients) and (
    p_one.allergens is not distinct from p_other.allergens and p_one.allergen_answers is not distinct from p_other.allergen_answers
    or (p_one.allergen_answers is null) <> (p_other.allergen_answers is null) and not exists (
      select from public.allergen_words() a
      cross join lateral (
        select array_position(array['contains', 'may', 'unknown', 'free'], states.before ->> a.id) as before,
          array_position(array['contains', 'may', 'unknown', 'free'], states.after ->> a.id) as after
        from (select
          public.allergen_states(public.recipe_text(p_one.ingredients), p_one.allergens, p_one.allergen_answers) as before,
          public.allergen_states(public.recipe_text(p_other.ingredients), p_other.allergens, p_other.allergen_answers) as after
        ) states
      ) compared
      where compared.after < compared.before or p_other.allergen_answers is null and compared.after > compared.before
    )
  )
$$;

create index if not exists products_label_gaps on public.products (name) where public.is_food_category(category) and (
  ingredients = '{}' or allergens is null or net_quantity is null or storage is null or public.count_unanswered_allergens(allergen_answers) > 0
);
