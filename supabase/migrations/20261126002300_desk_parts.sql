-- What went ahead in a part of an order, once however often it is pressed, and the pick list with sizes as their product has them.

-- Each way by an index: 'paid' are all that are to be packed, a day is London's, fewer than three characters are a number.
-- p_most of what a search finds, the latest of them; null for all.
create or replace function public.orders_sought(p_status text, p_day date, p_search text, p_most integer) returns setof bigint
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  pattern text := case when length(p_search) >= 3 then public.words_anywhere(p_search) end;
  wanted bigint := case when p_search ~ '^[0-9]{1,15}$' then p_search::bigint end;
begin
  if p_search is not null then
    return query
      select o.number from public.orders o where o.number = wanted
      union (select o.number from public.orders o where o.email ilike pattern order by o.number desc limit p_most)
      union (select o.number from public.orders o where o.delivery_address ->> 'name' ilike pattern order by o.number desc limit p_most)
      union (select o.number from public.orders o
        where replace(o.delivery_address ->> 'postcode', ' ', '') ilike replace(pattern, ' ', '') order by o.number desc limit p_most)
      union (select o.number from public.orders o
        where o.id in (select i.order_id from public.order_items i where i.name ilike pattern) order by o.number desc limit p_most)
      order by 1 desc limit p_most;
  elsif p_day is not null then
    return query select o.number from public.orders o
      where o.created_at >= p_day::timestamp at time zone 'Europe/London'
        and o.created_at < (p_day + 1)::timestamp at time zone 'Europe/London';
  elsif p_status = 'paid' then
    return query select o.number from public.orders o
      where o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null;
  elsif p_status is not null then
    return query select o.number from public.orders o where o.status = p_status;
  else
    return query select o.number from public.orders o;
  end if;
end $$;

-- What is to be taken from the shelf for a list, a product and size at a time, in the order of the album.
create or replace function public.desk_pick_list(p_list uuid) returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.desk_enter('packer');
  return (
    with wanted as (
      select o.number, o.delivery_address ->> 'name' as person, i.id, i.slug, i.name, i.size, i.product_id, i.image, t.pieces,
        exists (select from public.line_picks x where x.item_id = i.id) as is_picked
      from public.order_packing k join public.orders o on o.id = k.order_id
      cross join lateral public.pieces_to_send(o.id) t join public.order_items i on i.id = t.item_id
      where k.pick_list = p_list and public.is_to_send(o) and t.pieces > 0
    ), summed as (
      select w.slug, w.size, min(w.name) as name, min(w.image) as image, sum(w.pieces) as pieces, bool_and(w.is_picked) as is_picked,
        min(p."Sort_order") as place, min(array_position(p.sizes, w.size)) as nth_size, min(p.tint) as tint, jsonb_agg(w.id order by w.id) as items,
        jsonb_agg(jsonb_build_object('number', w.number, 'name', w.person, 'pieces', w.pieces) order by w.number) as wanted_by
      from wanted w left join public.products p on p.id = w.product_id group by w.slug, w.size
    )
    select jsonb_build_object(
      'orders', (select coalesce(jsonb_agg(distinct w.number), '[]') from wanted w),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'slug', s.slug, 'size', s.size, 'name', s.name, 'image', s.image, 'tint', s.tint, 'place', s.place, 'pieces', s.pieces,
          'isPicked', s.is_picked, 'items', s.items, 'wantedBy', s.wanted_by
        ) order by s.place nulls last, s.name, s.nth_size, s.size), '[]') from summed s
      )
    )
  );
end $$;

