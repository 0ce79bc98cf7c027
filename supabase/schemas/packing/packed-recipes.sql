-- Returns a version of a product's recipe in the form that labels and emails show, with the allergens that it has in addition to
-- the label of the order.
create or replace function public.recipe_label(
  p_former_ingredients text[], p_former_label text, p_ingredients text[], p_label text
) returns jsonb language sql immutable security definer set search_path = '' as $$
  select jsonb_build_object(
    'ingredients', public.recipe_text(p_ingredients), 'allergens', p_label,
    'newAllergens', public.added_allergens(p_former_ingredients, p_former_label, p_ingredients, p_label),
    'newTraces', public.added_allergens(p_former_ingredients, p_former_label, p_ingredients, p_label, true)
  )
$$;

-- Lists the recipes from which something may be packed that was sold under a version of a product's recipe (p_version) with a label
-- (p_label), by their jars (`recipe_jars`): the one that was ordered, and each later one with another label, in the text of its page,
-- which changes with an answer alone, too. The latest has the text of its product's label now. The one that was ordered has that of
-- the order, unless that was wrong (`is_corrected`). `is_latest` says whether that label is today's, and `ordered_…` is the label
-- that the shopper read. Versions are ordered by their numbers, because their times may be of different clocks.
create or replace function public.sold_recipe_options(p_product uuid, p_version integer, p_label text) returns table (
  version integer, since timestamptz, is_as_ordered boolean, ingredients text[], allergens text, latest_version integer, is_latest boolean,
  is_corrected boolean, ordered_ingredients text[], ordered_label text
) language sql stable security definer rows 2 set search_path = '' as $$
  with jars as materialized (
    select j.* from public.recipe_jars(p_product) j
  ), ordered as (
    select j.version, j.jar, j.jar <> j.version as is_corrected, case when j.jar = j.version then j.ingredients else j.sold_ingredients end as ingredients,
      coalesce(p_label, case when j.jar = j.version then j.label else j.sold_label end) as label
    from jars j
    order by j.version <= p_version desc nulls last, case when j.version <= p_version then -j.version else j.version end limit 1
  ), labels as (
    select distinct j.jar, j.since, public.recipe_text(j.ingredients) as recipe, j.ingredients, j.latest_version, j.is_latest, j.jar = d.jar as is_as_ordered,
      j.jar = d.jar and d.is_corrected as is_corrected,
      case when j.jar <> d.jar then j.label when d.is_corrected then public.corrected_label(j.ingredients, j.label, d.ingredients, d.label)
        else d.label end as label, d.ingredients as ordered_ingredients, d.label as ordered_label
    from jars j join ordered d on j.version >= d.version
  ), distinct_labels as (
    select distinct on (k.recipe, k.label) k.*, bool_or(k.is_latest) over (partition by k.recipe, k.label) as is_like_latest
    from labels k order by k.recipe, k.label, k.is_as_ordered desc, k.jar
  )
  select l.jar, l.since, l.is_as_ordered, l.ingredients, l.label, l.latest_version, l.is_like_latest, l.is_corrected,
    l.ordered_ingredients, l.ordered_label
  from distinct_labels l order by l.jar
$$;

-- Lists the recipes that each order line may be packed from (`sold_recipe_options`). They are the same for all lines that were sold
-- under one label, and are worked out once for these.
create or replace function public.recipe_options(p_items uuid[]) returns table (
  item_id uuid, version integer, since timestamptz, is_as_ordered boolean, ingredients text[], allergens text, latest_version integer,
  is_latest boolean, is_corrected boolean, ordered_ingredients text[], ordered_label text
) language sql stable security definer set search_path = '' as $$
  with sales as materialized (
    select array_agg(i.id) as items, i.product_id, i.recipe_version, i.allergens
    from public.order_items i where i.id = any (p_items) group by i.product_id, i.recipe_version, i.allergens
  )
  select item, o.*
  from sales s cross join lateral public.sold_recipe_options(s.product_id, s.recipe_version, s.allergens) o cross join unnest(s.items) as item
$$;

