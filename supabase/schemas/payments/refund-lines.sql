-- Returns the payment for each line of several orders, in pence, after the discount.
create or replace function public.orders_line_payments(p_orders uuid[])
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

-- Returns the payment for each line, in pence, after the discount, which is shared in proportion to the prices of the lines so that
-- the shares add up (`allocateSum` of domain/allocate.ts). `refunded` are the pieces that have been refunded, `asked` those whose
-- refund has been requested.
create or replace function public.line_payments(p_order_id uuid)
returns table ("position" integer, quantity integer, refunded integer, asked integer, paid integer)
language sql stable security definer set search_path = '' as $$
  select l.position, l.quantity, l.refunded, (
      select coalesce(sum((line ->> 'quantity')::integer), 0)::integer
      from public.refunds r cross join jsonb_array_elements(r.lines) as line
      where r.order_id = p_order_id and r.booked_at is null and (line ->> 'position')::integer = l.position
    ), l.paid
  from public.orders_line_payments(array[p_order_id]) l
$$;

-- Returns the pieces that a refund is for, in the words of the order: [{"name", "quantity", "size", "isRestocked"}]. `isRestocked`
-- is known once the refund is booked, but not for old refunds, booked before this was recorded.
create or replace function public.refunded_pieces(p_refund public.refunds) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', i.name, 'quantity', line.quantity, 'size', i.size, 'isRestocked', line."isRestocked"
  ) order by i.position), '[]')
  from jsonb_to_recordset(p_refund.lines) as line ("position" integer, quantity integer, "isRestocked" boolean)
  join public.order_items i on i.order_id = p_refund.order_id and i.position = line.position
$$;

-- Returns why pieces cannot be refunded, or null. A line without a quantity means all that is left of it. Error messages count
-- lines from 1.
create or replace function public.refund_error(p_order public.orders, p_lines jsonb) returns text
language sql stable security definer set search_path = '' as $$
  select string_agg(case
    when available.position is null then 'Order ' || p_order.number || ' has no line ' || line.position + 1
    when available.left_over = 0 then 'Line ' || line.position + 1 || ' of order ' || p_order.number || ' has gone back already'
    else 'Only ' || available.left_over || ' of line ' || line.position + 1 || ' of order ' || p_order.number || ' can still be paid back'
  end, '. ' order by line.position)
  from jsonb_to_recordset(p_lines) as line ("position" integer, quantity integer)
  left join (
    select l.position, l.quantity - l.refunded - l.asked as left_over from public.line_payments(p_order.id) l
  ) as available on available.position = line.position
  where available.position is null or available.left_over = 0 or line.quantity not between 1 and available.left_over
$$;
