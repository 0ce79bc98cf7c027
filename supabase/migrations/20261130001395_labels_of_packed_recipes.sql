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

-- The recipes that an order line may be packed from: the one that it was ordered in, and each later one with another label, in the
-- words of its page, which also differ where only an answer does. The latest has the words that its product's label has now.
-- `is_latest`: whether that label is the one of today. A checkout that overlaps a publication has the words that it read.
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

-- The lines of these orders that wait to be sent, or are on hold, and whose label has changed since, with what somebody has
-- chosen (`chosen` is empty until then). A choice is of what is known by then: once there is a newer recipe it is asked for again, but for a parcel
-- that was packed by it. Some of each is a choice no more once fewer pieces are left than that.
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

-- A jar as its label and letters about it have it: with what it warns of that the label of the order did not.
create or replace function public.jar_label(
  p_former_ingredients text[], p_former_label text, p_ingredients text[], p_label text
) returns jsonb language sql immutable security definer set search_path = '' as $$
  select jsonb_build_object(
    'ingredients', public.plain_recipe(p_ingredients), 'allergens', p_label,
    'newAllergens', public.added_allergens(p_former_ingredients, p_former_label, p_ingredients, p_label),
    'newTraces', public.added_allergens(p_former_ingredients, p_former_label, p_ingredients, p_label, true)
  )
$$;

-- A customer's orders of a product: those of which pieces wait to be sent ('waiting'), were sent in the last week ('sent') or
-- before ('had'). `versions` are the recipes in the parcel; empty while that is to be chosen. `jars` are the labels of those, or of
-- all that may go in: [{"since", "isAsOrdered", "isLatest"} and a `jar_label`]. `news` is today's label beside the one that was
-- ordered, and `is_same` whether those, and what is in the parcel, are alike.
drop function if exists public.recipe_orders(uuid);
create function public.recipe_orders(p_product uuid) returns table (
  email text, buyer text, number bigint, bought_at timestamptz, ordered_at timestamptz, stage text, versions integer[], jar text,
  jars jsonb, news jsonb, is_same boolean
) language sql stable security definer set search_path = '' as $$
  with bought as materialized (
    select o.id as order_id, i.id as item_id, i.position, i.quantity - i.refunded_quantity as pieces, o.email, o.number, o.fulfilled_at,
      coalesce(o.delivery_address ->> 'name', '') as buyer, o.paid_at, o.created_at, o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null as is_here
    from public.order_items i join public.orders o on o.id = i.order_id
    where i.product_id = p_product and i.quantity > i.refunded_quantity and o.erased_at is null and o.sold_out_at is null
      and o.email <> '' and o.paid_at is not null
  ), stages as (
    select b.*, 'waiting' as stage, null::uuid as part, c.chosen
    from bought b cross join lateral public.pieces_to_send(b.order_id) t
    left join lateral (select x.chosen from public.recipe_choices(array[b.order_id]) x where x.item_id = b.item_id) c on true
    where b.is_here and t.item_id = b.item_id and t.pieces > 0
    union all
    select b.*, case when s.at > now() - interval '7 days' then 'sent' else 'had' end, s.part,
      (select array_agg(r.version) from public.packed_recipes r where r.item_id = b.item_id and r.part_id is not distinct from s.part)
    from bought b cross join lateral (
      select p.sent_at as at, p.id as part from public.part_parcels p
      where p.order_id = b.order_id and exists (select from jsonb_array_elements(p.lines) line where (line ->> 'position')::integer = b.position)
      union all
      select b.fulfilled_at, null where b.fulfilled_at is not null
        and exists (select from public.pieces_to_send(b.order_id) t where t.item_id = b.item_id and t.pieces > 0)
    ) s
  ), parcels as (
    select s.*, coalesce(s.chosen, array[f.version]) as versions, f.ingredients as former_ingredients, f.allergens as former_label,
      f.is_latest as is_as_now
    from stages s left join lateral (select r.* from public.recipe_options(s.item_id) r where r.is_as_ordered) f on true
  )
  select p.email, p.buyer, p.number, p.paid_at, p.created_at, p.stage, p.versions, public.jar_words(p.item_id, p.versions), j.jars,
    public.jar_label(p.former_ingredients, p.former_label, x.ingredients, public.label_words(x)), coalesce(p.is_as_now and j.are_as_ordered, true)
  from parcels p join public.products x on x.id = p_product cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('since', r.since, 'isAsOrdered', r.is_as_ordered, 'isLatest', r.is_latest)
      || public.jar_label(p.former_ingredients, p.former_label, r.ingredients, r.allergens) order by r.version), '[]') as jars,
      bool_and(r.is_as_ordered) as are_as_ordered
    from (
      select r.version, r.since, r.is_as_ordered, r.is_latest, coalesce(k.ingredients, r.ingredients) as ingredients,
        coalesce(k.allergens, r.allergens) as allergens
      from public.recipe_options(p.item_id) r
      left join public.packed_recipes k on p.stage <> 'waiting' and k.item_id = p.item_id and k.part_id is not distinct from p.part and k.version = r.version
      where p.versions = '{}' or r.version = any (p.versions)
    ) r
  ) j
