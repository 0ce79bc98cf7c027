create or replace function public.calculate_money_day(p_day date) returns public.money_days language sql stable security definer set search_path = '' as $$
  select p_day, count(*)::integer, count(*) filter (where o.total > 0)::integer, coalesce(sum(o.subtotal), 0), coalesce(sum(o.discount), 0),
    coalesce(sum(o.delivery_price), 0), coalesce(sum(o.total), 0), coalesce(sum(b.fee), 0), count(b.id)::integer
  from public.orders o
  left join public.balance_transactions b on b.order_id = o.id and b.kind = 'charge'
  where o.paid_at >= public.london_midnight(p_day) and o.paid_at < public.london_midnight(p_day + 1)
$$;

create or replace function public.calculate_product_sales(p_day date) returns table (slug text, name text, pieces integer, goods bigint)
language sql stable security definer set search_path = '' as $$
  select i.slug, max(i.name collate "C"), sum(i.quantity)::integer, sum(i.quantity::bigint * i.unit_amount)::bigint
  from public.orders o join public.order_items i on i.order_id = o.id
  where o.paid_at >= public.london_midnight(p_day) and o.paid_at < public.london_midnight(p_day + 1)
  group by i.slug
$$;

-- Stores running totals: for each month, how much of each product was sold from the first paid order to the end of that month,
-- or in the latest month to its `until`. Days are added as far as their sums are stored without a gap.
create or replace function public.roll_up_months() returns void language plpgsql security definer set search_path = '' as $$
declare
  latest public.money_months;
  first_day date;
  last_day date;
  month_start date;
begin
  loop
    select * into latest from public.money_months m order by m.month desc limit 1;
    first_day := coalesce(latest.until + 1, (select public.london_day(min(o.paid_at)) from public.orders o where o.paid_at is not null));
    month_start := date_trunc('month', first_day::timestamp);
    -- Finds the last of the following days whose sums are stored without a gap.
    last_day := (
      select max(k.day) from (
        select m.day, m.day - row_number() over (order by m.day)::integer as run from public.money_days m
        where m.day >= first_day and m.day < month_start + interval '1 month'
      ) k where k.run = first_day - 1
    );
    exit when last_day is null;
    if latest.month = month_start then
      update public.money_months set until = last_day where month = month_start;
      -- Stops when the row was deleted in the meantime.
      exit when not found;
    else
      insert into public.money_months (month, until) values (month_start, last_day);
      insert into public.money_product_months (month, slug, pieces, goods)
      select month_start, m.slug, m.pieces, m.goods from public.money_product_months m where m.month = latest.month;
    end if;
    insert into public.money_product_months as m (month, slug, pieces, goods)
    select month_start, d.slug, sum(d.pieces), sum(d.goods)
    from public.money_product_days d where d.day between first_day and last_day group by d.slug
    on conflict (month, slug) do update set pieces = m.pieces + excluded.pieces, goods = m.goods + excluded.goods;
  end loop;
end $$;

-- Stores the sums of days that ended at least a day ago, up to p_limit days at a time, the sums of each product by month up to the
-- last of these days, and the number of orders. Returns how many days it stored.
create or replace function public.roll_up_money(p_limit integer default 60, p_now timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  missing date;
  done integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('money_days', 20260157)) then return 0; end if;
  for missing in
    select d::date from generate_series(
      (select public.london_day(min(o.paid_at)) from public.orders o where o.paid_at is not null)::timestamp,
      (public.london_day(p_now) - 2)::timestamp, interval '1 day'
    ) d where not exists (select from public.money_days m where m.day = d::date) limit p_limit
  loop
    -- Month totals that end on or after a missing day do not include it, so they are deleted.
    delete from public.money_months m where m.until >= missing;
    insert into public.money_days select * from public.calculate_money_day(missing);
    insert into public.money_product_days select missing, c.* from public.calculate_product_sales(missing) c;
    done := done + 1;
  end loop;
  perform public.roll_up_months();
  perform public.roll_up_orders();
  return done;
end $$;

create or replace function public.invalidate_money_day() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.money_days m where m.day = public.london_day(new.paid_at);
  return null;
end $$;
create or replace trigger orders_invalidate_money after insert or update of paid_at, subtotal, discount, delivery_price, total on public.orders
  for each row when (new.paid_at is not null) execute function public.invalidate_money_day();

create or replace function public.invalidate_money_months() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.money_months m where m.month >= date_trunc('month', old.day)::date;
  return null;
end $$;
create or replace trigger money_days_invalidate_month after delete on public.money_days for each row execute function public.invalidate_money_months();

-- Returns the days of a period that have begun and have no stored sums: usually only two, so their orders are found by the index.
create or replace function public.uncounted_money_days(p_from date, p_until date) returns setof date
language sql stable security definer rows 2 set search_path = '' as $$
  select d::date from generate_series(
    greatest(p_from, (select public.london_day(min(o.paid_at)) from public.orders o where o.paid_at is not null))::timestamp,
    least(p_until, public.london_day(now()))::timestamp, interval '1 day'
  ) d where not exists (select from public.money_days m where m.day = d::date)
