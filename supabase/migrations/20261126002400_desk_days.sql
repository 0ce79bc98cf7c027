-- What Today says beside the parcels: whom to write to again, a backup that is wanted, and whose day comes; and which evenings of a
-- weekly date are in the way of others.

-- Whether the owner has to look after a backup: the last one failed, or none was made for two days where the shop's machine makes
-- them, nightly or when it is asked to. In a shop that has had none the days count from when its first owner came.
create or replace function public.is_backup_wanted(p_backup public.last_backup) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_backup.failed_at > coalesce(p_backup.succeeded_at, '-infinity') or coalesce(
    p_backup.looked_at > now() - interval '15 minutes'
      and coalesce(p_backup.succeeded_at, (select min(s.created_at) from public.staff s)) < now() - interval '2 days', false
  )
$$;

-- `is_due`: its day of following up has come, and nothing was written to them since.
create or replace view public.desk_enquiries with (security_barrier) as
  select e.id, e.kind, e.reference, e.name, e.email, e.phone, e.event_type, e.guest_count, e.business_name, e.message, e.created_at,
    e.event_date as day_typed, e.event_on, coalesce(e.stage, 'new') as stage, coalesce(e.moved_at, e.created_at) as moved_at, e.follow_up_on,
    coalesce(e.desk_note, '') as note, coalesce(e.letters, '[]') as letters,
    (jsonb_path_query_array(e.letters, '$[*].quote.total') -> -1)::integer as quoted,
    (select count(*)::integer from public.orders o where lower(o.email) = lower(e.email) and o.paid_at is not null) as orders_before,
    coalesce(e.follow_up_on <= (now() at time zone 'Europe/London')::date and coalesce(e.stage, 'new') not in ('done', 'lost')
      and coalesce((e.letters -> -1 ->> 'at')::timestamptz < e.follow_up_on::timestamp at time zone 'Europe/London', true), false) as is_due
  from public.enquiries e
  where (select public.staff_role()) = 'owner';

create index if not exists enquiries_to_follow_up on public.enquiries (follow_up_on) where follow_up_on is not null;

-- What needs doing now. A packer is told what is to be packed, and of the stock.
create or replace function public.desk_today() returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  next bigint[];
  answer jsonb;
begin
  perform public.desk_enter('packer');
  next := public.numbers_to_pack(false, 2, 0);
  answer := jsonb_build_object('toPack', public.count_to_pack() || jsonb_build_object(
    'lastSent', (select x.fulfilled_at from public.orders x where x.fulfilled_at is not null order by x.fulfilled_at desc limit 1),
    'first', (
      select coalesce(jsonb_agg(jsonb_build_object('row', r.told, 'pieces', (
        select coalesce(sum((line ->> 'pieces')::integer), 0) from jsonb_array_elements(r.told -> 'lines') line
      )) order by array_position(next, (r.told ->> 'number')::bigint)), '[]')
      from public.parcel_rows(array(select o.id from public.orders o where o.number = any (next))) r
    )
  ), 'runningLow', public.running_low());
  if public.staff_role() <> 'owner' then return answer; end if;
  return answer || jsonb_build_object(
    'toAnswer', (
      select jsonb_build_object('count', count(*), 'oldest', (array_agg(jsonb_build_object('name', e.name, 'about', coalesce(e.event_type, e.business_name), 'since', e.created_at) order by e.created_at))[1])
      from public.enquiries_to_answer() e
    ),
    'followUps', (
      select jsonb_build_object('count', count(*), 'names', coalesce(to_jsonb((array_agg(e.name order by e.follow_up_on, e.created_at))[1:3]), '[]'))
      from public.desk_enquiries e where e.is_due and e.follow_up_on is not null
    ),
    'stuckMail', (
      select jsonb_build_object('count', count(*), 'latest', (array_agg(jsonb_build_object('template', o.template, 'number', o.data ->> 'number', 'error', o.last_error) order by o.failed_at desc))[1])
      from public.outbox o where o.failed_at is not null and not o.called_off and o.template <> 'stuck_notice'
    ),
    'boxPayments', (
      select jsonb_build_object('count', count(*), 'names', coalesce(to_jsonb((array_agg(o.delivery_address ->> 'name' order by s.updated_at desc) filter (where o.delivery_address ->> 'name' is not null))[1:3]), '[]'), 'retryAt', min(s.retry_at))
      from public.subscriptions s join public.orders o on o.id = s.order_id where s.overdue_invoice_id is not null and s.status <> 'cancelled'
    ),
    'labels', public.labels_incomplete(),
    'stuck', (
      select coalesce(jsonb_agg(to_jsonb(w)), '[]') from (
        select s.kind, s.amount, s.since, s.details[1] as detail
        from public.stuck_work(now() - interval '30 days', now()) s where s.kind in ('late_letters', 'payments', 'catalogue', 'balance')
        union all
        select 'backup', 1, b.succeeded_at, left(b.reason, 300) from public.last_backup b where public.is_backup_wanted(b)
      ) w
    ),
    'taken', public.taken_on(now()),
    'takenLastWeek', public.taken_on((now() at time zone 'Europe/London' - interval '7 days') at time zone 'Europe/London')
  );
end $$;

-- The next 14 days, for whoever works here: [{"slug", "title", "kind", "day", "from", "to", "place", "isCancelled"}]. An owner's
-- are also those of confirmed enquiries: `kind` is 'private' and `slug` the enquiry; their hours and place nobody knows.
create or replace function public.desk_coming_up() returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare today date := public.london_today();
begin
  perform public.desk_enter('packer');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'slug', c.slug, 'title', c.title, 'kind', c.kind, 'day', c.day, 'from', c.begins, 'to', c.ends, 'place', c.place, 'isCancelled', c.is_cancelled
    ) order by c.day, c.begins), '[]')
    from (
      select e.address as slug, e.title, e.kind, e.day, e.begins, e.ends, public.venue_of(e.venue) ->> 'name' as place,
        e.state = 'cancelled' as is_cancelled
      from public.evenings(today, today + 14) as e where e.state <> 'off'
      union all
      select q.id::text, concat_ws(', ', q.name, coalesce(q.event_type, q.business_name)), 'private', q.event_on, null, null, null, false
      from public.desk_enquiries q where q.stage = 'confirmed'
    ) c
    where c.day between today and today + 14
  );
