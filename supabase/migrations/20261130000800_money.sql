-- The shop's money: what the payment provider has put into its balance, taken from it and paid out, and the sums that the desk
-- and the accountant see. Pence; days are those of London; an order counts on the day that it was paid.

-- ── What the provider's balance says ────────────────────────────────────────────────────────────

-- One row a movement of the provider's balance, as it has it: `net` is what is left of `amount` once `fee` is taken off. A
-- `refund` is also a payment that came back later; a `payout` that failed comes back as one above 0. Service role only.
create table public.balance_transactions (
  id text primary key,
  kind text not null check (kind in ('charge', 'refund', 'payout', 'dispute', 'fee', 'adjustment')),
  amount bigint not null,
  fee bigint not null,
  net bigint not null check (net = amount - fee),
  currency text not null,
  created_at timestamptz not null,
  available_on date not null,
  payout_id text, -- which payout it went into; null until it has
  source_id text, -- the charge, refund, dispute or payout that it is of
  payment_id text, -- the payment that this belongs to
  refund_id uuid references public.refunds on delete set null, -- null of what was paid back at the provider's own desk
  order_id uuid references public.orders on delete set null, -- of a charge only when it is what the order was paid by
  description text -- of fees and corrections: what is typed of a payment may name somebody
);
create index balance_of_order on public.balance_transactions (order_id) where order_id is not null;
create index balance_of_refund on public.balance_transactions (refund_id) where refund_id is not null;
create index balance_of_payment on public.balance_transactions (payment_id);
create index balance_unmatched on public.balance_transactions (payment_id) where order_id is null;
create index balance_of_payout on public.balance_transactions (payout_id) where payout_id is not null;
create index balance_beside_orders on public.balance_transactions (created_at) where kind <> 'charge' or order_id is null;
alter table public.balance_transactions enable row level security;

-- What the provider sends to the bank. `read_at`: when all that went into it was known. Service role only.
create table public.payouts (
  id text primary key,
  amount bigint not null,
  currency text not null,
  status text not null,
  is_automatic boolean not null, -- of one that was asked for by hand the provider does not say what is in it
  created_at timestamptz not null,
  arrives_on date not null,
  read_at timestamptz
);
alter table public.payouts enable row level security;

-- How far the balance has been read, in one row: of which account, until when, when it is due again, and since when it has
-- failed. Service role only.
create table public.balance_reading (
  only_row boolean primary key default true check (only_row),
  account text,
  read_until timestamptz,
  due_at timestamptz not null default '-infinity',
  failing_since timestamptz,
  reason text
);
alter table public.balance_reading enable row level security;
insert into public.balance_reading default values;