$$;

-- Returns the sums of the days of a period: the stored ones, and those of days with orders that are not stored yet.
create or replace function public.money_days_between(p_from date, p_until date) returns setof public.money_days
language sql stable security definer set search_path = '' as $$
  select m.* from public.money_days m where m.day between p_from and p_until
  union all
  select d, count(*)::integer, count(*) filter (where o.total > 0)::integer, coalesce(sum(o.subtotal), 0), coalesce(sum(o.discount), 0),
    coalesce(sum(o.delivery_price), 0), coalesce(sum(o.total), 0), coalesce(sum(b.fee), 0), count(b.id)::integer
  from public.uncounted_money_days(p_from, p_until) d
  join public.orders o on o.paid_at >= public.london_midnight(d) and o.paid_at < public.london_midnight(d + 1)
  left join public.balance_transactions b on b.order_id = o.id and b.kind = 'charge'
  group by d
$$;

-- Returns how many orders were paid and sent until p_until: the stored totals plus the orders since.
create or replace function public.count_orders(p_until timestamptz default 'infinity') returns table (paid bigint, sent bigint)
language sql stable security definer set search_path = '' as $$
  select
    stored.paid + (select count(*) from public.orders o where o.paid_at >= stored.before and o.paid_at < p_until),
    stored.sent + (select count(*) from public.orders o where o.fulfilled_at >= stored.before and o.fulfilled_at < p_until)
  from (
    select t.before, t.paid, t.sent from public.order_totals t
    union all select '-infinity', 0, 0 where not exists (select from public.order_totals)
  ) stored
$$;

-- Stores how many orders were paid and sent until two days ago, at most once a day, and not while another transaction changes an
-- older order (`invalidate_order_totals`). A change that comes later finds the row and deletes it.
create or replace function public.roll_up_orders() returns void language plpgsql security definer set search_path = '' as $$
declare counted_until timestamptz := now() - interval '2 days';
begin
  if exists (select from public.order_totals t where t.before > counted_until - interval '1 day') then return; end if;
  if not pg_try_advisory_xact_lock(hashtextextended('order_totals', 20260022)) then return; end if;
  insert into public.order_totals (before, paid, sent)
  select counted_until, c.paid, c.sent from public.count_orders(counted_until) c where c.paid > 0
  on conflict (only_row) do update set before = excluded.before, paid = excluded.paid, sent = excluded.sent;
end $$;

create or replace function public.invalidate_order_totals() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('order_totals', 20260022));
  delete from public.order_totals;
  return null;
end $$;
-- Orders that are paid or sent now are in no total yet, so these triggers skip payments and packing.
create or replace trigger orders_invalidate_totals after update of paid_at, fulfilled_at on public.orders for each row when (
  (old.paid_at is distinct from new.paid_at and least(old.paid_at, new.paid_at) < now() - interval '1 day')
  or (old.fulfilled_at is distinct from new.fulfilled_at and least(old.fulfilled_at, new.fulfilled_at) < now() - interval '1 day')
) execute function public.invalidate_order_totals();
create or replace trigger orders_invalidate_totals_of_new after insert on public.orders for each row
  when (least(new.paid_at, new.fulfilled_at) < now() - interval '1 day') execute function public.invalidate_order_totals();
create or replace trigger orders_invalidate_totals_of_deleted after delete on public.orders for each row
  when (least(old.paid_at, old.fulfilled_at) < now() - interval '1 day') execute function public.invalidate_order_totals();
create or replace trigger orders_invalidate_totals_of_all after truncate on public.orders for each statement
  execute function public.invalidate_order_totals();

-- Returns the number of all orders that were ever paid, as the sum of the stored total in `order_totals` and of newer orders.
create or replace function public.count_paid_orders() returns bigint language sql stable security definer set search_path = ''
as $$ select c.paid from public.count_orders() c $$;

-- Returns the amounts in the provider's balance that are not payments of orders: {"takenBack", "disputes", "otherFees", "other"},
-- and as "refunded" the refunds that were made at the provider's dashboard, whose event was lost, or that came back because they
-- failed.
create or replace function public.money_outside_orders(p_from date, p_until date) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'takenBack', coalesce(-sum(b.amount) filter (where b.kind = 'dispute'), 0),
    'disputes', count(*) filter (where b.kind = 'dispute' and b.amount < 0),
    'refunded', coalesce(-sum(b.amount) filter (where b.kind = 'refund' and (r.id is null or b.amount > 0)), 0),
    'otherFees', coalesce(sum(b.fee), 0) - coalesce(sum(b.amount) filter (where b.kind = 'fee'), 0),
    'other', coalesce(sum(b.amount) filter (where b.kind in ('adjustment', 'charge')), 0)
  )
  from public.balance_transactions b left join public.refunds r on r.id = b.refund_id and r.booked_at is not null
  where (b.kind <> 'charge' or b.order_id is null) and b.currency = 'gbp'
    and b.created_at >= public.london_midnight(p_from) and b.created_at < public.london_midnight(p_until + 1)
$$;

grant execute on function public.roll_up_money to service_role;
