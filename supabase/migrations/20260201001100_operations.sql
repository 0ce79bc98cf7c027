-- What the owner and whoever watches over the shop are told. Service role only.

-- When the shop was backed up, in one row: `succeeded_at`, `file` and `bytes` are of the last whole archive, `failed_at`
-- and `reason` of a failure since, `begun_at` is when a process took the nightly one on itself. Service role only.
create table public.last_backup (
  only_row boolean primary key default true check (only_row),
  succeeded_at timestamptz,
  file text,
  bytes bigint,
  failed_at timestamptz,
  reason text,
  begun_at timestamptz
);
alter table public.last_backup enable row level security;
grant select, insert, update, delete on public.last_backup to service_role;
insert into public.last_backup default values;

-- Whether the caller shall make the backup that was due: no whole one is younger, and nobody began one within an hour.
create function public.begin_backup(p_due timestamptz, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.last_backup set begun_at = p_now
  where (succeeded_at is null or succeeded_at < p_due)
    and (begun_at is null or begun_at <= p_now - interval '1 hour');
  return found;
end $$;

-- All that waits for a person, one row a kind, with up to ten lines that tell them apart where no command does, without a
-- customer's name. What failed for good counts after p_after only. Each kind has its words in the email `stuck_notice`.
create function public.stuck_work(p_after timestamptz, p_now timestamptz)
returns table (kind text, amount integer, since timestamptz, details text[])
language sql stable security definer set search_path = '' as $$
  -- That the notice itself cannot be sent is for the log.
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
  from public.stuck_catalogue(p_now - interval '1 hour') c
  having count(*) > 0
  union all
  -- Nightly backups that are tried, and fail or have not succeeded for two days.
  select 'backup', 1, b.succeeded_at, array_remove(array[left(b.reason, 300)], null)
  from public.last_backup b
  where b.begun_at > p_now - interval '3 days'
    and (b.failed_at > coalesce(b.succeeded_at, '-infinity') or b.succeeded_at <= p_now - interval '2 days')
$$;

-- Tells the owner what is stuck, one email a day at most. p_seen is what only the process sees. Answers what it tells, '[]'
-- for none. The first one looks back thirty days, later ones to the one before.
create function public.tell_what_is_stuck(p_business_email text, p_seen jsonb default '[]', p_now timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  told_at timestamptz;
  stuck jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('stuck_notice', 20260101));
  select max(o.created_at) into told_at from public.outbox o where o.template = 'stuck_notice';
  if told_at > p_now - interval '1 day' then return '[]'; end if;
  select coalesce(jsonb_agg(to_jsonb(work)), '[]') || p_seen into stuck
  from public.stuck_work(coalesce(told_at, p_now - interval '30 days'), p_now) work;
  if stuck <> '[]' then
    perform public.queue_letter('stuck_notice', p_business_email, jsonb_build_object('stuck', stuck), null, p_now);
  end if;
  return stuck;
end $$;

-- For /metrics; of what is stuck that of the last thirty days. It reads indexes, so that it may be asked every few seconds.
create function public.shop_figures(p_now timestamptz default now()) returns jsonb
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

revoke execute on all functions in schema public from public;
grant execute on function public.begin_backup, public.tell_what_is_stuck, public.shop_figures to service_role;
