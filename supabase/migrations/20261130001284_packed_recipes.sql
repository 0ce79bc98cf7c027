-- Records which recipe goes into a parcel when a product's label has changed between the order and the packing.

-- `words` is the text of the label (`label_words`), which changes with an answer alone; it is null for versions from before the
-- column existed. `newest_number` is the highest number ever given, if it is not this one: the number of a version that was taken
-- back is not reused, since a choice that a desk has queued may still name it.
alter table public.recipe_versions add column if not exists words text, add column if not exists newest_number integer;

-- ── What counts as another label ───────────────────────────────────────────────────────────────────

-- Returns the text of a label without what it calls not known; patterns of `allergen_words` are matched against it.
create or replace function public.warned_words(p_ingredients text[], p_allergens text) returns text
language sql immutable security definer set search_path = '' as $$
  select public.plain_recipe(p_ingredients) || ' ' || regexp_replace(coalesce(replace(p_allergens, '**', ''), ''), 'not known[^.]*', '', 'gi')
$$;

-- Returns the sentences that say what a food may contain, including the shop's former one about its kitchen.
create or replace function public.trace_words(p_allergens text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(string_agg(m.hit[1], ' '), '')
  from regexp_matches(replace(p_allergens, '**', ''), '((?:may contain|made in)[^.]*)', 'gi') as m (hit)
$$;

-- Lists those of the fourteen that a label contains (or, with p_is_trace, may contain) and a former one did not: ["mustard"].
create or replace function public.added_allergens(
  p_former_ingredients text[], p_former_label text, p_ingredients text[], p_label text, p_is_trace boolean default false
) returns jsonb language sql immutable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(a.label order by a.place), '[]') from public.allergen_words() a
  where case when p_is_trace
    then public.trace_words(p_label) ~* a.words and public.contained_words(p_ingredients, p_label) !~* a.words
      and public.warned_words(p_former_ingredients, p_former_label) !~* a.words
    else public.contained_words(p_ingredients, p_label) ~* a.words
      and public.contained_words(p_former_ingredients, p_former_label) !~* a.words
  end
$$;

-- Returns the given allergens without duplicates, in the order of labels.
create or replace function public.listed_allergens(p_labels jsonb) returns jsonb language sql immutable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(a.label order by a.place), '[]') from public.allergen_words() a where p_labels ? a.label
$$;

-- Returns a recipe as labels and emails show it, with what it warns of beyond the label of the order.
create or replace function public.jar_label(
  p_former_ingredients text[], p_former_label text, p_ingredients text[], p_label text
) returns jsonb language sql immutable security definer set search_path = '' as $$
  select jsonb_build_object(
    'ingredients', public.plain_recipe(p_ingredients), 'allergens', p_label,
    'newAllergens', public.added_allergens(p_former_ingredients, p_former_label, p_ingredients, p_label),
    'newTraces', public.added_allergens(p_former_ingredients, p_former_label, p_ingredients, p_label, true)
  )
$$;

-- Returns whether two rows are one recipe. Answers to questions that were added later do not make another one, unless they are worse
-- for one of the fourteen than the label said. If they are better, the former text stays on parcels, since it is the safer one.
create or replace function public.is_same_recipe(p_one public.products, p_other public.products) returns boolean
language sql immutable security definer set search_path = '' as $$
  select public.plain_recipe(p_one.ingredients) = public.plain_recipe(p_other.ingredients) and (
    p_one.allergens is not distinct from p_other.allergens and p_one.allergen_answers is not distinct from p_other.allergen_answers
    or (p_one.allergen_answers is null) <> (p_other.allergen_answers is null) and not exists (
      select from public.allergen_words() a
      cross join lateral (
        select case when p_one.allergen_answers is null then p_one else p_other end as label,
          case when p_one.allergen_answers is null then p_other else p_one end as answered
      ) r
      cross join lateral (
        select public.allergen_states(public.plain_recipe((r.label).ingredients), (r.label).allergens, null) as label,
          public.allergen_states(public.plain_recipe((r.answered).ingredients), (r.answered).allergens, (r.answered).allergen_answers) as answered
      ) states
      where array_position(array['contains', 'may', 'unknown', 'free'], states.answered ->> a.id)
        < array_position(array['contains', 'may', 'unknown', 'free'], states.label ->> a.id)
    )
  )
$$;