-- Everything that happened to an order, the oldest first: [{"at", "what", …}]. Of a part: what was in it, and how it went.
create or replace function public.order_events(p_order public.orders) returns jsonb language sql stable security definer set search_path = '' as $$
  with noted as materialized (
    select l.done_at, l.who, l.action, l.after, coalesce(l.after, l.before) as facts from public.desk_log l where l.subject = 'order:' || p_order.number
  ), about as (
    select p_order.id::text as id
    union all
    select s.id::text from public.subscriptions s where s.order_id = p_order.id
  ), happened (at, what, facts) as (
    select p_order.created_at, 'placed', jsonb_build_object('terms', p_order.terms_version)
    union all
    select p_order.paid_at, 'paid', jsonb_build_object('amount', p_order.total) where p_order.paid_at is not null
    union all
    select p_order.sold_out_at, 'sold_out', '{}' where p_order.sold_out_at is not null
    union all
    select k.packed_at, 'packed', '{}' from public.order_packing k where k.order_id = p_order.id and k.packed_at is not null
    union all
    select p_order.fulfilled_at, 'sent', jsonb_build_object('mailsAt', p_order.fulfilled_at + public.time_to_undo(), 'carrier', p_order.carrier, 'tracking', p_order.tracking, 'who', (
      select n.who from noted n where n.action = 'send' and n.done_at = p_order.fulfilled_at limit 1
    )) where p_order.fulfilled_at is not null
    union all
    -- Refunds are told below, and the sending that stands above.
    select n.done_at, n.action, jsonb_build_object('who', n.who, 'after', n.after) || case when n.facts ? 'lines' then jsonb_build_object(
      'carrier', n.facts -> 'carrier', 'pieces', (
        select jsonb_agg(jsonb_build_object('name', i.name, 'quantity', line.quantity, 'size', i.size) order by i.position)
        from jsonb_to_recordset(n.facts -> 'lines') as line ("position" integer, quantity integer)
        join public.order_items i on i.order_id = p_order.id and i.position = line.position
      )
    ) else '{}' end || coalesce((
      -- Noted in the transaction that sent it.
      select jsonb_build_object('part', p.id, 'tracking', p.tracking, 'mailsAt', p.sent_at + public.time_to_undo()) from public.part_parcels p
      where n.action = 'send_part' and p.order_id = p_order.id and p.sent_at = n.done_at limit 1
    ), '{}') from noted n
    where n.action not in ('pay_back', 'cancel') and not (n.action = 'send' and n.done_at is not distinct from p_order.fulfilled_at)
    union all
    select coalesce(r.booked_at, r.asked_at), case when r.cancels then 'cancelled' else 'paid_back' end, jsonb_build_object(
      'refund', r.id, 'amount', r.amount, 'pieces', public.refunded_pieces(r), 'reason', r.reason, 'words', r.words,
      'isBooked', r.booked_at is not null, 'who', (select n.who from noted n where n.after ->> 'refund' = r.id::text limit 1)
    ) from public.refunds r where r.order_id = p_order.id
    union all
    select coalesce(m.sent_at, m.failed_at, greatest(m.next_attempt_at, m.created_at)), 'mail', jsonb_build_object(
      'template', m.template, 'to', m.recipient, 'error', m.last_error, 'key', m.dedupe_key, 'state', case
        when m.sent_at is not null then 'sent' when m.called_off then 'called off' when m.failed_at is not null then 'failed' else 'waiting'
      end
    ) from public.outbox m where split_part(m.dedupe_key, ':', 2) in (select a.id from about a)
    union all
    -- What the provider said of it, but for the payment and the refunds that are told above.
    select e.received_at, 'provider', jsonb_build_object('type', e.type, 'detail', e.detail, 'isSetAside', e.outcome = 'set aside')
    from public.payment_events e
    where e.order_id = p_order.id and e.outcome <> 'ignored' and e.received_at is distinct from p_order.paid_at
      and not exists (select from public.refunds r where r.order_id = p_order.id and r.booked_at = e.received_at)
  )
  select coalesce(jsonb_agg(h.facts || jsonb_build_object('at', h.at, 'what', h.what) order by h.at), '[]') from happened h
$$;

-- Sends some pieces ahead of the rest, p_lines [{"position", "quantity"}], with a mail of their own that waits as long as
-- any. p_left is how many pieces of the order whoever asks believes are to be sent. Pressed again with the same p_request, as
-- when its answer was lost, it is the same part.
drop function if exists public.desk_send_part(bigint, jsonb, text, text, integer);
create or replace function public.desk_send_part(
  p_number bigint, p_lines jsonb, p_carrier text, p_tracking text, p_left integer, p_request uuid default null
) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  with_carrier text;
  number_or_link text := nullif(public.trim_text(p_tracking), '');
  concerned public.orders;
  goods jsonb;
  chosen integer;
  whole integer;
  sent_part uuid := coalesce(p_request, gen_random_uuid());
begin
  perform public.desk_enter('packer');
  with_carrier := public.checked_carrier(p_carrier);
  concerned := public.wanted_order(p_number);
  if exists (select from public.part_parcels p where p.id = p_request and p.order_id = concerned.id) then return p_request; end if;
  if not public.is_to_send(concerned) then raise sqlstate 'PT400' using message = 'Order ' || p_number || ' has left, or was paid back.'; end if;
  select sum(t.pieces) into whole from public.pieces_to_send(concerned.id) t;
  if whole is distinct from p_left then perform public.desk_conflict(jsonb_build_object('left', whole)); end if;
  select sum(line.quantity), jsonb_agg(jsonb_build_object('name', i.name, 'slug', i.slug, 'quantity', line.quantity, 'size', i.size) order by i.position)
  into chosen, goods
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
  insert into public.part_parcels (id, order_id, lines, carrier, tracking) values (sent_part, concerned.id, p_lines, with_carrier, number_or_link);
  delete from public.line_picks x using public.order_items i
  where i.id = x.item_id and i.order_id = concerned.id and i.position in (select (line ->> 'position')::integer from jsonb_array_elements(p_lines) as line);
  perform public.queue_letter('order_sent', concerned.email, public.sent_letter(concerned.id) || jsonb_build_object(
    'carrier', with_carrier, 'lines', goods, 'isPart', true,
    'trackingNumber', case when number_or_link not like 'https://%' then number_or_link end,
    'trackingLink', case when number_or_link like 'https://%' then number_or_link end
  ), concerned.id || ':' || sent_part, now());
  update public.outbox set next_attempt_at = now() + public.time_to_undo() where dedupe_key = 'order_sent:' || concerned.id || ':' || sent_part;
  perform public.desk_note('send_part', 'order:' || p_number, null, jsonb_build_object('lines', p_lines, 'carrier', with_carrier));
  return sent_part;
end $$;

revoke execute on all functions in schema public from public;
grant execute on function public.desk_send_part to authenticated, service_role;
