-- Returns the numbers of orders that match a filter, each filter by an index: 'paid' are all orders that are to be sent, also
-- those on hold; a day is London's; a search of fewer than three characters is an order number. p_limit limits what a search
-- finds to the latest; null is no limit.
create or replace function public.search_orders(p_status text, p_day date, p_search text, p_limit integer) returns setof bigint
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  pattern text := case when length(p_search) >= 3 then public.like_pattern(p_search) end;
  search_number bigint := case when p_search ~ '^[0-9]{1,15}$' then p_search::bigint end;
begin
  if p_search is not null then
    return query
      select o.number from public.orders o where o.number = search_number
      union (select o.number from public.orders o where o.email ilike pattern order by o.number desc limit p_limit)
      union (select o.number from public.orders o where o.delivery_address ->> 'name' ilike pattern order by o.number desc limit p_limit)
      union (select o.number from public.orders o
        where replace(o.delivery_address ->> 'postcode', ' ', '') ilike replace(pattern, ' ', '') order by o.number desc limit p_limit)
      union (select o.number from public.orders o
        where o.id in (select i.order_id from public.order_items i where i.name ilike pattern) order by o.number desc limit p_limit)
      order by 1 desc limit p_limit;
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

-- Returns a page of these orders, the newest first, with what is in each, and how many there are in all: {"total", "orders"}.
create or replace function public.list_orders(
  p_status text default null, p_day date default null, p_search text default null, p_limit integer default 50, p_offset integer default 0
) returns jsonb language sql stable security definer set search_path = '' as $$
  with found as materialized (
    select f.number from public.search_orders(p_status, p_day, p_search, null) as f (number)
  ), page as (
    select found.number from found order by found.number desc limit p_limit offset p_offset
  )
  select jsonb_build_object('total', (select count(*) from found), 'orders', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'number', o.number, 'created_at', o.created_at, 'status', o.status, 'fulfilled_at', o.fulfilled_at, 'total', o.total,
      'email', o.email, 'erased_at', o.erased_at, 'name', o.delivery_address ->> 'name', 'lines', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'name', i.name, 'size', i.size, 'quantity', i.quantity, 'refunded_quantity', i.refunded_quantity
        ) order by i.position), '[]') from public.order_items i where i.order_id = o.id
      )
    ) order by o.number desc), '[]')
    from page join public.orders o on o.number = page.number
  ))
$$;

-- Returns an order in the form of a row of the desk's list.
create or replace function public.order_row(p_order public.orders, p_is_packed boolean) returns jsonb language sql stable security definer set search_path = '' as $$
  select public.order_list_fields(p_order, p_is_packed, (
    select jsonb_agg(jsonb_build_object('name', i.name, 'quantity', i.quantity) order by i.position)
    from public.order_items i where i.order_id = p_order.id
  ))
$$;

create or replace function public.order_rows(p_numbers bigint[]) returns table (number bigint, row_data jsonb) language sql stable security definer set search_path = '' as $$
  with selected as materialized (
    select o.id, o from public.orders o where o.number = any (p_numbers)
  ), lines as (
    select i.order_id, jsonb_agg(jsonb_build_object('name', i.name, 'quantity', i.quantity) order by i.position) as row_data
    from selected h join public.order_items i on i.order_id = h.id group by i.order_id
  )
  select (h.o).number, public.order_list_fields(h.o, k.packed_at is not null, l.row_data)
  from selected h left join lines l on l.order_id = h.id left join public.order_packing k on k.order_id = h.id
$$;

