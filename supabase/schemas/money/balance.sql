-- Returns the time from which the provider's balance is to be read, {"from"}, or null while no reading is due. One is due every
-- five minutes, every minute while orders are paid, and after `request_balance_reading`. The stored time of the next one keeps
-- processes from reading at the same time. Another account is read from the first sale on.
create or replace function public.claim_balance_reading(p_account text, p_now timestamptz default now()) returns jsonb
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

-- Records that the provider's transactions until p_until have been read; p_is_whole means that the payouts have been read, too, so
-- that the reading counts as succeeded.
create or replace function public.complete_balance_reading(p_until timestamptz, p_is_whole boolean) returns void
language sql security definer set search_path = '' as $$
  update public.balance_reading set read_until = greatest(read_until, p_until),
    failing_since = case when not p_is_whole then failing_since end, reason = case when not p_is_whole then reason end
$$;

create or replace function public.fail_balance_reading(p_reason text, p_now timestamptz default now()) returns void
language sql security definer set search_path = '' as $$
  update public.balance_reading
  set failing_since = coalesce(failing_since, p_now), reason = left(p_reason, 300), due_at = p_now + interval '1 minute'
$$;

-- Makes the reading of the balance due, because the provider has reported a payout.
create or replace function public.request_balance_reading(p_now timestamptz default now()) returns void
language sql security definer set search_path = ''
as $$ update public.balance_reading set due_at = least(due_at, p_now) $$;

-- Stores transactions of the provider's balance; calling it again with the same rows changes nothing. p_rows has the columns of
-- the table in camel case, p_payout is the payout that contains all of them.
create or replace function public.store_balance_transactions(p_rows jsonb, p_payout text default null) returns void
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

-- Assigns orders to the transactions that have been read, and returns the payments of the last three days for which no order is
-- known.
create or replace function public.match_balance_transactions(p_now timestamptz default now()) returns text[]
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

-- Stores payouts as the provider has them now, and returns those whose transactions can be read there and have not been read
-- yet.
create or replace function public.store_payouts(p_rows jsonb) returns text[] language sql security definer set search_path = '' as $$
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

create or replace function public.complete_payout(p_id text, p_now timestamptz default now()) returns void
language sql security definer set search_path = '' as $$ update public.payouts set read_at = p_now where id = p_id $$;

grant execute on function
  public.claim_balance_reading,
  public.complete_balance_reading,
  public.fail_balance_reading,
  public.request_balance_reading,
  public.store_balance_transactions,
  public.match_balance_transactions,
  public.store_payouts,
  public.complete_payout
to service_role;
