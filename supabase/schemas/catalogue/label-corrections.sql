-- Returns {"celery": "contains" | "may" | "unknown" | "free"} for all fourteen, as a label that shoppers read says it.
create or replace function public.label_states(p_ingredients text[], p_label text) returns jsonb
language sql immutable security definer set search_path = '' as $$
  select jsonb_object_agg(a.id, case when s.states ->> a.id <> 'unknown' then s.states ->> a.id
    when p_label is null or s.not_known ~* a.words then 'unknown' else 'free' end)
  from public.allergen_words() a cross join (
    select public.allergen_states(public.recipe_text(p_ingredients), p_label, null) as states,
      (select coalesce(string_agg(m.hit[1], ' '), '') from regexp_matches(public.allergen_text(p_label), '(not known[^.]*)', 'gi') as m (hit)) as not_known
    offset 0 -- keeps the planner from inlining the texts, so that each is calculated once
  ) s
$$;

-- Returns whether the `label_states` of a label have a more cautious one than those of another.
create or replace function public.has_worse_states(p_states jsonb, p_former jsonb) returns boolean
language sql immutable security definer set search_path = '' as $$
  select exists (
    select from jsonb_each_text(p_states) as s join jsonb_each_text(p_former) as f on f.key = s.key
    where array_position(array['contains', 'may', 'unknown', 'free'], s.value) < array_position(array['contains', 'may', 'unknown', 'free'], f.value)
  )
$$;

-- Returns whether a label warns of more than another one: of an allergen with a more cautious state, or of a cereal or nut that the
-- other one does not name.
create or replace function public.has_more_warnings(p_ingredients text[], p_label text, p_former_ingredients text[], p_former_label text)
returns boolean language sql immutable security definer set search_path = '' as $$
  select public.added_allergens(p_former_ingredients, p_former_label, p_ingredients, p_label) <> '[]'
    or public.has_worse_states(public.label_states(p_ingredients, p_label), public.label_states(p_former_ingredients, p_former_label))
$$;

-- Returns the right label of something that was sold under a wrong one. Warnings that only the former label has are kept, such as
-- those that answers have taken away since.
create or replace function public.corrected_label(p_ingredients text[], p_label text, p_former_ingredients text[], p_former_label text)
returns text language sql immutable security definer set search_path = '' as $$
  select case when public.has_more_warnings(p_former_ingredients, p_former_label, p_ingredients, p_label)
    then concat_ws(' ', p_former_label, p_label) else p_label end
$$;

-- Returns each version of a product's recipe with its jar: the version whose label is right for what was made by it. That is the
-- version itself, or the last one that corrects its label. `since`, `ingredients`, `label` and `is_latest` are those of the jar; the
-- latest has the label of its product now. A correction is also one of an older version with the same text, such as before a recipe
-- that was changed and changed back. `sold_…` is what was printed at the time of the version.
create or replace function public.recipe_jars(p_product uuid) returns table (
  version integer, jar integer, since timestamptz, ingredients text[], label text, is_latest boolean, latest_version integer,
  sold_ingredients text[], sold_label text
) language sql stable security definer rows 3 set search_path = '' as $$
  with recursive known as materialized (
    select v.version, v.since, v.ingredients, v.is_correction, public.recipe_text(v.ingredients) as recipe, coalesce(v.words, v.allergens) as words,
      max(v.version) over () as latest_version
    from public.recipe_versions v where v.product_id = p_product
  ), corrections as (
    select n.* from (
      select k.version, k.is_correction, lag(k.recipe) over w as recipe, lag(k.words) over w as words from known k window w as (order by k.version)
    ) n where n.is_correction
  ), chain as (
    select k.version, k.version as jar from known k
    union
    select c.version, n.version from chain c join known k on k.version = c.jar
    join corrections n on n.version > k.version and n.recipe = k.recipe and n.words is not distinct from k.words
  ), present as materialized (
    select p.ingredients, public.label_text(p) as label from public.products p where p.id = p_product
  )
  select c.version, k.version, k.since, case when k.version = k.latest_version then p.ingredients else k.ingredients end,
    case when k.version = k.latest_version then p.label else k.words end, k.version = k.latest_version, k.latest_version, s.ingredients, s.words
  from (select chain.version, max(chain.jar) as jar from chain group by chain.version) c
  join known k on k.version = c.jar join known s on s.version = c.version cross join present p
