-- How an order becomes paid and paid back, by the provider's webhook, the sweep, the owner's commands and the desk.

-- Every notification of the payment provider that was taken in, once. Service role only.
create table public.payment_events (
  id text primary key,
  type text not null,
  order_id uuid references public.orders on delete set null,
  outcome text not null check (outcome in ('applied', 'ignored', 'set aside')),
  detail text,
  received_at timestamptz not null default now()
);
create index payment_events_set_aside on public.payment_events (received_at) where outcome = 'set aside';
create index payment_events_of_order on public.payment_events (order_id) where order_id is not null;
create index payment_events_received on public.payment_events (received_at);
alter table public.payment_events enable row level security;
create trigger payment_events_tell_desk after update on public.payment_events for each row
  when (old.outcome <> new.outcome and new.outcome = 'set aside') execute function public.tell_desk('mail');

-- The order as its emails show it: the time of the delivery named once, and the net weight or volume of each line as its
-- label has it ('190 g'), which the law counts among what a buyer keeps in writing; null for what has none. Of an order that
-- was paid for in a holiday it also says when it leaves.
create function public.order_letter(p_order_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', o.number, 'placedAt', o.created_at, 'email', o.email, 'subtotal', o.subtotal, 'deliveryName', o.delivery_name,
    'deliveryPrice', o.delivery_price, 'deliveryTime', nullif(d.description, ''), 'discount', o.discount, 'total', o.total,
    'address', o.delivery_address, 'termsVersion', o.terms_version, 'isSubscription', o.is_subscription,
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'name', i.name, 'slug', i.slug, 'quantity', i.quantity, 'unitAmount', i.unit_amount, 'allergens', i.allergens, 'size', i.size,
        'net', trim_scale(p.net_quantity) || ' ' || p.net_unit,
        'interval', case when i.recurring_interval is not null then
          jsonb_build_object('unit', i.recurring_interval, 'count', i.recurring_interval_count) end
      ) order by i.position)
      from public.order_items i left join public.products p on p.id = i.product_id where i.order_id = o.id
    )
  ) || case when holiday is null then '{}' else jsonb_build_object('holiday', holiday) end
  from public.orders o join public.delivery_methods d on d.id = o.delivery_method_id
  cross join lateral public.holiday_at(coalesce(o.paid_at, now())) as holiday where o.id = p_order_id
$$;

-- Once. The owner's notice says of a later box that it is one, so that it is not packed twice by mistake, nor left out.
create function public.queue_order_letter(p_template text, p_order_id uuid, p_recipient text, p_note text, p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  select public.queue_letter(
    p_template, p_recipient,
    public.order_letter(p_order_id)
      || case when p_note is null then '{}'::jsonb else jsonb_build_object('note', p_note) end
      || case when p_template = 'order_notice' then public.box_in_turn(p_order_id) else '{}'::jsonb end,
    p_order_id::text, p_now
  )
$$;

-- ── Refunds ─────────────────────────────────────────────────────────────────────────────────────

-- What is asked of the provider is written down first, so that it is asked for once.

-- What the owner pays back: pence, and the pieces that it is for as [{"position", "quantity"}]; [] for a sum of money. The
-- same `request` before the provider has answered is the same refund. `booked_at` is when the provider said that it has
-- gone, `told_at` when the shopper was written to. Service role only.
create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders on delete cascade,
  amount integer not null check (amount > 0),
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'),
  restock boolean not null default false,
  request jsonb not null default '{}',
  asked_at timestamptz not null default now(),
  booked_at timestamptz,
  told_at timestamptz,
  reason text check (length(reason) between 1 and 500), -- for the desk
  cancels boolean not null default false, -- calls the whole order off
  words text check (length(words) between 1 and 500) -- a line for the shopper of a cancelled order
);
create index refunds_of_order on public.refunds (order_id, asked_at);
create unique index refunds_asked_once on public.refunds (order_id, request) where booked_at is null;
create index refunds_booked on public.refunds (booked_at) where booked_at is not null;
alter table public.refunds enable row level security;

-- Who is erased is erased here, too.
create function public.forget_reasons() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.refunds set reason = null, words = null where order_id = new.id;
  return null;
end $$;
create trigger orders_forget_reasons after update of erased_at on public.orders for each row
  when (new.erased_at is not null) execute function public.forget_reasons();

