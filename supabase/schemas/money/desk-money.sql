-- Returns the sums of takings, refunds and fees in a period.
create or replace function public.money_sums(p_from date, p_until date) returns jsonb language sql stable security definer set search_path = '' as $$
  with sold as (
    select coalesce(sum(m.orders), 0) as orders, coalesce(sum(m.charged), 0) as charged, coalesce(sum(m.goods), 0) as goods,
      coalesce(sum(m.discount), 0) as discount, coalesce(sum(m.delivery), 0) as delivery,
      coalesce(sum(m.taken), 0) as taken, coalesce(sum(m.fees), 0) as fees, coalesce(sum(m.fees_known), 0) as known
    from public.money_days_between(p_from, p_until) m
  ), back as (
    select coalesce(sum(r.amount), 0) as amount from public.refunds r
    where r.booked_at >= public.london_midnight(p_from) and r.booked_at < public.london_midnight(p_until + 1)
  ), beside as (select public.money_outside_orders(p_from, p_until) as facts)
  select b.facts || jsonb_build_object(
    'refundOrders', (
      select count(distinct x.order_id) from (
        select r.order_id from public.refunds r
        where r.booked_at >= public.london_midnight(p_from) and r.booked_at < public.london_midnight(p_until + 1)
        union all
        select t.order_id from public.balance_transactions t left join public.refunds r on r.id = t.refund_id and r.booked_at is not null
        where t.kind = 'refund' and (r.id is null or t.amount > 0) and t.currency = 'gbp'
          and t.created_at >= public.london_midnight(p_from) and t.created_at < public.london_midnight(p_until + 1)
      ) x
    ), 'orders', s.orders, 'charged', s.charged, 'goods', s.goods, 'discount', s.discount, 'delivery', s.delivery,
    'taken', s.taken, 'fees', s.fees, 'feesKnown', s.known, 'refunded', k.amount + (b.facts ->> 'refunded')::bigint,
    'left', s.taken - k.amount - (b.facts ->> 'refunded')::bigint - s.fees - (b.facts ->> 'takenBack')::bigint
      - (b.facts ->> 'otherFees')::bigint + (b.facts ->> 'other')::bigint
  )
  from sold s, back k, beside b
$$;

create or replace function public.require_money_period(p_from date, p_until date) returns void language plpgsql immutable set search_path = '' as $$
begin
  if p_from is null or p_until is null or p_until < p_from then
    raise sqlstate 'PT400' using message = 'Please choose a first day, and a last one that is not before it.';
  elsif p_until - p_from > 3660 then
    raise sqlstate 'PT400' using message = 'Please choose ten years at most.';
  end if;
end $$;

-- Returns a period: {"sums", "rows", "first"}. Rows are the days, or the months, with takings: {"at", "taken", "orders"}; with
-- p_by 'product' they are the products that were sold, the most first: {"slug", "name", "image", "tint", "pieces", "goods"},
-- and "count" of all. "first" is the first day with a payment.
create or replace function public.desk_money(p_from date, p_until date, p_by text default 'day', p_limit integer default 6) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.require_staff();
  perform public.require_money_period(p_from, p_until);
  if p_by = 'product' then return public.money_by_product(p_from, p_until, least(greatest(p_limit, 1), 1000)); end if;
  return jsonb_build_object('sums', public.money_sums(p_from, p_until), 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('at', r.at, 'taken', r.taken, 'orders', r.orders) order by r.at), '[]')
    from (
      select case when p_by = 'month' then date_trunc('month', m.day)::date else m.day end as at, sum(m.taken) as taken, sum(m.orders) as orders
      from public.money_days_between(p_from, p_until) m where m.orders > 0 group by 1
    ) r
  ), 'first', (select public.london_day(min(o.paid_at)) from public.orders o where o.paid_at is not null));
end $$;