-- Counts the orders in each tab of the list.
create or replace function public.order_counts() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'to-pack', unsent.unpacked, 'packed', unsent.packed,
    'sent', totals.sent,
    'paid-back', (select count(*) from public.orders o where o.refunded > 0),
    'cancelled', (select count(*) from public.orders o where o.cancelled_at is not null),
    'payment-failed', (select count(*) from public.orders o where o.status = 'payment_failed'),
    'box-payments', (select count(*) from public.subscriptions s where s.overdue_invoice_id is not null and s.status <> 'cancelled'),
    'disputed', (select count(*) from public.orders o where o.dispute_state is not null),
    'all', totals.paid
  )
  from public.count_orders() totals, (
    select count(*) filter (where k.packed_at is null) as unpacked, count(k.packed_at) as packed
    from public.orders o left join public.order_packing k on k.order_id = o.id
    where o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null and o.on_hold_since is null
  ) unsent
$$;

-- Returns a page of orders, the newest first, those to pack in packing order: the ones that p_search finds, or those of p_tab.
-- Returns {"total", "counts", "orders"}; of a search the latest 1,001 at most.
create or replace function public.desk_orders(p_tab text default 'all', p_search text default null, p_limit integer default 50, p_offset integer default 0)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  search_text text := nullif(ltrim(public.trim_text(left(p_search, 200)), '#'), '');
  page_size integer := least(greatest(coalesce(p_limit, 50), 1), 200);
  page_start integer := greatest(coalesce(p_offset, 0), 0);
  counts jsonb;
  total bigint;
  page bigint[];
begin
  perform public.require_staff();
  if search_text is not null then
    with found as materialized (select f.number from public.search_orders(null, null, search_text, 1001) as f (number))
    select (select count(*) from found), array(select f.number from found f order by f.number desc limit page_size offset page_start) into total, page;
  else
    counts := public.order_counts();
    total := coalesce((counts ->> p_tab)::bigint, 0);
    page := case p_tab
      when 'to-pack' then public.order_numbers_to_pack(false, page_size, page_start)
      when 'packed' then public.order_numbers_to_pack(true, page_size, page_start)
      when 'sent' then array(select o.number from public.orders o where o.fulfilled_at is not null order by o.fulfilled_at desc limit page_size offset page_start)
      when 'paid-back' then array(select o.number from public.orders o where o.refunded > 0 order by o.number desc limit page_size offset page_start)
      when 'cancelled' then array(select o.number from public.orders o where o.cancelled_at is not null order by o.number desc limit page_size offset page_start)
      when 'payment-failed' then array(select o.number from public.orders o where o.status = 'payment_failed' order by o.number desc limit page_size offset page_start)
      -- Open disputes are listed first.
      when 'disputed' then array(
        select o.number from public.orders o where o.dispute_state is not null
        order by o.dispute_state <> 'open', o.number desc limit page_size offset page_start
      )
      -- These are the orders that began the subscriptions with overdue payments, the latest first.
      when 'box-payments' then array(
        select o.number from public.subscriptions s join public.orders o on o.id = s.order_id
        where s.overdue_invoice_id is not null and s.status <> 'cancelled' order by s.updated_at desc limit page_size offset page_start
      )
      else array(select o.number from public.orders o where o.paid_at is not null order by o.paid_at desc limit page_size offset page_start)
    end;
  end if;
  return jsonb_build_object('total', total, 'counts', counts, 'orders', (
    select coalesce(jsonb_agg(r.row_data order by array_position(page, r.number)), '[]') from public.order_rows(page) r
  ));
end $$;