-- Lists the lines of these orders that wait to be sent, or are on hold, and whose label has changed since the order, with the
-- chosen versions (`chosen` is empty until somebody chooses). A choice covers the recipes known at its time: a newer one reopens
-- it, except for a parcel that was packed by it. A choice of more versions than there are pieces left is reopened, too.
create or replace function public.recipe_choices(p_orders uuid[])
returns table (order_id uuid, item_id uuid, latest_version integer, options jsonb, chosen integer[])
language sql stable security definer set search_path = '' as $$
  with lines as materialized (
    select o.id as order_id, i.id as item_id, t.pieces, k.packed_at
    from public.orders o
    join public.order_items i on i.order_id = o.id and exists (select from public.recipe_versions v where v.product_id = i.product_id)
    join lateral public.unsent_pieces(o.id) t on t.item_id = i.id and t.pieces > 0
    left join public.order_packing k on k.order_id = o.id
    where o.id = any (p_orders) and o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null
  ), changed as materialized (
    select r.item_id, max(r.latest_version) as latest_version, jsonb_agg(jsonb_build_object(
      'version', r.version, 'since', r.since, 'isAsOrdered', r.is_as_ordered, 'isLatest', r.is_latest,
      'ingredients', public.recipe_text(r.ingredients), 'allergens', r.allergens
    ) order by r.version) as options
    from public.recipe_options(array(select l.item_id from lines l)) r group by r.item_id having count(*) > 1
  )
  select l.order_id, l.item_id, f.latest_version, f.options, coalesce(c.versions, '{}')
  from lines l join changed f on f.item_id = l.item_id
  left join lateral (
    select array_agg(r.version order by r.version) as versions from public.packed_recipes r
    where r.item_id = l.item_id and r.part_id is null and (r.latest_version = f.latest_version or r.chosen_at <= l.packed_at)
    having count(*) <= l.pieces
  ) c on true
$$;

-- Returns why a parcel cannot be packed or sent yet, without a full stop; null when every choice is made.
create or replace function public.recipe_choice_error(p_order_id uuid) returns text language sql stable security definer set search_path = '' as $$
  select 'Order ' || o.number || ': the recipe of ' || string_agg(i.name, ', ' order by i.position)
    || ' changed since this order. Say first whether the old jar or the new one goes in'
  from public.recipe_choices(array[p_order_id]) c join public.order_items i on i.id = c.item_id join public.orders o on o.id = c.order_id
  where c.chosen = '{}' group by o.number
$$;

-- Classifies the versions of a product's recipe that were chosen for an order line: 'old' is the version at the time of the order,
-- 'new' today's, 'other' a single version that is neither, 'both' a mixture of versions; null when none is chosen.
create or replace function public.recipe_choice_kind(p_count bigint, p_are_as_ordered boolean, p_are_latest boolean) returns text
language sql immutable set search_path = '' as $$
  select case when p_are_as_ordered then 'old' when p_are_latest then 'new' when p_count = 1 then 'other' when p_count > 1 then 'both' end
$$;

-- Saves which recipes go into an order's parcel, or with p_part into a part parcel that was sent ahead of the rest. p_latest is the
-- newest recipe that the desk showed, p_was the choice that it showed. Returns null, 'changed' for a conflict, or the error
-- message.
create or replace function public.choose_recipe(
  p_item uuid, p_part uuid, p_versions integer[], p_latest integer, p_was integer[] default null
) returns text language plpgsql security definer set search_path = '' as $$
declare
  line record;
  available integer[];
  latest integer;
  previous integer[];
  chosen integer[] := array(select distinct n from unnest(p_versions) n where n is not null order by n);
