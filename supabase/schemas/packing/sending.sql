-- Marks orders as sent, each by itself: p_parcels [{"number", "tracking", "recipes": as `desk_choose_recipes` takes them}]. Returns
-- {"sent": [number], "refused": [{"number", "message"}]}. An order that was sent with the same details counts as sent, so that a
-- second press doubles nothing. An order with an open choice is refused, such as one that a desk had queued while a recipe changed.
create or replace function public.desk_send(p_carrier text, p_parcels jsonb) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  carrier_name text;
  parcel record;
  target_order public.orders;
  result jsonb;
  sent jsonb := '[]';
  refused jsonb := '[]';
begin
  perform public.require_staff('packer');
  carrier_name := public.parse_carrier(p_carrier);
  if jsonb_typeof(p_parcels) is distinct from 'array' or jsonb_array_length(p_parcels) not between 1 and 200 then
    raise sqlstate 'PT400' using message = 'Please choose from 1 to 200 orders.';
  end if;
  for parcel in
    select distinct on (p.number) p.number, nullif(public.trim_text(p.tracking), '') as tracking, p.recipes
    from jsonb_to_recordset(p_parcels) as p (number bigint, tracking text, recipes jsonb) order by p.number
  loop
    select * into target_order from public.orders where number = parcel.number for update;
    if target_order.fulfilled_at is null or (target_order.carrier, target_order.tracking) is distinct from (carrier_name, parcel.tracking) then
      result := coalesce(
        case when public.is_tracking(parcel.tracking) is false then public.error_response('no_tracking', public.tracking_error(parcel.tracking)) end,
        public.choose_order_recipes(target_order, parcel.recipes),
        public.fulfil_order(parcel.number, now(), carrier_name, parcel.tracking)
      );
      if result ? 'error' then
        refused := refused || jsonb_build_object('number', parcel.number, 'message', result -> 'error' ->> 'message');
        continue;
      end if;
      perform public.log_desk_action('send', 'order:' || parcel.number, null, jsonb_build_object('carrier', carrier_name));
    end if;
    sent := sent || to_jsonb(parcel.number);
  end loop;
  return jsonb_build_object('sent', sent, 'refused', refused);
end $$;

-- Sends some pieces ahead of the rest, p_lines [{"position", "quantity", "versions", "latest"}]; the last two belong to a line
-- whose label has changed since the order. The part parcel has its own email, which waits in the outbox as long as other emails
-- about parcels. p_left is how many pieces of the order the desk showed as not sent yet.
create or replace function public.desk_send_part(
  p_number bigint, p_lines jsonb, p_carrier text, p_tracking text, p_left integer, p_request uuid default null
) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  carrier_name text;
  tracking_text text := nullif(public.trim_text(p_tracking), '');
  target_order public.orders;
  email_lines jsonb;
  pieces jsonb;
  chosen integer;
  unsent integer;
  part_id uuid := coalesce(p_request, gen_random_uuid());
  requested jsonb;
  choice record;
  choice_error text;
begin
  perform public.require_staff('packer');
  carrier_name := public.parse_carrier(p_carrier);
  target_order := public.require_order(p_number);
  if exists (select from public.part_parcels p where p.id = p_request and p.order_id = target_order.id) then return p_request; end if;
  if target_order.on_hold_since is not null and target_order.fulfilled_at is null then
    raise sqlstate 'PT400' using message = public.hold_reason(target_order);
  end if;
  if not public.is_awaiting_dispatch(target_order) then raise sqlstate 'PT400' using message = 'Order ' || p_number || ' has left, or was paid back.'; end if;
  if public.is_being_cancelled(target_order) then raise sqlstate 'PT400' using message = 'Order ' || p_number || ' is being cancelled.'; end if;
  select sum(t.pieces) into unsent from public.unsent_pieces(target_order.id) t;
  if unsent is distinct from p_left then perform public.raise_conflict(jsonb_build_object('left', unsent)); end if;
  select sum(line.quantity), jsonb_agg(jsonb_build_object('name', i.name, 'slug', i.slug, 'quantity', line.quantity, 'size', i.size) order by i.position),
    jsonb_agg(jsonb_build_object('position', line.position, 'quantity', line.quantity) order by i.position)
  into chosen, email_lines, pieces
  from jsonb_to_recordset(p_lines) as line ("position" integer, quantity integer)
  join public.unsent_pieces(target_order.id) t on t.position = line.position join public.order_items i on i.id = t.item_id
  where line.quantity between 1 and t.pieces;
  if chosen is null or jsonb_array_length(email_lines) <> jsonb_array_length(p_lines)
    or (select count(*) <> count(distinct line -> 'position') from jsonb_array_elements(p_lines) as line) then
    raise sqlstate 'PT400' using message = 'Please choose pieces of order ' || p_number || ' that are still to be sent.';
  elsif chosen = unsent then
    raise sqlstate 'PT400' using message = 'That is all that is left of order ' || p_number || ': mark it as sent.';
  elsif public.is_tracking(tracking_text) is false then
    raise sqlstate 'PT400' using message = public.tracking_error(tracking_text);
  end if;
  -- The choices are read before the part parcel is inserted, while its pieces still count as not sent.
  select coalesce(jsonb_agg(jsonb_build_object('item', c.item_id, 'versions', line.versions, 'latest', line.latest) order by i.position), '[]')
  into requested
  from public.recipe_choices(array[target_order.id]) c join public.order_items i on i.id = c.item_id
  join jsonb_to_recordset(p_lines) as line ("position" integer, versions integer[], latest integer) on line.position = i.position;
  insert into public.part_parcels (id, order_id, lines, carrier, tracking) values (part_id, target_order.id, pieces, carrier_name, tracking_text);
  for choice in select * from jsonb_to_recordset(requested) as c (item uuid, versions integer[], latest integer) loop
    choice_error := public.choose_recipe(choice.item, part_id, choice.versions, case when choice.versions is null then (
      select max(r.latest_version) from public.recipe_options(array[choice.item]) r
    ) else choice.latest end);
    if choice_error = 'changed' then perform public.raise_conflict(jsonb_build_object('item', choice.item)); end if;
    if choice_error is not null then raise sqlstate 'PT400' using message = 'Order ' || p_number || ': ' || choice_error || '.'; end if;
  end loop;
  perform public.record_corrected_recipes(target_order.id, part_id);
  delete from public.line_picks x using public.order_items i
  where i.id = x.item_id and i.order_id = target_order.id and i.position in (select (line ->> 'position')::integer from jsonb_array_elements(pieces) as line);
  perform public.queue_email('order_sent', target_order.email, public.parcel_email(target_order.id) || jsonb_build_object(
    'carrier', carrier_name, 'lines', email_lines, 'isPart', true, 'recipes', public.packed_recipe_notes(target_order.id, part_id),
    'trackingNumber', case when tracking_text not like 'https://%' then tracking_text end,
    'trackingLink', case when tracking_text like 'https://%' then tracking_text end
  ), target_order.id || ':' || part_id, now());
  update public.outbox set next_attempt_at = now() + public.sent_email_delay() where dedupe_key = 'order_sent:' || target_order.id || ':' || part_id;
  perform public.log_desk_action('send_part', 'order:' || p_number, null, jsonb_build_object('lines', pieces, 'carrier', carrier_name));
  return part_id;