-- Lists what the latest recipe contains and the one before did not: ["mustard"].
create or replace function public.new_allergens(p_product uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce((
    select public.added_allergens(former.ingredients, coalesce(former.words, former.allergens), p.ingredients, public.label_words(p))
    from public.products p cross join lateral (
      select * from public.recipe_versions v where v.product_id = p.id order by v.version desc offset 1 limit 1
    ) former where p.id = p_product
  ), '[]')
$$;

-- Adds a version when the recipe changes. A change that is taken back before anybody ordered the new recipe, or was sent it, was
-- never sold: its version is deleted, and its number is not reused.
create or replace function public.note_recipe() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  words constant text := public.label_words(new);
  latest public.recipe_versions;
  former public.recipe_versions;
begin
  if public.is_same_recipe(old, new) then return new; end if;
  if not (old.active and not old."isComingSoon") and not exists (select from public.order_items i where i.product_id = old.id) then return new; end if;
  select * into latest from public.recipe_versions v where v.product_id = new.id order by v.version desc limit 1;
  select * into former from public.recipe_versions v where v.product_id = new.id and v.version < latest.version order by v.version desc limit 1;
  if former.version is not null and public.plain_recipe(former.ingredients) = public.plain_recipe(new.ingredients)
    and former.allergens is not distinct from new.allergens and coalesce(former.words = words, former.words is null)
    and not exists (
      select from public.order_items i join public.orders o on o.id = i.order_id where i.product_id = new.id and o.created_at >= latest.since
    ) and not exists (
      select from public.packed_recipes r join public.order_items i on i.id = r.item_id
      where i.product_id = new.id and latest.version in (r.version, r.latest_version)
    )
  then
    delete from public.recipe_versions v where v.product_id = new.id and v.version = latest.version;
    update public.recipe_versions v set newest_number = coalesce(latest.newest_number, latest.version)
    where v.product_id = new.id and v.version = former.version;
    new.recipe_changed_at := case when former.version > 1 then former.since end;
    return new;
  end if;
  if latest.version is null then
    insert into public.recipe_versions (product_id, version, ingredients, allergens, words, since)
    values (old.id, 1, old.ingredients, old.allergens, public.label_words(old), old.created_at);
  end if;
  insert into public.recipe_versions (product_id, version, ingredients, allergens, words, since)
  values (new.id, coalesce(latest.newest_number, latest.version, 1) + 1, new.ingredients, new.allergens, words, now());
  new.recipe_changed_at := now();
  return new;
end $$;

-- ── What was packed ────────────────────────────────────────────────────────────────────────────────

-- The table has the recipes that went, or will go, into a parcel for an order line, if its product's label has changed since the
-- order. `part_id` is null for the order's last parcel; two rows of one parcel mean some pieces of each. `latest_version` is the
-- newest recipe at the time of the choice, and `is_latest` says whether the row's label is the product's own now. A shopper reads
-- the rows of their own orders; the functions below write them.
create table if not exists public.packed_recipes (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null references public.order_items on delete cascade,
  part_id uuid references public.part_parcels on delete cascade,
  version integer not null,
  since timestamptz not null,
  is_as_ordered boolean not null,
  is_latest boolean not null,
  ingredients text[] not null,
  allergens text,
  latest_version integer not null,
  chosen_at timestamptz not null default now(),
  unique nulls not distinct (item_id, part_id, version)
);
create index if not exists packed_recipes_part on public.packed_recipes (part_id) where part_id is not null;
alter table public.packed_recipes enable row level security;
grant select on public.packed_recipes to authenticated;
drop policy if exists "People read what went into their own orders" on public.packed_recipes;
create policy "People read what went into their own orders" on public.packed_recipes for select to authenticated
  using (exists (
    select from public.order_items i join public.orders o on o.id = i.order_id where i.id = item_id and o.user_id = (select auth.uid())
  ));
drop policy if exists "A code is asked for where there is one" on public.packed_recipes;
create policy "A code is asked for where there is one" on public.packed_recipes as restrictive for all to authenticated
  using ((select public.is_proved()));
drop trigger if exists packed_recipes_tell_desk on public.packed_recipes;
create trigger packed_recipes_tell_desk after insert or delete on public.packed_recipes
  for each statement execute function public.tell_desk('orders');

-- Lists the recipes that an order line may be packed from: the one that was ordered, and each later one with another label, in the
-- text of its page, which changes with an answer alone, too. The latest has the text of its product's label now. `is_latest` says
-- whether that label is today's. A checkout that overlaps a publication keeps the text that it read.
create or replace function public.recipe_options(p_item uuid)
returns table (version integer, since timestamptz, is_as_ordered boolean, ingredients text[], allergens text, latest_version integer, is_latest boolean)
language sql stable security definer rows 2 set search_path = '' as $$
  with line as (
    select i.product_id, i.allergens, o.created_at as ordered_at
    from public.order_items i join public.orders o on o.id = i.order_id where i.id = p_item
  ), numbered as (
    select v.*, max(v.version) over () as latest_version from line l join public.recipe_versions v on v.product_id = l.product_id
  ), known as (
    select v.version, v.since, v.latest_version, v.version = v.latest_version as is_latest,
      case when v.version = v.latest_version then p.ingredients else v.ingredients end as ingredients,
      case when v.version = v.latest_version then p.allergens else v.allergens end as allergens,
      case when v.version = v.latest_version then public.label_words(p) else coalesce(v.words, v.allergens) end as label
    from numbered v join public.products p on p.id = v.product_id
  ), ordered as (
    select coalesce(
      max(k.version) filter (where k.since <= l.ordered_at and k.label is not distinct from l.allergens),
      max(k.version) filter (where k.since <= l.ordered_at and k.allergens is not distinct from l.allergens),
      max(k.version) filter (where k.since <= l.ordered_at or k.version = 1)
    ) as version from known k cross join line l
  ), distinct_labels as (
    select distinct on (public.plain_recipe(k.ingredients), k.label) k.version, k.since, k.ingredients, k.label, k.latest_version,
      bool_or(k.is_latest) over (partition by public.plain_recipe(k.ingredients), k.label) as is_latest
    from known k join ordered d on k.version >= d.version
    order by public.plain_recipe(k.ingredients), k.label, k.version
  )
  select l.version, l.since, l.version = d.version, l.ingredients,
    case when l.version = d.version then coalesce((select line.allergens from line), l.label) else l.label end, l.latest_version, l.is_latest
  from distinct_labels l cross join ordered d order by l.version
$$;

-- Keeps `is_latest` true for the product's present label alone, because emails, receipts and the desk call a jar new by it.
create or replace function public.note_latest_packed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.packed_recipes r set is_latest = o.is_latest
  from public.order_items i cross join lateral public.recipe_options(i.id) o
  where i.product_id = new.id and r.item_id = i.id and o.version = r.version and r.is_latest <> o.is_latest
    and exists (select from public.packed_recipes x where x.item_id = i.id);
  return null;
end $$;
create or replace trigger products_packed_recipes after update of ingredients, allergens, allergen_answers on public.products
  for each row execute function public.note_latest_packed();

-- Lists the lines of these orders that wait to be sent, or are on hold, and whose label has changed since, with the chosen versions
-- (`chosen` is empty until somebody chooses). A choice covers the recipes known at its time: a newer one reopens it, except for a
-- parcel that was packed by it. A choice of more versions than pieces that are left is open again, too.
create or replace function public.recipe_choices(p_orders uuid[])
returns table (order_id uuid, item_id uuid, latest_version integer, options jsonb, chosen integer[])
language sql stable security definer set search_path = '' as $$
  select o.id, i.id, f.latest_version, f.options, coalesce(c.versions, '{}')
  from public.orders o
  join public.order_items i on i.order_id = o.id and exists (select from public.recipe_versions v where v.product_id = i.product_id)
  join lateral public.pieces_to_send(o.id) t on t.item_id = i.id and t.pieces > 0
  left join public.order_packing k on k.order_id = o.id
  cross join lateral (
    select max(r.latest_version) as latest_version, count(*) as count, jsonb_agg(jsonb_build_object(
      'version', r.version, 'since', r.since, 'isAsOrdered', r.is_as_ordered, 'isLatest', r.is_latest,
      'ingredients', public.plain_recipe(r.ingredients), 'allergens', r.allergens
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
create or replace function public.recipe_fault(p_order_id uuid) returns text language sql stable security definer set search_path = '' as $$
  select 'Order ' || o.number || ': the recipe of ' || string_agg(i.name, ', ' order by i.position)
    || ' changed since this order. Say first whether the old jar or the new one goes in'
  from public.recipe_choices(array[p_order_id]) c join public.order_items i on i.id = c.item_id join public.orders o on o.id = c.order_id
  where c.chosen = '{}' group by o.number
$$;

-- Compares recipes of a line with the one that was ordered: returns 'old', 'new', 'other' (neither that one nor today's) or 'both'
-- (more than one); null when there is none.
create or replace function public.jar_words(p_item uuid, p_versions integer[]) returns text
language sql stable security definer set search_path = '' as $$
  select case when bool_and(r.is_as_ordered) then 'old' when bool_and(r.is_latest) then 'new' when count(*) = 1 then 'other'
    when count(*) > 1 then 'both' end
  from public.recipe_options(p_item) r where r.version = any (p_versions)
$$;

-- Saves which recipes go into a parcel (p_part: into one that went ahead). p_latest is the newest recipe that the desk showed,
-- p_was the choice that it showed. Returns null, 'changed' for a conflict, or the error message.
create or replace function public.choose_recipe(
  p_item uuid, p_part uuid, p_versions integer[], p_latest integer, p_was integer[] default null
) returns text language plpgsql security definer set search_path = '' as $$
declare
  line record;
  known integer[];
  latest integer;
  had integer[];
  chosen integer[] := array(select distinct n from unnest(p_versions) n where n is not null order by n);
begin
  select i.name, i.position, o.number, i.order_id into line from public.order_items i join public.orders o on o.id = i.order_id where i.id = p_item;
  if line.number is null then return 'That line is not there any more'; end if;
  select array_agg(r.version), max(r.latest_version) into known, latest from public.recipe_options(p_item) r;
  if latest is distinct from p_latest then return 'changed'; end if;
  if coalesce(cardinality(known), 0) < 2 then return null; end if;
  if chosen = '{}' or not chosen <@ known or cardinality(chosen) > (case
    when p_part is null then (select t.pieces from public.pieces_to_send(line.order_id) t where t.item_id = p_item)
    else (
      select (x ->> 'quantity')::integer from public.part_parcels p cross join jsonb_array_elements(p.lines) x
      where p.id = p_part and (x ->> 'position')::integer = line.position
    )
  end) then return 'Say whether the old jar or the new one of ' || line.name || ' goes in'; end if;
  had := case when p_part is null
    then coalesce((select c.chosen from public.recipe_choices(array[line.order_id]) c where c.item_id = p_item), '{}') else '{}' end;
  if had = chosen then return null; end if;
  if p_part is null and had <> coalesce(p_was, '{}') then return 'changed'; end if;
  delete from public.packed_recipes r where r.item_id = p_item and r.part_id is not distinct from p_part;
  insert into public.packed_recipes (item_id, part_id, version, since, is_as_ordered, is_latest, ingredients, allergens, latest_version)
  select p_item, p_part, r.version, r.since, r.is_as_ordered, r.is_latest, r.ingredients, r.allergens, latest
  from public.recipe_options(p_item) r where r.version = any (chosen);
  perform public.desk_note('choose_recipe', 'order:' || line.number, nullif(jsonb_build_object('recipes', to_jsonb(had)), '{"recipes": []}'),
    jsonb_build_object('line', line.name, 'recipes', to_jsonb(chosen), 'jar', public.jar_words(p_item, chosen),
      'since', (select max(r.since) from public.recipe_options(p_item) r where r.version = any (chosen))));
  return null;
end $$;

-- ── What the desk asks ─────────────────────────────────────────────────────────────────────────────

-- Returns {"choices": lines that wait to be sent and whose label has changed since, "packed": the recipes in the parcels of p_number}.
-- Without a number, it returns the choices of all orders.
create or replace function public.desk_recipe_choices(p_number bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.desk_enter('packer');
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
    join lateral public.pieces_to_send(o.id) t on t.item_id = i.id
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
  fault text;
begin
  perform public.desk_enter('packer');
  if jsonb_typeof(p_choices) is distinct from 'array' or jsonb_array_length(p_choices) not between 1 and 1000 then
    raise sqlstate 'PT400' using message = 'Please choose a jar.';
  end if;
  perform from public.orders o where o.id in (
    select i.order_id from jsonb_to_recordset(p_choices) as c (item uuid) join public.order_items i on i.id = c.item
  ) order by o.number for update;
  for choice in
    select c.*, public.is_to_send(o) as is_here, o.number
    from jsonb_to_recordset(p_choices) as c (item uuid, versions integer[], latest integer, was integer[])
    left join public.order_items i on i.id = c.item left join public.orders o on o.id = i.order_id order by o.number, i.position
  loop
    if choice.is_here is not true then raise sqlstate 'PT400' using message = 'Order ' || coalesce(choice.number::text, '') || ' has left, or was paid back.'; end if;
    fault := public.choose_recipe(choice.item, null, choice.versions, choice.latest, choice.was);
    if fault = 'changed' then perform public.desk_conflict(jsonb_build_object('item', choice.item)); end if;
    if fault is not null then raise sqlstate 'PT400' using message = fault || '.'; end if;
  end loop;
end $$;

-- Does the same for a whole order from a terminal, p_jar 'old' or 'new'. Only the server calls it.
create or replace function public.choose_recipes(p_number bigint, p_jar text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  concerned public.orders;
  choice record;
begin
  select * into concerned from public.orders where number = p_number for update;
  if concerned.id is null then return public.checkout_error('not_found', 'There is no order ' || p_number); end if;
  if p_jar is null or p_jar not in ('old', 'new') then return public.checkout_error('wrong_jar', 'A jar is old or new'); end if;
  -- A recipe between the order and today has no name here, and 'new' must not mean it.
  if p_jar = 'new' and exists (
    select from public.recipe_choices(array[concerned.id]) c where c.options @> '[{"isAsOrdered": true, "isLatest": true}]'
  ) then
    return public.checkout_error('wrong_jar', 'The recipe of order ' || p_number || ' changed and was changed back, so "new" may mean two jars. Choose it at the desk');
  end if;
  for choice in select * from public.recipe_choices(array[concerned.id]) loop
    perform public.choose_recipe(choice.item_id, null, array(
      select (r ->> 'version')::integer from jsonb_array_elements(choice.options) r
      where (r ->> case p_jar when 'old' then 'isAsOrdered' else 'isLatest' end)::boolean
    ), choice.latest_version, choice.chosen);
  end loop;
  return jsonb_build_object('number', p_number);
end $$;

-- No order is packed before every recipe is chosen.
create or replace function public.refuse_unchosen_recipe() returns trigger language plpgsql security definer set search_path = '' as $$
declare fault text := public.recipe_fault(new.order_id);
begin
  if fault is not null then raise sqlstate 'PT400' using message = fault || '.'; end if;
  return new;
end $$;
drop trigger if exists order_packing_recipes on public.order_packing;
create trigger order_packing_recipes before insert or update of packed_at on public.order_packing for each row
  when (new.packed_at is not null) execute function public.refuse_unchosen_recipe();

-- ── Slips, sending and emails of orders ────────────────────────────────────────────────────────────

-- Returns what slips and labels show of orders that have not left, in packing order. `allergens` are those of the recipe that goes
-- in: the one of the order, or the chosen one. They are null until one is chosen, or when there are several, and are in `recipe` then.
create or replace function public.desk_slips(p_numbers bigint[]) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare wanted bigint[];
begin
  perform public.desk_enter('packer');
  wanted := public.wanted_numbers(p_numbers);
  return (
    with choices as materialized (
      select * from public.recipe_choices(array(select o.id from public.orders o where o.number = any (wanted)))
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'number', o.number, 'placedAt', o.created_at, 'address', o.delivery_address, 'deliveryName', o.delivery_name,
      'isPriority', o.delivery_method_id = 'priority', 'note', k.note, 'isPacked', k.packed_at is not null,
      'gift', case when coalesce(o.gift_to, o.gift_from, o.gift_note) is not null
        then jsonb_build_object('to', o.gift_to, 'from', o.gift_from, 'note', o.gift_note) end,
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'position', i.position, 'name', i.name, 'size', i.size, 'pieces', t.pieces,
          'allergens', case when c.item_id is null then i.allergens when cardinality(c.chosen) = 1 then (
            select r ->> 'allergens' from jsonb_array_elements(c.options) r where (r ->> 'version')::integer = c.chosen[1]
          ) end,
          'recipe', case when c.item_id is not null then jsonb_build_object(
            'item', i.id, 'latest', c.latest_version, 'options', c.options, 'chosen', to_jsonb(c.chosen)
          ) end,
          'net', trim_scale(p.net_quantity) || ' ' || p.net_unit, 'isPicked', exists (select from public.line_picks x where x.item_id = i.id)
        ) order by i.position), '[]')
        from public.pieces_to_send(o.id) t join public.order_items i on i.id = t.item_id left join public.products p on p.id = i.product_id
        left join choices c on c.item_id = i.id
        where t.pieces > 0
      )
    ) order by o.delivery_method_id = 'priority' desc, coalesce(o.paid_at, o.created_at), o.number), '[]')
    from public.orders o left join public.order_packing k on k.order_id = o.id
    where o.number = any (wanted) and public.is_to_send(o)
  );
end $$;

-- Returns what the email about a parcel says about chosen recipes (p_part: for one that went ahead).
create or replace function public.packed_recipe_notes(p_order_id uuid, p_part uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', i.name, 'isAsOrdered', r.is_as_ordered, 'isLatest', r.is_latest, 'since', r.since)
    || public.jar_label(f.ingredients, f.allergens, r.ingredients, r.allergens) order by i.position, r.version), '[]')
  from public.order_items i join public.packed_recipes r on r.item_id = i.id
  join lateral (select * from public.recipe_options(i.id) x where x.is_as_ordered) f on true
  where i.order_id = p_order_id and r.part_id is not distinct from p_part
    and (p_part is not null or exists (select from public.pieces_to_send(p_order_id) t where t.item_id = i.id and t.pieces > 0))
