-- The desk's orders: how they are found, what happened to one, what goes back of it, and the mail that is sent again.

-- What the desk adds to a refund: why (`reason` is for the desk), and whether it calls the whole order off, with a line for
-- its shopper (`words`).
alter table public.refunds
  add column reason text check (length(reason) between 1 and 500),
  add column cancels boolean not null default false,
  add column words text check (length(words) between 1 and 500);
-- When the money of a cancelled order had gone back.
alter table public.orders add column cancelled_at timestamptz;

-- Words are found anywhere by their groups of three letters; the extension may lie in any schema.
select set_config('search_path', format('public, extensions, %I', n.nspname), true)
from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';

create index orders_cancelled on public.orders (number) where cancelled_at is not null;
create index orders_paid_back on public.orders (number) where refunded > 0;
create index orders_payment_failed on public.orders (number) where status = 'payment_failed';
create index orders_postcode on public.orders using gin (replace(delivery_address ->> 'postcode', ' ', '') gin_trgm_ops);
create index products_incomplete on public.products (name) where public.is_food_category(category) and (
  ingredients = '{}' or allergens is null or net_quantity is null or storage is null
  or not coalesce(allergen_answers ?& array['celery', 'gluten', 'crustaceans', 'eggs', 'fish', 'lupin', 'milk', 'molluscs',
    'mustard', 'nuts', 'peanuts', 'sesame', 'soya', 'sulphites'], true)
);
create index payment_events_of_order on public.payment_events (order_id) where order_id is not null;
-- Which order or box a mail is about.
create index outbox_about on public.outbox (split_part(dedupe_key, ':', 2));

-- Who is erased is erased here, too.
create function public.forget_reasons() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.refunds set reason = null, words = null where order_id = new.id;
  return null;
end $$;
create trigger orders_forget_reasons after update of erased_at on public.orders for each row
  when (new.erased_at is not null) execute function public.forget_reasons();

-- ── Refunds ─────────────────────────────────────────────────────────────────────────────────────