end $$;

-- ── Weekly dates ────────────────────────────────────────────────────────────────────────────────

-- What is in the way, within a year, of an evening of a weekly date at its new hours that was not at the old ones: in words, or null.
create or replace function public.newly_taken(p_was public.dates, p_given public.dates) returns text
language sql stable security definer set search_path = '' as $$
  select public.taken_by(e.day, p_given.begins, p_given.ends, e.series, e.planned)
  from public.evenings(public.london_today(), public.london_today() + 366) as e
  where e.series = p_was.slug and e.state = 'on' and e.day >= public.london_today() and e.day <= coalesce(p_given.until, e.day)
    and public.taken_by(e.day, p_given.begins, p_given.ends, e.series, e.planned) is not null
    and public.taken_by(e.day, p_was.begins, p_was.ends, e.series, e.planned) is null
  order by e.day limit 1
$$;

-- Changes what is said of a date, its hours, its place, and until when a weekly one goes on; not its day. Of the weeks that are new
-- those in which its hours, or the day, are taken are left out.
create or replace function public.desk_change_date(p_slug text, p_date jsonb, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was public.dates;
  given public.dates;
  taken text;
begin
  perform public.desk_enter();
  was := public.series_at_hand(p_slug, coalesce(p_version, -1));
  given := public.date_typed(p_date || jsonb_build_object('day', was.day, 'isWeekly', was.is_weekly, 'kind', was.kind));
  taken := case
    when not was.is_weekly then public.taken_by(was.day, given.begins, given.ends, p_slug, was.day)
    when (given.begins, given.ends) <> (was.begins, was.ends) then public.newly_taken(was, given) || ' Cancel or move one of the two first.'
  end;
  if taken is not null then perform public.refuse_date(taken); end if;
  update public.dates d set title = given.title, lines = given.lines, venue = given.venue, begins = given.begins, ends = given.ends,
    until = given.until, version = d.version + 1, changed_at = now()
  where d.slug = p_slug;
  insert into public.date_changes (slug, day, state)
  select p_slug, e.planned, 'off' from public.evenings(was.until + 1, coalesce(given.until, was.until + 366)) as e
  where e.series = p_slug and e.planned > was.until and e.state = 'on' and (
    public.taken_by(e.day, e.begins, e.ends, e.series, e.planned) is not null
    or exists (select from public.enquiries q where q.stage = 'confirmed' and q.event_on = e.day)
  )
  on conflict (slug, day) do update set state = excluded.state, sequence = date_changes.sequence + 1, changed_at = now();
  perform public.desk_note('change_date', 'date:' || p_slug, to_jsonb(was) - 'request', p_date);
end $$;

-- Adds a date, once a request; gives its slug. A weekly one leaves out the weeks in which its hours, or the day, are taken.
create or replace function public.desk_add_date(p_date jsonb, p_request uuid) returns text language plpgsql security definer set search_path = '' as $$
declare
  given public.dates;
  taken text;
  done text;
  name text;
  weeks integer;
  weeks_taken date[];
begin
  perform public.desk_enter();
  perform pg_advisory_xact_lock(hashtextextended('dates', 20261550));
  select d.slug into done from public.dates d where d.request = p_request;
  if done is not null then return done; end if;
  given := public.date_typed(p_date);
  if given.day < public.london_today() then perform public.refuse_date('That day has been.'); end if;
  if given.day > public.london_today() + 730 then perform public.refuse_date('That is more than two years away.'); end if;
  taken := public.taken_by(given.day, given.begins, given.ends);
  if taken is not null and not given.is_weekly then perform public.refuse_date(taken); end if;
  weeks := case when given.is_weekly then (least(given.until, given.day + 366) - given.day) / 7 else 0 end;
  weeks_taken := array(
    select given.day + 7 * week from generate_series(0, weeks) as week
    where given.is_weekly and (
      public.taken_by(given.day + 7 * week, given.begins, given.ends) is not null
      or exists (select from public.enquiries e where e.stage = 'confirmed' and e.event_on = given.day + 7 * week)
    )
  );
  if cardinality(weeks_taken) > weeks then perform public.refuse_date('Every one of these days is taken.'); end if;
  name := given.kind || '-' || public.slug_of(given.title) || case when given.is_weekly then '' else to_char(given.day, '-FMmonth-YYYY') end;
  given.slug := name;
  while given.slug ~ '\d{4}-\d\d-\d\d$' or exists (select from public.dates d where d.slug = given.slug) loop
    given.slug := name || '-' || substr(gen_random_uuid()::text, 1, 4);
  end loop;
  insert into public.dates (slug, kind, venue, title, lines, day, is_weekly, until, begins, ends, request)
  values (given.slug, given.kind, given.venue, given.title, given.lines, given.day, given.is_weekly, given.until, given.begins, given.ends, p_request);
  insert into public.date_changes (slug, day, state) select given.slug, day, 'off' from unnest(weeks_taken) as day;
  perform public.desk_note('add_date', 'date:' || given.slug, null, p_date);
  return given.slug;
end $$;

revoke execute on all functions in schema public from public;
grant execute on function public.desk_today, public.desk_coming_up, public.desk_change_date, public.desk_add_date
  to authenticated, service_role;
