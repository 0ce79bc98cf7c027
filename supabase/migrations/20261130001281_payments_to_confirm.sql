-- Why a payment of a box did not come through, and the provider's page where its customer confirms or pays it.
alter table public.subscriptions add column if not exists overdue_cause text check (overdue_cause in ('confirm', 'funds', 'expired', 'declined'));
alter table public.subscriptions add column if not exists overdue_link text;
grant select (overdue_cause, overdue_link) on public.subscriptions to authenticated;

-- A subscription as its emails show it. `number` is the order that began it, `nextAt` null when no payment follows, `skippedAt`
-- when the one that is skipped would have been taken.
create or replace function public.box_letter(p_subscription public.subscriptions) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', o.number, 'boxes', p_subscription.boxes, 'amount', p_subscription.amount,
    'overdueAmount', p_subscription.overdue_amount, 'retryAt', p_subscription.retry_at, 'cause', p_subscription.overdue_cause, 'payLink', p_subscription.overdue_link,
    'nextAt', case when p_subscription.ends_at is null and p_subscription.status <> 'cancelled'
      then coalesce(p_subscription.skips_to, p_subscription.current_period_end) end,
    'skippedAt', case when p_subscription.skips_to is not null then p_subscription.current_period_end end,
    'endsAt', coalesce(p_subscription.ended_at, p_subscription.ends_at), 'isOver', p_subscription.status = 'cancelled',
    'reason', p_subscription.end_reason
  ) from public.orders o where o.id = p_subscription.order_id
$$;

-- What there is to tell of a box as it stands: the payment that did not come through, by its invoice; the cancellation, by
-- when it was made; of a box that goes on after a cancellation that was told: that it does, by that cancellation; and that
-- one is skipped, or is no longer, by when it was due and how often that has changed: what was told last is not told again.
create or replace function public.box_news(p_subscription public.subscriptions) returns table (template text, cause text)
language sql stable set search_path = '' as $$
  select case when p_subscription.overdue_cause = 'confirm' then 'box_payment_confirm' else 'box_payment_failed' end, p_subscription.overdue_invoice_id where p_subscription.overdue_invoice_id is not null
  union all
  select 'box_cancelled', coalesce(extract(epoch from p_subscription.cancelled_at)::bigint::text, 'over')
  where p_subscription.ends_at is not null or p_subscription.status = 'cancelled'
  union all
  (
    select 'box_resumed', split_part(told.letter, ':', 2)
    from unnest(p_subscription.letters_told) with ordinality as told (letter, place)
    where told.letter like 'box\_cancelled:%' and p_subscription.ends_at is null and p_subscription.status <> 'cancelled'
    order by told.place desc limit 1
  )
  union all
  select wanted.template, case when split_part(told.last, ':', 1) = wanted.template then split_part(told.last, ':', 2)
    else due.at || '.' || told.changes + 1 end
  from (select extract(epoch from p_subscription.current_period_end)::bigint::text as at) as due
  cross join lateral (
    select count(*) as changes, (array_agg(t.letter order by t.place desc))[1] as last
    from unnest(p_subscription.letters_told) with ordinality as t (letter, place)
    where t.letter ~ ('^box_(skipped|unskipped):' || due.at || '\.')
  ) as told
  cross join lateral (select case when p_subscription.skips_to is null then 'box_unskipped' else 'box_skipped' end as template) as wanted
  where p_subscription.ends_at is null and p_subscription.status <> 'cancelled'
    and (p_subscription.skips_to is not null or told.changes > 0)
$$;