-- From when the balance is to be read, {"from"}, or null while it is not due: every five minutes, every minute while orders come
-- in, and when it is wanted. Noting when it is due again keeps processes apart. Another account is read from the beginning of what was sold.
create function public.claim_balance_reading(p_account text, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare reading public.balance_reading;
begin
  update public.balance_reading r set
    account = p_account, read_until = case when r.account = p_account then r.read_until end, due_at = p_now + interval '5 minutes'
  where r.due_at <= p_now or r.account is distinct from p_account or (
    r.failing_since is null and r.due_at <= p_now + interval '4 minutes'
    and exists (select from public.orders o where o.paid_at > coalesce(r.read_until, '-infinity'))
  ) returning * into reading;
  if reading.account is null then return null; end if;
  return jsonb_build_object('from', coalesce(
    reading.read_until - interval '1 hour', (select min(o.paid_at) - interval '1 day' from public.orders o), p_now - interval '1 day'
  ));
end $$;

-- Notes that all until then has been read; p_is_whole: and the payouts, so that nothing fails.
create function public.settle_balance_reading(p_until timestamptz, p_is_whole boolean) returns void
language sql security definer set search_path = '' as $$
  update public.balance_reading set read_until = greatest(read_until, p_until),
    failing_since = case when not p_is_whole then failing_since end, reason = case when not p_is_whole then reason end
$$;

create function public.fail_balance_reading(p_reason text, p_now timestamptz default now()) returns void
language sql security definer set search_path = '' as $$
  update public.balance_reading
  set failing_since = coalesce(failing_since, p_now), reason = left(p_reason, 300), due_at = p_now + interval '1 minute'
$$;

-- The provider has sent word of a payout.
create function public.want_balance_reading(p_now timestamptz default now()) returns void
language sql security definer set search_path = ''
as $$ update public.balance_reading set due_at = least(due_at, p_now) $$;

-- Writes what the provider told of its balance, however often: p_rows as the columns of the table in camel case, p_payout the
-- payout that all of them went into.
create function public.take_balance(p_rows jsonb, p_payout text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.balance_transactions as b (
    id, kind, amount, fee, net, currency, created_at, available_on, payout_id, source_id, payment_id, refund_id, description
  )
  select t.id, t.kind, t.amount, t.fee, t.net, t.currency, t."createdAt", t."availableOn", p_payout, t."sourceId", t."paymentId", r.id, t.description
  from jsonb_to_recordset(p_rows) as t (
    id text, kind text, amount bigint, fee bigint, net bigint, currency text, "createdAt" timestamptz, "availableOn" date,
    "sourceId" text, "paymentId" text, "refundId" text, description text
  ) left join public.refunds r
    on r.id = case when t."refundId" ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then t."refundId"::uuid end
  on conflict (id) do update set
    available_on = excluded.available_on, payout_id = coalesce(excluded.payout_id, b.payout_id), refund_id = coalesce(b.refund_id, excluded.refund_id)
  where (b.available_on, b.payout_id, b.refund_id) is distinct from
    (excluded.available_on, coalesce(excluded.payout_id, b.payout_id), coalesce(b.refund_id, excluded.refund_id));
  if found then perform realtime.send('{}', 'money', 'desk', true); end if;
end $$;

-- Finds the orders of what has been read, and answers the payments of the last three days that no order is known to be paid by.
create function public.match_balance(p_now timestamptz default now()) returns text[]
language plpgsql security definer set search_path = '' as $$
declare days date[];
begin
  with matched as (
    update public.balance_transactions b set order_id = o.id
    from public.orders o
    where b.order_id is null and o.stripe_payment_intent_id = b.payment_id and o.paid_at is not null
      and (b.kind <> 'charge' or b.id = (
        select min(c.id) from public.balance_transactions c
        where c.payment_id = b.payment_id and c.kind = 'charge' and c.amount = o.total
      ))
    returning public.london_day(o.paid_at) as day
  )
  select array_agg(distinct day) into days from matched;
  delete from public.money_days m where m.day = any (days);
  if days is not null then perform realtime.send('{}', 'money', 'desk', true); end if;
  return array(
    select distinct b.payment_id from public.balance_transactions b
    where b.order_id is null and b.kind = 'charge' and b.payment_id is not null and b.created_at > p_now - interval '3 days'
    limit 50
  );
end $$;

-- Writes payouts as the provider has them now, and answers those of which it is not known what went into them.
create function public.take_payouts(p_rows jsonb) returns text[] language sql security definer set search_path = '' as $$
  insert into public.payouts as p (id, amount, currency, status, is_automatic, created_at, arrives_on)
  select t.id, t.amount, t.currency, t.status, t."isAutomatic", t."createdAt", t."arrivesOn"
  from jsonb_to_recordset(p_rows) as t (
    id text, amount bigint, currency text, status text, "isAutomatic" boolean, "createdAt" timestamptz, "arrivesOn" date
  )
  on conflict (id) do update set status = excluded.status, arrives_on = excluded.arrives_on;
  select array(
    select p.id from jsonb_to_recordset(p_rows) as t (id text, "isReconciled" boolean) join public.payouts p on p.id = t.id
    where p.is_automatic and t."isReconciled" and p.read_at is null order by p.created_at
  )
$$;

create function public.settle_payout(p_id text, p_now timestamptz default now()) returns void
language sql security definer set search_path = '' as $$ update public.payouts set read_at = p_now where id = p_id $$;

-- ── Sums of days ────────────────────────────────────────────────────────────────────────────────

create function public.london_day(p_at timestamptz) returns date language sql immutable set search_path = ''
as $$ select (p_at at time zone 'Europe/London')::date $$;

-- When a day begins.
create function public.london_midnight(p_day date) returns timestamptz language sql immutable set search_path = ''
as $$ select p_day::timestamp at time zone 'Europe/London' $$;

-- What was paid on days that are over, kept so that a year is summed at once. A day without its row is counted from the orders;
-- rows are thrown away when something of their day changes. Service role only, as the next.
create table public.money_days (
  day date primary key,
  orders integer not null,
  charged integer not null, -- orders that cost something
  goods bigint not null,
  discount bigint not null,
  delivery bigint not null,
  taken bigint not null,
  fees bigint not null,
  fees_known integer not null
);
alter table public.money_days enable row level security;

create table public.money_product_days (
  day date not null references public.money_days on delete cascade,
  slug text not null,
  name text not null,
  pieces integer not null,
  goods bigint not null,
  primary key (day, slug)
);
create index money_product_days_of_product on public.money_product_days (slug);
alter table public.money_product_days enable row level security;

-- The months that are kept, and the last day that their sums hold: of the latest month that is the last day kept. Thrown away
-- with any of those days. Service role only, as the next.
create table public.money_months (
  month date primary key,
  until date not null
);
alter table public.money_months enable row level security;

-- For a month all that was sold of a product from the first month that is kept to the end of this one, so that a period of any
-- length is the difference of two of them, and the days beside. No month between two is missing.
create table public.money_product_months (
  month date not null references public.money_months on delete cascade,
  slug text not null,
  pieces integer not null,
  goods bigint not null,
  primary key (month, slug)
);
alter table public.money_product_months enable row level security;

create function public.count_money(p_day date) returns public.money_days language sql stable security definer set search_path = '' as $$
  select p_day, count(*)::integer, count(*) filter (where o.total > 0)::integer, coalesce(sum(o.subtotal), 0), coalesce(sum(o.discount), 0),
    coalesce(sum(o.delivery_price), 0), coalesce(sum(o.total), 0), coalesce(sum(b.fee), 0), count(b.id)::integer
  from public.orders o
  left join public.balance_transactions b on b.order_id = o.id and b.kind = 'charge'
  where o.paid_at >= public.london_midnight(p_day) and o.paid_at < public.london_midnight(p_day + 1)
$$;

create function public.count_products(p_day date) returns table (slug text, name text, pieces integer, goods bigint)
language sql stable security definer set search_path = '' as $$
  select i.slug, max(i.name collate "C"), sum(i.quantity)::integer, sum(i.quantity::bigint * i.unit_amount)::bigint
  from public.orders o join public.order_items i on i.order_id = o.id
  where o.paid_at >= public.london_midnight(p_day) and o.paid_at < public.london_midnight(p_day + 1)
  group by i.slug
$$;

-- For a month all that was sold of a product from the first month that is kept to the end of this one, or to the last day that
-- is kept. A month is kept once all of its days are, from the first that anything was paid on.
create function public.roll_up_months() returns void language plpgsql security definer set search_path = '' as $$
declare
  latest public.money_months;
  begins date;
  ends date;
  its_month date;
begin
  loop
    select * into latest from public.money_months m order by m.month desc limit 1;
    begins := coalesce(latest.until + 1, (select public.london_day(min(o.paid_at)) from public.orders o where o.paid_at is not null));
    its_month := date_trunc('month', begins::timestamp);
    -- The days that are kept from then on without a gap.
    ends := (
      select max(k.day) from (
        select m.day, m.day - row_number() over (order by m.day)::integer as run from public.money_days m
        where m.day >= begins and m.day < its_month + interval '1 month'
      ) k where k.run = begins - 1
    );
    exit when ends is null;
    if latest.month = its_month then
      update public.money_months set until = ends where month = its_month;
      -- Thrown away meanwhile.
      exit when not found;
    else
      insert into public.money_months (month, until) values (its_month, ends);
      insert into public.money_product_months (month, slug, pieces, goods)
      select its_month, m.slug, m.pieces, m.goods from public.money_product_months m where m.month = latest.month;
    end if;
    insert into public.money_product_months as m (month, slug, pieces, goods)
    select its_month, d.slug, sum(d.pieces), sum(d.goods)
    from public.money_product_days d where d.day between begins and ends group by d.slug
    on conflict (month, slug) do update set pieces = m.pieces + excluded.pieces, goods = m.goods + excluded.goods;
  end loop;
end $$;

-- Keeps the sums of days that have been over for a day, up to p_limit days at a time, of products those of months up to the last
-- of these days, and how many orders there were; answers how many days.
create function public.roll_up_money(p_limit integer default 60, p_now timestamptz default now()) returns integer
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
    -- Of a day before the first that was known the months know nothing.
    delete from public.money_months m where m.until >= missing;
    insert into public.money_days select * from public.count_money(missing);
    insert into public.money_product_days select missing, c.* from public.count_products(missing) c;
    done := done + 1;
  end loop;
  perform public.roll_up_months();
  perform public.roll_up_orders();
  return done;
end $$;

create function public.forget_money_day() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.money_days m where m.day = public.london_day(new.paid_at);
  return null;
end $$;
create trigger orders_forget_money after insert or update of paid_at, subtotal, discount, delivery_price, total on public.orders
  for each row when (new.paid_at is not null) execute function public.forget_money_day();

create function public.forget_money_month() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.money_months m where m.month >= date_trunc('month', old.day)::date;
  return null;
end $$;
create trigger money_days_forget_month after delete on public.money_days for each row execute function public.forget_money_month();

-- Days of a period that have begun and are not kept: two as a rule, so that their orders are found by the index.
create function public.money_days_to_count(p_from date, p_until date) returns setof date
language sql stable security definer rows 2 set search_path = '' as $$
  select d::date from generate_series(
    greatest(p_from, (select public.london_day(min(o.paid_at)) from public.orders o where o.paid_at is not null))::timestamp,
    least(p_until, public.london_day(now()))::timestamp, interval '1 day'
  ) d where not exists (select from public.money_days m where m.day = d::date)
$$;

-- The days of a period that have begun and on which something was sold, each with its sums.
create function public.money_of_days(p_from date, p_until date) returns setof public.money_days
language sql stable security definer set search_path = '' as $$
  select m.* from public.money_days m where m.day between p_from and p_until
  union all
  select d, count(*)::integer, count(*) filter (where o.total > 0)::integer, coalesce(sum(o.subtotal), 0), coalesce(sum(o.discount), 0),
    coalesce(sum(o.delivery_price), 0), coalesce(sum(o.total), 0), coalesce(sum(b.fee), 0), count(b.id)::integer
  from public.money_days_to_count(p_from, p_until) d
  join public.orders o on o.paid_at >= public.london_midnight(d) and o.paid_at < public.london_midnight(d + 1)
  left join public.balance_transactions b on b.order_id = o.id and b.kind = 'charge'
  group by d
$$;

-- How many orders were paid and sent before a moment that is two days ago or more, in one row, so that only those since are
-- counted. It is thrown away when something of an older order changes, which hardly happens, and counted anew by the server.
-- Service role only.
create table public.order_totals (
  only_row boolean primary key default true check (only_row),
  before timestamptz not null,
  paid bigint not null,
  sent bigint not null
);
alter table public.order_totals enable row level security;

-- How many were paid and sent until then: what is kept, and those since.
create function public.count_orders(p_until timestamptz default 'infinity') returns table (paid bigint, sent bigint)
language sql stable security definer set search_path = '' as $$
  select
    kept.paid + (select count(*) from public.orders o where o.paid_at >= kept.before and o.paid_at < p_until),
    kept.sent + (select count(*) from public.orders o where o.fulfilled_at >= kept.before and o.fulfilled_at < p_until)
  from (
    select t.before, t.paid, t.sent from public.order_totals t
    union all select '-infinity', 0, 0 where not exists (select from public.order_totals)
  ) kept
$$;

-- Once a day, and not while somebody is changing an older order: whoever does so later finds the row and throws it away.
create function public.roll_up_orders() returns void language plpgsql security definer set search_path = '' as $$
declare until timestamptz := now() - interval '2 days';
begin
  if exists (select from public.order_totals t where t.before > until - interval '1 day') then return; end if;
  if not pg_try_advisory_xact_lock(hashtextextended('order_totals', 20260022)) then return; end if;
  insert into public.order_totals (before, paid, sent)
  select until, c.paid, c.sent from public.count_orders(until) c where c.paid > 0
  on conflict (only_row) do update set before = excluded.before, paid = excluded.paid, sent = excluded.sent;
end $$;
create function public.forget_order_totals() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('order_totals', 20260022));
  delete from public.order_totals;
  return null;
end $$;

-- What is paid or sent now is in no total yet, so that payments and packers pass by here.
create trigger orders_forget_totals after update of paid_at, fulfilled_at on public.orders for each row when (
  (old.paid_at is distinct from new.paid_at and least(old.paid_at, new.paid_at) < now() - interval '1 day')
  or (old.fulfilled_at is distinct from new.fulfilled_at and least(old.fulfilled_at, new.fulfilled_at) < now() - interval '1 day')
) execute function public.forget_order_totals();
create trigger orders_forget_totals_of_new after insert on public.orders for each row
  when (least(new.paid_at, new.fulfilled_at) < now() - interval '1 day') execute function public.forget_order_totals();
create trigger orders_forget_totals_of_gone after delete on public.orders for each row
  when (least(old.paid_at, old.fulfilled_at) < now() - interval '1 day') execute function public.forget_order_totals();
create trigger orders_forget_totals_of_all after truncate on public.orders for each statement
  execute function public.forget_order_totals();

-- How many orders were ever paid, of which the days that are over are kept.
create function public.count_paid_orders() returns bigint language sql stable security definer set search_path = ''
as $$ select c.paid from public.count_orders() c $$;

-- What went another way than into an order, as the provider's balance has it: {"takenBack", "disputes", "otherFees", "other"}.
-- With what was paid back at the provider's own desk, or whose news was lost, or came back from a refund that failed, as
-- "refunded".
create function public.money_beside_orders(p_from date, p_until date) returns jsonb language sql stable security definer set search_path = '' as $$
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

-- The sums of a period.
create function public.money_sums(p_from date, p_until date) returns jsonb language sql stable security definer set search_path = '' as $$
  with sold as (
    select coalesce(sum(m.orders), 0) as orders, coalesce(sum(m.charged), 0) as charged, coalesce(sum(m.goods), 0) as goods,
      coalesce(sum(m.discount), 0) as discount, coalesce(sum(m.delivery), 0) as delivery,
      coalesce(sum(m.taken), 0) as taken, coalesce(sum(m.fees), 0) as fees, coalesce(sum(m.fees_known), 0) as known
    from public.money_of_days(p_from, p_until) m
  ), back as (
    select coalesce(sum(r.amount), 0) as amount from public.refunds r
    where r.booked_at >= public.london_midnight(p_from) and r.booked_at < public.london_midnight(p_until + 1)
  ), beside as (select public.money_beside_orders(p_from, p_until) as facts)
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

-- ── What the desk reads ─────────────────────────────────────────────────────────────────────────

create function public.money_period_fault(p_from date, p_until date) returns void language plpgsql immutable set search_path = '' as $$
begin
  if p_from is null or p_until is null or p_until < p_from then
    raise sqlstate 'PT400' using message = 'Please choose a first day, and a last one that is not before it.';
  elsif p_until - p_from > 3660 then
    raise sqlstate 'PT400' using message = 'Please choose ten years at most.';
  end if;
end $$;

-- A period: {"sums", "rows", "first"}. Rows are those of a day, or of a month, that something was taken in: {"at", "taken",
-- "orders"}; p_by 'product' gives what was sold of each instead, the most first: {"slug", "name", "image", "tint", "pieces",
-- "goods"}, and "count" of all. "first" is the first day that anything was paid.
create function public.desk_money(p_from date, p_until date, p_by text default 'day', p_limit integer default 6) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.desk_enter();
  perform public.money_period_fault(p_from, p_until);
  if p_by = 'product' then return public.money_by_product(p_from, p_until, least(greatest(p_limit, 1), 1000)); end if;
  return jsonb_build_object('sums', public.money_sums(p_from, p_until), 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('at', r.at, 'taken', r.taken, 'orders', r.orders) order by r.at), '[]')
    from (
      select case when p_by = 'month' then date_trunc('month', m.day)::date else m.day end as at, sum(m.taken) as taken, sum(m.orders) as orders
      from public.money_of_days(p_from, p_until) m where m.orders > 0 group by 1
    ) r
  ), 'first', (select public.london_day(min(o.paid_at)) from public.orders o where o.paid_at is not null));