-- Writes down a refund: of pieces (p_lines, at their share of what was paid for goods; each is restocked as it says, or as
-- p_restock), of pence, of pieces and pence beside them (for delivery), or of all that is left. Answers {"id", "amount",
-- "pieces", "isNew", "isRest", "isRestocked"}, or an error.
create or replace function public.begin_refund(
  p_number bigint, p_amount integer default null, p_lines jsonb default null, p_restock boolean default false, p_now timestamptz default now()
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  concerned public.orders;
  wanted jsonb := jsonb_build_object('amount', p_amount, 'lines', p_lines, 'restock', p_restock);
  pieces jsonb := '[]';
  sum integer := p_amount;
  remaining integer;
  fault text;
  kept public.refunds;
  is_new boolean := false;
begin
  if (select count(*) <> count(distinct line -> 'position') from jsonb_array_elements(p_lines) as line) then
    raise exception 'A refund names each line once' using errcode = '22023';
  end if;
  select * into concerned from public.orders where number = p_number for update;
  if concerned.id is null then return public.checkout_error('not_found', 'There is no order ' || p_number); end if;
  if concerned.paid_at is null then
    return public.checkout_error('not_paid', 'Order ' || p_number || ' is ' || replace(concerned.status, '_', '-') || ': nothing was paid');
  end if;
  if p_amount is not null and p_lines is null and p_restock then
    return public.checkout_error('no_line', 'To put something back into stock, name its line: npm run orders -- show ' || p_number);
  end if;
  select concerned.total - concerned.refunded - coalesce(sum(r.amount), 0) into remaining
  from public.refunds r where r.order_id = concerned.id and r.booked_at is null;
  select * into kept from public.refunds r where r.order_id = concerned.id and r.booked_at is null and r.request = wanted;
  if kept.id is null then
    fault := public.refund_fault(concerned, p_lines);
    if fault is not null then return public.checkout_error('no_such_pieces', fault); end if;
    if p_amount is null or p_lines is not null then
      select
        coalesce(jsonb_agg(
          jsonb_build_object('position', had.position, 'quantity', had.pieces)
            || case when had.restock is null then '{}' else jsonb_build_object('restock', had.restock) end
          order by had.position
        ), '[]'),
        case when p_lines is null then remaining else
          coalesce(p_amount, 0)
            + coalesce(sum(had.paid::bigint * (had.gone + had.pieces) / had.quantity - had.paid::bigint * had.gone / had.quantity), 0)::integer end
      into pieces, sum
      from (
        select l.position, l.quantity, l.paid, l.refunded + l.asked as gone, line.restock,
          coalesce(line.quantity, l.quantity - l.refunded - l.asked) as pieces
        from public.line_payments(concerned.id) l
        left join jsonb_to_recordset(coalesce(p_lines, '[]')) as line ("position" integer, quantity integer, restock boolean)
          on line.position = l.position
        where p_lines is null or line.position is not null
      ) as had where had.pieces > 0;
    end if;
    if sum not between 1 and remaining or p_amount < 1 then
      return public.checkout_error('too_much', 'Of order ' || p_number || ', ' || public.pounds(greatest(remaining, 0)) || ' can be paid back'
        || case when p_lines is not null then ', and what was paid for that is ' || public.pounds(sum) else '' end);
    end if;
    insert into public.refunds (order_id, amount, lines, restock, request, asked_at)
    values (concerned.id, sum, pieces, p_restock, wanted, p_now) returning * into kept;
    is_new := true;
  end if;
  return public.refund_begun(concerned, kept, remaining, is_new);
end $$;

-- A refund as `begin_refund` answers it; p_remaining is what was left to pay back before it, or beside it when it is not new.
create function public.refund_begun(p_order public.orders, p_refund public.refunds, p_remaining integer, p_is_new boolean) returns jsonb
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

-- Marks the pieces of refunds that have gone back, once each, and restocks what was asked for, unless it never left the stock.
create or replace function public.book_refunds(p_order public.orders, p_ids jsonb, p_now timestamptz) returns void
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
    update public.products p set stock = p.stock + back.pieces
    from (
      select i.product_id, sum(line.quantity)::integer as pieces
      from jsonb_to_recordset(booked.lines) as line ("position" integer, quantity integer, restock boolean)
      join public.order_items i on i.order_id = p_order.id and i.position = line.position
      where coalesce(line.restock, booked.restock) group by i.product_id
    ) as back
    where p.id = back.product_id and p.stock is not null;
  end loop;
end $$;

-- Whoever's order was cancelled is told that, too, with the line that was written to them.
create or replace function public.apply_refund(p_order_id uuid, p_refunded integer, p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  concerned public.orders;
  pieces jsonb;
  facts jsonb;
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
  where id = p_order_id returning * into concerned;
  if concerned.status not in ('partially_refunded', 'refunded') or concerned.refunded <= concerned.refund_told then return; end if;
  with told as (
    update public.refunds r set told_at = p_now
    where r.order_id = concerned.id and r.booked_at is not null and r.told_at is null
    returning public.refunded_pieces(r) as pieces
  )
  select coalesce(jsonb_agg(piece), '[]') into pieces from told cross join jsonb_array_elements(told.pieces) as piece;
  facts := jsonb_build_object(
    'number', concerned.number, 'placedAt', concerned.created_at, 'amount', concerned.refunded - concerned.refund_told,
    'refunded', concerned.refunded, 'total', concerned.total
  );
  if concerned.cancelled_at is not null then
    perform public.queue_letter(
      'order_cancelled', concerned.email, public.order_letter(concerned.id) || facts || public.cancel_words(concerned),
      concerned.id::text, p_now
    );
  else
    perform public.queue_letter(
      'refund', concerned.email, facts || jsonb_build_object('isSoldOut', concerned.sold_out_at is not null, 'pieces', pieces),
      concerned.id || ':' || concerned.refunded, p_now
    );
  end if;
  update public.orders set refund_told = refunded where id = p_order_id;
end $$;

-- Who cancelled an order, and the line for its shopper: {"from", "words"}.
create function public.cancel_words(p_order public.orders) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('words', r.words, 'from', l.who)
    from public.refunds r
    left join public.desk_log l on l.subject = 'order:' || p_order.number and l.after ->> 'refund' = r.id::text
    where r.order_id = p_order.id and r.cancels order by l.id limit 1
  ), '{}')
$$;

-- ── What is found ───────────────────────────────────────────────────────────────────────────────

-- Each way by an index: 'paid' are all that are to be packed, a day is London's, fewer than three characters are a number.
create or replace function public.orders_found(p_status text, p_day date, p_search text) returns setof bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text := case when length(p_search) >= 3 then '%' || regexp_replace(p_search, '([\\%_])', '\\\1', 'g') || '%' end;
  wanted bigint := case when p_search ~ '^[0-9]{1,15}$' then p_search::bigint end;