-- Returns everything that happened to an order, the oldest first: [{"at", "what", …}]. A part parcel has its contents and its
-- carrier.
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
    select p_order.fulfilled_at, 'sent', jsonb_build_object('mailsAt', p_order.fulfilled_at + public.sent_email_delay(), 'carrier', p_order.carrier, 'tracking', p_order.tracking, 'who', (
      select n.who from noted n where n.action = 'send' and n.done_at = p_order.fulfilled_at limit 1
    )) where p_order.fulfilled_at is not null
    union all
    -- Refunds are listed by the query below, and sending by the one above.
    select n.done_at, n.action, jsonb_build_object('who', n.who, 'after', n.after) || case when n.facts ? 'lines' then jsonb_build_object(
      'carrier', n.facts -> 'carrier', 'pieces', (
        select jsonb_agg(jsonb_build_object('name', i.name, 'quantity', line.quantity, 'size', i.size) order by i.position)
        from jsonb_to_recordset(n.facts -> 'lines') as line ("position" integer, quantity integer)
        join public.order_items i on i.order_id = p_order.id and i.position = line.position
      )
    ) else '{}' end || coalesce((
      -- This entry was recorded in the transaction that sent the part parcel.
      select jsonb_build_object('part', p.id, 'tracking', p.tracking, 'mailsAt', p.sent_at + public.sent_email_delay()) from public.part_parcels p
      where n.action = 'send_part' and p.order_id = p_order.id and p.sent_at = n.done_at limit 1
    ), '{}') from noted n
    where n.action not in ('pay_back', 'cancel') and not (n.action = 'send' and n.done_at is not distinct from p_order.fulfilled_at)
    union all
    select coalesce(r.booked_at, r.asked_at), case when r.cancels then 'cancelled' else 'paid_back' end, jsonb_build_object(
      'refund', r.id, 'amount', r.amount, 'pieces', public.refunded_pieces(r), 'reason', r.reason, 'words', r.words,
      'isBooked', r.booked_at is not null, 'who', (select n.who from noted n where n.after ->> 'refund' = r.id::text limit 1)
    ) from public.refunds r where r.order_id = p_order.id
    union all
    select f.failed_at, 'refund_failed', jsonb_build_object('amount', f.amount, 'reason', f.why) from public.failed_refunds f where f.order_id = p_order.id
    union all
    select coalesce(m.sent_at, m.failed_at, greatest(m.next_attempt_at, m.created_at)), 'mail', jsonb_build_object(
      'template', m.template, 'to', m.recipient, 'error', m.last_error, 'key', m.dedupe_key, 'state', case
        when m.sent_at is not null then 'sent' when m.called_off then 'called off' when m.failed_at is not null then 'failed' else 'waiting'
      end
    ) from public.outbox m where split_part(m.dedupe_key, ':', 2) in (select a.id from about a)
    union all
    -- Events from the payment provider are listed except the payment and the refunds, which are listed above.
    select e.received_at, 'provider', jsonb_build_object('type', e.type, 'detail', e.detail, 'isSetAside', e.outcome = 'set aside')
    from public.payment_events e
    where e.order_id = p_order.id and e.outcome <> 'ignored' and e.received_at is distinct from p_order.paid_at
      and not exists (select from public.failed_refunds f where f.order_id = p_order.id and f.failed_at = e.received_at)
      and not exists (select from public.refunds r where r.order_id = p_order.id and r.booked_at = e.received_at)
  )
  select coalesce(jsonb_agg(h.facts || jsonb_build_object('at', h.at, 'what', h.what) order by h.at), '[]') from happened h
$$;

-- Returns one order with all that its page shows; null when there is none.
create or replace function public.desk_order(p_number bigint) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  target_order public.orders;
  packing public.order_packing;
