-- Money that goes back for some of the pieces of an order: what is asked of the payment provider is written down first,
-- so that it is asked for once; what the provider then says has gone back marks the pieces, puts them back into stock
-- where they are to go there, and tells the shopper, once.

-- How many pieces of a line have been paid back. Its shopper sees it.
alter table public.order_items
  add column refunded_quantity smallint not null default 0 check (refunded_quantity between 0 and quantity);

-- What the owner pays back: pence, and the pieces that it is for as [{"position", "quantity"}]; [] for a sum of money.
-- `request` is what was asked for in the owner's words, so that asking again before the provider has answered is the
-- same refund. `booked_at` is when the provider said that it has gone, `told_at` when the shopper was written to about
-- it. Service role only.
create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders on delete cascade,
  amount integer not null check (amount > 0),
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'),
  restock boolean not null default false,
  request jsonb not null default '{}',
  asked_at timestamptz not null default now(),
  booked_at timestamptz,
  told_at timestamptz
);
create index refunds_of_order on public.refunds (order_id, asked_at);
create unique index refunds_asked_once on public.refunds (order_id, request) where booked_at is null;
alter table public.refunds enable row level security;
grant all on public.refunds to service_role;

-- What was paid for each line of an order, in pence: all that was paid for goods, a discount taken off, in proportion to
-- what the lines cost, so that the shares add up to it (`allocate` of domain/allocate.ts). With the pieces that have been
-- paid back, and those that are being.
create function public.line_payments(p_order_id uuid)
returns table ("position" integer, quantity integer, refunded integer, asked integer, paid integer)
language sql stable security definer set search_path = ''
as $$
  select i.position::integer, i.quantity::integer, i.refunded_quantity::integer, (
      select coalesce(sum((line ->> 'quantity')::integer), 0)::integer
      from public.refunds r cross join jsonb_array_elements(r.lines) as line
      where r.order_id = p_order_id and r.booked_at is null and (line ->> 'position')::integer = i.position
    ),
    (i.upto * o.goods / greatest(i.whole, 1) - (i.upto - i.cost) * o.goods / greatest(i.whole, 1))::integer
  from (select (total - delivery_price)::bigint as goods from public.orders where id = p_order_id) as o
  cross join (
    select *, (sum(cost) over (order by position))::bigint as upto, (sum(cost) over ())::bigint as whole
    from (select *, unit_amount::bigint * quantity as cost from public.order_items where order_id = p_order_id) as priced
  ) as i
$$;

-- The pieces that a refund is for, in the words of the order: [{"name", "quantity", "size"}].
create function public.refunded_pieces(p_refund public.refunds) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', i.name, 'quantity', line.quantity, 'size', i.size) order by i.position), '[]')
  from jsonb_to_recordset(p_refund.lines) as line ("position" integer, quantity integer)
  join public.order_items i on i.order_id = p_refund.order_id and i.position = line.position
$$;

-- Why pieces cannot be paid back, in words, or null. p_lines: [{"position", "quantity"}], each line once; without a
-- quantity it is what is left of the line. People count lines from 1.
create function public.refund_fault(p_order public.orders, p_lines jsonb) returns text
language sql stable security definer set search_path = ''
as $$
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