$$;

-- Who is to be written to about a recipe as it is now: who ordered another one in the three months before it changed, or waits
-- for it, and who was written to in the last three months about one that it is not, as after it was taken back (`told_at`: when,
-- `letter`: in which). Whose latest letter is about this one is not. `orders`: what `recipe_orders` has of each.
create or replace function public.recipe_news_readers(p_product uuid)
returns table (email text, buyer text, number bigint, bought_at timestamptz, told_at timestamptz, letter text, orders jsonb)
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
  ), ordered as materialized (
    select o.*, jsonb_build_object(
      'number', o.number, 'stage', o.stage, 'jar', o.jar, 'jars', o.jars, 'news', o.news, 'isSame', o.is_same
    ) as facts
    from public.recipe_orders(p_product) o
  ), bought as (
    select lower(o.email) as who, (array_agg(o.email order by o.bought_at desc))[1] as email, (array_agg(o.buyer order by o.bought_at desc))[1] as buyer,
      (array_agg(o.number order by o.stage = 'waiting' desc, o.bought_at desc))[1] as number, min(o.bought_at) as bought_at,
      jsonb_agg(o.facts order by o.bought_at desc, o.stage desc) as orders
    from found f cross join ordered o
    where f.changed_at > now() - interval '3 months' and o.ordered_at <= f.changed_at and not o.is_same
      and (o.stage = 'waiting' or o.ordered_at > f.changed_at - interval '3 months')
      -- Who was sent the new one was told of it then.
      and not (o.stage <> 'waiting' and o.versions = array[f.latest])
    group by 1
  )
  select b.email, b.buyer, b.number, b.bought_at, t.at, t.letter, b.orders
  from bought b left join told t on lower(t.recipient) = b.who where t.is_right is not true
  union all
  select t.recipient, coalesce(o.delivery_address ->> 'name', ''), t.number, o.paid_at, t.at, t.letter,
    (select coalesce(jsonb_agg(x.facts order by x.stage desc), '[]') from ordered x where x.number = t.number)
  from told t join public.orders o on o.number = t.number
  where t.is_right is not true and o.erased_at is null and not exists (select from bought b where b.who = lower(t.recipient))
$$;

-- The same, as `desk_product` counts them.
create or replace function public.recipe_readers(p_product uuid)
returns table (email text, number bigint, bought_at timestamptz, told_at timestamptz, letter text)
language sql stable security definer set search_path = '' as $$
  select r.email, r.number, r.bought_at, r.told_at, r.letter from public.recipe_news_readers(p_product) r
$$;

-- Who ordered a product in the last three months before its recipe changed, or until now, and paid, be it later: each address once.
create or replace function public.recipe_buyers(p_product uuid, p_until timestamptz)
returns table (email text, number bigint, bought_at timestamptz, buyer text) language sql stable security definer set search_path = '' as $$
  select distinct on (lower(o.email)) o.email, o.number, o.created_at, coalesce(o.delivery_address ->> 'name', '')
  from public.order_items i join public.orders o on o.id = i.order_id
  where i.product_id = p_product and i.quantity > i.refunded_quantity and o.erased_at is null and o.sold_out_at is null and o.email <> ''
    and o.paid_at is not null and o.created_at > p_until - interval '3 months' and o.created_at <= p_until
  order by lower(o.email), o.created_at desc
