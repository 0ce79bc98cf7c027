-- The desk's orders: how they are found, what happened to one, what goes back of it, and the mail that is sent again.

-- ── What is found ───────────────────────────────────────────────────────────────────────────────

-- How an order stands, by the names of the desk's chips.
create function public.order_state(p_order public.orders, p_is_packed boolean) returns text language sql immutable set search_path = '' as $$
  select case
    when p_order.cancelled_at is not null then 'cancelled'
    when p_order.status = 'refunded' or p_order.sold_out_at is not null then 'paid-back'
    when p_order.fulfilled_at is not null then 'sent'
    when p_order.status = 'payment_failed' then 'payment-failed'
    when p_order.paid_at is null then 'not-paid'
    when p_is_packed then 'packed'
    else 'to-pack'
  end
$$;

-- What of an order stands in a list.
create function public.order_row(p_order public.orders, p_is_packed boolean) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', p_order.number, 'name', p_order.delivery_address ->> 'name', 'email', nullif(p_order.email, ''), 'total', p_order.total,
    'placedAt', p_order.created_at, 'state', public.order_state(p_order, p_is_packed),
    'isPartPaidBack', p_order.refunded > 0 and p_order.refunded < p_order.total,
    'isPriority', p_order.delivery_method_id = 'priority',
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('name', i.name, 'quantity', i.quantity) order by i.position), '[]')
      from public.order_items i where i.order_id = p_order.id
    )
  )
$$;

-- How many orders stand in each tab of the list.
create function public.order_counts() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'to-pack', waiting.here, 'packed', waiting.packed,
    'sent', (select count(*) from public.orders o where o.fulfilled_at is not null),
    'paid-back', (select count(*) from public.orders o where o.refunded > 0),
    'cancelled', (select count(*) from public.orders o where o.cancelled_at is not null),
    'payment-failed', (select count(*) from public.orders o where o.status = 'payment_failed'),
    'box-payments', (select count(*) from public.subscriptions s where s.overdue_invoice_id is not null and s.status <> 'cancelled'),
    'all', public.count_paid_orders()
  )
  from (
    select count(*) filter (where k.packed_at is null) as here, count(k.packed_at) as packed
    from public.orders o left join public.order_packing k on k.order_id = o.id
    where o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null
  ) waiting
$$;

-- A page of orders, the newest first, those to pack as Pack has them: what p_search finds, or those of p_tab. Answers
-- {"total", "counts", "orders"}; of a search the latest 1,001 at most.
create function public.desk_orders(p_tab text default 'all', p_search text default null, p_limit integer default 50, p_offset integer default 0)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  sought text := nullif(ltrim(public.trim_text(left(p_search, 200)), '#'), '');
  most integer := least(greatest(coalesce(p_limit, 50), 1), 200);
  skipped integer := greatest(coalesce(p_offset, 0), 0);
  counts jsonb;
  total bigint;
  page bigint[];
begin
  perform public.desk_enter();
  if sought is not null then
    with found as materialized (select f.number from public.orders_sought(null, null, sought, 1001) as f (number))
    select (select count(*) from found), array(select f.number from found f order by f.number desc limit most offset skipped) into total, page;
  else
    counts := public.order_counts();
    total := coalesce((counts ->> p_tab)::bigint, 0);
    page := case p_tab
      when 'to-pack' then public.numbers_to_pack(false, most, skipped)
      when 'packed' then public.numbers_to_pack(true, most, skipped)
      when 'sent' then array(select o.number from public.orders o where o.fulfilled_at is not null order by o.fulfilled_at desc limit most offset skipped)
      when 'paid-back' then array(select o.number from public.orders o where o.refunded > 0 order by o.number desc limit most offset skipped)
      when 'cancelled' then array(select o.number from public.orders o where o.cancelled_at is not null order by o.number desc limit most offset skipped)
      when 'payment-failed' then array(select o.number from public.orders o where o.status = 'payment_failed' order by o.number desc limit most offset skipped)
      -- The orders that those boxes began with, the latest first.
      when 'box-payments' then array(
        select o.number from public.subscriptions s join public.orders o on o.id = s.order_id
        where s.overdue_invoice_id is not null and s.status <> 'cancelled' order by s.updated_at desc limit most offset skipped
      )
      else array(select o.number from public.orders o where o.paid_at is not null order by o.paid_at desc limit most offset skipped)
    end;
  end if;
  return jsonb_build_object('total', total, 'counts', counts, 'orders', (
    select coalesce(jsonb_agg(public.order_row(o, k.packed_at is not null) order by array_position(page, o.number)), '[]')
    from public.orders o left join public.order_packing k on k.order_id = o.id where o.number = any (page)
  ));
end $$;

-- ── One order ───────────────────────────────────────────────────────────────────────────────────