begin
  select i.name, i.position, o.number, i.order_id into line from public.order_items i join public.orders o on o.id = i.order_id where i.id = p_item;
  if line.number is null then return 'That line is not there any more'; end if;
  -- A change of the recipe waits until this choice is saved, or this choice for it (`record_recipe_version`).
  perform from public.recipe_versions v join public.order_items i on i.product_id = v.product_id
  where i.id = p_item and v.version = p_latest for key share of v;
  previous := case when p_part is null
    then coalesce((select c.chosen from public.recipe_choices(array[line.order_id]) c where c.item_id = p_item), '{}') else '{}' end;
  -- A parcel that was packed by this choice keeps it, whatever recipes came later.
  if previous = chosen and chosen <> '{}' then return null; end if;
  select array_agg(r.version), max(r.latest_version) into available, latest from public.recipe_options(array[p_item]) r;
  if latest is distinct from p_latest then return 'changed'; end if;
  if coalesce(cardinality(available), 0) < 2 then return null; end if;
  if chosen = '{}' or not chosen <@ available or cardinality(chosen) > (case
    when p_part is null then (select t.pieces from public.unsent_pieces(line.order_id) t where t.item_id = p_item)
    else (
      select (x ->> 'quantity')::integer from public.part_parcels p cross join jsonb_array_elements(p.lines) x
      where p.id = p_part and (x ->> 'position')::integer = line.position
    )
  end) then return 'Say whether the old jar or the new one of ' || line.name || ' goes in'; end if;
  if p_part is null and previous <> coalesce(p_was, '{}') then return 'changed'; end if;
  delete from public.packed_recipes r where r.item_id = p_item and r.part_id is not distinct from p_part;
  insert into public.packed_recipes (item_id, part_id, version, since, is_as_ordered, is_latest, ingredients, allergens, latest_version)
  select p_item, p_part, r.version, r.since, r.is_as_ordered, r.is_latest, r.ingredients, r.allergens, latest
  from public.recipe_options(array[p_item]) r where r.version = any (chosen);
  perform public.log_desk_action('choose_recipe', 'order:' || line.number, nullif(jsonb_build_object('recipes', to_jsonb(previous)), '{"recipes": []}'), (
    select jsonb_build_object('line', line.name, 'recipes', to_jsonb(chosen), 'since', max(r.since),
      'jar', public.recipe_choice_kind(count(*), bool_and(r.is_as_ordered), bool_and(r.is_latest)))
    from public.recipe_options(array[p_item]) r where r.version = any (chosen)
  ));
  return null;
end $$;

-- Returns {"choices": the unsent lines of paid orders whose product's label has changed since the order, each with the versions of
-- the product's recipe that may be packed and those that were chosen, "questions": those of the products of these lines
-- (`label_question_list`), "packed": the versions in the parcels of order p_number, "corrected": lines whose label was wrong when
-- they were ordered}. Without p_number, returns no packed versions, and the rest of all orders that have not been sent.
create or replace function public.desk_recipe_choices(p_number bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  unsent uuid[];
  listed uuid[];
begin
  perform public.require_staff('packer');
  unsent := array(
    select x.id from public.orders x
    where x.status in ('paid', 'partially_refunded') and x.fulfilled_at is null and x.sold_out_at is null and (p_number is null or x.number = p_number)
  );
  listed := case when p_number is not null then array(select x.id from public.orders x where x.number = p_number) else array(
    select i.order_id from public.order_items i join public.recipe_versions v on v.product_id = i.product_id and v.is_correction
    where i.order_id = any (unsent)
  ) end;
  return (
    with choices as materialized (
      select c.*, i.product_id, i.position, i.name, i.size, t.pieces, o.number
      from public.recipe_choices(unsent) c join public.orders o on o.id = c.order_id join public.order_items i on i.id = c.item_id
      join lateral public.unsent_pieces(o.id) t on t.item_id = i.id
    ), recipes as materialized (
      select r.*, o.number, i.position, i.name
      from public.line_recipes(listed) r join public.order_items i on i.id = r.item_id join public.orders o on o.id = i.order_id
    )
    select jsonb_build_object('choices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'number', c.number, 'item', c.item_id, 'position', c.position, 'name', c.name, 'size', c.size, 'pieces', c.pieces, 'product', c.product_id,
        'latest', c.latest_version, 'options', c.options, 'chosen', to_jsonb(c.chosen)
      ) order by c.number, c.position), '[]') from choices c
    ), 'questions', (
      select coalesce(jsonb_agg(q.question), '[]') from (select distinct c.product_id from choices c) c
      cross join lateral jsonb_array_elements(public.label_question_list(c.product_id)) as q (question)
    ), 'packed', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'position', r.position, 'part', r.part_id, 'isAsOrdered', r.is_as_ordered, 'isLatest', r.is_latest, 'since', r.since, 'allergens', r.allergens
      ) order by r.position, r.part_id nulls last, r.version), '[]')
      from recipes r where r.number = p_number and r.is_sent and r.is_packed
    ), 'corrected', (
      select coalesce(jsonb_agg(distinct jsonb_build_object(
        'number', r.number, 'position', r.position, 'name', r.name, 'allergens', r.allergens
      )), '[]') from recipes r where r.is_corrected
    ))
  );