-- What was paid for each line of some orders, a discount taken off.
create function public.lines_paid(p_orders uuid[])
returns table (order_id uuid, "position" integer, quantity integer, refunded integer, paid integer)
language sql stable security definer set search_path = '' as $$
  select i.order_id, i.position::integer, i.quantity::integer, i.refunded_quantity::integer,
    (i.upto * i.goods / greatest(i.whole, 1) - (i.upto - i.cost) * i.goods / greatest(i.whole, 1))::integer
  from (
    select *, (sum(cost) over (partition by priced.order_id order by priced.position))::bigint as upto,
      (sum(cost) over (partition by priced.order_id))::bigint as whole
    from (
      select l.order_id, l.position, l.quantity, l.refunded_quantity, l.unit_amount::bigint * l.quantity as cost,
        (o.total - o.delivery_price + o.delivery_discount)::bigint as goods
      from public.orders o join public.order_items l on l.order_id = o.id where o.id = any (p_orders)
    ) as priced
  ) as i
$$;

-- What was paid for each line, in pence, a discount taken off in proportion to what the lines cost, so that the shares add
-- up (`allocate` of domain/allocate.ts). With the pieces that have been paid back, and those that are being.
create function public.line_payments(p_order_id uuid)
returns table ("position" integer, quantity integer, refunded integer, asked integer, paid integer)
language sql stable security definer set search_path = '' as $$
  select l.position, l.quantity, l.refunded, (
      select coalesce(sum((line ->> 'quantity')::integer), 0)::integer
      from public.refunds r cross join jsonb_array_elements(r.lines) as line
      where r.order_id = p_order_id and r.booked_at is null and (line ->> 'position')::integer = l.position
    ), l.paid
  from public.lines_paid(array[p_order_id]) l
$$;

-- The pieces that a refund is for, in the words of the order: [{"name", "quantity", "size"}].
create function public.refunded_pieces(p_refund public.refunds) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', i.name, 'quantity', line.quantity, 'size', i.size) order by i.position), '[]')
  from jsonb_to_recordset(p_refund.lines) as line ("position" integer, quantity integer)
  join public.order_items i on i.order_id = p_refund.order_id and i.position = line.position
$$;

-- Why pieces cannot be paid back, or null; without a quantity it is what is left of a line. People count lines from 1.
create function public.refund_fault(p_order public.orders, p_lines jsonb) returns text
language sql stable security definer set search_path = '' as $$
  select string_agg(case
    when had.position is null then 'Order ' || p_order.number || ' has no line ' || line.position + 1
    when had.left_over = 0 then 'Line ' || line.position + 1 || ' of order ' || p_order.number || ' has gone back already'
    else 'Of line ' || line.position + 1 || ' of order ' || p_order.number || ', ' || had.left_over || ' can be paid back'
  end, '. ' order by line.position)
  from jsonb_to_recordset(p_lines) as line ("position" integer, quantity integer)
  left join (
    select l.position, l.quantity - l.refunded - l.asked as left_over from public.line_payments(p_order.id) l
  ) as had on had.position = line.position
  where had.position is null or had.left_over = 0 or line.quantity not between 1 and had.left_over
$$;

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

-- Writes down a refund: of pieces (p_lines, at their share of what was paid for goods; each is restocked as it says, or as
-- p_restock), of pence, of pieces and pence beside them (for delivery), or of all that is left. Answers {"id", "amount",
-- "pieces", "isNew", "isRest", "isRestocked"}, or an error.
create function public.begin_refund(
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

-- Forgets a refund that the provider has refused. One that has gone back stays.
create function public.drop_refund(p_id uuid) returns void language sql security definer set search_path = ''
as $$ delete from public.refunds where id = p_id and booked_at is null $$;

-- Marks the pieces of refunds that have gone back, once each, and restocks what was asked for, unless it never left the stock.
create function public.book_refunds(p_order public.orders, p_ids jsonb, p_now timestamptz) returns void
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

-- Who cancelled an order, and the line for its shopper: {"from", "words"}.
create function public.cancel_words(p_order public.orders) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('words', r.words, 'from', l.who)
    from public.refunds r
    left join public.desk_log l on l.subject = 'order:' || p_order.number and l.after ->> 'refund' = r.id::text
    where r.order_id = p_order.id and r.cancels order by l.id limit 1
  ), '{}')
$$;

-- News older than what is known, or about an order that is not paid yet (it waits in `refunded`), moves no status, and a
-- sent order stays sent. The shopper is told of each sum once, with its pieces, however notifications were ordered; whoever's
-- order was cancelled is told that, too, with the line that was written to them.
create function public.apply_refund(p_order_id uuid, p_refunded integer, p_now timestamptz) returns void
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

