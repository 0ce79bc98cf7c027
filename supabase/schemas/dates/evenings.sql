-- Returns the events that are planned for or moved to a day from p_first to p_last, at most a year, and the single dates of any
-- day. `day`, `begins`, `ends` and `venue` are the present time and place of an event; `planned` is the day that identifies it
-- in its series; `seen` grows with each change.
create or replace function public.event_occurrences(p_first date, p_last date)
returns table (
  series text, planned date, address text, kind text, title text, line text, day date, begins text, ends text, venue text,
  state text, words text, is_weekly boolean, seen integer
)
language sql stable security definer set search_path = '' as $$
  with span as (select p_first as first, least(p_last, p_first + 366) as last)
  select d.slug, o.day, case when d.is_weekly then d.slug || '-' || o.day else d.slug end, d.kind, d.title,
    coalesce(d.lines[1 + (o.day - date '1970-01-01') / 7 % greatest(cardinality(d.lines), 1)], ''),
    coalesce(c.to_day, o.day), coalesce(c.begins, d.begins), coalesce(c.ends, d.ends), coalesce(c.venue, d.venue),
    coalesce(c.state, 'on'), coalesce(c.words, ''), d.is_weekly, d.version + coalesce(c.sequence, 0) - 1
  from public.dates d
  cross join span
  cross join lateral (
    select d.day where not d.is_weekly
    union
    select d.day + 7 * week
    from generate_series((greatest(span.first - d.day, 0) + 6) / 7, (least(d.until, span.last) - d.day) / 7) as week
    where d.is_weekly and d.day <= least(d.until, span.last)
    union
    select m.day from public.date_changes m
    where m.slug = d.slug and d.is_weekly and m.to_day between span.first and span.last and m.day <= coalesce(d.until, m.day)
  ) as o (day)
  left join public.date_changes c on c.slug = d.slug and c.day = o.day
$$;

create or replace function public.venue_details(p_slug text) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', v.name, 'street', v.street, 'locality', v.locality, 'postcode', v.postcode, 'website', v.website)
  from public.venues v where v.slug = p_slug
$$;

-- Returns for everybody {"dates", "changedAt"}: the events that pages show, in the order of their days, without those that are
-- off, and when any date last changed. `was` is the time and place for which a moved one was planned.
create or replace function public.dates_between(p_first date, p_last date) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('changedAt', (
    select max(changed_at) from (select changed_at from public.dates union all select changed_at from public.date_changes) as change
  ), 'dates', coalesce(jsonb_agg(jsonb_build_object(
    'slug', e.address, 'kind', e.kind, 'title', e.title, 'text', e.line, 'day', e.day, 'from', e.begins, 'to', e.ends,
    'place', public.venue_details(e.venue), 'state', e.state, 'words', e.words, 'sequence', e.seen,
    'was', case when e.state = 'moved' then jsonb_build_object(
      'day', e.planned, 'from', d.begins, 'to', d.ends, 'place', public.venue_details(d.venue)
    ) end
  ) order by e.day, e.begins, e.address), '[]'))
  from public.event_occurrences(p_first, p_last) as e join public.dates d on d.slug = e.series
  where e.state <> 'off'
$$;

-- Returns the dates of the next 14 days, for owners and packers: [{"slug", "title", "kind", "day", "from", "to", "place",
-- "isCancelled"}]. Owners also get the days of confirmed enquiries: `kind` is 'private' and `slug` the enquiry; their hours and
-- place are not known.
create or replace function public.desk_coming_up() returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare today date := public.london_today();
begin
  perform public.require_staff('packer');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'slug', c.slug, 'title', c.title, 'kind', c.kind, 'day', c.day, 'from', c.begins, 'to', c.ends, 'place', c.place, 'isCancelled', c.is_cancelled
    ) order by c.day, c.begins), '[]')
    from (
      select e.address as slug, e.title, e.kind, e.day, e.begins, e.ends, public.venue_details(e.venue) ->> 'name' as place,
        e.state = 'cancelled' as is_cancelled
      from public.event_occurrences(today, today + 14) as e where e.state <> 'off'
      union all
      select q.id::text, concat_ws(', ', q.name, coalesce(q.event_type, q.business_name)), 'private', q.event_on, null, null, null, false
      from public.desk_enquiries q where q.stage = 'confirmed'
    ) c
    where c.day between today and today + 14
  );
end $$;