end $$;

-- Saves the choices for lines, all of them or none: [{"item", "versions", "latest", "was"}].
create or replace function public.desk_choose_recipes(p_choices jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  choice record;
  choice_error text;
begin
  perform public.require_staff('packer');
  if jsonb_typeof(p_choices) is distinct from 'array' or jsonb_array_length(p_choices) not between 1 and 1000 then
    raise sqlstate 'PT400' using message = 'Please choose a jar.';
  end if;
  perform from public.orders o where o.id in (
    select i.order_id from jsonb_to_recordset(p_choices) as c (item uuid) join public.order_items i on i.id = c.item
  ) order by o.number for update;
  for choice in
    select c.*, public.is_awaiting_dispatch(o) as is_awaiting, o.number
    from jsonb_to_recordset(p_choices) as c (item uuid, versions integer[], latest integer, was integer[])
    left join public.order_items i on i.id = c.item left join public.orders o on o.id = i.order_id order by o.number, i.position
  loop
    if choice.is_awaiting is not true then raise sqlstate 'PT400' using message = 'Order ' || coalesce(choice.number::text, '') || ' has left, or was paid back.'; end if;
    choice_error := public.choose_recipe(choice.item, null, choice.versions, choice.latest, choice.was);
    if choice_error = 'changed' then perform public.raise_conflict(jsonb_build_object('item', choice.item)); end if;
    if choice_error is not null then raise sqlstate 'PT400' using message = choice_error || '.'; end if;
  end loop;
end $$;

-- Saves the same choice for all lines of an order, for a command in a terminal; p_jar is 'old' or 'new'. Only the server calls it.
create or replace function public.choose_recipes(p_number bigint, p_jar text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  target_order public.orders;
  choice record;
begin
  select * into target_order from public.orders where number = p_number for update;
  if target_order.id is null then return public.error_response('not_found', 'There is no order ' || p_number); end if;
  if p_jar is null or p_jar not in ('old', 'new') then return public.error_response('wrong_jar', 'A jar is old or new'); end if;
  -- A recipe between the ordered one and today's cannot be chosen by this command, and 'new' must not select it.
  if p_jar = 'new' and exists (
    select from public.recipe_choices(array[target_order.id]) c where c.options @> '[{"isAsOrdered": true, "isLatest": true}]'
  ) then
    return public.error_response('wrong_jar', 'The recipe of order ' || p_number || ' changed and was changed back, so "new" may mean two jars. Choose it at the desk');
  end if;
  for choice in select * from public.recipe_choices(array[target_order.id]) loop
    perform public.choose_recipe(choice.item_id, null, array(
      select (r ->> 'version')::integer from jsonb_array_elements(choice.options) r
      where (r ->> case p_jar when 'old' then 'isAsOrdered' else 'isLatest' end)::boolean
    ), choice.latest_version, choice.chosen);
  end loop;
  return jsonb_build_object('number', p_number);
end $$;

-- Prevents marking an order as packed before a recipe is chosen for every line that needs a choice.
create or replace function public.require_chosen_recipes() returns trigger language plpgsql security definer set search_path = '' as $$
declare choice_error text := public.recipe_choice_error(new.order_id);
begin
  if choice_error is not null then raise sqlstate 'PT400' using message = choice_error || '.'; end if;
  return new;
end $$;
create or replace trigger order_packing_recipes before insert or update of packed_at on public.order_packing for each row
  when (new.packed_at is not null) execute function public.require_chosen_recipes();

-- Lists the recipes of the lines of orders, a row for each recipe in a parcel: those that were packed (`is_sent`), or of what has not
-- left those that were chosen, or may be chosen (`is_open`), also while the order's payment is awaited. A recipe that was sold under
-- a wrong label has the right one (`is_corrected`). What was packed as ordered without a choice (`is_packed` is false) is listed only
-- if it is corrected. `former_…` is the label that its shopper read.
create or replace function public.line_recipes(p_orders uuid[]) returns table (
  item_id uuid, part_id uuid, is_sent boolean, is_packed boolean, is_open boolean, version integer, since timestamptz, is_as_ordered boolean,
  is_latest boolean, is_corrected boolean, ingredients text[], allergens text, former_ingredients text[], former_allergens text
) language sql stable security definer set search_path = '' as $$
  with lines as materialized (
    select i.id, i.product_id, o.paid_at is null as is_pending, o.fulfilled_at is not null as is_sent,
      o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null as is_awaiting
    from public.order_items i join public.orders o on o.id = i.order_id
    where o.id = any (p_orders) and exists (select from public.recipe_versions v where v.product_id = i.product_id)
  ), options as materialized (
    select l.product_id, l.is_pending, l.is_sent, l.is_awaiting, count(*) over (partition by l.id) as count, r.*
    from public.recipe_options(array(select x.id from lines x)) r join lines l on l.id = r.item_id
  ), jars as materialized (
    select l.product_id, j.* from (select distinct x.product_id from lines x) l cross join lateral public.recipe_jars(l.product_id) j
  ), formers as (
    select * from options o where o.is_as_ordered
  ), found as (
    select r.item_id, r.part_id, true as is_sent, true as is_packed, false as is_open, j.jar as version,
      case when j.jar = r.version then r.since else j.since end as since, r.is_as_ordered, r.is_latest,
      j.jar <> r.version or f.is_corrected and r.version = f.version as is_corrected,
      case when j.jar = r.version then r.ingredients else j.ingredients end as ingredients,
      case when j.jar = r.version then r.allergens else public.corrected_label(j.ingredients, j.label, r.ingredients, r.allergens) end as allergens
    from public.packed_recipes r join formers f on f.item_id = r.item_id and (r.part_id is not null or f.is_sent)
    join jars j on j.product_id = f.product_id and j.version = r.version
    union all
    select f.item_id, null, f.is_sent, false, false, f.version, f.since, true, f.is_latest, true, f.ingredients, f.allergens
    from formers f where f.is_corrected and (f.is_sent and not exists (select from public.packed_recipes r where r.item_id = f.item_id and r.part_id is null)
      or (f.is_pending or f.is_awaiting) and f.count = 1)
    union all
    select o.item_id, null, false, c.chosen <> '{}', c.chosen = '{}' or c.item_id is null, o.version, o.since, o.is_as_ordered, o.is_latest,
      o.is_corrected, o.ingredients, o.allergens
    from options o left join public.recipe_choices(p_orders) c on c.item_id = o.item_id
    where o.count > 1 and (o.is_pending and c.item_id is null or c.item_id is not null and (c.chosen = '{}' or o.version = any (c.chosen)))
  )
  select r.*, f.ordered_ingredients, f.ordered_label from found r join formers f on f.item_id = r.item_id
$$;

-- Returns a row of `line_recipes` as emails show it.
create or replace function public.recipe_note(p_name text, p_product uuid, p_recipe jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'name', p_name, 'isAsOrdered', r.is_as_ordered, 'isLatest', r.is_latest, 'since', r.since, 'isOpen', r.is_open, 'isCorrected', r.is_corrected,
    'unconfirmed', case when not r.is_latest then (
      select u.allergens from public.unconfirmed_warnings(p_product, r.version) u where u.version = r.version
    ) end
  ) || public.recipe_label(r.former_ingredients, r.former_allergens, r.ingredients, r.allergens)
  from jsonb_to_record(p_recipe) as r (
    version integer, since timestamptz, is_as_ordered boolean, is_latest boolean, is_open boolean, is_corrected boolean, ingredients text[],
    allergens text, former_ingredients text[], former_allergens text
  )
$$;

-- Returns the texts about recipes in the email about a parcel, or with p_part about a part parcel that was sent ahead.
create or replace function public.packed_recipe_notes(p_order_id uuid, p_part uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(public.recipe_note(i.name, i.product_id, to_jsonb(r)) - 'isOpen' order by i.position, r.version), '[]')
  from public.line_recipes(array[p_order_id]) r join public.order_items i on i.id = r.item_id
  where r.is_packed and not r.is_open and r.part_id is not distinct from p_part
    and (p_part is not null or exists (select from public.unsent_pieces(p_order_id) t where t.item_id = i.id and t.pieces > 0))
$$;

-- Stores what goes into a parcel whose label was wrong when it was ordered, and needs no choice, as a chosen recipe is stored.
create or replace function public.record_corrected_recipes(p_order_id uuid, p_part uuid default null) returns void
language sql security definer set search_path = '' as $$
  insert into public.packed_recipes (item_id, part_id, version, since, is_as_ordered, is_latest, ingredients, allergens, latest_version)
  select t.item_id, p_part, r.version, r.since, true, r.is_latest, r.ingredients, r.allergens, r.latest_version
  from public.unsent_pieces(p_order_id) t
  cross join lateral (select o.*, count(*) over () as count from public.recipe_options(array[t.item_id]) o) r
  where r.count = 1 and r.is_corrected and case when p_part is null then t.pieces > 0 else exists (
    select from public.part_parcels p cross join jsonb_array_elements(p.lines) as line
    where p.id = p_part and (line ->> 'position')::integer = t.position
  ) end
  on conflict do nothing
$$;

-- Saves the recipe choices that are sent together with a parcel. Returns null, or the error that prevents sending it.
create or replace function public.choose_order_recipes(p_order public.orders, p_recipes jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  choice record;
  choice_error text;
begin
  if p_order.id is null or not public.is_awaiting_dispatch(p_order) or jsonb_typeof(p_recipes) is distinct from 'array' then return null; end if;
  for choice in
    select c.*, i.name from jsonb_to_recordset(p_recipes) as c (item uuid, versions integer[], latest integer, was integer[])
    join public.order_items i on i.id = c.item and i.order_id = p_order.id order by i.position
  loop
    choice_error := public.choose_recipe(choice.item, null, choice.versions, choice.latest, choice.was);
    if choice_error = 'changed' then
      return public.error_response('old_or_new', 'Order ' || p_order.number || ': the recipe of ' || choice.name
        || ' changed again, or somebody else chose its jar. Look at it once more');
    elsif choice_error is not null then
      return public.error_response('old_or_new', 'Order ' || p_order.number || ': ' || choice_error);
    end if;
  end loop;
  return null;
end $$;

-- Returns the texts about changed labels in an order's email: the recipes that were sent, were chosen, or may be sent, also while
-- the order's payment is awaited.
create or replace function public.order_recipe_notes(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(public.recipe_note(i.name, i.product_id, to_jsonb(r)) order by i.position), '[]')
  from public.line_recipes(array[p_order_id]) r join public.order_items i on i.id = r.item_id
$$;

-- Lists what the orders of a shopper, the caller, are packed with where it is not what their receipts say: another recipe than the
-- ordered one, or the right label of one whose label was wrong.
create or replace function public.order_recipes(p_orders uuid[]) returns table (
  order_id uuid, "position" integer, since timestamptz, is_as_ordered boolean, is_latest boolean, is_corrected boolean, is_mixed boolean,
  is_sent boolean, allergens text
) language sql stable security definer set search_path = '' as $$
  select f.* from (
    select o.id, i.position::integer, r.since, r.is_as_ordered, r.is_latest, r.is_corrected,
      count(*) over (partition by i.id, r.part_id) > 1, r.is_sent, r.allergens
    from public.line_recipes(p_orders) r join public.order_items i on i.id = r.item_id join public.orders o on o.id = i.order_id
    where o.id = any (p_orders) and o.user_id = (select public.verified_account_id()) and o.paid_at is not null and not r.is_open and i.quantity > i.refunded_quantity
    order by i.position, r.version
  ) f (order_id, "position", since, is_as_ordered, is_latest, is_corrected, is_mixed, is_sent, allergens)
  where not f.is_as_ordered or f.is_corrected
$$;

grant execute on function
  public.recipe_choice_error,
  public.choose_recipes
to service_role;
grant execute on function
  public.desk_recipe_choices,
  public.desk_choose_recipes
to authenticated, service_role;
grant execute on function public.order_recipes to authenticated, service_role;