$$;

-- What the latest recipe contains that the one before did not: ["mustard"].
create or replace function public.new_allergens(p_product uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce((
    select public.added_allergens(former.ingredients, coalesce(former.words, former.allergens), p.ingredients, public.label_words(p))
    from public.products p cross join lateral (
      select * from public.recipe_versions v where v.product_id = p.id order by v.version desc offset 1 limit 1
    ) former where p.id = p_product
  ), '[]')
$$;

-- Each of some of the fourteen once, in the order of labels.
create or replace function public.listed_allergens(p_labels jsonb) returns jsonb language sql immutable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(a.label order by a.place), '[]') from public.allergen_words() a where p_labels ? a.label
$$;

-- What one of them reads. It warns of all that is new beside the label of any order of theirs. `changedAt` is null where the
-- recipe of today is the one that they ordered and nothing else is in their parcels, and `corrects` is when they were written to
-- about another.
create or replace function public.recipe_letter(p_product uuid, p_reader jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', p_reader -> 'number', 'name', p.name, 'slug', p.slug,
    'changedAt', case when p_reader -> 'orders' = '[]' or p_reader -> 'orders' @> '[{"isSame": false}]' then p.recipe_changed_at end,
    'corrects', p_reader -> 'told_at',
    'newAllergens', public.listed_allergens(jsonb_path_query_array(p_reader, '$.orders[*].news.newAllergens[*]')),
    'newTraces', public.listed_allergens(jsonb_path_query_array(p_reader, '$.orders[*].news.newTraces[*]')),
    'orders', (select coalesce(jsonb_agg(o - array['news', 'isSame'] order by place), '[]')
      from jsonb_array_elements(p_reader -> 'orders') with ordinality as x (o, place)),
    'ingredients', public.plain_recipe(p.ingredients), 'allergens', public.label_words(p)
  ) from public.products p where p.id = p_product
$$;

-- Changes with who reads it and with what it says to them.
create or replace function public.recipe_readers_version(p_product uuid) returns text language sql stable security definer set search_path = '' as $$
  select md5(coalesce(string_agg(lower(r.email) || public.recipe_letter(p_product, to_jsonb(r))::text, '|' order by lower(r.email)), ''))
  from public.recipe_news_readers(p_product) r
$$;

-- What an order's email says when it is sent again: the recipes that went, were chosen, or may go in, where a label has changed.
create or replace function public.order_recipe_notes(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(n.note order by n.position), '[]') from (
    select i.position, jsonb_build_object('name', i.name, 'isAsOrdered', r.is_as_ordered, 'isOpen', false)
      || public.jar_label(f.ingredients, f.allergens, r.ingredients, r.allergens) as note
    from public.order_items i join public.packed_recipes r on r.item_id = i.id
    join lateral (select * from public.recipe_options(i.id) x where x.is_as_ordered) f on true
    where i.order_id = p_order_id and not exists (
      select from public.recipe_choices(array[p_order_id]) c where c.item_id = i.id and c.chosen = '{}' and r.part_id is null
    )
    union all
    select i.position, jsonb_build_object('name', i.name, 'isAsOrdered', r.is_as_ordered, 'isOpen', true)
      || public.jar_label(f.ingredients, f.allergens, r.ingredients, r.allergens)
    from public.recipe_choices(array[p_order_id]) c join public.order_items i on i.id = c.item_id
    cross join lateral public.recipe_options(i.id) r
    join lateral (select * from public.recipe_options(i.id) x where x.is_as_ordered) f on true
    where c.chosen = '{}'
  ) n
$$;

-- Sends the mail of a paid order again, as it was while the outbox remembers it, in half a minute, with what has become of its
-- recipes since. Pressed again with the same p_request it is the same mail.
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

revoke execute on all functions in schema public from public;
grant execute on function public.fulfil_order to service_role;