-- Returns the data of the desk's screen of dates: "evenings" from four weeks ago to half a year ahead and single ones of any
-- day, "series", "venues", and the days that enquiries ask for.
create or replace function public.desk_dates() returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare today date := public.london_today();
begin
  perform public.require_staff();
  return jsonb_build_object(
    'today', today, 'isBarFree', public.is_announcement_bar_free(),
    'evenings', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'series', e.series, 'planned', e.planned, 'kind', e.kind, 'title', e.title, 'text', e.line, 'day', e.day,
        'from', e.begins, 'to', e.ends, 'venue', e.venue, 'state', e.state, 'words', e.words, 'isWeekly', e.is_weekly, 'seen', e.seen
      ) order by e.day, e.begins, e.address), '[]')
      from public.event_occurrences(today - 28, today + 183) as e
    ),
    'series', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'slug', d.slug, 'kind', d.kind, 'venue', d.venue, 'title', d.title, 'lines', d.lines, 'day', d.day, 'isWeekly', d.is_weekly,
        'until', d.until, 'from', d.begins, 'to', d.ends, 'version', d.version
      ) order by d.day desc), '[]') from public.dates d
    ),
    'venues', (
      select jsonb_agg(jsonb_build_object('slug', v.slug, 'version', v.version) || public.venue_details(v.slug) order by v.name) from public.venues v
    ),
    'enquiries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', q.id, 'name', q.name, 'about', coalesce(q.event_type, q.business_name), 'day', q.event_on, 'stage', q.stage
      ) order by q.event_on), '[]')
      from public.desk_enquiries q where q.event_on >= today and q.stage not in ('done', 'lost')
    )
  );
end $$;

-- Returns the series, locked for this change; raises a conflict when it was removed.
create or replace function public.require_event_series(p_slug text) returns public.dates
language plpgsql security definer set search_path = '' as $$
declare series public.dates;
begin
  perform public.require_staff();
  perform pg_advisory_xact_lock(hashtextextended('dates', 20261550));
  select * into series from public.dates d where d.slug = p_slug for update;
  if series.slug is null then perform public.raise_conflict(null); end if;
  return series;
end $$;

-- Returns the event; raises an error when it is over or has changed since the caller saw it. Returns null when it has become
-- p_change, the row of `date_changes` that the caller wants: the change may have been repeated because its response was lost. An
-- event after the end of its series counts as removed.
create or replace function public.require_event(p_slug text, p_day text, p_seen integer, p_change jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  planned_day date := public.parse_day(p_day, 'That');
  series public.dates := public.require_event_series(p_slug);
  found jsonb;
begin
  select to_jsonb(e) into found from public.event_occurrences(planned_day, planned_day) as e where e.series = p_slug and e.planned = planned_day;
  if found is null and planned_day > series.until then perform public.raise_conflict(null); end if;
  if found is null then perform public.raise_date_error('There is no such evening.'); end if;
  if (found ->> 'seen')::integer is distinct from p_seen then
    if found || jsonb_build_object('to_day', found -> 'day') @> p_change then return null; end if;
    perform public.raise_conflict(found);
  end if;
  if greatest((found ->> 'day')::date, planned_day) < public.london_today() then perform public.raise_date_error('That evening’s over.'); end if;
  return found;
end $$;

-- Returns in words the event that overlaps these hours, or null; the event with p_series and p_planned itself does not count.
create or replace function public.overlapping_event(p_day date, p_begins text, p_ends text, p_series text default null, p_planned date default null) returns text
language sql stable security definer set search_path = '' as $$
  select format('%s is taken: %s, %s to %s.', to_char(e.day, 'FMDay FMDD FMMonth'), e.title, e.begins, e.ends)
  from public.event_occurrences(p_day - 1, p_day + 1) as e
  where e.state in ('on', 'moved') and (e.series, e.planned) is distinct from (p_series, p_planned)
    and (e.day + e.begins::time, e.day + e.ends::time + case when e.ends < e.begins then interval '1 day' else interval '0' end)
      overlaps (p_day + p_begins::time, p_day + p_ends::time + case when p_ends < p_begins then interval '1 day' else interval '0' end)
  order by e.day, e.begins limit 1
$$;

-- Returns the first overlap, within a year, of an event of a weekly date at its new hours that did not overlap at the old
-- ones: in words, or null.
create or replace function public.new_overlap(p_previous public.dates, p_new public.dates) returns text
language sql stable security definer set search_path = '' as $$
  select public.overlapping_event(e.day, p_new.begins, p_new.ends, e.series, e.planned)
  from public.event_occurrences(public.london_today(), public.london_today() + 366) as e
  where e.series = p_previous.slug and e.state = 'on' and e.day >= public.london_today() and e.day <= coalesce(p_new.until, e.day)
    and public.overlapping_event(e.day, p_new.begins, p_new.ends, e.series, e.planned) is not null
    and public.overlapping_event(e.day, p_previous.begins, p_previous.ends, e.series, e.planned) is null
  order by e.day limit 1
$$;

create or replace function public.require_venue(p_slug text) returns text language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.venues v where v.slug = p_slug) then perform public.raise_date_error('Where is it? Please choose a place.'); end if;
  return p_slug;
end $$;

grant execute on function public.dates_between to anon, authenticated, service_role;
grant execute on function
  public.desk_coming_up,
  public.desk_dates
to authenticated, service_role;