end $$;

create function public.money_by_product(p_from date, p_until date, p_limit integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  with whole as materialized (
    select min(m.month) as begins, max(m.month) as latest, max(m.until) as until from public.money_months m where m.month >= p_from and m.until <= p_until
  ), sold as materialized (
    select s.slug, sum(s.pieces) as pieces, sum(s.goods)::bigint as goods
    from (
      select m.slug, m.pieces, m.goods from public.money_product_months m where m.month = (select w.latest from whole w)
      union all
      select m.slug, -m.pieces, -m.goods from public.money_product_months m where m.month = (select w.begins - interval '1 month' from whole w)
      union all
      select m.slug, m.pieces, m.goods from public.money_product_days m
      where m.day >= p_from and m.day <= least(p_until, (select w.begins - 1 from whole w))
      union all
      select m.slug, m.pieces, m.goods from public.money_product_days m where m.day > (select w.until from whole w) and m.day <= p_until
      union all
      select c.slug, c.pieces, c.goods from public.money_days_to_count(p_from, p_until) d cross join lateral public.count_products(d) c
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

-- What went back in a period, the latest first: {"orders", "rows": [{"at", "number", "amount", "kind", "why", "pieces"}]}; `kind`
-- is 'refund', or 'dispute' for what a bank took back.
create function public.desk_money_back(p_from date, p_until date, p_limit integer default 20) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.desk_enter();
  perform public.money_period_fault(p_from, p_until);
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

-- The orders that were paid on a day, the latest first, with what is known of each one's fee: {"number", "at", "pieces", "total",
-- "fee", "isBox", "payoutOn"}.
create function public.desk_money_day(p_day date, p_limit integer default 50, p_offset integer default 0) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.desk_enter();
  perform public.money_period_fault(p_day, p_day);
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

-- ── For the accountant ──────────────────────────────────────────────────────────────────────────

-- How much of what was paid for an order's goods bears the standard rate of VAT, were the business registered: merchandise, and
-- what is no longer in the catalogue; food does not. [{"position", "paid", "standard"}], in pence.
create function public.taxed_lines(p_orders uuid[])
returns table (order_id uuid, "position" integer, quantity integer, paid bigint, standard bigint, what text, listed bigint)
language sql stable security definer set search_path = '' as $$
  select l.order_id, l.position, l.quantity, l.paid::bigint, case when p.id is null or p.category = 'merchandise' then l.paid::bigint else 0 end,
    i.name || coalesce(', ' || i.size, ''), i.quantity::bigint * i.unit_amount
  from public.lines_paid(p_orders) l
  join public.order_items i on i.order_id = l.order_id and i.position = l.position
  left join public.products p on p.id = i.product_id
$$;

-- How much of what was paid for orders bears the standard rate of VAT, were the business registered: of the goods what
-- `taxed_lines` says, and of the delivery the same share. In pence; `lines`: [{"position", "what", "quantity", "listed", "paid", "standard"}].
create function public.taxed_orders(p_orders uuid[])
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

-- What went back of orders, as the accountant's rows name it (`r:` a refund of the desk, `b:` what the provider moved): how much
-- of it bears the standard rate, and how much had gone back that does before. Pieces bear what they bore. A sum bears what is
-- left in proportion to what is left of the money, so that all of it, once all is back, is what the order bore. What comes
-- again, as of a refund that failed, bears what it bore when it went. In pence; below 0 is what comes again.
create function public.taxed_back(p_orders uuid[])
returns table (order_id uuid, key text, standard bigint, before bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  moved record;
  money bigint; -- what is left of an order
  taxed bigint; -- of it
  pieces jsonb; -- that have gone back, by their position: {"0": 2}
  went jsonb; -- what bore how much, by the id of its refund or dispute: {"re_1": [2400, 2400]}
  of_lines record;
  share bigint;
  left_taxed bigint;
begin
  for moved in
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
    if moved.order_id is distinct from order_id then
      order_id := moved.order_id;
      money := moved.total;
      taxed := moved.bore;
      pieces := '{}';
      went := '{}';
    end if;
    if (went -> moved.source ->> 0)::bigint = -moved.amount then
      share := -(went -> moved.source ->> 1)::bigint;
    elsif moved.amount <= 0 then
      share := moved.amount * (moved.bore - taxed) / greatest(moved.total - money, 1);
    else
      select coalesce(sum(x.paid), 0)::bigint as paid, coalesce(sum(x.paid) filter (where t.standard > 0), 0)::bigint as standard,
        coalesce(jsonb_object_agg(t.position, g.gone + piece.quantity), '{}') as gone into of_lines
      from jsonb_to_recordset(moved.sold) as t ("position" integer, quantity integer, paid bigint, standard bigint)
      join jsonb_to_recordset(moved.lines) as piece ("position" integer, quantity integer) on piece.position = t.position
      cross join lateral (select coalesce((pieces ->> t.position::text)::bigint, 0) as gone) g
      cross join lateral (select t.paid * (g.gone + piece.quantity) / t.quantity - t.paid * g.gone / t.quantity as paid) x;
      pieces := pieces || of_lines.gone;
      share := case when of_lines.paid > moved.amount then moved.amount * of_lines.standard / of_lines.paid
        else of_lines.standard + (moved.amount - of_lines.paid) * taxed / greatest(money, 1) end;
    end if;
    -- What is left bears no more than it is, nor than the order did.
    money := money - moved.amount;
    left_taxed := greatest(least(taxed - share, money, moved.bore), 0);
    key := moved.key;
    standard := taxed - left_taxed;
    before := moved.bore - taxed;
    return next;
    went := went || jsonb_build_object(moved.source, jsonb_build_array(moved.amount, standard));
    taxed := left_taxed;
  end loop;
end $$;

-- The accountant's rows of orders. `before`: how much of the order bears the standard rate in the rows that stand above.
create function public.account_rows_of_orders(p_orders uuid[]) returns table (order_id uuid, place bigint, told jsonb)
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

-- What the accountant reads of refunds; the provider's fee stands for itself.
create function public.account_rows_of_refunds(p_refunds uuid[]) returns table (refund_id uuid, place bigint, told jsonb)
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
    from back b left join public.taxed_back(array(select distinct (k.refund).order_id from back k)) t on t.key = 'r:' || b.id
    union all
    select b.id, 1, jsonb_build_object('kind', 'fee', 'what', 'Fee for the refund', 'amount', -b.fee) from back b where b.fee <> 0
  )
  select b.id, h.place, h.row || jsonb_build_object(
    'at', (b.refund).booked_at, 'number', b.number, 'payout', b.payout_id, 'paidOutOn', b.arrives_on, 'reference', b.moved
  )
  from shown h join back b on b.id = h.id
$$;

-- What the provider moved beside orders and the desk's refunds: disputes, fees, corrections, payments of no order.
create function public.account_rows_of_balance(p_moved public.balance_transactions) returns jsonb
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

-- The same of what the provider moved beside orders and the desk's refunds: what bears VAT of it is said in its first row.
create function public.account_rows_of_moved(p_moved text[]) returns table (id text, place bigint, told jsonb)
language sql stable security definer set search_path = '' as $$
  select b.id, r.place, r.told || case when r.place = 1 and t.key is not null
    then jsonb_build_object('standard', -t.standard, 'before', -t.before) else '{}' end
  from public.balance_transactions b
  cross join lateral jsonb_array_elements(public.account_rows_of_balance(b)) with ordinality r (told, place)
  left join public.taxed_back(array(
    select distinct m.order_id from public.balance_transactions m where m.id = any (p_moved) and m.kind in ('refund', 'dispute')
  )) t on t.key = 'b:' || b.id
  where b.id = any (p_moved)
$$;

-- A page of the accountant's rows, oldest first: {"rows", "next"}; `next` goes into p_after of the call for the next page, null
-- at the end. The rows that name a payout add up to it, as soon as the provider has said what went into it.
create function public.desk_accounts_csv(p_from date, p_until date, p_limit integer default 500, p_after text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  begins timestamptz := public.london_midnight(p_from);
  ends timestamptz := public.london_midnight(p_until + 1);
  most integer := least(greatest(p_limit, 1), 1000);
  after_at timestamptz;
  after_key text := '';
  page jsonb;
begin
  perform public.desk_enter();
  perform public.money_period_fault(p_from, p_until);
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
    order by 1, 2 limit most)
    union all
    (select r.booked_at, 'r:' || r.id from public.refunds r
    where r.booked_at >= after_at and r.booked_at < ends and (r.booked_at, 'r:' || r.id) > (after_at, after_key)
    order by 1, 2 limit most)
    union all
    (select b.created_at, 'b:' || b.id
    from public.balance_transactions b left join public.refunds r on r.id = b.refund_id and r.booked_at is not null
    where (b.kind <> 'charge' or b.order_id is null) and b.currency = 'gbp'
      and (b.kind <> 'refund' or r.id is null or b.amount > 0) and (b.kind <> 'payout' or b.amount > 0 or b.fee <> 0)
      and b.created_at >= after_at and b.created_at < ends and (b.created_at, 'b:' || b.id) > (after_at, after_key)
    order by 1, 2 limit most)
  ), here as materialized (select h.at, h.key, substr(h.key, 3) as id from happened h order by h.at, h.key limit most),
  told as (
    select 'o:' || r.order_id as key, r.place, r.told as row
    from public.account_rows_of_orders(array(select h.id::uuid from here h where h.key like 'o:%')) r
    union all
    select 'r:' || r.refund_id, r.place, r.told
    from public.account_rows_of_refunds(array(select h.id::uuid from here h where h.key like 'r:%')) r
    union all
    select 'b:' || r.id, r.place, r.told
    from public.account_rows_of_moved(array(select h.id from here h where h.key like 'b:%')) r
  )
  select jsonb_build_object(
    'rows', coalesce((select jsonb_agg(t.row order by h.at, h.key, t.place) from here h join told t on t.key = h.key), '[]'),
    'next', case when (select count(*) from here) = most then (select h.at::text || '|' || h.key from here h order by h.at desc, h.key desc limit 1) end
  ) into page;
  return page;
end $$;

grant all on public.order_totals, public.balance_transactions, public.payouts, public.balance_reading, public.money_days,
  public.money_product_days, public.money_months, public.money_product_months to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.claim_balance_reading, public.settle_balance_reading, public.fail_balance_reading,
  public.want_balance_reading, public.take_balance, public.match_balance, public.take_payouts, public.settle_payout,
  public.roll_up_money to service_role;
grant execute on function public.desk_money, public.desk_money_back, public.desk_money_day, public.desk_accounts_csv
  to authenticated, service_role;