-- Writes what the provider says (`told`, times in ISO 8601). What it said before leaves the row and its revision alone.
create or replace function public.write_subscription(p_order public.orders, p_subscription jsonb, p_now timestamptz) returns public.subscriptions
language sql security definer set search_path = '' as $$
  insert into public.subscriptions as s (
    order_id, user_id, email, stripe_subscription_id, stripe_customer_id, status, boxes, amount, current_period_end, skips_to,
    cancel_at_period_end, cancelled_at, ends_at, ended_at, end_reason, overdue_invoice_id, overdue_amount, retry_at,
    overdue_cause, overdue_link, asked_at, created_at, updated_at
  )
  select p_order.id, p_order.user_id, coalesce((select u.email from auth.users u where u.id = p_order.user_id), p_order.email),
    told.id, told."customerId", told.status, public.boxes_of(p_order.id, told.items),
    (select sum((item ->> 'unitAmount')::integer * (item ->> 'quantity')::integer) from jsonb_array_elements(told.items) as item),
    told."periodEnd", told."skipsTo", told."cancelsAtPeriodEnd", told."cancelledAt", told."endsAt", told."endedAt", told."endReason",
    told.overdue ->> 'invoiceId', (told.overdue ->> 'amount')::integer, (told.overdue ->> 'retryAt')::timestamptz,
    told.overdue ->> 'cause', told.overdue ->> 'payLink',
    p_now, p_now, p_now
  from jsonb_to_record(p_subscription) as told (
    id text, "customerId" text, status text, items jsonb, "periodEnd" timestamptz, "skipsTo" timestamptz, "cancelsAtPeriodEnd" boolean,
    "cancelledAt" timestamptz, "endsAt" timestamptz, "endedAt" timestamptz, "endReason" text, overdue jsonb
  )
  on conflict (stripe_subscription_id) do update set
    email = excluded.email, stripe_customer_id = excluded.stripe_customer_id, status = excluded.status, boxes = excluded.boxes,
    amount = excluded.amount, current_period_end = excluded.current_period_end, skips_to = excluded.skips_to,
    cancel_at_period_end = excluded.cancel_at_period_end, cancelled_at = excluded.cancelled_at, ends_at = excluded.ends_at,
    ended_at = excluded.ended_at, end_reason = excluded.end_reason, overdue_invoice_id = excluded.overdue_invoice_id,
    overdue_amount = excluded.overdue_amount, retry_at = excluded.retry_at,
    overdue_cause = excluded.overdue_cause, overdue_link = excluded.overdue_link, updated_at = p_now, revision = s.revision + 1
  where to_jsonb(s) - array['id', 'order_id', 'user_id', 'asked_at', 'revision', 'created_at', 'updated_at', 'letters_told']
    <> to_jsonb(excluded) - array['id', 'order_id', 'user_id', 'asked_at', 'revision', 'created_at', 'updated_at', 'letters_told'];
  update public.orders set stripe_subscription_id = p_subscription ->> 'id'
  where id = p_order.id and stripe_subscription_id is null;
  select * from public.subscriptions where stripe_subscription_id = p_subscription ->> 'id';
$$;

-- Ends a cancelled box that the provider does not have, as after a change of account there: nothing can be charged for it.
create or replace function public.end_unknown_box(p_stripe_subscription_id text, p_now timestamptz default now()) returns void
language sql security definer set search_path = '' as $$
  update public.subscriptions set
    status = 'cancelled', ended_at = coalesce(ended_at, p_now), overdue_invoice_id = null, overdue_amount = null,
    overdue_cause = null, overdue_link = null,
    retry_at = null, updated_at = p_now, revision = revision + 1
  where stripe_subscription_id = p_stripe_subscription_id and ends_at is not null and status <> 'cancelled'
$$;

-- The box that an order began, or is a later one of; null without one, or while its first payment has not come. `dueAt` is the
-- end of the paid time, `isSkipped` that the payment then is not taken.
create or replace function public.box_of_order(p_order public.orders) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'began', founding.number, 'status', s.status, 'amount', s.amount, 'dueAt', s.current_period_end, 'isSkipped', s.skips_to is not null,
    'nextAt', coalesce(s.skips_to, s.current_period_end), 'endsAt', s.ends_at, 'endedAt', s.ended_at, 'overdue', s.overdue_amount,
    'retryAt', s.retry_at, 'cause', s.overdue_cause,
    'turn', (select count(*) from public.orders o where o.stripe_subscription_id = s.stripe_subscription_id and o.number <= p_order.number)
  )
  from public.subscriptions s join public.orders founding on founding.id = s.order_id
  where s.stripe_subscription_id = p_order.stripe_subscription_id and s.status <> 'incomplete'
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.end_unknown_box to service_role;