-- ── Settlement ──────────────────────────────────────────────────────────────────────────────────

-- Takes the lines of a paid order out of its shopper's cart; what was added meanwhile stays in an open one.
create function public.empty_cart(p_user_id uuid, p_order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare rest jsonb;
begin
  perform from public.carts where user_id = p_user_id for update;
  select coalesce(jsonb_agg(line || jsonb_build_object('quantity', (line ->> 'quantity')::integer - coalesce(i.quantity, 0)) order by place)
    filter (where (line ->> 'quantity')::integer > coalesce(i.quantity, 0)), '[]') into rest
  from public.carts c cross join jsonb_array_elements(c.items) with ordinality as entry (line, place)
  left join public.order_items i on i.order_id = p_order_id and i.product_id = (line ->> 'product_id')::uuid
  where c.user_id = p_user_id;
  update public.carts set items = rest, checked_out = rest = '[]' where user_id = p_user_id;
end $$;

-- By the id that our request carried, else by the invoice of a later box, the session or the payment.
create function public.order_of_payment(p_facts jsonb) returns public.orders
language sql stable security definer set search_path = '' as $$
  select o from public.orders o
  where case
    when p_facts ->> 'orderId' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then o.id = (p_facts ->> 'orderId')::uuid
    when p_facts ->> 'invoiceId' is not null then o.stripe_invoice_id = p_facts ->> 'invoiceId'
    when p_facts ->> 'sessionId' is not null then o.stripe_session_id = p_facts ->> 'sessionId'
    else o.stripe_payment_intent_id = p_facts ->> 'paymentIntentId'
  end
$$;

-- Why a notification cannot be about this order, or null. A discount that the provider grants is on goods alone.
create function public.payment_mismatch(p_order public.orders, p_facts jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_order.id is null then 'no such order'
    when p_order.stripe_session_id <> p_facts ->> 'sessionId' then 'another session than the order''s'
    when p_order.currency is distinct from p_facts ->> 'currency' then 'another currency'
    when coalesce((p_facts ->> 'amountDiscount')::bigint, 0) not between 0 and p_order.subtotal + p_order.delivery_discount
      or (p_order.discount_code is not null and coalesce((p_facts ->> 'amountDiscount')::bigint, 0) <> p_order.discount)
      or (p_facts ->> 'amountTotal')::bigint is distinct from
        p_order.subtotal + p_order.delivery_price - coalesce((p_facts ->> 'amountDiscount')::bigint, 0)
      then 'another amount than the order''s'
  end
$$;

create function public.note_payment_details(p_order_id uuid, p_facts jsonb, p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  update public.orders set
    stripe_session_id = coalesce(stripe_session_id, p_facts ->> 'sessionId'),
    stripe_session_url = null,
    stripe_payment_intent_id = coalesce(p_facts ->> 'paymentIntentId', stripe_payment_intent_id),
    stripe_subscription_id = coalesce(p_facts ->> 'subscriptionId', stripe_subscription_id),
    delivery_address = coalesce(nullif(p_facts -> 'address', 'null'), delivery_address),
    updated_at = p_now
  where id = p_order_id;
  update public.order_items set size = left(p_facts -> 'sizes' ->> position::text, 40)
  where order_id = p_order_id and p_facts -> 'sizes' ->> position::text is not null;
$$;

-- Whether a payment was agreed on, so that the page's address is gone, and has yet to come in, as a bank debit does days
-- later. What it buys leaves the cart at once, or its shopper would buy it twice; should the money not come, an email says so.
create function public.is_settling(p_order public.orders) returns boolean language sql immutable set search_path = ''
as $$ select p_order.status = 'pending' and p_order.stripe_session_id is not null and p_order.stripe_session_url is null $$;

-- Makes an order paid, with refunds that were heard of before. One without a reservation whose stock is gone by now is sold
-- out: its money goes back in whole, so its cart stays and nobody is told to pack it.
create function public.settle_paid(p_order public.orders, p_facts jsonb, p_business_email text, p_now timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  discount_given integer := coalesce((p_facts ->> 'amountDiscount')::integer, 0);
  is_there boolean := p_order.stock_held;
  is_sold_out boolean;
  note text;
begin
  perform public.note_payment_details(p_order.id, p_facts, p_now);
  if p_order.status not in ('pending', 'expired', 'payment_failed') then return null; end if;
  if not is_there then is_there := public.take_stock(p_order.id); end if;
  is_sold_out := not is_there and coalesce(p_order.reserved_until = p_order.created_at, false);
  -- At once: what uses up the code looks whether the order was sold out.
  update public.orders set
    status = 'paid', paid_at = p_now, sold_out_at = case when is_sold_out then p_now end,
    discount = discount_given, total = subtotal + delivery_price - discount_given
  where id = p_order.id;
  if is_sold_out then
    perform public.apply_refund(p_order.id, p_order.refunded, p_now);
    return 'sold out';
  end if;
  if not is_there then note := 'Paid after its time was up, and not everything is in stock any more.'; end if;
  if p_order.user_id is not null and not public.is_settling(p_order) then perform public.empty_cart(p_order.user_id, p_order.id); end if;
  perform public.queue_order_letter('order_confirmation', p_order.id, p_order.email, null, p_now);
  perform public.queue_order_letter('order_notice', p_order.id, p_business_email, note, p_now);
  perform public.apply_refund(p_order.id, p_order.refunded, p_now);
  return coalesce(note, 'paid');
end $$;

-- A payment that was agreed on: keeps what the payment page asked for, takes the lines out of the cart and writes to the
-- shopper, once, with the sums that they agreed to pay: a code that was typed on the payment page is known only from there.
create function public.settle_agreed(p_order public.orders, p_facts jsonb, p_now timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform public.note_payment_details(p_order.id, p_facts, p_now);
  if p_order.status not in ('pending', 'expired') or public.is_settling(p_order) then return 'waiting for the money'; end if;
  if p_order.user_id is not null and p_order.status = 'pending' then perform public.empty_cart(p_order.user_id, p_order.id); end if;
  perform public.queue_letter('order_waiting', p_order.email, public.order_letter(p_order.id) || jsonb_build_object(
    'discount', coalesce((p_facts ->> 'amountDiscount')::integer, 0), 'total', (p_facts ->> 'amountTotal')::integer
  ), p_order.id::text, p_now);
  return 'waiting for the money';
end $$;

-- What a notification does to its order, in words, or null. The provider tells what went back in all; noted is the change.
create function public.apply_payment_event(
  p_order public.orders, p_event_type text, p_facts jsonb, p_business_email text, p_now timestamptz
) returns text language plpgsql security definer set search_path = '' as $$
declare brought integer := (p_facts ->> 'amountRefunded')::integer - p_order.refunded;
begin
  if p_event_type = 'charge.refunded' then
    perform public.book_refunds(p_order, p_facts -> 'refunds', p_now);
    perform public.apply_refund(p_order.id, (p_facts ->> 'amountRefunded')::integer, p_now);
    return case when brought > 0 then 'refunded ' || public.pounds(brought) else 'refunded nothing more' end;
  elsif p_event_type = 'checkout.session.async_payment_failed' then
    -- A paid order stays paid.
    if p_order.status not in ('pending', 'expired') then return null; end if;
    update public.orders set status = 'payment_failed', stripe_session_url = null, updated_at = p_now where id = p_order.id;
    perform public.return_stock(p_order.id);
    perform public.queue_order_letter('payment_failed', p_order.id, p_order.email, null, p_now);
    return 'payment failed';
  elsif p_event_type = 'checkout.session.expired' then
    return case when public.release_order(p_order.id, p_now) then 'expired' end;
  elsif p_facts ->> 'paymentStatus' in ('paid', 'no_payment_required') then
    return public.settle_paid(p_order, p_facts, p_business_email, p_now);
  elsif p_event_type = 'checkout.session.completed' then
    return public.settle_agreed(p_order, p_facts, p_now);
  end if;
  return null;
end $$;

-- Settles one notification, or one answer to the sweep's question, in one transaction and once. p_facts: {"sessionId",
-- "orderId", "paymentStatus", "currency", "amountTotal", "amountDiscount", "paymentIntentId", "subscriptionId", "address",
-- "sizes"} of a session, {…, "amountRefunded", "refunds"} of a charge; with a box "subscription", the "revision" that it
-- was read at, and "invoices". What the server asked by itself and changes nothing is not noted. Answers {"outcome",
-- "detail", "number"}: "set aside" does not fit its order; of 'outdated' and 'unfounded' nothing was taken in.
create function public.settle_payment(
  p_event_id text, p_event_type text, p_facts jsonb, p_business_email text, p_now timestamptz default now()
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  event_id text := coalesce(p_event_id, 'asked_' || gen_random_uuid());
  has_box boolean := coalesce(jsonb_typeof(p_facts -> 'subscription') = 'object', false);
  concerned public.orders;
  obstacle text;
  boxes jsonb;
  problem text;
  change text;
  verdict text;
begin
  if has_box then
    obstacle := public.subscription_obstacle(p_event_id, p_facts);
    if obstacle is not null then return jsonb_build_object('outcome', obstacle); end if;
  end if;
  insert into public.payment_events (id, type, outcome, received_at) values (event_id, p_event_type, 'ignored', p_now)
  on conflict (id) do nothing;
  if not found then return jsonb_build_object('outcome', 'repeated'); end if;
  if p_event_type like 'checkout.%' or p_event_type like 'charge.%' then
    concerned := public.order_of_payment(p_facts);
    select * into concerned from public.orders where id = concerned.id for update;
    problem := case
      when p_event_type <> 'charge.refunded' then public.payment_mismatch(concerned, p_facts)
      when concerned.id is null then 'no such order'
      when concerned.currency is distinct from p_facts ->> 'currency' then 'another currency'
      when coalesce((p_facts ->> 'amountRefunded')::bigint, -1) not between 0 and concerned.total then 'another amount than the order''s'
    end;
    if problem is null then change := public.apply_payment_event(concerned, p_event_type, p_facts, p_business_email, p_now); end if;
  end if;
  if has_box and problem is null then
    boxes := public.settle_subscription(p_facts, p_business_email, p_now);
    problem := boxes ->> 'problem';
    change := nullif(concat_ws('; ', change, boxes ->> 'change'), '');
    if concerned.id is null then select * into concerned from public.orders where id = (boxes ->> 'orderId')::uuid; end if;
  end if;
  verdict := case when problem is not null then 'set aside' when change is not null then 'applied' else 'ignored' end;
  if p_event_id is null and verdict = 'ignored' then
    delete from public.payment_events where id = event_id;
  else
    update public.payment_events set outcome = verdict, detail = coalesce(problem, change), order_id = concerned.id where id = event_id;
  end if;
  return jsonb_build_object('outcome', verdict, 'detail', coalesce(problem, change), 'number', concerned.number);
end $$;

-- Pending orders, the longest unasked first; a lapsed one's session is to be closed. The noted time keeps processes apart.
create function public.orders_to_ask(p_limit integer, p_every_ms integer, p_now timestamptz default now())
returns table (
  id uuid, number bigint, session_id text, session_expires_at timestamptz, created_at timestamptz, is_lapsed boolean
) language sql security definer set search_path = '' as $$
  update public.orders o set asked_at = p_now
  where o.id in (
    select w.id from public.orders w
    where w.status = 'pending' and coalesce(w.asked_at, w.created_at) <= p_now - make_interval(secs => p_every_ms / 1000.0)
    order by coalesce(w.asked_at, w.created_at) limit p_limit for update skip locked
  ) returning o.id, o.number, o.stripe_session_id, o.session_expires_at, o.created_at,
    coalesce(o.reserved_until > o.created_at and o.reserved_until <= p_now, false)
$$;

-- Sold out orders whose money is not back in whole, or whose box has not ended. Each has its turn, whatever fails.
create function public.sold_out_orders(p_limit integer, p_now timestamptz default now())
returns table (
  id uuid, number bigint, currency text, total integer, is_refunded boolean, session text, payment text, subscription text
) language sql security definer set search_path = '' as $$
  update public.orders o set asked_at = p_now
  where o.id in (
    select w.id from public.orders w
    where w.sold_out_at is not null and (w.status in ('paid', 'partially_refunded') or (w.status = 'refunded' and exists (
      select from public.subscriptions s where s.order_id = w.id and s.status <> 'cancelled'
    )))
    order by w.asked_at nulls first, w.sold_out_at limit p_limit for update skip locked
  ) returning o.id, o.number, o.currency, o.total, o.status = 'refunded',
    o.stripe_session_id, o.stripe_payment_intent_id, o.stripe_subscription_id
$$;

-- Notes the payment that belongs to an order when the provider's notification did not name it (subscriptions).
create function public.note_payment_intent(p_order_id uuid, p_payment_intent_id text) returns void
language sql security definer set search_path = ''
as $$ update public.orders set stripe_payment_intent_id = p_payment_intent_id where id = p_order_id and stripe_payment_intent_id is null $$;

grant all on public.payment_events, public.refunds to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.begin_refund, public.drop_refund, public.settle_payment, public.orders_to_ask,
  public.sold_out_orders, public.note_payment_intent to service_role;
