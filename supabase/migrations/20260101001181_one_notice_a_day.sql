-- What is stuck of the catalogue is told by the daily notice alone, which says of each thing what it was mailed before.

-- Notes a try that failed at the provider; the job comes back at p_retry_at, or at once when its rows have changed since.
-- The owner hears of it by `stuck_work`. Service role only.
drop function public.fail_catalogue_job(text, text, uuid, bigint, text, boolean, timestamptz, text, integer, timestamptz);
create function public.fail_catalogue_job(
  p_account text, p_subject text, p_claim uuid, p_changes bigint, p_error text, p_is_refused boolean, p_retry_at timestamptz,
  p_now timestamptz default now()
) returns void
language sql security definer set search_path = ''
as $$
  update public.catalogue_jobs set
    claim = null, claimed_until = null,
    next_attempt_at = case when changes = p_changes then p_retry_at else next_attempt_at end,
    failing_since = case when changes = p_changes then coalesce(failing_since, p_now) end,
    is_refused = changes = p_changes and p_is_refused,
    last_error = case when changes = p_changes then left(p_error, 300) end
  where account = p_account and subject = p_subject and claim = p_claim
$$;
grant execute on function public.fail_catalogue_job(text, text, uuid, bigint, text, boolean, timestamptz, timestamptz) to service_role;

-- What of the account in use is out of step, since when, and in words what that means and why. What the provider has
-- refused counts at once: it will not come right by trying again, only by another change. What it has not answered
-- counts once that has gone on since p_before, as most outages are over sooner. Only for `stuck_work`.
drop function public.stuck_catalogue(integer, timestamptz);
create function public.stuck_catalogue(p_before timestamptz) returns table (since timestamptz, detail text)
language sql stable security definer set search_path = ''
as $$
  select j.failing_since, left(coalesce(p.name, d.name, 'Something that was deleted') || ': '
    || case
      when not public.is_for_sale(j.subject) then 'it is off sale here, and not archived at the payment provider yet.'
      when r.stripe_price_id is null and d.stripe_id is null then 'it cannot be bought yet.'
      when coalesce(r.next_amount, d.next_price) is not null then
        'it goes on selling for ' || coalesce(public.pounds(coalesce(r.unit_amount, d.price)), 'its price')
        || ', not for ' || public.pounds(coalesce(r.next_amount, d.next_price)) || ' yet.'
      else 'it sells, and the payment page may show an older name or picture.'
    end || ' The reason: ' || coalesce(j.last_error, 'none was given'), 600)
  from public.catalogue_jobs j
  join public.payment_accounts a on a.account = j.account and a.is_in_use
  left join public.products p on 'product:' || p.id = j.subject
  left join lateral (
    select * from public.prices where prices.product_id = p.id order by prices.position limit 1
  ) as r on true
  left join public.delivery_methods d on 'delivery:' || d.id = j.subject
  where j.is_refused or j.failing_since <= p_before
$$;

-- As before, and of the catalogue it says what each thing means for the shop, and the provider's reason.
create or replace function public.stuck_work(p_after timestamptz, p_now timestamptz)
returns table (kind text, amount integer, since timestamptz, details text[])
language sql stable security definer set search_path = ''
as $$
  -- Letters that were given up. That the notice itself cannot be sent is for the log.
  select 'failed_letters', count(*)::integer, min(o.failed_at), '{}'::text[]
  from public.outbox o
  where o.failed_at > p_after and not o.called_off and o.template <> 'stuck_notice'
  having count(*) > 0
  union all
  -- Letters that should have left long ago: the mail server is away, or its password has changed.
  select 'late_letters', count(*)::integer, min(o.created_at), '{}'
  from public.outbox o
  where o.sent_at is null and o.failed_at is null and o.created_at <= p_now - interval '3 hours' and o.template <> 'stuck_notice'
  having count(*) > 0
  union all
  -- What the payment provider told that does not fit its order, the newest first.
  select 'payments', count(*)::integer, min(e.received_at), (array_agg(
    left(e.type || ' ' || e.id || coalesce(': ' || e.detail, '') || coalesce(' (order ' || o.number || ')', ''), 300)
    order by e.received_at desc
  ))[1:10]
  from public.payment_events e left join public.orders o on o.id = e.order_id
  where e.outcome = 'set aside' and e.received_at > p_after
  having count(*) > 0
  union all
  -- What the payment provider does not take, or has not heard of for an hour.
  select 'catalogue', count(*)::integer, min(c.since), (array_agg(c.detail order by c.since, c.detail))[1:10]
  from public.stuck_catalogue(p_now - interval '1 hour') c
  having count(*) > 0
  union all
  -- Nightly backups that are tried, and fail or have not succeeded for two days.
  select 'backup', 1, b.succeeded_at, array_remove(array[left(b.reason, 300)], null)
  from public.last_backup b
  where b.begun_at > p_now - interval '3 days'
    and (b.failed_at > coalesce(b.succeeded_at, '-infinity') or b.succeeded_at <= p_now - interval '2 days')
$$;

-- The letter that told it before is gone; what of it still waits is told by the next notice.
delete from public.outbox where template = 'catalogue_stuck' and sent_at is null;

revoke execute on all functions in schema public from public;
