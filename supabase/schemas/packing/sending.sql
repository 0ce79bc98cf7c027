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
  perform public.require_staff('packer');
  with_carrier := public.parse_carrier(p_carrier);
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
        case when public.is_tracking(parcel.tracking) is false then public.error_response('no_tracking', public.tracking_error(parcel.tracking)) end,
        public.choose_order_recipes(concerned, parcel.recipes),
        public.fulfil_order(parcel.number, now(), with_carrier, parcel.tracking)
      );
      if answer ? 'error' then
        refused := refused || jsonb_build_object('number', parcel.number, 'message', answer -> 'error' ->> 'message');
        continue;
      end if;
      perform public.log_desk_action('send', 'order:' || parcel.number, null, jsonb_build_object('carrier', with_carrier));
    end if;
    sent := sent || to_jsonb(parcel.number);
  end loop;
  return jsonb_build_object('sent', sent, 'refused', refused);
end $$;

-- Sends some pieces ahead of the rest, p_lines [{"position", "quantity", "versions", "latest"}]; the last two belong to a line
-- whose label has changed since the order. The parcel has an email of its own, which waits as long as any other. p_left is how
-- many pieces of the order the desk showed as not sent yet.
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
  perform public.require_staff('packer');
  with_carrier := public.parse_carrier(p_carrier);
  concerned := public.require_order(p_number);
  if exists (select from public.part_parcels p where p.id = p_request and p.order_id = concerned.id) then return p_request; end if;
  if concerned.on_hold_since is not null and concerned.fulfilled_at is null then
    raise sqlstate 'PT400' using message = public.hold_reason(concerned);
  end if;
  if not public.is_awaiting_dispatch(concerned) then raise sqlstate 'PT400' using message = 'Order ' || p_number || ' has left, or was paid back.'; end if;
  select sum(t.pieces) into whole from public.unsent_pieces(concerned.id) t;
  if whole is distinct from p_left then perform public.raise_conflict(jsonb_build_object('left', whole)); end if;
  select sum(line.quantity), jsonb_agg(jsonb_build_object('name', i.name, 'slug', i.slug, 'quantity', line.quantity, 'size', i.size) order by i.position),
    jsonb_agg(jsonb_build_object('position', line.position, 'quantity', line.quantity) order by i.position)
  into chosen, goods, pieces
  from jsonb_to_recordset(p_lines) as line ("position" integer, quantity integer)
  join public.unsent_pieces(concerned.id) t on t.position = line.position join public.order_items i on i.id = t.item_id
  where line.quantity between 1 and t.pieces;
  if chosen is null or jsonb_array_length(goods) <> jsonb_array_length(p_lines)
    or (select count(*) <> count(distinct line -> 'position') from jsonb_array_elements(p_lines) as line) then
    raise sqlstate 'PT400' using message = 'Please choose pieces of order ' || p_number || ' that are still to be sent.';
  elsif chosen = whole then
    raise sqlstate 'PT400' using message = 'That is all that is left of order ' || p_number || ': mark it as sent.';
  elsif public.is_tracking(number_or_link) is false then
    raise sqlstate 'PT400' using message = public.tracking_error(number_or_link);
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
    if fault = 'changed' then perform public.raise_conflict(jsonb_build_object('item', choice.item)); end if;
    if fault is not null then raise sqlstate 'PT400' using message = 'Order ' || p_number || ': ' || fault || '.'; end if;
  end loop;
  delete from public.line_picks x using public.order_items i
  where i.id = x.item_id and i.order_id = concerned.id and i.position in (select (line ->> 'position')::integer from jsonb_array_elements(pieces) as line);
  perform public.queue_email('order_sent', concerned.email, public.parcel_email(concerned.id) || jsonb_build_object(
    'carrier', with_carrier, 'lines', goods, 'isPart', true, 'recipes', public.packed_recipe_notes(concerned.id, sent_part),
    'trackingNumber', case when number_or_link not like 'https://%' then number_or_link end,
    'trackingLink', case when number_or_link like 'https://%' then number_or_link end
  ), concerned.id || ':' || sent_part, now());
  update public.outbox set next_attempt_at = now() + public.sent_email_delay() where dedupe_key = 'order_sent:' || concerned.id || ':' || sent_part;
  perform public.log_desk_action('send_part', 'order:' || p_number, null, jsonb_build_object('lines', pieces, 'carrier', with_carrier));
  return sent_part;
end $$;

-- Undoes the marking as sent of whole orders and parts, as long as no email has been sent. Returns {"undone": [number],
-- "refused": [{"number", "message"}]}; an order that is not marked as sent counts as undone.
create or replace function public.desk_undo_sent(p_numbers bigint[] default '{}', p_parts uuid[] default '{}') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  one bigint;
  part public.part_parcels;
  answer jsonb;
  undone jsonb := '[]';
  refused jsonb := '[]';
begin
  perform public.require_staff('packer');
  if cardinality(p_numbers) > 200 or cardinality(p_parts) > 200 then raise sqlstate 'PT400' using message = 'Please choose from 1 to 200 orders.'; end if;
  foreach one in array array(select distinct n from unnest(p_numbers) n order by n) loop
    if (public.require_order(one)).fulfilled_at is not null then
      answer := public.undo_fulfilment(one, now());
      if answer ? 'error' then
        refused := refused || jsonb_build_object('number', one, 'message', answer -> 'error' ->> 'message');
        continue;
      end if;
      perform public.log_desk_action('undo_send', 'order:' || one);
    end if;
    undone := undone || to_jsonb(one);
  end loop;
  for part in select * from public.part_parcels where id = any (p_parts) order by id for update loop
    select number into one from public.orders where id = part.order_id;
    delete from public.outbox where dedupe_key = 'order_sent:' || part.order_id || ':' || part.id and sent_at is null and attempts = 0
      and now() < part.sent_at + public.sent_email_delay();
    if not found then
      refused := refused || jsonb_build_object('number', one, 'message', 'The shopper has been told that part of order ' || one || ' is on its way, so that cannot be undone');
      continue;
    end if;
    delete from public.part_parcels where id = part.id;
    perform public.log_desk_action('undo_send_part', 'order:' || one, jsonb_build_object('lines', part.lines, 'carrier', part.carrier));
    undone := undone || to_jsonb(one);
  end loop;
  return jsonb_build_object('undone', undone, 'refused', refused);
end $$;

-- Parcels as the carrier's file names them: {"parcels", "products", "methods"}. A weight is null while one of its products has
-- none. Email addresses are the owner's to see.
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