$$;

-- Lists the versions of a product's recipe after p_after whose label warns of more than the one before: either the recipe changed,
-- or the former label was wrong (`is_correction`, null until somebody has said which). `added` are the allergens that it contains or
-- may contain in addition. A label that also warns of less cannot be a correction (`may_be_correction`): the jars before it would
-- lose a warning. Comparing two labels takes some milliseconds, so callers leave out versions that nobody has.
create or replace function public.label_questions(p_product uuid, p_after integer default 0)
returns table (version integer, since timestamptz, added jsonb, may_be_correction boolean, is_correction boolean)
language sql stable security definer rows 2 set search_path = '' as $$
  with labels as materialized (
    select k.*, public.label_states(k.ingredients, k.label) as states
    from (
      select r.version, r.since, r.is_correction, case when r.version = x.latest then p.ingredients else r.ingredients end as ingredients,
        case when r.version = x.latest then public.label_text(p) else coalesce(r.words, r.allergens) end as label,
        lead(r.version) over (order by r.version) as next_version
      from public.recipe_versions r join public.products p on p.id = r.product_id
      cross join (select max(m.version) as latest from public.recipe_versions m where m.product_id = p_product) x
      where r.product_id = p_product
    ) k where k.version > p_after or k.next_version > p_after
  ), pairs as materialized (
    select l.version, l.since, l.is_correction, public.has_worse_states(l.states, f.states) as is_worse, public.has_worse_states(f.states, l.states) as is_better,
      public.added_allergens(f.ingredients, f.label, l.ingredients, l.label) as added, public.added_allergens(l.ingredients, l.label, f.ingredients, f.label) as removed,
      f.ingredients as former_ingredients, f.label as former_label, l.ingredients, l.label
    from labels l join labels f on f.next_version = l.version where l.version > p_after
  )
  select p.version, p.since, p.added || public.added_allergens(p.former_ingredients, p.former_label, p.ingredients, p.label, true),
    not (p.is_better or p.removed <> '[]'), p.is_correction
  from pairs p where p.is_worse or p.added <> '[]'
$$;

-- Returns the questions of `label_questions` that matter to somebody who bought a product before, for the desk: [{"product",
-- "version", "since", "added", "mayBeCorrection", "isCorrection"}].
create or replace function public.label_question_list(p_product uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'product', p_product, 'version', q.version, 'since', q.since, 'added', q.added, 'mayBeCorrection', q.may_be_correction, 'isCorrection', q.is_correction
  ) order by q.version), '[]')
  from (select min(coalesce(i.recipe_version, 0)) as version from public.order_items i where i.product_id = p_product) oldest
  cross join lateral public.label_questions(p_product, oldest.version) q
$$;

-- Lists the versions of a recipe from p_from on that are followed by a label with more warnings, of which nobody has said whether
-- they are true of this version, too, with the allergens that are added.
create or replace function public.unconfirmed_warnings(p_product uuid, p_from integer) returns table (version integer, allergens jsonb)
language sql stable security definer rows 2 set search_path = '' as $$
  with questions as materialized (
    select q.version, q.added from public.label_questions(p_product, p_from) q where q.is_correction is null
  )
  select v.version, public.sort_allergens(later.names)
  from public.recipe_versions v cross join lateral (
    select jsonb_agg(a.name) as names
    from questions q cross join lateral jsonb_array_elements_text(case when q.added = '[]' then '[null]' else q.added end) as a (name)
    where q.version > v.version
  ) later
  where v.product_id = p_product and v.version >= p_from and later.names is not null
