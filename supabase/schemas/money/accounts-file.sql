-- Returns the part of each line's payment that would bear the standard rate of VAT if the business were registered:
-- merchandise, and products that are no longer in the catalogue; food does not. In pence.
create or replace function public.taxed_lines(p_orders uuid[])
returns table (order_id uuid, "position" integer, quantity integer, paid bigint, standard bigint, what text, listed bigint)
language sql stable security definer set search_path = '' as $$
  select l.order_id, l.position, l.quantity, l.paid::bigint, case when p.id is null or p.category = 'merchandise' then l.paid::bigint else 0 end,
    i.name || coalesce(', ' || i.size, ''), i.quantity::bigint * i.unit_amount
  from public.orders_line_payments(p_orders) l
  join public.order_items i on i.order_id = l.order_id and i.position = l.position
  left join public.products p on p.id = i.product_id
$$;

-- Returns the part of the payment for orders that would bear the standard rate of VAT if the business were registered: of the
-- goods as in `taxed_lines`, and of the delivery the same share. In pence; `lines`: [{"position", "what", "quantity", "listed",
-- "paid", "standard"}].
create or replace function public.taxed_orders(p_orders uuid[])
returns table (order_id uuid, total bigint, goods bigint, goods_standard bigint, delivery_standard bigint, lines jsonb)
language sql stable security definer set search_path = '' as $$
  select o.id, o.total::bigint, coalesce(w.paid, 0), coalesce(w.standard, 0),
    case when w.paid > 0 then (o.total - w.paid) * w.standard / w.paid else 0 end, coalesce(w.lines, '[]')
  from public.orders o
  left join (
    select l.order_id, sum(l.paid)::bigint as paid, sum(l.standard)::bigint as standard, jsonb_agg(jsonb_build_object(
      'position', l.position, 'what', l.what, 'quantity', l.quantity, 'listed', l.listed, 'paid', l.paid, 'standard', l.standard
    )) as lines
    from public.taxed_lines(p_orders) l group by l.order_id
  ) w on w.order_id = o.id
  where o.id = any (p_orders)
$$;