-- Writes down a refund: of so many pence (p_amount), of pieces (p_lines), or of all that is left (neither). Pieces cost
-- their share of what was paid for goods; their delivery stays paid. The same asked for again before the provider has
-- answered is the same refund. Answers {"id", "amount", "pieces", "isNew", "isRest", "isRestocked"}, or an error.
create function public.begin_refund(
  p_number bigint, p_amount integer default null, p_lines jsonb default null, p_restock boolean default false, p_now timestamptz default now()
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
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
  if p_amount is not null and p_restock then
    return public.checkout_error('no_line', 'To put something back into stock, name its line: npm run orders -- show ' || p_number);
  end if;
  select concerned.total - concerned.refunded - coalesce(sum(r.amount), 0) into remaining
  from public.refunds r where r.order_id = concerned.id and r.booked_at is null;
  select * into kept from public.refunds r where r.order_id = concerned.id and r.booked_at is null and r.request = wanted;
  if kept.id is null then
    fault := public.refund_fault(concerned, p_lines);
    if fault is not null then return public.checkout_error('no_such_pieces', fault); end if;
    if p_amount is null then
      select
        coalesce(jsonb_agg(jsonb_build_object('position', had.position, 'quantity', had.pieces) order by had.position), '[]'),
        case when p_lines is null then remaining else
          coalesce(sum(had.paid::bigint * (had.gone + had.pieces) / had.quantity - had.paid::bigint * had.gone / had.quantity), 0)::integer end
      into pieces, sum
      from (
        select l.position, l.quantity, l.paid, l.refunded + l.asked as gone, coalesce(line.quantity, l.quantity - l.refunded - l.asked) as pieces
        from public.line_payments(concerned.id) l
        left join jsonb_to_recordset(coalesce(p_lines, '[]')) as line ("position" integer, quantity integer) on line.position = l.position
        where p_lines is null or line.position is not null
      ) as had where had.pieces > 0;
    end if;
    if sum not between 1 and remaining then
      return public.checkout_error('too_much', 'Of order ' || p_number || ', ' || public.pounds(greatest(remaining, 0)) || ' can be paid back'
        || case when p_lines is not null then ', and what was paid for that is ' || public.pounds(sum) else '' end);
    end if;
    insert into public.refunds (order_id, amount, lines, restock, request, asked_at)
    values (concerned.id, sum, pieces, p_restock, wanted, p_now) returning * into kept;
    is_new := true;
  end if;
  return jsonb_build_object(
    'id', kept.id, 'amount', kept.amount, 'pieces', public.refunded_pieces(kept), 'isNew', is_new,
    'isRest', kept.amount = remaining + case when is_new then 0 else kept.amount end,
    'isRestocked', kept.restock and concerned.stock_held and exists (
      select from jsonb_to_recordset(kept.lines) as line ("position" integer)
      join public.order_items i on i.order_id = concerned.id and i.position = line.position
      join public.products p on p.id = i.product_id where p.stock is not null
    )
  );
end $$;
grant execute on function public.begin_refund(bigint, integer, jsonb, boolean, timestamptz) to service_role;

-- Forgets a refund that the provider has refused. One that has gone back stays.
create function public.drop_refund(p_id uuid) returns void
language sql security definer set search_path = ''
as $$ delete from public.refunds where id = p_id and booked_at is null $$;
grant execute on function public.drop_refund(uuid) to service_role;

-- Takes in which refunds of an order have gone back, once each: marks their pieces and puts into stock again what is to
-- go there. What was never taken out of the stock is not put back. The caller holds the order.
create function public.book_refunds(p_order public.orders, p_ids jsonb, p_now timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
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
    continue when not (booked.restock and p_order.stock_held);
    perform public.lock_stock(array(select product_id from public.order_items where order_id = p_order.id));
    update public.products p set stock = p.stock + back.pieces
    from (
      select i.product_id, sum(line.quantity)::integer as pieces
      from jsonb_to_recordset(booked.lines) as line ("position" integer, quantity integer)
      join public.order_items i on i.order_id = p_order.id and i.position = line.position group by i.product_id
    ) as back
    where p.id = back.product_id and p.stock is not null;
  end loop;
end $$;

-- As before, and the letter names the pieces that it is for.
create or replace function public.apply_refund(p_order_id uuid, p_refunded integer, p_now timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  concerned public.orders;
  pieces jsonb;
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
  perform public.queue_letter('refund', concerned.email, jsonb_build_object(
    'number', concerned.number, 'placedAt', concerned.created_at, 'amount', concerned.refunded - concerned.refund_told,
    'refunded', concerned.refunded, 'total', concerned.total, 'isSoldOut', concerned.sold_out_at is not null, 'pieces', pieces
  ), concerned.id || ':' || concerned.refunded, p_now);
  update public.orders set refund_told = refunded where id = p_order_id;
end $$;

-- As before, and a charge that was paid back says which of our refunds have gone ("refunds", their ids). The provider
-- tells what went back in all; noted is what this brought.
create or replace function public.apply_payment_event(
  p_order public.orders, p_event_type text, p_facts jsonb, p_business_email text, p_now timestamptz
) returns text
language plpgsql security definer set search_path = ''
as $$
declare brought integer := (p_facts ->> 'amountRefunded')::integer - p_order.refunded;
begin
  if p_event_type = 'charge.refunded' then
    perform public.book_refunds(p_order, p_facts -> 'refunds', p_now);
    perform public.apply_refund(p_order.id, (p_facts ->> 'amountRefunded')::integer, p_now);
    return case when brought > 0 then 'refunded ' || public.pounds(brought) else 'refunded nothing more' end;
  elsif p_event_type = 'checkout.session.async_payment_failed' then
    return public.settle_failed(p_order, p_now);
  elsif p_event_type = 'checkout.session.expired' then
    return case when public.release_order(p_order.id, p_now) then 'expired' end;
  elsif p_facts ->> 'paymentStatus' in ('paid', 'no_payment_required') then
    return public.settle_paid(p_order, p_facts, p_business_email, p_now);
  elsif p_event_type = 'checkout.session.completed' then
    return public.settle_agreed(p_order, p_facts, p_now);
  end if;
  return null;
end $$;

-- As before, with what was paid back of each order, and for what.
create or replace function public.order_data(p_user_id uuid, p_email text) returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(
    to_jsonb(o) - array['stripe_session_url', 'cart_hash'] || jsonb_build_object(
      'lines', (select jsonb_agg(to_jsonb(i) - array['id', 'order_id'] order by i.position) from public.order_items i where i.order_id = o.id),
      'refunds', (
        select coalesce(jsonb_agg(to_jsonb(r) - array['id', 'order_id', 'request'] order by r.asked_at), '[]')
        from public.refunds r where r.order_id = o.id
      ),
      'box', (
        select to_jsonb(s) - array['id', 'order_id', 'user_id', 'revision', 'asked_at'] from public.subscriptions s where s.order_id = o.id
      ),
      'payment_notices', (
        select coalesce(jsonb_agg(to_jsonb(e) - array['order_id'] order by e.received_at), '[]')
        from public.payment_events e where e.order_id = o.id
      )
    ) order by o.number
  ), '[]') from public.orders_of(p_user_id, p_email) o
$$;

revoke execute on all functions in schema public from public;
