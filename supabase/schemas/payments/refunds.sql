-- Returns a refund in the form of `begin_refund`. p_remaining is the amount that was left to refund before it, or, when the
-- refund is not new, what is left in addition to it.
create or replace function public.refund_response(p_order public.orders, p_refund public.refunds, p_remaining integer, p_is_new boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', p_refund.id, 'amount', p_refund.amount, 'pieces', public.refunded_pieces(p_refund), 'isNew', p_is_new,
    'isRest', p_refund.amount = p_remaining + case when p_is_new then 0 else p_refund.amount end,
    'isRestocked', p_order.stock_held and exists (
      select from jsonb_to_recordset(p_refund.lines) as line ("position" integer, restock boolean)
      join public.order_items i on i.order_id = p_order.id and i.position = line.position
      join public.products p on p.id = i.product_id where p.stock is not null and coalesce(line.restock, p_refund.restock)
    )
  )
$$;

-- Records a refund: of pieces (p_lines, at their share of the payment for goods; each is restocked as it says, or as p_restock),
-- of an amount in pence, of pieces and an additional amount (for delivery), or of all that is left. The same request before the
-- provider has answered is the same refund. Returns {"id", "amount", "pieces", "isNew", "isRest", "isRestocked"}, or an error.
create or replace function public.begin_refund(
  p_number bigint, p_amount integer default null, p_lines jsonb default null, p_restock boolean default false, p_now timestamptz default now()
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  target_order public.orders;
  request_data jsonb := jsonb_build_object('amount', p_amount, 'lines', p_lines, 'restock', p_restock);
  pieces jsonb := '[]';
  refund_amount integer := p_amount;
  remaining integer;
  lines_error text;
  refund public.refunds;
  is_new boolean := false;
begin
  if (select count(*) <> count(distinct line -> 'position') from jsonb_array_elements(p_lines) as line) then
    raise exception 'A refund names each line once' using errcode = '22023';
  end if;
  select * into target_order from public.orders where number = p_number for update;
  if target_order.id is null then return public.error_response('not_found', 'There is no order ' || p_number); end if;
  if target_order.paid_at is null then
    return public.error_response('not_paid', 'Order ' || p_number || ' is ' || replace(target_order.status, '_', '-') || ': nothing was paid');
  end if;
  if p_amount is not null and p_lines is null and p_restock then
    return public.error_response('no_line', 'To put something back into stock, name its line: npm run orders -- show ' || p_number);
  end if;
  select target_order.total - target_order.refunded - public.disputed_amount(target_order.id) - coalesce(sum(r.amount), 0) into remaining
  from public.refunds r where r.order_id = target_order.id and r.booked_at is null;
  select * into refund from public.refunds r where r.order_id = target_order.id and r.booked_at is null and r.request = request_data;
  if refund.id is null then
    lines_error := public.refund_error(target_order, p_lines);
    if lines_error is not null then return public.error_response('no_such_pieces', lines_error); end if;
    if p_amount is null or p_lines is not null then
      select
        coalesce(jsonb_agg(
          jsonb_build_object('position', chosen.position, 'quantity', chosen.pieces)
            || case when chosen.restock is null then '{}' else jsonb_build_object('restock', chosen.restock) end
          order by chosen.position
        ), '[]'),
        case when p_lines is null then remaining else
          coalesce(p_amount, 0)
            + coalesce(sum(chosen.paid::bigint * (chosen.gone + chosen.pieces) / chosen.quantity - chosen.paid::bigint * chosen.gone / chosen.quantity), 0)::integer end
      into pieces, refund_amount
      from (
        select l.position, l.quantity, l.paid, l.refunded + l.asked as gone, line.restock,
          coalesce(line.quantity, l.quantity - l.refunded - l.asked) as pieces
        from public.line_payments(target_order.id) l
        left join jsonb_to_recordset(coalesce(p_lines, '[]')) as line ("position" integer, quantity integer, restock boolean)
          on line.position = l.position
        where p_lines is null or line.position is not null
      ) as chosen where chosen.pieces > 0;
    end if;
    if refund_amount not between 1 and remaining and public.disputed_amount(target_order.id) > 0 then
      return public.error_response('disputed', 'The bank has taken ' || public.format_pence(public.disputed_amount(target_order.id)) || ' of order ' || p_number
        || ' back itself, so that a refund would pay twice. ' || public.format_pence(greatest(remaining, 0)) || ' can still be paid back');
    end if;
    if refund_amount not between 1 and remaining or p_amount < 1 then
      return public.error_response('too_much', 'Only ' || public.format_pence(greatest(remaining, 0)) || ' of order ' || p_number || ' can still be paid back'
        || case when p_lines is not null then ', and what was paid for that is ' || public.format_pence(refund_amount) else '' end);
    end if;
    insert into public.refunds (order_id, amount, lines, restock, request, asked_at)
    values (target_order.id, refund_amount, pieces, p_restock, request_data, p_now) returning * into refund;
    is_new := true;
  end if;
  return public.refund_response(target_order, refund, remaining, is_new);
end $$;

-- Deletes a refund that the provider has refused. A refund that was paid out stays.
create or replace function public.delete_refund(p_id uuid) returns void language sql security definer set search_path = ''
as $$ delete from public.refunds where id = p_id and booked_at is null $$;

-- Marks the pieces of refunds that were paid out as refunded, once each, and restocks those that were to be restocked, unless they
-- never left the stock; `isRestocked` of each line records the result.
create or replace function public.record_refunded_pieces(p_order public.orders, p_ids jsonb, p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare booked public.refunds;
begin
  if jsonb_typeof(p_ids) is distinct from 'array' then return; end if;
  for booked in
    update public.refunds r set booked_at = p_now
    where r.order_id = p_order.id and r.booked_at is null and r.id::text in (select jsonb_array_elements_text(p_ids))
    returning r.*
  loop
    update public.order_items i set refunded_quantity = i.refunded_quantity + line.quantity
    from jsonb_to_recordset(booked.lines) as line ("position" integer, quantity integer)
    where i.order_id = p_order.id and i.position = line.position;
    update public.orders set cancelled_at = p_now where id = p_order.id and booked.cancels;
    continue when not p_order.stock_held;
    perform public.lock_stock(array(select product_id from public.order_items where order_id = p_order.id));
    with back as (
      select line.position, i.product_id, line.quantity
      from jsonb_to_recordset(booked.lines) as line ("position" integer, quantity integer, restock boolean)
      join public.order_items i on i.order_id = p_order.id and i.position = line.position
      join public.products p on p.id = i.product_id and p.stock is not null
      where coalesce(line.restock, booked.restock)
    ), shelved as (
      update public.products p set stock = p.stock + b.pieces
      from (select product_id, sum(quantity)::integer as pieces from back group by product_id) b where p.id = b.product_id
    )
    update public.refunds r set lines = (
      select coalesce(jsonb_agg(line || jsonb_build_object('isRestocked', (line -> 'position')::integer in (select b.position from back b)) order by place), '[]')
      from jsonb_array_elements(booked.lines) with ordinality as l (line, place)
    ) where r.id = booked.id;
  end loop;
end $$;

-- Returns the person who cancelled an order, and their words for its shopper: {"from", "words"}.
create or replace function public.cancellation_message(p_order public.orders) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('words', r.words, 'from', l.who)
    from public.refunds r
    left join public.desk_log l on l.subject = 'order:' || p_order.number and l.after ->> 'refund' = r.id::text
    where r.order_id = p_order.id and r.cancels order by l.id limit 1
  ), '{}')