-- Returns for each repayment of orders, keyed as in the accountant's rows (`r:` a refund of the desk, `b:` a movement at the
-- provider), the part that bears the standard rate (`standard`) and the part of earlier repayments that does (`before`). Pieces
-- bear the part that they bore. A sum bears the remaining part in proportion to the remaining money, so that the parts add up
-- to the order's once all is repaid. Money that comes back, as of a failed refund, bears the part that it bore when it went. In
-- pence; money that comes back is negative.
create or replace function public.taxed_repayments(p_orders uuid[])
returns table (order_id uuid, key text, standard bigint, before bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  movement record;
  remaining_total bigint; -- of the order's money
  remaining_taxed bigint; -- the part of it that bears the standard rate
  returned_pieces jsonb; -- by the position of their line: {"0": 2}
  recorded_shares jsonb; -- amount and taxed part, by the id of their refund or dispute: {"re_1": [2400, 2400]}
  line_sums record;
  taxed_share bigint;
  next_taxed bigint;
begin
  for movement in
    with events as (
      select r.order_id, r.booked_at as at, 'r:' || r.id as key, r.amount::bigint as amount, r.lines, r.id::text as source
      from public.refunds r where r.order_id = any (p_orders) and r.booked_at is not null
      union all
      select b.order_id, b.created_at, 'b:' || b.id, -b.amount, '[]', coalesce(r.id::text, b.source_id, b.id)
      from public.balance_transactions b left join public.refunds r on r.id = b.refund_id and r.booked_at is not null
      where b.order_id = any (p_orders) and b.kind in ('refund', 'dispute') and b.currency = 'gbp'
        and (b.kind = 'dispute' or r.id is null or b.amount > 0)
    )
    select e.*, t.total, t.goods_standard + t.delivery_standard as bore, t.lines as sold
    from events e join public.taxed_orders(p_orders) t on t.order_id = e.order_id
    order by e.order_id, e.at, e.key
  loop
    if movement.order_id is distinct from order_id then
      order_id := movement.order_id;
      remaining_total := movement.total;
      remaining_taxed := movement.bore;
      returned_pieces := '{}';
      recorded_shares := '{}';
    end if;
    if (recorded_shares -> movement.source ->> 0)::bigint = -movement.amount then
      taxed_share := -(recorded_shares -> movement.source ->> 1)::bigint;
    elsif movement.amount <= 0 then
      taxed_share := movement.amount * (movement.bore - remaining_taxed) / greatest(movement.total - remaining_total, 1);
    else
      select coalesce(sum(x.paid), 0)::bigint as paid, coalesce(sum(x.paid) filter (where t.standard > 0), 0)::bigint as standard,
        coalesce(jsonb_object_agg(t.position, g.gone + piece.quantity), '{}') as gone into line_sums
      from jsonb_to_recordset(movement.sold) as t ("position" integer, quantity integer, paid bigint, standard bigint)
      join jsonb_to_recordset(movement.lines) as piece ("position" integer, quantity integer) on piece.position = t.position
      cross join lateral (select coalesce((returned_pieces ->> t.position::text)::bigint, 0) as gone) g
      cross join lateral (select t.paid * (g.gone + piece.quantity) / t.quantity - t.paid * g.gone / t.quantity as paid) x;
      returned_pieces := returned_pieces || line_sums.gone;
      taxed_share := case when line_sums.paid > movement.amount then movement.amount * line_sums.standard / line_sums.paid
        else line_sums.standard + (movement.amount - line_sums.paid) * remaining_taxed / greatest(remaining_total, 1) end;
    end if;
    -- The remaining taxed part is limited by the remaining money, and by the order's own taxed part.
    remaining_total := remaining_total - movement.amount;
    next_taxed := greatest(least(remaining_taxed - taxed_share, remaining_total, movement.bore), 0);
    key := movement.key;
    standard := remaining_taxed - next_taxed;
    before := movement.bore - remaining_taxed;
    return next;
    recorded_shares := recorded_shares || jsonb_build_object(movement.source, jsonb_build_array(movement.amount, standard));
    remaining_taxed := next_taxed;
  end loop;
end $$;

-- Returns the accountant's rows of orders. `before`: the part of the order that bears the standard rate in its earlier rows.
create or replace function public.order_account_rows(p_orders uuid[]) returns table (order_id uuid, place bigint, row_data jsonb)
language sql stable security definer set search_path = '' as $$
  with sold as materialized (
    select o.id, o.paid_at, o.number, o.delivery_name, o.delivery_price, w.total, w.goods, w.goods_standard, w.delivery_standard, w.lines,
      b.id as charge, b.fee, b.payout_id, p.arrives_on
    from public.orders o
    join public.taxed_orders(p_orders) w on w.order_id = o.id
    left join public.balance_transactions b on b.order_id = o.id and b.kind = 'charge'
    left join public.payouts p on p.id = b.payout_id
    where o.id = any (p_orders)
  ), shown as (
    select s.id, l.position::bigint as place, jsonb_build_object(
      'kind', 'sale', 'line', l.position + 1, 'what', l.what, 'pieces', l.quantity, 'listed', l.listed, 'amount', l.paid,
      'standard', l.standard, 'before', sum(l.standard) over (partition by s.id order by l.position) - l.standard
    ) as row
    from sold s cross join lateral jsonb_to_recordset(s.lines)
      as l ("position" integer, what text, quantity integer, listed bigint, paid bigint, standard bigint)
    union all
    select s.id, 1000, jsonb_build_object(
      'kind', 'delivery', 'what', s.delivery_name, 'listed', s.delivery_price, 'amount', s.total - s.goods,
      'standard', s.delivery_standard, 'before', s.goods_standard
    ) from sold s where s.delivery_price > 0 or s.total <> s.goods
    union all
    select s.id, 1001, jsonb_build_object('kind', 'fee', 'what', 'Card fee', 'amount', -s.fee) from sold s where s.charge is not null
  )
  select s.id, h.place, h.row || jsonb_build_object(
    'at', s.paid_at, 'number', s.number, 'payout', s.payout_id, 'paidOutOn', s.arrives_on, 'reference', s.charge
  )
  from shown h join sold s on s.id = h.id
$$;

-- Returns the accountant's rows of refunds; the provider's fee has a row of its own.
create or replace function public.refund_account_rows(p_refunds uuid[]) returns table (refund_id uuid, place bigint, row_data jsonb)
language sql stable security definer set search_path = '' as $$
  with back as materialized (
    select r.id, r as refund, o.number, t.id as moved, t.fee, t.payout_id, t.arrives_on
    from public.refunds r join public.orders o on o.id = r.order_id left join lateral (
      select b.id, b.fee, b.payout_id, w.arrives_on from public.balance_transactions b left join public.payouts w on w.id = b.payout_id
      where b.refund_id = r.id and b.kind = 'refund' and b.amount < 0 order by b.created_at limit 1
    ) t on true
    where r.id = any (p_refunds)
  ), shown as (
    select b.id, 0 as place, jsonb_build_object('kind', 'refund', 'what', (
      select string_agg((piece ->> 'quantity') || ' × ' || (piece ->> 'name'), ', ') from jsonb_array_elements(public.refunded_pieces(b.refund)) piece
    ), 'amount', -(b.refund).amount, 'standard', -coalesce(t.standard, 0), 'before', -coalesce(t.before, 0)) as row
    from back b left join public.taxed_repayments(array(select distinct (k.refund).order_id from back k)) t on t.key = 'r:' || b.id
    union all
    select b.id, 1, jsonb_build_object('kind', 'fee', 'what', 'Fee for the refund', 'amount', -b.fee) from back b where b.fee <> 0
  )
  select b.id, h.place, h.row || jsonb_build_object(
    'at', (b.refund).booked_at, 'number', b.number, 'payout', b.payout_id, 'paidOutOn', b.arrives_on, 'reference', b.moved
  )
  from shown h join back b on b.id = h.id
$$;

-- Returns the accountant's rows of the provider's other transactions: disputes, fees, corrections, payments of no order.
create or replace function public.balance_account_rows(p_moved public.balance_transactions) returns jsonb
language sql stable security definer set search_path = '' as $$
  with shown as (
    select 0 as place, jsonb_build_object('kind', case p_moved.kind when 'charge' then 'other payment' when 'payout' then 'payout returned' else p_moved.kind end,
      'what', case p_moved.kind when 'dispute' then 'Taken back by a bank' when 'refund' then 'Paid back at the provider' else p_moved.description end,
      'amount', p_moved.amount) as row
    where p_moved.amount <> 0 and (p_moved.kind <> 'payout' or p_moved.amount > 0)
    union all
    select 1, jsonb_build_object('kind', 'fee', 'what', 'Fee for the ' || p_moved.kind, 'amount', -p_moved.fee) where p_moved.fee <> 0
  )
  select coalesce(jsonb_agg(s.row || jsonb_build_object(
    'at', p_moved.created_at, 'number', (select o.number from public.orders o where o.id = p_moved.order_id), 'standard', 0,
    'payout', p_moved.payout_id, 'paidOutOn', (select w.arrives_on from public.payouts w where w.id = p_moved.payout_id), 'reference', p_moved.id
  ) order by s.place), '[]')
  from shown s
$$;

-- Returns the rows of `balance_account_rows` for these transactions; the first row of each has the part that bears VAT.
create or replace function public.transaction_account_rows(p_moved text[]) returns table (id text, place bigint, row_data jsonb)
language sql stable security definer set search_path = '' as $$
  select b.id, r.place, r.row_data || case when r.place = 1 and t.key is not null
    then jsonb_build_object('standard', -t.standard, 'before', -t.before) else '{}' end
  from public.balance_transactions b
  cross join lateral jsonb_array_elements(public.balance_account_rows(b)) with ordinality r (row_data, place)
  left join public.taxed_repayments(array(
    select distinct m.order_id from public.balance_transactions m where m.id = any (p_moved) and m.kind in ('refund', 'dispute')
  )) t on t.key = 'b:' || b.id
  where b.id = any (p_moved)
$$;

-- Returns a page of the accountant's rows, oldest first: {"rows", "next"}; `next` goes into p_after of the call for the next
-- page, null at the end. The rows that name a payout add up to it, as soon as the provider has said what went into it.
create or replace function public.desk_accounts_csv(p_from date, p_until date, p_limit integer default 500, p_after text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  begins timestamptz := public.london_midnight(p_from);
  ends timestamptz := public.london_midnight(p_until + 1);
  page_size integer := least(greatest(p_limit, 1), 1000);
  after_at timestamptz;
  after_key text := '';
  page jsonb;
begin
  perform public.require_staff();
  perform public.require_money_period(p_from, p_until);
  if p_after is not null then
    if p_after !~ '^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?\|[a-z]:[\w-]{1,80}$' then
      raise sqlstate 'PT400' using message = 'Please begin the file again.';
    end if;
    after_at := split_part(p_after, '|', 1)::timestamptz;
    after_key := split_part(p_after, '|', 2);
  end if;
  after_at := greatest(coalesce(after_at, begins), begins);
  with happened as materialized (
    (select o.paid_at as at, 'o:' || o.id as key from public.orders o
    where o.paid_at >= after_at and o.paid_at < ends and (o.paid_at, 'o:' || o.id) > (after_at, after_key)
    order by 1, 2 limit page_size)
    union all
    (select r.booked_at, 'r:' || r.id from public.refunds r
    where r.booked_at >= after_at and r.booked_at < ends and (r.booked_at, 'r:' || r.id) > (after_at, after_key)
    order by 1, 2 limit page_size)
    union all
    (select b.created_at, 'b:' || b.id
    from public.balance_transactions b left join public.refunds r on r.id = b.refund_id and r.booked_at is not null
    where (b.kind <> 'charge' or b.order_id is null) and b.currency = 'gbp'
      and (b.kind <> 'refund' or r.id is null or b.amount > 0) and (b.kind <> 'payout' or b.amount > 0 or b.fee <> 0)
      and b.created_at >= after_at and b.created_at < ends and (b.created_at, 'b:' || b.id) > (after_at, after_key)
    order by 1, 2 limit page_size)
  ), page_entries as materialized (select h.at, h.key, substr(h.key, 3) as id from happened h order by h.at, h.key limit page_size),
  account_rows as (
    select 'o:' || r.order_id as key, r.place, r.row_data as row
    from public.order_account_rows(array(select h.id::uuid from page_entries h where h.key like 'o:%')) r
    union all
    select 'r:' || r.refund_id, r.place, r.row_data
    from public.refund_account_rows(array(select h.id::uuid from page_entries h where h.key like 'r:%')) r
    union all
    select 'b:' || r.id, r.place, r.row_data
    from public.transaction_account_rows(array(select h.id from page_entries h where h.key like 'b:%')) r
  )
  select jsonb_build_object(
    'rows', coalesce((select jsonb_agg(t.row order by h.at, h.key, t.place) from page_entries h join account_rows t on t.key = h.key), '[]'),
    'next', case when (select count(*) from page_entries) = page_size then (select h.at::text || '|' || h.key from page_entries h order by h.at desc, h.key desc limit 1) end
  ) into page;
  return page;
end $$;

grant execute on function public.desk_accounts_csv to authenticated, service_role;
