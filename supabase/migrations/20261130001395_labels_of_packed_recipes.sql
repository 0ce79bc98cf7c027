-- What was packed has the label in the words of its page, and an order on hold is neither sent nor forgotten.

-- All that a label warns of, which is not what it calls not known, in words that `allergen_words` are looked for in.
create or replace function public.warned_words(p_ingredients text[], p_allergens text) returns text
language sql immutable security definer set search_path = '' as $$
  select public.plain_recipe(p_ingredients) || ' ' || regexp_replace(coalesce(replace(p_allergens, '**', ''), ''), 'not known[^.]*', '', 'gi')
$$;

-- Answers that were only asked for later change no recipe, unless one of the fourteen is worse by them than its label said. Of less,
-- the former words stay on what is sent: they are the safer ones.
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

-- The recipes that an order line may be packed from: the one that it was ordered in, and each later one with another label.
-- The latest has the words that its product's label has now. A checkout that overlaps a publication has the words that it read.
create or replace function public.recipe_options(p_item uuid)
returns table (version integer, since timestamptz, is_as_ordered boolean, ingredients text[], allergens text, latest_version integer)
language sql stable security definer rows 2 set search_path = '' as $$
  with line as (
    select i.product_id, i.allergens, o.created_at as ordered_at
    from public.order_items i join public.orders o on o.id = i.order_id where i.id = p_item
  ), known as (
    select v.version, v.since, max(v.version) over () as latest_version,
      case when v.version = max(v.version) over () then p.ingredients else v.ingredients end as ingredients,
      case when v.version = max(v.version) over () then p.allergens else v.allergens end as allergens,
      case when v.version = max(v.version) over () then public.label_words(p) else v.allergens end as label
    from line l join public.recipe_versions v on v.product_id = l.product_id join public.products p on p.id = v.product_id
  ), ordered as (
    select coalesce(
      max(k.version) filter (where k.since <= l.ordered_at and k.allergens is not distinct from l.allergens),
      max(k.version) filter (where k.since <= l.ordered_at or k.version = 1)
    ) as version from known k cross join line l
  ), distinct_labels as (
    select distinct on (public.plain_recipe(k.ingredients), k.allergens) k.* from known k join ordered d on k.version >= d.version
    order by public.plain_recipe(k.ingredients), k.allergens, k.version
  )
  select l.version, l.since, l.version = d.version, l.ingredients,
    case when l.version = d.version then coalesce((select line.allergens from line), l.label) else l.label end, l.latest_version
  from distinct_labels l cross join ordered d order by l.version
$$;

-- The lines of these orders that wait to be sent, or are on hold, and whose label has changed since, with what somebody has
-- chosen (`chosen` is empty until then). A choice is of what is known by then: once there is a newer recipe it is asked for again, but for a parcel
-- that was packed by it.
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
      'version', r.version, 'since', r.since, 'isAsOrdered', r.is_as_ordered,
      'ingredients', public.plain_recipe(r.ingredients), 'allergens', r.allergens
    ) order by r.version) as options
    from public.recipe_options(i.id) r
  ) f
  left join lateral (
    select array_agg(r.version order by r.version) as versions from public.packed_recipes r
    where r.item_id = i.id and r.part_id is null and (r.latest_version = f.latest_version or r.chosen_at <= k.packed_at)
  ) c on true
  where o.id = any (p_orders) and o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null and f.count > 1
$$;

-- Marks an order as sent, once. Answers with its number, or an error that says why not.
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

-- A customer's orders of a product: those of which pieces wait to be sent ('waiting'), were sent in the last week ('sent') or
-- before ('had'). `versions` are the recipes in the parcel; empty while that is to be chosen.
create or replace function public.recipe_orders(p_product uuid)
returns table (email text, buyer text, number bigint, bought_at timestamptz, ordered_at timestamptz, stage text, versions integer[], jar text)
language sql stable security definer set search_path = '' as $$
  with bought as materialized (
    select o.id as order_id, i.id as item_id, i.position, i.quantity - i.refunded_quantity as pieces, o.email, o.number, o.fulfilled_at,
      coalesce(o.delivery_address ->> 'name', '') as buyer, o.paid_at, o.created_at, o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null as is_here
    from public.order_items i join public.orders o on o.id = i.order_id
    where i.product_id = p_product and i.quantity > i.refunded_quantity and o.erased_at is null and o.sold_out_at is null
      and o.email <> '' and o.paid_at is not null
  ), parcels as (
    select b.*, 'waiting' as stage, coalesce(c.chosen, array(select r.version from public.recipe_options(b.item_id) r where r.is_as_ordered)) as versions
    from bought b cross join lateral public.pieces_to_send(b.order_id) t
    left join lateral (select x.chosen from public.recipe_choices(array[b.order_id]) x where x.item_id = b.item_id) c on true
    where b.is_here and t.item_id = b.item_id and t.pieces > 0
    union all
    select b.*, case when s.at > now() - interval '7 days' then 'sent' else 'had' end, coalesce(
      nullif(array(select r.version from public.packed_recipes r where r.item_id = b.item_id and r.part_id is not distinct from s.part), '{}'),
      array(select r.version from public.recipe_options(b.item_id) r where r.is_as_ordered)
    )
    from bought b cross join lateral (
      select p.sent_at as at, p.id as part from public.part_parcels p
      where p.order_id = b.order_id and exists (select from jsonb_array_elements(p.lines) line where (line ->> 'position')::integer = b.position)
      union all
      select b.fulfilled_at, null where b.fulfilled_at is not null
        and exists (select from public.pieces_to_send(b.order_id) t where t.item_id = b.item_id and t.pieces > 0)
    ) s
  )
  select p.email, p.buyer, p.number, p.paid_at, p.created_at, p.stage, p.versions, public.jar_words(p.item_id, p.versions) from parcels p
$$;

-- What one of them reads. `changedAt` is null where the recipe of today is the one that they bought, and `corrects` is when
-- they were written to about another.
create or replace function public.recipe_letter(p_product uuid, p_reader jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', p_reader -> 'number', 'name', p.name, 'slug', p.slug,
    'changedAt', case when former.version < latest.version then p.recipe_changed_at end, 'corrects', p_reader -> 'told_at',
    'newAllergens', coalesce(public.added_allergens(former.ingredients, former.allergens, latest.ingredients, latest.allergens), '[]'),
    'newTraces', coalesce(public.added_allergens(former.ingredients, former.allergens, latest.ingredients, latest.allergens, true), '[]'),
    'orders', p_reader -> 'orders',
    'ingredients', public.plain_recipe(p.ingredients), 'allergens', public.label_words(p)
  )
  from public.products p
  left join lateral (select * from public.recipe_versions v where v.product_id = p.id order by v.version desc limit 1) latest on true
  left join lateral (
    select * from public.recipe_versions v
    where v.product_id = p.id and (v.since <= (p_reader ->> 'bought_at')::timestamptz or v.version = 1) order by v.version desc limit 1
  ) former on true
  where p.id = p_product
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.fulfil_order to service_role;
