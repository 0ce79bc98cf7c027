-- Keeps `is_latest` true for the product's present label alone, because emails, receipts and the desk call a jar new by it.
create or replace function public.mark_latest_packed_recipes() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.packed_recipes r set is_latest = o.is_latest
  from public.order_items i cross join lateral public.recipe_options(i.id) o
  where i.product_id = new.id and r.item_id = i.id and o.version = r.version and r.is_latest <> o.is_latest
    and exists (select from public.packed_recipes x where x.item_id = i.id);
  return null;
end $$;
create or replace trigger products_packed_recipes after update of ingredients, allergens, allergen_answers on public.products
  for each row execute function public.mark_latest_packed_recipes();

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

-- Lists the versions of a product's recipe that an order line may be packed from: the one that was ordered, and each later one with
-- another label, in the text of its page, which changes with an answer alone, too. The latest has the text of its product's label
-- now, and the one that was ordered has that of the order. `is_latest` says whether that label is today's. Versions are ordered by
-- their numbers, because their times may be of different clocks.
create or replace function public.recipe_options(p_item uuid)
returns table (version integer, since timestamptz, is_as_ordered boolean, ingredients text[], allergens text, latest_version integer, is_latest boolean)
language sql stable security definer rows 2 set search_path = '' as $$
  with line as (
    select i.product_id, i.allergens, i.recipe_version from public.order_items i where i.id = p_item
  ), numbered as (
    select v.*, max(v.version) over () as latest_version from line l join public.recipe_versions v on v.product_id = l.product_id
  ), known as (
    select v.version, v.since, v.latest_version, v.version = v.latest_version as is_latest,
      case when v.version = v.latest_version then p.ingredients else v.ingredients end as ingredients,
      case when v.version = v.latest_version then public.label_text(p) else coalesce(v.words, v.allergens) end as label
    from numbered v join public.products p on p.id = v.product_id
  ), ordered as (
    select coalesce(max(k.version) filter (where k.version <= l.recipe_version), min(k.version)) as version from known k cross join line l
  ), labels as (
    select k.version, k.since, k.ingredients, k.latest_version, k.is_latest,
      case when k.version = d.version then coalesce(l.allergens, k.label) else k.label end as label
    from known k join ordered d on k.version >= d.version cross join line l
  ), distinct_labels as (
    select distinct on (public.recipe_text(k.ingredients), k.label) k.version, k.since, k.ingredients, k.label, k.latest_version,
      bool_or(k.is_latest) over (partition by public.recipe_text(k.ingredients), k.label) as is_latest
    from labels k order by public.recipe_text(k.ingredients), k.label, k.version
  )
  select l.version, l.since, l.version = d.version, l.ingredients, l.label, l.latest_version, l.is_latest
  from distinct_labels l cross join ordered d order by l.version
$$;

-- Lists the lines of these orders that wait to be sent, or are on hold, and whose label has changed since the order, with the
-- chosen versions (`chosen` is empty until somebody chooses). A choice covers the recipes known at its time: a newer one reopens
-- it, except for a parcel that was packed by it. A choice of more versions than there are pieces left is reopened, too.
create or replace function public.recipe_choices(p_orders uuid[])
returns table (order_id uuid, item_id uuid, latest_version integer, options jsonb, chosen integer[])
language sql stable security definer set search_path = '' as $$
  select o.id, i.id, f.latest_version, f.options, coalesce(c.versions, '{}')
  from public.orders o
  join public.order_items i on i.order_id = o.id and exists (select from public.recipe_versions v where v.product_id = i.product_id)
  join lateral public.unsent_pieces(o.id) t on t.item_id = i.id and t.pieces > 0
  left join public.order_packing k on k.order_id = o.id
  cross join lateral (
    select max(r.latest_version) as latest_version, count(*) as count, jsonb_agg(jsonb_build_object(
      'version', r.version, 'since', r.since, 'isAsOrdered', r.is_as_ordered, 'isLatest', r.is_latest,
      'ingredients', public.recipe_text(r.ingredients), 'allergens', r.allergens
    ) order by r.version) as options
    from public.recipe_options(i.id) r
  ) f
  left join lateral (
    select array_agg(r.version order by r.version) as versions from public.packed_recipes r
    where r.item_id = i.id and r.part_id is null and (r.latest_version = f.latest_version or r.chosen_at <= k.packed_at)
    having count(*) <= t.pieces
  ) c on true
  where o.id = any (p_orders) and o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null and f.count > 1
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
create or replace function public.recipe_choice_kind(p_item uuid, p_versions integer[]) returns text
language sql stable security definer set search_path = '' as $$
  select case when bool_and(r.is_as_ordered) then 'old' when bool_and(r.is_latest) then 'new' when count(*) = 1 then 'other'
    when count(*) > 1 then 'both' end
  from public.recipe_options(p_item) r where r.version = any (p_versions)
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
  select array_agg(r.version), max(r.latest_version) into available, latest from public.recipe_options(p_item) r;
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
  from public.recipe_options(p_item) r where r.version = any (chosen);
  perform public.log_desk_action('choose_recipe', 'order:' || line.number, nullif(jsonb_build_object('recipes', to_jsonb(previous)), '{"recipes": []}'),
    jsonb_build_object('line', line.name, 'recipes', to_jsonb(chosen), 'jar', public.recipe_choice_kind(p_item, chosen),
      'since', (select max(r.since) from public.recipe_options(p_item) r where r.version = any (chosen))));
  return null;
