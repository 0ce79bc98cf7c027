-- Erases the packing note of an order, and the tracking of its part parcels, when the order itself is erased.
create or replace function public.erase_packing_notes() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.order_packing set note = null where order_id = new.id;
  update public.part_parcels set carrier = null, tracking = null where order_id = new.id;
  return null;
end $$;
create or replace trigger orders_erase_packing_notes after update of erased_at on public.orders for each row
  when (new.erased_at is not null) execute function public.erase_packing_notes();

-- Returns whether a parcel of the order still has to be sent.
create or replace function public.is_awaiting_dispatch(p_order public.orders) returns boolean language sql immutable set search_path = '' as $$
  select p_order.status in ('paid', 'partially_refunded') and p_order.fulfilled_at is null and p_order.sold_out_at is null
    and p_order.on_hold_since is null
$$;

-- Returns whether the order is cancelled as soon as the provider has refunded it. It is not to be sent meanwhile.
create or replace function public.is_being_cancelled(p_order public.orders) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.refunds r where r.order_id = p_order.id and r.cancels and r.booked_at is null)
$$;

-- Returns the pieces of each line that are neither refunded nor sent ahead. The function declares a few rows because the planner
-- would assume a thousand, and then scan the lines of all orders for each parcel of a list.
create or replace function public.unsent_pieces(p_order_id uuid) returns table (item_id uuid, "position" integer, pieces integer)
language sql stable security definer rows 5 set search_path = '' as $$
  select i.id, i.position::integer, greatest(0, i.quantity - i.refunded_quantity - coalesce((
    select sum((line ->> 'quantity')::integer) from public.part_parcels p cross join jsonb_array_elements(p.lines) as line
    where p.order_id = p_order_id and (line ->> 'position')::integer = i.position
  ), 0))::integer
  from public.order_items i where i.order_id = p_order_id
$$;

-- Returns how long the email about a parcel waits in the outbox, so that sending can be undone.
create or replace function public.sent_email_delay() returns interval language sql immutable set search_path = ''
as $$ select interval '10 minutes' $$;

-- Returns a parcel as its email shows it, without pieces that were refunded or sent ahead.
create or replace function public.parcel_email(p_order_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', o.number, 'placedAt', o.created_at, 'deliveryName', o.delivery_name,
    'deliveryTime', nullif(d.description, ''), 'address', o.delivery_address, 'carrier', o.carrier,
    'trackingNumber', case when o.tracking not like 'https://%' then o.tracking end,
    'trackingLink', case when o.tracking like 'https://%' then o.tracking end,
    'recipes', public.packed_recipe_notes(o.id, null),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('name', i.name, 'slug', i.slug, 'quantity', t.pieces, 'size', i.size) order by i.position), '[]')
      from public.unsent_pieces(o.id) t join public.order_items i on i.id = t.item_id where t.pieces > 0
    )
  ) from public.orders o join public.delivery_methods d on d.id = o.delivery_method_id where o.id = p_order_id
$$;