begin
  if p_search is not null then
    return query
      select o.number from public.orders o where o.number = wanted
      union select o.number from public.orders o where o.email ilike pattern
      union select o.number from public.orders o where o.delivery_address ->> 'name' ilike pattern
      union select o.number from public.orders o where replace(o.delivery_address ->> 'postcode', ' ', '') ilike replace(pattern, ' ', '')
      union select o.number from public.orders o
        where o.id in (select i.order_id from public.order_items i where i.name ilike pattern);
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
    'to-pack', (select count(*) from public.orders_to_pack() w where not w.is_packed),
    'packed', (select count(*) from public.orders_to_pack() w where w.is_packed),
    'sent', (select count(*) from public.orders o where o.fulfilled_at is not null),
    'paid-back', (select count(*) from public.orders o where o.refunded > 0),
    'cancelled', (select count(*) from public.orders o where o.cancelled_at is not null),
    'payment-failed', (select count(*) from public.orders o where o.status = 'payment_failed'),
    'box-payments', (select count(*) from public.subscriptions s where s.overdue_invoice_id is not null and s.status <> 'cancelled'),
    'all', (select count(*) from public.orders o where o.paid_at is not null)
  )
$$;

-- A page of orders, the newest first, those to pack as Pack has them: what p_search finds, or those of p_tab. Answers
-- {"total", "counts", "orders"}.
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
    with found as materialized (select f.number from public.orders_found(null, null, sought) as f (number))
    select (select count(*) from found), array(select f.number from found f order by f.number desc limit most offset skipped) into total, page;
  else
    counts := public.order_counts();
    total := coalesce((counts ->> p_tab)::bigint, 0);
    page := case p_tab
      when 'to-pack' then array(select w.number from public.orders_to_pack() w where not w.is_packed order by w.place limit most offset skipped)
      when 'packed' then array(select w.number from public.orders_to_pack() w where w.is_packed order by w.place limit most offset skipped)
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

-- Food whose label is not whole, as the list of products has it: what cannot go on sale yet, and what to mend.
create function public.labels_incomplete() returns jsonb language sql stable security definer set search_path = '' as $$
  with incomplete as (
    select p.name from public.products p where public.is_food_category(p.category) and (
      p.ingredients = '{}' or p.allergens is null or p.net_quantity is null or p.storage is null
      or not coalesce(p.allergen_answers ?& array['celery', 'gluten', 'crustaceans', 'eggs', 'fish', 'lupin', 'milk', 'molluscs',
        'mustard', 'nuts', 'peanuts', 'sesame', 'soya', 'sulphites'], true)
    )
  )
  select jsonb_build_object('count', (select count(*) from incomplete), 'names', (
    select coalesce(jsonb_agg(f.name order by f.name), '[]') from (select * from incomplete order by incomplete.name limit 3) f
  ))
$$;

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
    select n.done_at, n.action, jsonb_build_object('who', n.who, 'after', n.after) from noted n
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

-- The box that an order began, or is a later one of; null without one, or while its first payment has not come.
create function public.box_of_order(p_order public.orders) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'began', founding.number, 'status', s.status, 'amount', s.amount, 'nextAt', s.current_period_end, 'endsAt', s.ends_at,
    'endedAt', s.ended_at, 'overdue', s.overdue_amount, 'retryAt', s.retry_at,
    'turn', (select count(*) from public.orders o where o.stripe_subscription_id = s.stripe_subscription_id and o.number <= p_order.number)
  )
  from public.subscriptions s join public.orders founding on founding.id = s.order_id
  where s.stripe_subscription_id = p_order.stripe_subscription_id and s.status <> 'incomplete'
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
    'deliveryPrice', concerned.delivery_price, 'discount', concerned.discount, 'refunded', concerned.refunded,
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

-- Notes who stops the box that began with an order, for the end of the paid time or at once, and answers the provider's id.
create function public.desk_stop_box(p_number bigint, p_at_once boolean) returns text language plpgsql security definer set search_path = '' as $$
declare box public.subscriptions;
begin
  perform public.desk_enter();
  select s.* into box from public.subscriptions s join public.orders o on o.id = s.order_id
  where o.number = p_number and s.status <> 'incomplete';
  if box.id is null then
    raise sqlstate 'PT400' using message = 'No box began with order ' || coalesce(p_number::text, 'without a number') || '.';
  elsif box.status = 'cancelled' then
    raise sqlstate 'PT400' using message = 'The box of order ' || p_number || ' has ended already.';
  elsif box.ends_at is not null and not p_at_once then
    raise sqlstate 'PT400' using message = 'The box of order ' || p_number || ' ends already when the paid time is over.';
  end if;
  perform public.desk_note('stop_box', 'order:' || p_number, to_jsonb(box.status), jsonb_build_object('atOnce', p_at_once));
  return box.stripe_subscription_id;
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
grant execute on function public.desk_orders, public.desk_order, public.desk_pay_back, public.desk_cancel_order, public.desk_refund_again,
  public.desk_stop_box, public.desk_resend, public.desk_undo_resend to authenticated, service_role;