-- Everything that happened to an order, the oldest first: [{"at", "what", …}].
create function public.order_events(p_order public.orders) returns jsonb language sql stable security definer set search_path = '' as $$
  with noted as materialized (
    select l.done_at, l.who, l.action, l.after from public.desk_log l where l.subject = 'order:' || p_order.number
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
    select n.done_at, n.action, jsonb_build_object('who', n.who, 'after', n.after) || coalesce((
      -- Noted in the transaction that sent it.
      select jsonb_build_object('part', p.id, 'mailsAt', p.sent_at + public.time_to_undo()) from public.part_parcels p
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

-- One order with all that its page shows; null when there is none.
create function public.desk_order(p_number bigint) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  concerned public.orders;
  packing public.order_packing;
begin
  perform public.desk_enter();
  select * into concerned from public.orders where number = p_number;
  if concerned.id is null then return null; end if;
  select * into packing from public.order_packing where order_id = concerned.id;
  return public.order_row(concerned, packing.packed_at is not null) || jsonb_build_object(
    'address', concerned.delivery_address, 'subtotal', concerned.subtotal, 'deliveryName', concerned.delivery_name,
    'deliveryPrice', concerned.delivery_price, 'discount', concerned.discount, 'code', concerned.discount_code, 'refunded', concerned.refunded,
    'left', public.left_to_pay_back(concerned), 'isPaid', concerned.paid_at is not null, 'isErased', concerned.erased_at is not null,
    'note', packing.note, 'isPartSent', exists (select from public.part_parcels p where p.order_id = concerned.id),
    'deliveryTime', (select nullif(d.description, '') from public.delivery_methods d where d.id = concerned.delivery_method_id),
    'ordersBefore', (
      select count(*) from public.orders o
      where (o.user_id = concerned.user_id or (concerned.email <> '' and lower(o.email) = lower(concerned.email)))
        and o.number < concerned.number and o.paid_at is not null
    ),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'position', i.position, 'name', i.name, 'slug', i.slug, 'image', i.image, 'tint', p.tint, 'size', i.size, 'quantity', i.quantity,
        'unitAmount', i.unit_amount, 'allergens', i.allergens, 'net', trim_scale(p.net_quantity) || ' ' || p.net_unit,
        'paid', l.paid, 'gone', l.refunded + l.asked, 'isCounted', p.stock is not null and concerned.stock_held
      ) order by i.position), '[]')
      from public.order_items i join public.line_payments(concerned.id) l on l.position = i.position
      left join public.products p on p.id = i.product_id where i.order_id = concerned.id
    ),
    'box', public.box_of_order(concerned), 'events', public.order_events(concerned)
  );
end $$;

-- What has neither gone back nor been asked to.
create function public.left_to_pay_back(p_order public.orders) returns integer language sql stable security definer set search_path = '' as $$
  select case when p_order.paid_at is null then 0 else (p_order.total - p_order.refunded - coalesce((
    select sum(r.amount) from public.refunds r where r.order_id = p_order.id and r.booked_at is null
  ), 0))::integer end
$$;

-- ── What is done ────────────────────────────────────────────────────────────────────────────────

-- Text that somebody typed, on one line, or null for none.
create function public.typed_text(p_text text, p_what text) returns text language plpgsql immutable set search_path = '' as $$
declare typed text := nullif(public.trim_text(regexp_replace(p_text, '[[:space:][:cntrl:]]+', ' ', 'g')), '');
begin
  if length(typed) > 500 then raise sqlstate 'PT400' using message = p_what || ' has up to 500 letters.'; end if;
  return typed;
end $$;

-- Begins a refund under the id that the desk gave it, so that a second press finds the first, even once the money has gone.
-- p_left is what whoever presses has seen left to pay back.
create function public.begin_desk_refund(p_request uuid, p_number bigint, p_amount integer, p_lines jsonb, p_restock boolean, p_left integer)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  concerned public.orders;
  kept public.refunds;
  left_over integer;
  begun jsonb;
begin
  if p_request is null then raise sqlstate 'PT400' using message = 'Please load the page again.'; end if;
  concerned := public.wanted_order(p_number);
  left_over := public.left_to_pay_back(concerned);
  select * into kept from public.refunds r where r.id = p_request and r.order_id = concerned.id;
  if kept.id is not null then
    return public.refund_begun(concerned, kept, left_over, false) || jsonb_build_object('isBooked', kept.booked_at is not null);
  end if;
  if left_over is distinct from p_left then perform public.desk_conflict(jsonb_build_object('left', left_over)); end if;
  begun := public.begin_refund(p_number, p_amount, p_lines, p_restock, now());
  if begun ? 'error' then raise sqlstate 'PT400' using message = (begun -> 'error' ->> 'message') || '.'; end if;
  update public.refunds set id = p_request where id = (begun ->> 'id')::uuid;
  return begun || jsonb_build_object('id', p_request, 'isBooked', false);
end $$;