-- Marks an order as sent, once. Returns its number, or an error with the reason.
create or replace function public.fulfil_order(
  p_number bigint, p_now timestamptz default now(), p_carrier text default null, p_tracking text default null
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  target_order public.orders;
  choice_error text;
begin
  select * into target_order from public.orders where number = p_number for update;
  if target_order.id is null then return public.error_response('not_found', 'There is no order ' || p_number); end if;
  if target_order.fulfilled_at is not null then
    return public.error_response('wrong_status', 'Order ' || p_number || ' was sent already');
  end if;
  if target_order.status not in ('paid', 'partially_refunded') then
    return public.error_response('wrong_status', 'Order ' || p_number || ' is ' || replace(target_order.status, '_', ' ') || ' and cannot be fulfilled');
  end if;
  if target_order.sold_out_at is not null then
    return public.error_response('wrong_status', 'Order ' || p_number || ' was sold out and is paid back, so there is nothing to send');
  end if;
  if public.is_being_cancelled(target_order) then return public.error_response('wrong_status', 'Order ' || p_number || ' is being cancelled'); end if;
  if target_order.on_hold_since is not null then return public.error_response('on_hold', rtrim(public.hold_reason(target_order), '.')); end if;
  choice_error := public.recipe_choice_error(target_order.id);
  if choice_error is not null then return public.error_response('old_or_new', choice_error); end if;
  update public.orders set
    status = 'fulfilled', fulfilled_at = p_now, carrier = p_carrier, tracking = p_tracking, updated_at = p_now
  where id = target_order.id;
  perform public.record_corrected_recipes(target_order.id);
  perform public.queue_email('order_sent', target_order.email, public.parcel_email(target_order.id), target_order.id::text, p_now);
  update public.outbox set next_attempt_at = p_now + public.sent_email_delay() where dedupe_key = 'order_sent:' || target_order.id;
  return jsonb_build_object('number', p_number, 'status', 'fulfilled');
end $$;

-- Undoes `fulfil_order` within ten minutes, as long as no worker has tried to send the email about the parcel.
create or replace function public.undo_fulfilment(p_number bigint, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  target_order public.orders;
  email_key text;
begin
  select * into target_order from public.orders where number = p_number for update;
  if target_order.id is null then return public.error_response('not_found', 'There is no order ' || p_number); end if;
  if target_order.fulfilled_at is null then
    return public.error_response('wrong_status', 'Order ' || p_number || ' is not marked as sent');
  end if;
  if target_order.erased_at is not null then
    return public.error_response('wrong_status', 'Order ' || p_number || ' no longer has a name and address, so it stays as sent');
  end if;
  email_key := 'order_sent:' || target_order.id;
  -- An email that a worker has claimed is not deleted, because the mail server may already have it.
  delete from public.outbox where dedupe_key = email_key and sent_at is null and attempts = 0 and p_now < target_order.fulfilled_at + public.sent_email_delay();
  if not found and exists (select from public.outbox where dedupe_key = email_key and (sent_at is not null or attempts > 0)) then
    return public.error_response('told', 'The shopper has been told that order ' || p_number || ' is on its way, so that cannot be undone');
  end if;
  if p_now >= target_order.fulfilled_at + public.sent_email_delay() then
    return public.error_response('too_late', 'Order ' || p_number || ' was marked as sent more than ten minutes ago, so that cannot be undone');
  end if;
  update public.orders set
    status = case when status <> 'fulfilled' then status when refunded > 0 then 'partially_refunded' else 'paid' end,
    fulfilled_at = null, carrier = null, tracking = null, updated_at = p_now
  where id = target_order.id returning * into target_order;
  return jsonb_build_object('number', p_number, 'status', target_order.status);
end $$;

create or replace function public.require_order(p_number bigint) returns public.orders language plpgsql security definer set search_path = '' as $$
declare found public.orders;
begin
  select * into found from public.orders where number = p_number for update;
  if found.id is null then raise sqlstate 'PT400' using message = 'There is no order ' || coalesce(p_number::text, 'without a number') || '.'; end if;
  return found;
end $$;

-- Returns the order numbers without duplicates; raises an error unless there are 1 to 200.
create or replace function public.require_order_numbers(p_numbers bigint[]) returns bigint[] language plpgsql immutable set search_path = '' as $$
declare numbers bigint[] := array(select distinct n from unnest(p_numbers) n where n is not null order by n);
begin
  if cardinality(numbers) not between 1 and 200 then raise sqlstate 'PT400' using message = 'Please choose from 1 to 200 orders.'; end if;
  return numbers;
end $$;

-- Returns a page of the orders to send that are packed, or are not (p_is_packed), in packing order. It does not read the
-- contents of all of them.
create or replace function public.order_numbers_to_pack(p_is_packed boolean, p_limit integer, p_offset integer) returns bigint[]
language sql stable security definer set search_path = '' as $$
  select array(
    select o.number from public.orders o left join public.order_packing k on k.order_id = o.id
    where o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null and o.on_hold_since is null
      and (k.packed_at is not null) = p_is_packed
    order by o.is_priority desc, coalesce(o.paid_at, o.created_at), o.number limit p_limit offset p_offset
  )
$$;

-- Counts the orders that wait to be sent as {"orders", "pieces", "priority", "packed", "oldest"}, all but "packed" of orders
-- that are not packed yet.
create or replace function public.count_orders_to_pack() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'orders', count(*) filter (where k.packed_at is null), 'packed', count(k.packed_at),
    'priority', count(*) filter (where k.packed_at is null and o.is_priority),
    'pieces', (
      select coalesce(sum(i.quantity - i.refunded_quantity), 0)
      from public.orders x join public.order_items i on i.order_id = x.id
      where x.status in ('paid', 'partially_refunded') and x.fulfilled_at is null and x.sold_out_at is null and x.on_hold_since is null
        and not exists (select from public.order_packing p where p.order_id = x.id and p.packed_at is not null)
    ) - (
      -- Subtracts the pieces that were sent ahead, line by line, as `unsent_pieces` does.
      select coalesce(sum(i.quantity - i.refunded_quantity - t.pieces), 0)
      from (select distinct a.order_id as id from public.part_parcels a) ahead
      join public.orders x on x.id = ahead.id left join public.order_packing p on p.order_id = x.id
      cross join lateral public.unsent_pieces(x.id) t join public.order_items i on i.id = t.item_id
      where x.status in ('paid', 'partially_refunded') and x.fulfilled_at is null and x.sold_out_at is null and x.on_hold_since is null and p.packed_at is null
    ),
    'oldest', (
      -- The index begins with is_priority, so PostgreSQL can use it only if the oldest order of each value is looked up by
      -- itself.
      select jsonb_build_object('number', f.number, 'since', f.since)
      from (values (true), (false)) kinds (is_priority) cross join lateral (
        select x.number, coalesce(x.paid_at, x.created_at) as since
        from public.orders x left join public.order_packing p on p.order_id = x.id
        where x.status in ('paid', 'partially_refunded') and x.fulfilled_at is null and x.sold_out_at is null and x.on_hold_since is null and p.packed_at is null
          and x.is_priority = kinds.is_priority
        order by 2, 1 limit 1
      ) f order by f.since, f.number limit 1
    )
  )
  from public.orders o left join public.order_packing k on k.order_id = o.id
  where o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null and o.on_hold_since is null
$$;

-- Returns orders as rows of the desk's packing screen. `since` is the time from which the shopper has been waiting.
create or replace function public.parcel_rows(p_orders uuid[]) returns table (order_id uuid, row_data jsonb) language sql stable security definer set search_path = '' as $$
  with selected as materialized (
    select o, o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null and o.on_hold_since is null as is_awaiting
    from public.orders o where o.id = any (p_orders)
  ), ahead as (
    select p.order_id, (line ->> 'position')::integer as position, sum((line ->> 'quantity')::integer) as pieces
    from public.part_parcels p cross join jsonb_array_elements(p.lines) as line
    where p.order_id = any (p_orders) group by 1, 2
  ), lines as (
    select i.order_id, jsonb_agg(jsonb_build_object('position', i.position, 'name', i.name, 'size', i.size, 'pieces', c.pieces) order by i.position) as row_data
    from selected h join public.order_items i on i.order_id = (h.o).id
    left join ahead a on h.is_awaiting and a.order_id = i.order_id and a.position = i.position
    cross join lateral (select greatest(0, i.quantity - i.refunded_quantity - coalesce(a.pieces, 0))::integer as pieces) c
    where c.pieces > 0 group by i.order_id
  )
  select (h.o).id, jsonb_build_object(
    'number', (h.o).number, 'name', (h.o).delivery_address ->> 'name', 'isToSend', h.is_awaiting,
    'district', case when h.is_awaiting then nullif(split_part(upper((h.o).delivery_address ->> 'postcode'), ' ', 1), '') end,
    'isPriority', (h.o).is_priority, 'isXl', (
      select d.automatic_above is not null from public.delivery_methods d where d.id = (h.o).delivery_method_id
    ), 'deliveryName', (h.o).delivery_name, 'isBox', (h.o).is_subscription,
    'isGift', coalesce((h.o).gift_to, (h.o).gift_from, (h.o).gift_note) is not null,
    'status', (h.o).status, 'since', coalesce((h.o).paid_at, (h.o).created_at), 'sentAt', (h.o).fulfilled_at,
    'carrier', (h.o).carrier, 'tracking', (h.o).tracking, 'note', k.note, 'pickList', k.pick_list, 'packedAt', k.packed_at,
    'isPartSent', exists (select from public.part_parcels p where p.order_id = (h.o).id), 'lines', coalesce(l.row_data, '[]')
  )
  from selected h left join lines l on l.order_id = (h.o).id left join public.order_packing k on k.order_id = (h.o).id
$$;

-- Returns a page of p_tab ('to-pack', 'packed', 'sent', 'all'): {"counts", "lists", "undoable", "orders"}. `lists` are the pick
-- lists that are being worked through, `undoable` the parcels that were sent in the last ten minutes, grouped by the request that
-- sent them.
create or replace function public.desk_parcels(p_tab text default 'to-pack', p_limit integer default 100, p_offset integer default 0) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size integer := least(greatest(p_limit, 1), 200);
  page_start integer := greatest(p_offset, 0);
  waiting jsonb;
  totals record;
  page uuid[];
begin
  perform public.require_staff('packer');
  waiting := public.count_orders_to_pack();
  select * into totals from public.count_orders();
  page := case p_tab
    when 'sent' then array(select o.id from public.orders o where o.fulfilled_at is not null order by o.fulfilled_at desc limit page_size offset page_start)
    when 'all' then array(select o.id from public.orders o where o.paid_at is not null order by o.paid_at desc limit page_size offset page_start)
    else array(
      select o.id from unnest(public.order_numbers_to_pack(p_tab = 'packed', page_size, page_start)) with ordinality n (number, place)
      join public.orders o using (number) where p_tab in ('to-pack', 'packed') order by n.place
    )
  end;
  return jsonb_build_object('counts', jsonb_build_object(
    'to-pack', waiting -> 'orders', 'pieces', waiting -> 'pieces', 'packed', waiting -> 'packed',
    'sent', totals.sent, 'all', totals.paid
  ), 'lists', (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'orders', l.orders, 'pieces', l.pieces, 'picked', l.picked) order by l.id), '[]')
    from (
      select k.pick_list as id, count(distinct k.order_id) as orders, sum(t.pieces) as pieces,
        coalesce(sum(t.pieces) filter (where exists (select from public.line_picks x where x.item_id = t.item_id)), 0) as picked
      from public.order_packing k join public.orders o on o.id = k.order_id cross join lateral public.unsent_pieces(o.id) t
      where k.pick_list is not null and k.packed_at is null and public.is_awaiting_dispatch(o) group by k.pick_list
    ) l
  ), 'undoable', (
    select coalesce(jsonb_agg(to_jsonb(u) order by u."sentAt" desc), '[]') from (
      select s.at as "sentAt", s.at + public.sent_email_delay() as "mailsAt", array_remove(array_agg(s.whole order by s.whole), null) as numbers,
        array_remove(array_agg(s.part), null) as parts, array_agg(s.number order by s.number) as orders
      from (
        select o.fulfilled_at as at, o.number, o.number as whole, null::uuid as part from public.orders o
        where o.fulfilled_at > now() - public.sent_email_delay() and o.erased_at is null
        union all
        select p.sent_at, o.number, null, p.id from public.part_parcels p join public.orders o on o.id = p.order_id
        where p.sent_at > now() - public.sent_email_delay()
      ) s group by s.at
    ) u
  ), 'orders', (select coalesce(jsonb_agg(r.row_data order by array_position(page, r.order_id)), '[]') from public.parcel_rows(page) r));
end $$;

grant execute on function
  public.fulfil_order,
  public.undo_fulfilment
to service_role;
grant execute on function public.desk_parcels to authenticated, service_role;