$$;

-- Returns a parcel as its email shows it, without pieces that were refunded or went ahead.
create or replace function public.sent_letter(p_order_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', o.number, 'placedAt', o.created_at, 'deliveryName', o.delivery_name,
    'deliveryTime', nullif(d.description, ''), 'address', o.delivery_address, 'carrier', o.carrier,
    'trackingNumber', case when o.tracking not like 'https://%' then o.tracking end,
    'trackingLink', case when o.tracking like 'https://%' then o.tracking end,
    'recipes', public.packed_recipe_notes(o.id, null),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('name', i.name, 'slug', i.slug, 'quantity', t.pieces, 'size', i.size) order by i.position), '[]')
      from public.pieces_to_send(o.id) t join public.order_items i on i.id = t.item_id where t.pieces > 0
    )
  ) from public.orders o join public.delivery_methods d on d.id = o.delivery_method_id where o.id = p_order_id
$$;

-- Marks an order as sent, once. Returns its number, or an error with the reason.
create or replace function public.fulfil_order(
  p_number bigint, p_now timestamptz default now(), p_carrier text default null, p_tracking text default null
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  concerned public.orders;
  fault text;
begin
  select * into concerned from public.orders where number = p_number for update;
  if concerned.id is null then return public.checkout_error('not_found', 'There is no order ' || p_number); end if;
  if concerned.fulfilled_at is not null then
    return public.checkout_error('wrong_status', 'Order ' || p_number || ' was sent already');
  end if;
  if concerned.status not in ('paid', 'partially_refunded') then
    return public.checkout_error('wrong_status', 'Order ' || p_number || ' is ' || replace(concerned.status, '_', ' ') || ' and cannot be fulfilled');
  end if;
  if concerned.sold_out_at is not null then
    return public.checkout_error('wrong_status', 'Order ' || p_number || ' was sold out and is paid back, so there is nothing to send');
  end if;
  if concerned.on_hold_since is not null then return public.checkout_error('on_hold', rtrim(public.hold_words(concerned), '.')); end if;
  fault := public.recipe_fault(concerned.id);
  if fault is not null then return public.checkout_error('old_or_new', fault); end if;
  update public.orders set
    status = 'fulfilled', fulfilled_at = p_now, carrier = p_carrier, tracking = p_tracking, updated_at = p_now
  where id = concerned.id;
  perform public.queue_letter('order_sent', concerned.email, public.sent_letter(concerned.id), concerned.id::text, p_now);
  update public.outbox set next_attempt_at = p_now + public.time_to_undo() where dedupe_key = 'order_sent:' || concerned.id;
  return jsonb_build_object('number', p_number, 'status', 'fulfilled');
end $$;

-- Saves the choices that come with a parcel while it is sent. Returns null, or the error that stops it.
create or replace function public.choose_recipes_of(p_order public.orders, p_recipes jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  choice record;
  fault text;
begin
  if p_order.id is null or not public.is_to_send(p_order) or jsonb_typeof(p_recipes) is distinct from 'array' then return null; end if;
  for choice in
    select c.*, i.name from jsonb_to_recordset(p_recipes) as c (item uuid, versions integer[], latest integer, was integer[])
    join public.order_items i on i.id = c.item and i.order_id = p_order.id order by i.position
  loop
    fault := public.choose_recipe(choice.item, null, choice.versions, choice.latest, choice.was);
    if fault = 'changed' then
      return public.checkout_error('old_or_new', 'Order ' || p_order.number || ': the recipe of ' || choice.name
        || ' changed again, or somebody else chose its jar. Look at it once more');
    elsif fault is not null then
      return public.checkout_error('old_or_new', 'Order ' || p_order.number || ': ' || fault);
    end if;
  end loop;
  return null;
end $$;

-- Marks orders as sent, each by itself: p_parcels [{"number", "tracking", "recipes": as `desk_choose_recipes` takes them}]. Returns
-- {"sent": [number], "refused": [{"number", "message"}]}. An order that was sent with the same details counts as sent, so that a
-- second press doubles nothing. An order with an open choice is refused, such as one that a desk had queued while a recipe changed.
create or replace function public.desk_send(p_carrier text, p_parcels jsonb) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  with_carrier text;
  parcel record;
  concerned public.orders;
  answer jsonb;
  sent jsonb := '[]';
  refused jsonb := '[]';
begin
  perform public.desk_enter('packer');
  with_carrier := public.checked_carrier(p_carrier);
  if jsonb_typeof(p_parcels) is distinct from 'array' or jsonb_array_length(p_parcels) not between 1 and 200 then
    raise sqlstate 'PT400' using message = 'Please choose from 1 to 200 orders.';
  end if;
  for parcel in
    select distinct on (p.number) p.number, nullif(public.trim_text(p.tracking), '') as tracking, p.recipes
    from jsonb_to_recordset(p_parcels) as p (number bigint, tracking text, recipes jsonb) order by p.number
  loop
    select * into concerned from public.orders where number = parcel.number for update;
    if exists (select from public.refunds r where r.order_id = concerned.id and r.cancels and r.booked_at is null) then
      refused := refused || jsonb_build_object('number', parcel.number, 'message', 'Order ' || parcel.number || ' is being cancelled');
      continue;
    elsif concerned.fulfilled_at is null or (concerned.carrier, concerned.tracking) is distinct from (with_carrier, parcel.tracking) then
      answer := coalesce(
        case when public.is_tracking(parcel.tracking) is false then public.checkout_error('no_tracking', public.no_tracking(parcel.tracking)) end,
        public.choose_recipes_of(concerned, parcel.recipes),
        public.fulfil_order(parcel.number, now(), with_carrier, parcel.tracking)
      );
      if answer ? 'error' then
        refused := refused || jsonb_build_object('number', parcel.number, 'message', answer -> 'error' ->> 'message');
        continue;
      end if;
      perform public.desk_note('send', 'order:' || parcel.number, null, jsonb_build_object('carrier', with_carrier));
    end if;
    sent := sent || to_jsonb(parcel.number);
  end loop;
  return jsonb_build_object('sent', sent, 'refused', refused);
end $$;

-- Sends some pieces ahead of the rest, p_lines [{"position", "quantity", "versions", "latest"}]; the last two belong to a line whose
-- label has changed since the order. The parcel has an email of its own, which waits as long as any other. p_left is how many
-- pieces of the order the desk showed as not sent yet.
create or replace function public.desk_send_part(
  p_number bigint, p_lines jsonb, p_carrier text, p_tracking text, p_left integer, p_request uuid default null
) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  with_carrier text;
  number_or_link text := nullif(public.trim_text(p_tracking), '');
  concerned public.orders;
  goods jsonb;
  pieces jsonb;
  chosen integer;
  whole integer;
  sent_part uuid := coalesce(p_request, gen_random_uuid());
  asked jsonb;
  choice record;
  fault text;
begin
  perform public.desk_enter('packer');
  with_carrier := public.checked_carrier(p_carrier);
  concerned := public.wanted_order(p_number);
  if exists (select from public.part_parcels p where p.id = p_request and p.order_id = concerned.id) then return p_request; end if;
  if concerned.on_hold_since is not null and concerned.fulfilled_at is null then
    raise sqlstate 'PT400' using message = public.hold_words(concerned);
  end if;
  if not public.is_to_send(concerned) then raise sqlstate 'PT400' using message = 'Order ' || p_number || ' has left, or was paid back.'; end if;
  select sum(t.pieces) into whole from public.pieces_to_send(concerned.id) t;
  if whole is distinct from p_left then perform public.desk_conflict(jsonb_build_object('left', whole)); end if;
  select sum(line.quantity), jsonb_agg(jsonb_build_object('name', i.name, 'slug', i.slug, 'quantity', line.quantity, 'size', i.size) order by i.position),
    jsonb_agg(jsonb_build_object('position', line.position, 'quantity', line.quantity) order by i.position)
  into chosen, goods, pieces
  from jsonb_to_recordset(p_lines) as line ("position" integer, quantity integer)
  join public.pieces_to_send(concerned.id) t on t.position = line.position join public.order_items i on i.id = t.item_id
  where line.quantity between 1 and t.pieces;
  if chosen is null or jsonb_array_length(goods) <> jsonb_array_length(p_lines)
    or (select count(*) <> count(distinct line -> 'position') from jsonb_array_elements(p_lines) as line) then
    raise sqlstate 'PT400' using message = 'Please choose pieces of order ' || p_number || ' that are still to be sent.';
  elsif chosen = whole then
    raise sqlstate 'PT400' using message = 'That is all that is left of order ' || p_number || ': mark it as sent.';
  elsif public.is_tracking(number_or_link) is false then
    raise sqlstate 'PT400' using message = public.no_tracking(number_or_link);
  end if;
  -- This is read while the pieces still count as not sent.
  select coalesce(jsonb_agg(jsonb_build_object('item', c.item_id, 'versions', line.versions, 'latest', line.latest) order by i.position), '[]')
  into asked
  from public.recipe_choices(array[concerned.id]) c join public.order_items i on i.id = c.item_id
  join jsonb_to_recordset(p_lines) as line ("position" integer, versions integer[], latest integer) on line.position = i.position;
  insert into public.part_parcels (id, order_id, lines, carrier, tracking) values (sent_part, concerned.id, pieces, with_carrier, number_or_link);
  for choice in select * from jsonb_to_recordset(asked) as c (item uuid, versions integer[], latest integer) loop
    fault := public.choose_recipe(choice.item, sent_part, choice.versions, case when choice.versions is null then (
      select max(r.latest_version) from public.recipe_options(choice.item) r
    ) else choice.latest end);
    if fault = 'changed' then perform public.desk_conflict(jsonb_build_object('item', choice.item)); end if;
    if fault is not null then raise sqlstate 'PT400' using message = 'Order ' || p_number || ': ' || fault || '.'; end if;
  end loop;
  delete from public.line_picks x using public.order_items i
  where i.id = x.item_id and i.order_id = concerned.id and i.position in (select (line ->> 'position')::integer from jsonb_array_elements(pieces) as line);
  perform public.queue_letter('order_sent', concerned.email, public.sent_letter(concerned.id) || jsonb_build_object(
    'carrier', with_carrier, 'lines', goods, 'isPart', true, 'recipes', public.packed_recipe_notes(concerned.id, sent_part),
    'trackingNumber', case when number_or_link not like 'https://%' then number_or_link end,
    'trackingLink', case when number_or_link like 'https://%' then number_or_link end
  ), concerned.id || ':' || sent_part, now());
  update public.outbox set next_attempt_at = now() + public.time_to_undo() where dedupe_key = 'order_sent:' || concerned.id || ':' || sent_part;
  perform public.desk_note('send_part', 'order:' || p_number, null, jsonb_build_object('lines', pieces, 'carrier', with_carrier));
  return sent_part;
end $$;

-- Returns what an order's email says when it is sent again: the recipes that went, were chosen, or may go in, if a label has changed.
create or replace function public.order_recipe_notes(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(n.note order by n.position), '[]') from (
    select i.position, jsonb_build_object('name', i.name, 'isAsOrdered', r.is_as_ordered, 'isLatest', r.is_latest, 'since', r.since, 'isOpen', false)
      || public.jar_label(f.ingredients, f.allergens, r.ingredients, r.allergens) as note
    from public.order_items i join public.packed_recipes r on r.item_id = i.id
    join lateral (select * from public.recipe_options(i.id) x where x.is_as_ordered) f on true
    where i.order_id = p_order_id and not exists (
      select from public.recipe_choices(array[p_order_id]) c where c.item_id = i.id and c.chosen = '{}' and r.part_id is null
    )
    union all
    select i.position, jsonb_build_object('name', i.name, 'isAsOrdered', r.is_as_ordered, 'isLatest', r.is_latest, 'since', r.since, 'isOpen', true)
      || public.jar_label(f.ingredients, f.allergens, r.ingredients, r.allergens)
    from public.recipe_choices(array[p_order_id]) c join public.order_items i on i.id = c.item_id
    cross join lateral public.recipe_options(i.id) r
    join lateral (select * from public.recipe_options(i.id) x where x.is_as_ordered) f on true
    where c.chosen = '{}'
  ) n
$$;

-- Sends the email of a paid order again after half a minute, as the outbox has it, with the present state of its recipes. A second
-- call with the same p_request sends no second email.
create or replace function public.desk_resend(p_number bigint, p_request uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  concerned public.orders;
  first record;
  mail_key text;
begin
  perform public.desk_enter();
  concerned := public.wanted_order(p_number);
  if p_request is null or concerned.paid_at is null then raise sqlstate 'PT400' using message = 'Order ' || p_number || ' was not paid, so it has no mail.'; end if;
  if concerned.email = '' then raise sqlstate 'PT400' using message = 'Order ' || p_number || ' has no address any more.'; end if;
  select o.template, o.data into first from public.outbox o
  where o.dedupe_key in ('order_confirmation:' || concerned.id, 'box_renewal:' || concerned.id) limit 1;
  mail_key := coalesce(first.template, 'order_confirmation') || ':' || concerned.id || ':' || p_request;
  if exists (select from public.outbox o where o.dedupe_key = mail_key) then return; end if;
  perform public.queue_letter(
    coalesce(first.template, 'order_confirmation'), concerned.email,
    coalesce(first.data, public.order_letter(concerned.id)) || jsonb_build_object('recipes', public.order_recipe_notes(concerned.id)),
    concerned.id || ':' || p_request, now()
  );
  update public.outbox set next_attempt_at = now() + public.time_to_call_back() where dedupe_key = mail_key;
  perform public.desk_note('resend', 'order:' || p_number);
end $$;

-- ── A person's own data ────────────────────────────────────────────────────────────────────────────

create or replace function public.order_data(p_user_id uuid, p_email text) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(
    to_jsonb(o) - array['stripe_session_url', 'cart_hash'] || jsonb_build_object(
      'lines', (
        select jsonb_agg(to_jsonb(i) - array['id', 'order_id'] || coalesce((
          select jsonb_build_object('packed_recipes', jsonb_agg(to_jsonb(r) - array['id', 'item_id', 'part_id', 'version', 'latest_version'] order by r.chosen_at, r.version))
          from public.packed_recipes r where r.item_id = i.id having count(*) > 0
        ), '{}') order by i.position) from public.order_items i where i.order_id = o.id
      ),
      'refunds', (
        select coalesce(jsonb_agg(to_jsonb(r) - array['id', 'order_id', 'request'] order by r.asked_at), '[]')
        from public.refunds r where r.order_id = o.id
      ),
      'box', (
        select to_jsonb(s) - array['id', 'order_id', 'user_id', 'revision', 'asked_at'] from public.subscriptions s where s.order_id = o.id
      ),
      'payment_notices', (
        select coalesce(jsonb_agg(to_jsonb(e) - array['order_id'] order by e.received_at), '[]')
        from public.payment_events e where e.order_id = o.id
      )
    ) order by o.number
  ), '[]') from public.orders_of(p_user_id, p_email) o
$$;

grant all on public.packed_recipes to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.fulfil_order, public.choose_recipes, public.recipe_fault to service_role;
grant execute on function public.desk_recipe_choices, public.desk_choose_recipes, public.desk_slips, public.desk_send,
  public.desk_send_part, public.desk_resend to authenticated, service_role;