-- Writes down what is to be paid back; the function `desk-orders` asks the provider. p_lines: [{"position", "quantity",
-- "restock"}], p_amount pence beside them. Pressed again with the same p_request it is the same refund.
create function public.desk_pay_back(p_request uuid, p_number bigint, p_amount integer, p_lines jsonb, p_reason text, p_left integer)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  why text;
  begun jsonb;
begin
  perform public.desk_enter_fresh();
  why := public.typed_text(p_reason, 'A reason');
  if p_amount is null and coalesce(jsonb_array_length(p_lines), 0) = 0 then
    raise sqlstate 'PT400' using message = 'Please choose what goes back.';
  end if;
  begun := public.begin_desk_refund(p_request, p_number, p_amount, nullif(p_lines, '[]'), false, p_left);
  if (begun -> 'isNew')::boolean then
    update public.refunds set reason = why where id = p_request;
    perform public.desk_note('pay_back', 'order:' || p_number, jsonb_build_object('left', p_left),
      jsonb_build_object('refund', p_request, 'amount', begun -> 'amount'));
  end if;
  return begun;
end $$;

-- Writes down that an order which is still here is called off: all that is left of its money goes back.
create function public.desk_cancel_order(p_request uuid, p_number bigint, p_restock boolean, p_words text, p_left integer)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  line_for_them text;
  concerned public.orders;
  begun jsonb;
begin
  perform public.desk_enter_fresh();
  line_for_them := public.typed_text(p_words, 'A line');
  concerned := public.wanted_order(p_number);
  if not exists (select from public.refunds r where r.id = p_request and r.order_id = concerned.id) then
    if not public.is_to_send(concerned) or exists (select from public.part_parcels p where p.order_id = concerned.id) then
      raise sqlstate 'PT400' using message = 'Order ' || p_number || ' has left, or was paid back: it cannot be cancelled any more.';
    elsif exists (select from public.order_packing k where k.order_id = concerned.id and k.packed_at is not null) then
      raise sqlstate 'PT400' using message = 'Order ' || p_number || ' is packed. Unpack it first, or pay it back.';
    end if;
  end if;
  begun := public.begin_desk_refund(p_request, p_number, null, null, coalesce(p_restock, false), p_left);
  if (begun -> 'isNew')::boolean then
    update public.refunds set cancels = true, words = line_for_them where id = p_request;
    update public.order_packing set pick_list = null where order_id = concerned.id;
    perform public.desk_note('cancel', 'order:' || p_number, jsonb_build_object('left', p_left),
      jsonb_build_object('refund', p_request, 'amount', begun -> 'amount'));
  end if;
  return begun;
end $$;

-- A refund that was asked for and of which the provider has said nothing, to ask for it again: {"number", "id", "amount", …}.
create function public.desk_refund_again(p_request uuid) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  kept public.refunds;
  concerned public.orders;
begin
  perform public.desk_enter_fresh();
  select * into kept from public.refunds r where r.id = p_request;
  if kept.id is null then raise sqlstate 'PT400' using message = 'There is no such refund any more.'; end if;
  select * into concerned from public.orders o where o.id = kept.order_id;
  return public.refund_begun(concerned, kept, public.left_to_pay_back(concerned), false)
    || jsonb_build_object('isBooked', kept.booked_at is not null, 'number', concerned.number);
end $$;

-- How long a mail that the desk sends waits, so that it can be called back.
create function public.time_to_call_back() returns interval language sql immutable set search_path = ''
as $$ select interval '30 seconds' $$;

-- Sends the mail of a paid order again, as it was while the outbox remembers it, in half a minute. Pressed again with the
-- same p_request it is the same mail.
create function public.desk_resend(p_number bigint, p_request uuid) returns void language plpgsql security definer set search_path = '' as $$
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
    coalesce(first.template, 'order_confirmation'), concerned.email, coalesce(first.data, public.order_letter(concerned.id)),
    concerned.id || ':' || p_request, now()
  );
  update public.outbox set next_attempt_at = now() + public.time_to_call_back() where dedupe_key = mail_key;
  perform public.desk_note('resend', 'order:' || p_number);
end $$;

-- Calls it back, as long as nobody has tried to send it.
create function public.desk_undo_resend(p_number bigint, p_request uuid) returns void language plpgsql security definer set search_path = '' as $$
declare concerned public.orders;
begin
  perform public.desk_enter();
  concerned := public.wanted_order(p_number);
  delete from public.outbox o
  where split_part(o.dedupe_key, ':', 2) = concerned.id::text and split_part(o.dedupe_key, ':', 3) = p_request::text
    and o.sent_at is null and o.attempts = 0;
  if not found then raise sqlstate 'PT400' using message = 'That mail has gone, so it cannot be called back.'; end if;
  perform public.desk_note('undo_resend', 'order:' || p_number);
end $$;

revoke execute on all functions in schema public from public;
grant execute on function public.desk_orders, public.desk_order, public.desk_pay_back, public.desk_cancel_order,
  public.desk_refund_again, public.desk_resend, public.desk_undo_resend to authenticated, service_role;