$$;

-- Returns the answers about a product's labels: {"2": true}.
create or replace function public.label_answers(p_product uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(v.version, v.is_correction), '{}') from public.recipe_versions v
  where v.product_id = p_product and v.is_correction is not null
$$;

-- Keeps `is_latest` true for the product's present label alone, because emails, receipts and the desk call a jar new by it.
create or replace function public.update_latest_packed_recipes(p_product uuid) returns void
language sql security definer set search_path = '' as $$
  update public.packed_recipes r set is_latest = o.is_latest
  from public.recipe_options(array(
    select distinct x.item_id from public.packed_recipes x join public.order_items i on i.id = x.item_id where i.product_id = p_product
  )) o, public.recipe_jars(p_product) j
  where r.item_id = o.item_id and j.version = r.version and o.version = j.jar and r.is_latest <> o.is_latest
$$;

create or replace function public.mark_latest_packed_recipes() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform public.update_latest_packed_recipes(new.id);
  return null;
end $$;
create or replace trigger products_packed_recipes after update of ingredients, allergens, allergen_answers on public.products
  for each row execute function public.mark_latest_packed_recipes();

-- Saves whether a version of a recipe corrects the label before it, or the recipe changed. p_before is the answer that the desk
-- showed. When jars become one or two by the answer, choices of what has not left are deleted, since they may mean another jar now.
create or replace function public.desk_answer_label_question(
  p_product uuid, p_version integer, p_is_correction boolean, p_before boolean default null
) returns void language plpgsql security definer set search_path = '' as $$
declare
  found public.products;
  question record;
begin
  perform public.require_staff('packer');
  found := public.lock_product(p_product);
  -- A choice that is being saved waits for this answer, or this answer for it (`choose_recipe`).
  perform from public.recipe_versions v where v.product_id = p_product order by v.version for update;
  select * into question from public.label_questions(p_product) q where q.version = p_version;
  if question.version is null or p_is_correction is null then
    raise sqlstate 'PT400' using message = 'The label of ' || found.name || ' has changed again. Look at it once more.';
  end if;
  if p_is_correction and not question.may_be_correction then
    raise sqlstate 'PT400' using message = 'The new label of ' || found.name || ' also warns of less than the old one. Publish the new warnings alone first.';
  end if;
  if question.is_correction = p_is_correction then return; end if;
  if question.is_correction is distinct from p_before then
    perform public.raise_conflict(jsonb_build_object('isCorrection', question.is_correction));
  end if;
  update public.recipe_versions v set is_correction = p_is_correction where v.product_id = p_product and v.version = p_version;
  if p_is_correction or question.is_correction then
    delete from public.packed_recipes r using public.order_items i join public.orders o on o.id = i.order_id
    where i.id = r.item_id and i.product_id = p_product and r.part_id is null and o.fulfilled_at is null;
    perform public.update_latest_packed_recipes(p_product);
  end if;
  -- Waiting emails get their words when they are sent. One that a worker is sending now may say something else.
  update public.outbox m set data = m.data || jsonb_build_object('answers', public.label_answers(p_product))
  where m.template = 'recipe_news' and split_part(m.dedupe_key, ':', 2) = p_product::text and m.sent_at is null and not m.called_off
    and coalesce(m.claimed_until <= now(), true);
  perform public.log_desk_action('answer_label_question', 'product:' || p_product,
    case when question.is_correction is not null then jsonb_build_object('isCorrection', question.is_correction) end,
    jsonb_build_object('isCorrection', p_is_correction, 'added', question.added));
end $$;
create or replace trigger recipe_versions_notify_desk after update of is_correction on public.recipe_versions
  for each statement execute function public.notify_desk('products');

grant execute on function public.desk_answer_label_question to authenticated, service_role;