end $$;

-- Undoes the marking as sent of whole orders and parts within ten minutes, as long as no worker has tried to send their emails.
-- Returns {"undone": [number], "refused": [{"number", "message"}]}; an order that is not marked as sent counts as undone.
create or replace function public.desk_undo_sent(p_numbers bigint[] default '{}', p_parts uuid[] default '{}') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  order_number bigint;
  part public.part_parcels;
  result jsonb;
  undone jsonb := '[]';
  refused jsonb := '[]';
begin
  perform public.require_staff('packer');
  if cardinality(p_numbers) > 200 or cardinality(p_parts) > 200 then raise sqlstate 'PT400' using message = 'Please choose from 1 to 200 orders.'; end if;
  foreach order_number in array array(select distinct n from unnest(p_numbers) n order by n) loop
    if (public.require_order(order_number)).fulfilled_at is not null then
      result := public.undo_fulfilment(order_number, now());
      if result ? 'error' then
        refused := refused || jsonb_build_object('number', order_number, 'message', result -> 'error' ->> 'message');
        continue;
      end if;
      perform public.log_desk_action('undo_send', 'order:' || order_number);
    end if;
    undone := undone || to_jsonb(order_number);
  end loop;
  for part in select * from public.part_parcels where id = any (p_parts) order by id for update loop
    select number into order_number from public.orders where id = part.order_id;
    delete from public.outbox where dedupe_key = 'order_sent:' || part.order_id || ':' || part.id and sent_at is null and attempts = 0
      and now() < part.sent_at + public.sent_email_delay();
    if not found then
      refused := refused || jsonb_build_object('number', order_number, 'message', 'The shopper has been told that part of order ' || order_number || ' is on its way, so that cannot be undone');
      continue;
    end if;
    delete from public.part_parcels where id = part.id;
    perform public.log_desk_action('undo_send_part', 'order:' || order_number, jsonb_build_object('lines', part.lines, 'carrier', part.carrier));
    undone := undone || to_jsonb(order_number);
  end loop;
  return jsonb_build_object('undone', undone, 'refused', refused);
end $$;

-- Returns parcels with the fields of the carrier's import file: {"parcels", "products", "methods"}. A parcel's weight is null while
-- one of its products has no weight. Only an owner gets email addresses.
create or replace function public.desk_parcel_file(p_numbers bigint[]) returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.require_staff('packer');
  return (
    with wanted as materialized (
      select o.id, o.number, o.delivery_address, o.email, coalesce(o.paid_at, o.created_at) as since, d as method
      from public.orders o left join public.delivery_methods d on d.id = o.delivery_method_id
      where o.number = any (public.require_order_numbers(p_numbers)) and public.is_awaiting_dispatch(o)
    ), packed as materialized (
      select w.id as order_id, p.id, i.name, p.weight_grams, t.pieces
      from wanted w cross join lateral public.unsent_pieces(w.id) t
      join public.order_items i on i.id = t.item_id left join public.products p on p.id = i.product_id
      where t.pieces > 0
    )
    select jsonb_build_object(
      'parcels', (select coalesce(jsonb_agg(jsonb_build_object(
        'number', w.number, 'address', w.delivery_address,
        'email', case when public.staff_role() = 'owner' then nullif(w.email, '') end,
        'serviceCode', (w.method).service_code, 'packageSize', (w.method).package_size,
        'weightGrams', (
          select (w.method).packaging_grams + sum(k.pieces * k.weight_grams) from packed k
          where k.order_id = w.id having count(*) = count(k.weight_grams)
        )
      ) order by w.since, w.number), '[]') from wanted w),
      'products', (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'weightGrams', k.weight_grams) order by k.name), '[]')
        from (select distinct on (k.id) k.id, k.name, k.weight_grams from packed k where k.id is not null order by k.id, k.name) k),
      'methods', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name) || public.delivery_service(d) order by d."Sort_order"), '[]')
        from public.delivery_methods d where d.id in (select (w.method).id from wanted w))
    )
  );
end $$;

grant execute on function
  public.desk_send,
  public.desk_send_part,
  public.desk_undo_sent,
  public.desk_parcel_file
to authenticated, service_role;