end $$;

-- Returns {"choices": the unsent lines of paid orders whose product's label has changed since the order, each with the versions of
-- the product's recipe that may be packed and those that were chosen, "packed": the versions in the parcels of order p_number}.
-- Without p_number, returns the choices of all orders and no packed versions.
create or replace function public.desk_recipe_choices(p_number bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.require_staff('packer');
  return jsonb_build_object('choices', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'number', o.number, 'item', c.item_id, 'position', i.position, 'name', i.name, 'size', i.size, 'pieces', t.pieces,
      'latest', c.latest_version, 'options', c.options, 'chosen', to_jsonb(c.chosen)
    ) order by o.number, i.position), '[]')
    from public.recipe_choices(array(
      select x.id from public.orders x
      where x.status in ('paid', 'partially_refunded') and x.fulfilled_at is null and x.sold_out_at is null
        and (p_number is null or x.number = p_number)
    )) c join public.orders o on o.id = c.order_id join public.order_items i on i.id = c.item_id
    join lateral public.unsent_pieces(o.id) t on t.item_id = i.id
  ), 'packed', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'position', i.position, 'part', r.part_id, 'isAsOrdered', r.is_as_ordered, 'isLatest', r.is_latest, 'since', r.since, 'allergens', r.allergens
    ) order by i.position, r.part_id nulls last, r.version), '[]')
    from public.packed_recipes r join public.order_items i on i.id = r.item_id join public.orders o on o.id = i.order_id
    where o.number = p_number and (r.part_id is not null or o.fulfilled_at is not null)
  ));
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

-- Returns the texts about chosen recipes in the email about a parcel, or with p_part about a part parcel that was sent ahead.
create or replace function public.packed_recipe_notes(p_order_id uuid, p_part uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', i.name, 'isAsOrdered', r.is_as_ordered, 'isLatest', r.is_latest, 'since', r.since)
    || public.recipe_label(f.ingredients, f.allergens, r.ingredients, r.allergens) order by i.position, r.version), '[]')
  from public.order_items i join public.packed_recipes r on r.item_id = i.id
  join lateral (select * from public.recipe_options(i.id) x where x.is_as_ordered) f on true
  where i.order_id = p_order_id and r.part_id is not distinct from p_part
    and (p_part is not null or exists (select from public.unsent_pieces(p_order_id) t where t.item_id = i.id and t.pieces > 0))
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
  with open as (
    select c.item_id from public.recipe_choices(array[p_order_id]) c where c.chosen = '{}'
    union all
    select i.id from public.order_items i join public.orders o on o.id = i.order_id
    where o.id = p_order_id and o.paid_at is null and (select count(*) from public.recipe_options(i.id)) > 1
  )
  select coalesce(jsonb_agg(n.note order by n.position), '[]') from (
    select i.position, jsonb_build_object('name', i.name, 'isAsOrdered', r.is_as_ordered, 'isLatest', r.is_latest, 'since', r.since, 'isOpen', false)
      || public.recipe_label(f.ingredients, f.allergens, r.ingredients, r.allergens) as note
    from public.order_items i join public.packed_recipes r on r.item_id = i.id
    join lateral (select * from public.recipe_options(i.id) x where x.is_as_ordered) f on true
    where i.order_id = p_order_id and not exists (select from open c where c.item_id = i.id and r.part_id is null)
    union all
    select i.position, jsonb_build_object('name', i.name, 'isAsOrdered', r.is_as_ordered, 'isLatest', r.is_latest, 'since', r.since, 'isOpen', true)
      || public.recipe_label(f.ingredients, f.allergens, r.ingredients, r.allergens)
    from open c join public.order_items i on i.id = c.item_id
    cross join lateral public.recipe_options(i.id) r
    join lateral (select * from public.recipe_options(i.id) x where x.is_as_ordered) f on true
  ) n
$$;

grant execute on function
  public.recipe_choice_error,
  public.choose_recipes
to service_role;
grant execute on function
  public.desk_recipe_choices,
  public.desk_choose_recipes
to authenticated, service_role;