$$;

-- Applies a refunded sum. A sum that is older than the known one, or about an order that is not paid yet (it waits in
-- `refunded`), changes no status, and a sent order keeps its `fulfilled_at`. The shopper gets one email about each sum, with its
-- pieces, in whatever order events arrive; the shopper of a cancelled order also gets the words that were written for them.
create or replace function public.apply_refund(p_order_id uuid, p_refunded integer, p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target_order public.orders;
  pieces jsonb;
  facts jsonb;
  -- After a failed refund the same sum can be refunded again, and is emailed again.
  failures text;
begin
  update public.orders set
    refunded = greatest(refunded, least(p_refunded, total)),
    status = case
      when status not in ('paid', 'fulfilled', 'partially_refunded') or greatest(refunded, p_refunded) = 0 then status
      when greatest(refunded, p_refunded) >= total then 'refunded'
      when status = 'fulfilled' and p_refunded <= refunded then status
      else 'partially_refunded'
    end,
    updated_at = p_now
  where id = p_order_id returning * into target_order;
  if target_order.status not in ('partially_refunded', 'refunded') or target_order.refunded <= target_order.refund_told then return; end if;
  select coalesce(':after' || nullif(count(*), 0), '') into failures from public.failed_refunds f where f.order_id = target_order.id;
  with notified as (
    update public.refunds r set told_at = p_now
    where r.order_id = target_order.id and r.booked_at is not null and r.told_at is null
    returning public.refunded_pieces(r) as pieces
  )
  select coalesce(jsonb_agg(piece), '[]') into pieces from notified cross join jsonb_array_elements(notified.pieces) as piece;
  facts := jsonb_build_object(
    'number', target_order.number, 'placedAt', target_order.created_at, 'amount', target_order.refunded - target_order.refund_told,
    'refunded', target_order.refunded, 'total', target_order.total
  );
  if target_order.cancelled_at is not null then
    perform public.queue_email(
      'order_cancelled', target_order.email, public.order_email(target_order.id) || facts || public.cancellation_message(target_order),
      target_order.id || failures, p_now
    );
  else
    perform public.queue_email(
      'refund', target_order.email, facts || jsonb_build_object('isSoldOut', target_order.sold_out_at is not null, 'pieces', pieces),
      target_order.id || ':' || target_order.refunded || failures, p_now
    );
  end if;
  update public.orders set refund_told = refunded where id = p_order_id;
end $$;

-- Undoes the booking of a refund: its pieces count as bought again, and restocked pieces are taken out of the stock.
create or replace function public.revert_refunded_pieces(p_order public.orders, p_refund public.refunds) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.order_items i set refunded_quantity = greatest(0, i.refunded_quantity - line.quantity)
  from jsonb_to_recordset(p_refund.lines) as line ("position" integer, quantity integer)
  where i.order_id = p_order.id and i.position = line.position;
  perform public.lock_stock(array(select product_id from public.order_items where order_id = p_order.id));
  update public.products p set stock = greatest(0, p.stock - back.pieces)
  from (
    select i.product_id, sum(line.quantity)::integer as pieces
    from jsonb_to_recordset(p_refund.lines) as line ("position" integer, quantity integer, "isRestocked" boolean)
    join public.order_items i on i.order_id = p_order.id and i.position = line.position
    where line."isRestocked" group by i.product_id
  ) back where p.id = back.product_id and p.stock is not null;
end $$;

-- Records that a refund's money came back. The refund's row is deleted, so that nothing counts it as refunded or requested.
create or replace function public.record_failed_refund(p_order public.orders, p_failed jsonb, p_business_email text, p_now timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  refund public.refunds;
  was_notified boolean;
  is_withdrawn boolean;
begin
  select * into refund from public.refunds r where r.order_id = p_order.id and r.id::text = p_failed ->> 'refundId';
  insert into public.failed_refunds (id, order_id, amount, why, failed_at, refund_id, lines, restock, cancels, under_way)
  values (
    p_failed ->> 'id', p_order.id, (p_failed ->> 'amount')::integer, p_failed ->> 'why', p_now, refund.id, coalesce(refund.lines, '[]'),
    coalesce(refund.restock, false), coalesce(refund.cancels, false), array(
      select r.id from public.refunds r where r.order_id = p_order.id and r.booked_at is null and r.id is distinct from refund.id
    )
  ) on conflict (id) do nothing;
  if not found then return null; end if;
  if refund.booked_at is not null then perform public.revert_refunded_pieces(p_order, refund); end if;
  if refund.cancels then update public.orders set cancelled_at = null where id = p_order.id; end if;
  delete from public.refunds where id = refund.id;
  -- Deletes an email about the refund that has not been sent yet, because it would be wrong.
  delete from public.outbox o
  where split_part(o.dedupe_key, ':', 2) = p_order.id::text and o.template in ('refund', 'order_cancelled') and o.sent_at is null and o.attempts = 0;
  was_notified := exists (
    select from public.outbox o
    where split_part(o.dedupe_key, ':', 2) = p_order.id::text and o.template in ('refund', 'order_cancelled') and not o.called_off
  );
  -- A bank that has withdrawn the payment repays the shopper itself.
  is_withdrawn := public.disputed_amount(p_order.id) > p_order.total - p_order.refunded
    - case when refund.id is not null and refund.booked_at is null then (p_failed ->> 'amount')::integer else 0 end;
  if was_notified and not is_withdrawn then
    perform public.queue_email('refund_failed', p_order.email, jsonb_build_object(
      'number', p_order.number, 'placedAt', p_order.created_at, 'amount', (p_failed ->> 'amount')::integer
    ), p_order.id || ':' || (p_failed ->> 'id'), p_now);
  end if;
  perform public.queue_email('refund_failed_notice', p_business_email, jsonb_build_object(
    'number', p_order.number, 'amount', (p_failed ->> 'amount')::integer, 'why', p_failed ->> 'why', 'wasTold', was_notified, 'isWithdrawn', is_withdrawn
  ), p_failed ->> 'id', p_now);
  return public.format_pence((p_failed ->> 'amount')::integer) || ' did not reach the shopper, the bank sent it back';
end $$;

-- Stores the present state of a payment's refunds when some of them have failed: p_facts as of a charge, with "failed": [{"id",
-- "refundId", "amount", "why"}]. Returns a result like `settle_payment`.
create or replace function public.settle_failed_refunds(
  p_event_id text, p_event_type text, p_facts jsonb, p_business_email text, p_now timestamptz default now()
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  event_id text := coalesce(p_event_id, 'asked_' || gen_random_uuid());
  target_order public.orders;
  failed jsonb;
  still_refunded integer;
  changes text[] := '{}';
begin
  if not public.record_payment_event(event_id, p_event_type, p_now) then return '{"outcome": "repeated"}'; end if;
  target_order := public.find_payment_order(p_facts);
  select * into target_order from public.orders where id = target_order.id for update;
  if target_order.id is null then
    return public.close_payment_event(event_id, p_event_id is null, target_order, 'no such order', null);
  end if;
  for failed in select * from jsonb_array_elements(p_facts -> 'failed') loop
    changes := array_remove(changes || public.record_failed_refund(target_order, failed, p_business_email, p_now), null);
  end loop;
  if cardinality(changes) > 0 then
    still_refunded := least(target_order.refunded, (p_facts ->> 'amountRefunded')::integer + public.refunded_elsewhere(target_order.id));
    update public.orders o set refunded = still_refunded, refund_told = least(o.refund_told, still_refunded), updated_at = p_now, status = case
      when o.status not in ('refunded', 'partially_refunded') then o.status
      when still_refunded > 0 and still_refunded < o.total then 'partially_refunded'
      when still_refunded > 0 then o.status
      when o.fulfilled_at is not null then 'fulfilled'
      else 'paid'
    end where o.id = target_order.id;
    perform public.update_order_hold(target_order.id, p_now);
    perform realtime.send('{}', topic, 'desk', true) from unnest(array['orders', 'money']) as topic;
  end if;
  return public.close_payment_event(event_id, p_event_id is null, target_order, null, nullif(array_to_string(changes, '; '), ''));
end $$;

-- Settles the failed refunds that a refund which was paid out makes up for: the oldest failed one of the same amount, or all of
-- them when it is not less than their sum. A refund that was under way at the failure makes up for nothing.
create or replace function public.settle_earlier_failed_refunds() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  with owed as (
    select f.id, f.amount, row_number() over (partition by f.amount order by f.failed_at, f.id) as place, sum(f.amount) over () as sum
    from public.failed_refunds f where f.order_id = new.order_id and f.settled_at is null and new.id <> all (f.under_way)
  )
  update public.failed_refunds f set settled_at = new.booked_at, settled = 'again'
  from owed where owed.id = f.id and (new.amount >= owed.sum or owed.amount = new.amount and owed.place = 1);
  if found then perform public.update_order_hold(new.order_id, new.booked_at); end if;
  return null;
end $$;
create or replace trigger refunds_settle_failed after update of booked_at on public.refunds for each row
  when (old.booked_at is null and new.booked_at is not null) execute function public.settle_earlier_failed_refunds();

-- Settles a failed refund as the owner decides: 'elsewhere' means that the money was paid back in another way, so that its
-- pieces count as refunded; 'left' means that the money is not refunded. An order that was to be cancelled and has been sent since
-- is neither cancelled nor restocked.
create or replace function public.desk_settle_refund(p_id text, p_how text) returns void language plpgsql security definer set search_path = '' as $$
declare
  failed public.failed_refunds;
  target_order public.orders;
begin
  perform public.require_staff();
  if p_how is null or p_how not in ('elsewhere', 'left') then raise sqlstate 'PT400' using message = 'Please load the page again.'; end if;
  select * into failed from public.failed_refunds f where f.id = p_id;
  select * into target_order from public.orders o where o.id = failed.order_id for update;
  select * into failed from public.failed_refunds f where f.id = p_id for update;
  if failed.id is null then raise sqlstate 'PT400' using message = 'There is no such refund any more.'; end if;
  if failed.settled = p_how then return; end if;
  if failed.settled is not null then perform public.raise_conflict(to_jsonb(failed.settled)); end if;
  if p_how = 'elsewhere' then
    if failed.amount > public.refundable_amount(target_order) then
      raise sqlstate 'PT400' using message = 'Only ' || public.format_pence(public.refundable_amount(target_order)) || ' of order ' || target_order.number || ' is left to pay back.';
    end if;
    update public.order_items i set refunded_quantity = least(i.quantity, i.refunded_quantity + line.quantity)
    from jsonb_to_recordset(failed.lines) as line ("position" integer, quantity integer)
    where i.order_id = target_order.id and i.position = line.position;
    if target_order.stock_held and not (failed.cancels and target_order.fulfilled_at is not null) then
      perform public.lock_stock(array(select product_id from public.order_items where order_id = target_order.id));
      update public.products p set stock = p.stock + back.pieces
      from (
        select i.product_id, sum(line.quantity)::integer as pieces
        from jsonb_to_recordset(failed.lines) as line ("position" integer, quantity integer, restock boolean)
        join public.order_items i on i.order_id = target_order.id and i.position = line.position
        where coalesce(line.restock, failed.restock) group by i.product_id
      ) back where p.id = back.product_id and p.stock is not null;
    end if;
    update public.orders o set
      refunded = o.refunded + failed.amount, refund_told = o.refunded + failed.amount, updated_at = now(),
      cancelled_at = case when failed.cancels and o.fulfilled_at is null then now() else o.cancelled_at end,
      status = case when o.refunded + failed.amount >= o.total then 'refunded' else 'partially_refunded' end
    where o.id = target_order.id;
  end if;
  update public.failed_refunds set settled_at = now(), settled = p_how where id = p_id;
  perform public.update_order_hold(target_order.id, now());
  perform public.log_desk_action('settle_refund', 'order:' || target_order.number, null, jsonb_build_object('amount', failed.amount, 'how', p_how));
  perform realtime.send('{}', 'orders', 'desk', true);
end $$;

create or replace function public.unsettled_refunds() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('count', count(*), 'first', (array_agg(
    jsonb_build_object('number', o.number, 'amount', f.amount) order by f.failed_at
  ))[1])
  from public.failed_refunds f join public.orders o on o.id = f.order_id where f.settled_at is null
$$;

-- Returns how much was refunded outside the provider after a refund had failed.
create or replace function public.refunded_elsewhere(p_order_id uuid) returns integer language sql stable security definer set search_path = '' as $$
  select coalesce(sum(f.amount), 0)::integer from public.failed_refunds f where f.order_id = p_order_id and f.settled = 'elsewhere'
$$;

grant execute on function
  public.begin_refund,
  public.delete_refund,
  public.settle_failed_refunds
to service_role;
grant execute on function public.desk_settle_refund to authenticated, service_role;
