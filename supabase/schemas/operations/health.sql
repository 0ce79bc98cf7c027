-- Returns the work that waits for a person: one row for each kind, without a customer's name, with up to ten details for kinds
-- whose entries no command lists. Emails that failed for good, and payment events that were set aside, count only after p_after.
-- Each kind has its words in the email `stuck_notice`.
create or replace function public.stuck_work(p_after timestamptz, p_now timestamptz)
returns table (kind text, amount integer, since timestamptz, details text[])
language sql stable security definer set search_path = '' as $$
  -- This excludes the email about stuck work itself, whose failure is only logged.
  select 'failed_letters', count(*)::integer, min(o.failed_at), '{}'::text[]
  from public.outbox o
  where o.failed_at > p_after and not o.called_off and o.template <> 'stuck_notice'
  having count(*) > 0
  union all
  select 'late_letters', count(*)::integer, min(o.created_at), '{}'
  from public.outbox o
  where o.sent_at is null and o.failed_at is null and o.created_at <= p_now - interval '3 hours' and o.template <> 'stuck_notice'
  having count(*) > 0
  union all
  select 'payments', count(*)::integer, min(e.received_at), (array_agg(
    left(e.type || ' ' || e.id || coalesce(': ' || e.detail, '') || coalesce(' (order ' || o.number || ')', ''), 300)
    order by e.received_at desc
  ))[1:10]
  from public.payment_events e left join public.orders o on o.id = e.order_id
  where e.outcome = 'set aside' and e.received_at > p_after
  having count(*) > 0
  union all
  select 'catalogue', count(*)::integer, min(c.since), (array_agg(c.detail order by c.since, c.detail))[1:10]
  from public.stuck_catalogue_jobs(p_now - interval '1 hour') c
  having count(*) > 0
  union all
  -- Lists nightly backups when they are made, and fail or have not succeeded for two days.
  select 'backup', 1, b.succeeded_at, array_remove(array[left(b.reason, 300)], null)
  from public.last_backup b
  where b.begun_at > p_now - interval '3 days'
    and (b.failed_at > coalesce(b.succeeded_at, '-infinity') or b.succeeded_at <= p_now - interval '2 days')
  union all
  -- Lists the reading of the provider's balance when it has failed for an hour.
  select 'balance', 1, r.failing_since, array_remove(array[r.reason], null)
  from public.balance_reading r where r.failing_since <= p_now - interval '1 hour'
$$;

-- Emails the owner what is stuck, once a day at most. p_seen has the entries that only the process knows. Returns the entries of
-- the email, '[]' for none. The first email looks back thirty days, later ones to the one before.
create or replace function public.notify_stuck_work(p_business_email text, p_seen jsonb default '[]', p_now timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  last_notified_at timestamptz;
  stuck jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('stuck_notice', 20260101));
  select max(o.created_at) into last_notified_at from public.outbox o where o.template = 'stuck_notice';
  if last_notified_at > p_now - interval '1 day' then return '[]'; end if;
  select coalesce(jsonb_agg(to_jsonb(work)), '[]') || p_seen into stuck
  from public.stuck_work(coalesce(last_notified_at, p_now - interval '30 days'), p_now) work;
  if stuck <> '[]' then
    perform public.queue_email('stuck_notice', p_business_email, jsonb_build_object('stuck', stuck), null, p_now);
  end if;
  return stuck;
end $$;

-- Returns the figures of /metrics; stuck work is that of the last thirty days. It reads indexes, so that it may be asked every
-- few seconds.
create or replace function public.shop_metrics(p_now timestamptz default now()) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'orders', (
      select coalesce(jsonb_object_agg(counted.status, counted.amount), '{}')
      from (select o.status, count(*) as amount from public.orders o group by o.status) counted
    ),
    'outbox', (
      select jsonb_build_object(
        'waiting', count(*), 'oldestSeconds', coalesce(greatest(0, extract(epoch from p_now - min(o.created_at))), 0)
      ) from public.outbox o where o.sent_at is null and o.failed_at is null
    ) || jsonb_build_object(
      'failed', (select count(*) from public.outbox o where o.failed_at is not null and not o.called_off)
    ),
    'stuck', (
      select coalesce(jsonb_object_agg(work.kind, work.amount), '{}')
      from public.stuck_work(p_now - interval '30 days', p_now) work
    )
  )
$$;