begin
  perform public.require_staff();
  select * into target_order from public.orders where number = p_number;
  if target_order.id is null then return null; end if;
  select * into packing from public.order_packing where order_id = target_order.id;
  return public.order_row(target_order, packing.packed_at is not null) || jsonb_build_object(
    'address', target_order.delivery_address, 'subtotal', target_order.subtotal, 'deliveryName', target_order.delivery_name,
    'deliveryPrice', target_order.delivery_price, 'discount', target_order.discount, 'code', target_order.discount_code, 'refunded', target_order.refunded,
    'left', public.refundable_amount(target_order), 'isPaid', target_order.paid_at is not null, 'isErased', target_order.erased_at is not null,
    'note', packing.note, 'isPartSent', exists (select from public.part_parcels p where p.order_id = target_order.id),
    'deliveryTime', (select nullif(d.description, '') from public.delivery_methods d where d.id = target_order.delivery_method_id),
    'ordersBefore', (
      select count(*) from public.orders o
      where (o.user_id = target_order.user_id or (target_order.email <> '' and lower(o.email) = lower(target_order.email)))
        and o.number < target_order.number and o.paid_at is not null
    ),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'position', i.position, 'name', i.name, 'slug', i.slug, 'image', i.image, 'tint', p.tint, 'size', i.size, 'quantity', i.quantity,
        'unitAmount', i.unit_amount, 'allergens', i.allergens, 'net', trim_scale(p.net_quantity) || ' ' || p.net_unit,
        'paid', l.paid, 'gone', l.refunded + l.asked, 'isCounted', p.stock is not null and target_order.stock_held
      ) order by i.position), '[]')
      from public.order_items i join public.line_payments(target_order.id) l on l.position = i.position
      left join public.products p on p.id = i.product_id where i.order_id = target_order.id
    ),
    'gift', public.gift_badge(target_order), 'undeliverableArea', public.undeliverable_area(target_order),
    'isOnHold', target_order.on_hold_since is not null, 'disputes', (
      select coalesce(jsonb_agg(public.dispute_facts(d) order by d.opened_at desc), '[]') from public.disputes d where d.order_id = target_order.id
    ), 'failedRefunds', (
      select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'amount', f.amount, 'why', f.why, 'failedAt', f.failed_at) order by f.failed_at), '[]')
      from public.failed_refunds f where f.order_id = target_order.id and f.settled_at is null
    ), 'box', public.order_subscription(target_order), 'events', public.order_events(target_order)
  );
end $$;

-- Sets the note for the packer of an order; p_was is the note that the caller saw.
create or replace function public.desk_set_order_note(p_number bigint, p_note text, p_was text default null) returns void language plpgsql security definer set search_path = '' as $$
declare
  target_order public.orders;
  new_note text := nullif(public.trim_text(p_note), '');
  previous_note text;
begin
  perform public.require_staff('packer');
  if length(new_note) > 500 then raise sqlstate 'PT400' using message = 'A note has up to 500 characters.'; end if;
  target_order := public.require_order(p_number);
  if target_order.erased_at is not null then raise sqlstate 'PT400' using message = 'Order ' || p_number || ' is anonymous, so it takes no note.'; end if;
  select k.note into previous_note from public.order_packing k where k.order_id = target_order.id;
  if previous_note is not distinct from new_note then return; end if;
  if previous_note is distinct from nullif(public.trim_text(p_was), '') then perform public.raise_conflict(jsonb_build_object('note', previous_note)); end if;
  insert into public.order_packing (order_id, note) values (target_order.id, new_note) on conflict (order_id) do update set note = excluded.note;
  -- The note's text is not logged, because it may name somebody, and the log is kept for ever.
  perform public.log_desk_action('note', 'order:' || p_number);
end $$;

-- Returns the latest order, for the desk's notice of new orders; only an owner also gets its sum.
create or replace function public.desk_newest_order() returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.require_staff('packer');
  return (
    select jsonb_build_object('number', o.number, 'total', case when public.staff_role() = 'owner' then o.total end,
      'pieces', (select sum(i.quantity) from public.order_items i where i.order_id = o.id))
    from public.orders o where o.paid_at is not null and o.sold_out_at is null order by o.paid_at desc limit 1
  );
end $$;

-- Returns the takings of a London day up to p_until: {"orders", "pence"}.
create or replace function public.takings_until(p_until timestamptz) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('orders', count(*), 'pence', coalesce(sum(o.total), 0)) from public.orders o
  where o.paid_at >= date_trunc('day', p_until at time zone 'Europe/London') at time zone 'Europe/London' and o.paid_at <= p_until
$$;

grant execute on function public.list_orders to service_role;
grant execute on function
  public.desk_orders,
  public.desk_order,
  public.desk_set_order_note,
  public.desk_newest_order
to authenticated, service_role;