create or replace function public.money_by_product(p_from date, p_until date, p_limit integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  with stored_months as materialized (
    select min(m.month) as begins, max(m.month) as latest, max(m.until) as until from public.money_months m where m.month >= p_from and m.until <= p_until
  ), sold as materialized (
    select s.slug, sum(s.pieces) as pieces, sum(s.goods)::bigint as goods
    from (
      select m.slug, m.pieces, m.goods from public.money_product_months m where m.month = (select w.latest from stored_months w)
      union all
      select m.slug, -m.pieces, -m.goods from public.money_product_months m where m.month = (select w.begins - interval '1 month' from stored_months w)
      union all
      select m.slug, m.pieces, m.goods from public.money_product_days m
      where m.day >= p_from and m.day <= least(p_until, (select w.begins - 1 from stored_months w))
      union all
      select m.slug, m.pieces, m.goods from public.money_product_days m where m.day > (select w.until from stored_months w) and m.day <= p_until
      union all
      select c.slug, c.pieces, c.goods from public.uncounted_money_days(p_from, p_until) d cross join lateral public.calculate_product_sales(d) c
    ) s group by s.slug having sum(s.pieces) > 0
  )
  select jsonb_build_object('count', (select count(*) from sold), 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'slug', t.slug, 'name', coalesce(
        p.name, (select max(m.name collate "C") from public.money_product_days m where m.slug = t.slug),
        (select i.name from public.order_items i where i.slug = t.slug limit 1)
      ), 'image', p.image_url[1], 'tint', p.tint, 'pieces', t.pieces, 'goods', t.goods
    ) order by t.goods desc, t.slug), '[]')
    from (select * from sold s order by s.goods desc, s.slug limit p_limit) t left join public.products p on p.slug = t.slug
  ))
$$;

-- Returns the repayments of a period, the latest first: {"orders", "rows": [{"at", "number", "amount", "kind", "why",
-- "pieces"}]}; `kind` is 'refund', or 'dispute' for money that a bank took back.
create or replace function public.desk_money_back(p_from date, p_until date, p_limit integer default 20) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.require_staff();
  perform public.require_money_period(p_from, p_until);
  return (
    with back as materialized (
      select r.booked_at as at, r.order_id, r.amount::bigint as amount, 'refund' as kind, r as refund from public.refunds r
      where r.booked_at >= public.london_midnight(p_from) and r.booked_at < public.london_midnight(p_until + 1)
      union all
      select b.created_at, b.order_id, -b.amount, b.kind, null
      from public.balance_transactions b left join public.refunds r on r.id = b.refund_id and r.booked_at is not null
      where (b.kind = 'dispute' or (b.kind = 'refund' and (r.id is null or b.amount > 0))) and b.currency = 'gbp'
        and b.created_at >= public.london_midnight(p_from) and b.created_at < public.london_midnight(p_until + 1)
    )
    select jsonb_build_object('orders', (select count(distinct order_id) from back where kind = 'refund'), 'count', (select count(*) from back), 'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', f.at, 'number', o.number, 'amount', f.amount, 'kind', f.kind, 'why', coalesce((f.refund).words, (f.refund).reason),
        'pieces', public.refunded_pieces(f.refund)
      ) order by f.at desc), '[]')
      from (select * from back order by at desc limit least(greatest(p_limit, 1), 500)) f left join public.orders o on o.id = f.order_id
    ))
  );
end $$;

-- Returns the orders that were paid on a day, the latest first, with what is known of the fee of each: {"number", "at", "pieces",
-- "total", "fee", "isBox", "payoutOn"}.
create or replace function public.desk_money_day(p_day date, p_limit integer default 50, p_offset integer default 0) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.require_staff();
  perform public.require_money_period(p_day, p_day);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'number', d.number, 'at', d.paid_at, 'total', d.total, 'fee', b.fee, 'isBox', d.stripe_invoice_id is not null, 'payoutOn', w.arrives_on,
      'pieces', (select coalesce(sum(i.quantity), 0) from public.order_items i where i.order_id = d.id)
    ) order by d.paid_at desc, d.number desc), '[]')
    from (
      select o.id, o.number, o.paid_at, o.total, o.stripe_invoice_id from public.orders o
      where o.paid_at >= public.london_midnight(p_day) and o.paid_at < public.london_midnight(p_day + 1)
      order by o.paid_at desc, o.number desc limit least(greatest(p_limit, 1), 500) offset greatest(p_offset, 0)
    ) d
    left join public.balance_transactions b on b.order_id = d.id and b.kind = 'charge'
    left join public.payouts w on w.id = b.payout_id
  );
end $$;

grant execute on function
  public.desk_money,
  public.desk_money_back,
  public.desk_money_day
to authenticated, service_role;