-- Returns the shop's health: {"mails", "catalogue", "payments", "backup"}.
create or replace function public.desk_health() returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare backup public.last_backup;
begin
  perform public.require_staff();
  select * into backup from public.last_backup;
  return jsonb_build_object(
    'mails', (
      select jsonb_build_object('waiting', count(*), 'oldest', min(o.next_attempt_at) filter (where o.next_attempt_at <= now()),
        'lastSentAt', (select max(s.sent_at) from public.outbox s where s.sent_at is not null))
      from public.outbox o where o.sent_at is null and o.failed_at is null
    ),
    'catalogue', jsonb_build_object(
      'waiting', (select count(*) from public.catalogue_jobs j join public.payment_accounts a on a.account = j.account and a.is_in_use),
      'stuck', (select coalesce(jsonb_agg(jsonb_build_object('since', c.since, 'detail', c.detail) order by c.since), '[]') from (
        select * from public.stuck_catalogue_jobs(now() - interval '1 hour') order by since limit 20
      ) c)
    ),
    'payments', jsonb_build_object(
      'lastHeardAt', (select max(e.received_at) from public.payment_events e),
      'setAside', (select coalesce(jsonb_agg(to_jsonb(e) order by e.at desc), '[]') from (
        select e.received_at as at, e.type, o.number, e.detail from public.payment_events e left join public.orders o on o.id = e.order_id
        where e.outcome = 'set aside' and e.received_at > now() - interval '30 days' order by e.received_at desc limit 20
      ) e)
    ),
    'backup', jsonb_build_object(
      'succeededAt', backup.succeeded_at, 'bytes', backup.bytes, 'file', regexp_replace(backup.file, '^.*[/\\]', ''),
      'failedAt', backup.failed_at, 'reason', backup.reason, 'isAsked', backup.asked_at is not null,
      'isUnderWay', public.is_backup_running(backup), 'canBeAsked', coalesce(backup.looked_at > now() - interval '15 minutes', false),
      'isOverdue', coalesce(backup.succeeded_at < now() - interval '2 days', true)
    )
  );
end $$;

-- Returns the orders whose names are no longer needed: six years after the tax year of a paid one, ninety days after one that
-- was never paid. An order keeps its address for as long as the box that it began goes on.
create or replace function public.outdated_orders(p_now timestamptz) returns uuid[] language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(o.id), '{}') from public.orders o
  cross join lateral (select (coalesce(o.paid_at, o.created_at) at time zone 'Europe/London')::date) as sold (day)
  where o.erased_at is null and case
    when o.status = 'pending' then false
    when o.status in ('expired', 'payment_failed') then o.created_at < p_now - interval '90 days'
    else make_date(extract(year from sold.day)::integer + case when to_char(sold.day, 'MMDD') > '0405' then 7 else 6 end, 4, 5)
      < (p_now at time zone 'Europe/London')::date
  end and not exists (
    select from public.subscriptions s where s.order_id = o.id and s.status not in ('cancelled', 'incomplete')
  )
$$;

-- Deletes outdated data; the privacy policy states every period. Returns how many rows of each kind were deleted.
create or replace function public.delete_outdated_data(p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  order_ids uuid[] := public.outdated_orders(p_now);
  counts jsonb := jsonb_build_object('names', cardinality(order_ids));
  step record;
  deleted integer;
begin
  perform public.anonymise_orders(order_ids, p_now);
  for step in select * from (values
    ('counters', 'public.rate_limits', 'window_started_at', '1 day', 'true'),
    ('announcements', 'public.announcements', 'announced_at', '1 hour', 'true'),
    ('signUps', 'public.newsletter_signups', 'created_at', '30 days', 'confirmed_at is null'),
    ('letters', 'public.outbox', 'coalesce(sent_at, failed_at)', '30 days', 'true'),
    ('carts', 'public.guest_carts', 'updated_at', '90 days', 'true'),
    ('events', 'public.security_audit_log', 'created_at', '1 year', 'true'),
    ('enquiries', 'public.enquiries', 'created_at', '2 years', 'true'),
    ('codes', 'public.discount_codes', 'coalesce(used_at, expires_at)', '2 years', 'true'),
    ('requests', 'public.data_requests', 'expires_at', '1 day', 'true'),
    ('deskNotes', 'public.person_notes', 'changed_at', '2 years', 'true'),
    -- Unconfirmed requests are deleted after thirty days, confirmed ones after a year.
    ('tellMe', 'public.tell_me_requests', 'created_at', '30 days', 'confirmed_at is null'),
    ('tellMe', 'public.tell_me_requests', 'created_at', '1 year', 'true'),
    ('signIns', 'auth.sessions', 'greatest(created_at, updated_at, refreshed_at at time zone ''utc'')', '1 year', 'true'),
    ('accounts', 'auth.users', 'greatest(created_at, invited_at, confirmation_sent_at)', '30 days',
      'email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null'),
    -- Consents are deleted after the carts, because a consent is kept as long as the cart, or the account, that it is for.
    ('consents', 'public.cart_reminder_consents', 'agreed_at', '90 days', '(email_hash, given_by) not in (
      select public.hash_email(g.email), ''guest'' from public.guest_carts g where g.email is not null
      union select public.hash_email(u.email), ''account'' from auth.users u where u.email is not null)'),
    -- Records of reminders are kept as long as the address may be reminded, because they limit its reminders to two.
    ('reminders', 'public.cart_follow_ups', 'coalesce(second_queued_at, first_queued_at)', '90 days',
      'email_hash not in (select c.email_hash from public.cart_reminder_consents c)')
  ) as kinds (kind, source, since, age, condition) loop
    execute format('delete from %s where %s < %L::timestamptz and %s', step.source, step.since, p_now - step.age::interval, step.condition);
    get diagnostics deleted = row_count;
    counts := counts || jsonb_build_object(step.kind, deleted + coalesce((counts ->> step.kind)::integer, 0));
  end loop;
  return counts;
end $$;

grant execute on function
  public.notify_stuck_work,
  public.shop_metrics,
  public.delete_outdated_data
to service_role;
grant execute on function public.desk_health to authenticated, service_role;
