-- Where the shop is met: Taco Tuesdays, pop-ups, markets, the brewery. The shop's pages, calendars and the desk read the same
-- evenings (`evenings`); the desk adds, cancels, moves and brings them back. Days and hours are London's.

-- Places. Nobody reads the three tables but the functions below.
create table public.venues (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (length(name) between 1 and 80),
  street text not null check (length(street) between 1 and 120),
  locality text not null check (length(locality) between 1 and 60),
  postcode text not null check (postcode ~ '^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$'),
  website text check (length(website) <= 300 and website ~ '^https://[^[:space:]<>"]+$'),
  version integer not null default 1
);
alter table public.venues enable row level security;

-- One date, or one a week from its day on. The slug stands in addresses and in calendars, and never changes; nor does the
-- day. `lines` are what is said of it: with several, each week has the next. An end before its beginning is on the next day.
create table public.dates (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug !~ '\d{4}-\d\d-\d\d$'),
  kind text not null check (kind in ('taco', 'pop-up', 'market', 'brewery')),
  venue text not null references public.venues,
  title text not null check (length(title) between 1 and 80),
  lines text[] not null default '{}' check (cardinality(lines) <= 12),
  day date not null,
  is_weekly boolean not null default false,
  until date check (until is null or (is_weekly and until >= day)),
  begins text not null check (begins ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  ends text not null check (ends ~ '^([01]\d|2[0-3]):[0-5]\d$' and ends <> begins),
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  request uuid unique
);
create index dates_of_venue on public.dates (venue);
alter table public.dates enable row level security;

-- What is otherwise on one evening, by the day on which it was planned: 'cancelled', which pages say; 'off', which they do
-- not; 'moved' to what is not null; 'on' again. `sequence` only grows, so that calendars take up what was taken back, too.
create table public.date_changes (
  slug text not null references public.dates on delete cascade,
  day date not null,
  state text not null check (state in ('on', 'off', 'cancelled', 'moved')),
  to_day date,
  begins text check (begins ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  ends text check (ends ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  venue text references public.venues,
  words text not null default '' check (length(words) <= 200),
  sequence integer not null default 1,
  changed_at timestamptz not null default now(),
  primary key (slug, day),
  check (state = 'moved' or (to_day, begins, ends, venue) is not distinct from (null, null, null, null))
);
create index date_changes_of_venue on public.date_changes (venue);
alter table public.date_changes enable row level security;

-- What the pages showed before there were rows. Places, and all from 2026 on, are samples.
insert into public.venues (slug, name, street, locality, postcode, website) values
  ('mabels-in-the-square', 'Mabel’s in the Square', '4 Example Square', 'London', 'SE5 8ZZ', 'https://mabels.example'),
  ('the-formica-cafe', 'The Formica Café', '22 Example Parade', 'London', 'SE15 4QL', 'https://formica.example');
insert into public.dates (slug, kind, venue, day, begins, ends, title, lines, changed_at)
select slug, 'pop-up', 'mabels-in-the-square', day::date, '18:00', '22:00', title, array[line], '2026-11-20 12:00Z' from (values
  ('pop-up-june-2025', '2025-06-05', 'The first one in the square', 'Fried chicken, four sides and a queue with excellent manners.'),
  ('pop-up-july-2025', '2025-07-10', 'The hot one', '31 degrees outside, hotter on the plate. We ran out of slaw and apologised in person.'),
  ('pop-up-december-2026', '2026-12-10', 'Feast of St Dolly', 'Fried turkey, cornbread stuffing, sprouts in hot honey. Crackers, both kinds.'),
  ('pop-up-february-2027', '2027-02-11', 'Palentine’s night', 'Sharing plates for people who like each other. Couples admitted under protest.'),
  ('pop-up-june-2027', '2027-06-03', 'Pride warm-up', 'Line your stomach with mac and cheese before the month gets going.')
) as given (slug, day, title, line);
insert into public.dates (slug, kind, venue, title, lines, day, is_weekly, begins, ends, changed_at) values (
  'taco-tuesday', 'taco', 'the-formica-cafe', 'Taco Tuesday', array[
    'Hot chicken on a soft shell. Bring wet wipes and low expectations of your shirt.',
    'Brisket night. Come before eight or come for the beans.',
    'Three salsas, one of them a dare.',
    'Karaoke is not planned. Karaoke has never been planned.',
    'Frozen limes, salted rims, school tomorrow.'
  ], '2022-05-03', true, '17:30', '21:30', '2026-11-20 12:00Z'
);
insert into public.date_changes (slug, day, state, changed_at)
select 'taco-tuesday', day::date, 'off', '2026-11-20 12:00Z' from unnest(array['2026-12-22', '2026-12-29', '2027-01-05', '2027-03-30', '2027-08-31']) as day;

-- ── Evenings ────────────────────────────────────────────────────────────────────────────────────

-- Every evening that is planned for or moved to a day from p_first to p_last, at most a year, and single dates of any day.
-- `day`, `begins`, `ends` and `venue` say when and where it is now, `planned` is the day by which it is known, `seen` grows
-- with each change.
create function public.evenings(p_first date, p_last date)
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

create function public.venue_of(p_slug text) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', v.name, 'street', v.street, 'locality', v.locality, 'postcode', v.postcode, 'website', v.website)
  from public.venues v where v.slug = p_slug
$$;

-- For everybody: {"dates", "changedAt"}, the evenings that pages show in the order of their days, nights off aside, and when
-- anything of dates last changed. `was` is when and where a moved one was planned.
create function public.dates_between(p_first date, p_last date) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('changedAt', (
    select max(changed_at) from (select changed_at from public.dates union all select changed_at from public.date_changes) as change
  ), 'dates', coalesce(jsonb_agg(jsonb_build_object(
    'slug', e.address, 'kind', e.kind, 'title', e.title, 'text', e.line, 'day', e.day, 'from', e.begins, 'to', e.ends,
    'place', public.venue_of(e.venue), 'state', e.state, 'words', e.words, 'sequence', e.seen,
    'was', case when e.state = 'moved' then jsonb_build_object(
      'day', e.planned, 'from', d.begins, 'to', d.ends, 'place', public.venue_of(d.venue)
    ) end
  ) order by e.day, e.begins, e.address), '[]'))
  from public.evenings(p_first, p_last) as e join public.dates d on d.slug = e.series
  where e.state <> 'off'
$$;

create function public.announce_dates() returns trigger language plpgsql security definer set search_path = ''
as $$ begin perform public.announce('dates'); return null; end $$;
create trigger venues_announce after insert or update or delete or truncate on public.venues for each statement execute function public.announce_dates();
create trigger dates_announce after insert or update or delete or truncate on public.dates for each statement execute function public.announce_dates();
create trigger date_changes_announce after insert or update or delete or truncate on public.date_changes
  for each statement execute function public.announce_dates();
create trigger venues_tell_desk after insert or update or delete on public.venues for each statement execute function public.tell_desk('dates');
create trigger dates_tell_desk after insert or update or delete on public.dates for each statement execute function public.tell_desk('dates');
create trigger date_changes_tell_desk after insert or update or delete on public.date_changes for each statement execute function public.tell_desk('dates');

-- ── What the desk reads ─────────────────────────────────────────────────────────────────────────

create function public.london_today() returns date language sql stable set search_path = '' as $$ select (now() at time zone 'Europe/London')::date $$;

-- The next 14 days, for whoever works here: [{"slug", "title", "kind", "day", "from", "to", "place", "isCancelled"}]. An owner's
-- are also those of confirmed enquiries: `kind` is 'private' and `slug` the enquiry; their hours and place nobody knows.
create function public.desk_coming_up() returns jsonb language plpgsql stable security definer set search_path = '' as $$
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

-- Whether nobody has words for the bar on top of every page, of today or of a day to come: those stay.
create function public.is_bar_free() returns boolean language plpgsql stable security definer set search_path = '' as $$
begin return coalesce((public.bar_content() ->> 'until')::date < public.london_today(), public.bar_content() is null); end $$;

-- Everything that the screen of dates shows: "evenings" of half a year and single ones from before, "series", "venues", and
-- the days that enquiries ask for.
create function public.desk_dates() returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare today date := public.london_today();
begin
  perform public.desk_enter();
  return jsonb_build_object(
    'today', today, 'isBarFree', public.is_bar_free(),
    'evenings', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'series', e.series, 'planned', e.planned, 'kind', e.kind, 'title', e.title, 'text', e.line, 'day', e.day,
        'from', e.begins, 'to', e.ends, 'venue', e.venue, 'state', e.state, 'words', e.words, 'isWeekly', e.is_weekly, 'seen', e.seen
      ) order by e.day, e.begins, e.address), '[]')
      from public.evenings(today - 28, today + 183) as e
    ),
    'series', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'slug', d.slug, 'kind', d.kind, 'venue', d.venue, 'title', d.title, 'lines', d.lines, 'day', d.day, 'isWeekly', d.is_weekly,
        'until', d.until, 'from', d.begins, 'to', d.ends, 'version', d.version
      ) order by d.day desc), '[]') from public.dates d
    ),
    'venues', (
      select jsonb_agg(jsonb_build_object('slug', v.slug, 'version', v.version) || public.venue_of(v.slug) order by v.name) from public.venues v
    ),
    'enquiries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', q.id, 'name', q.name, 'about', coalesce(q.event_type, q.business_name), 'day', q.event_on, 'stage', q.stage
      ) order by q.event_on), '[]')
      from public.desk_enquiries q where q.event_on >= today and q.stage not in ('done', 'lost')
    )
  );
end $$;

-- ── What the desk changes ───────────────────────────────────────────────────────────────────────

create function public.refuse_date(p_words text) returns void language plpgsql set search_path = '' as $$
begin raise sqlstate 'PT400' using message = p_words; end $$;

-- A day as it was typed into a calendar field. PostgreSQL 15 has no pg_input_is_valid.
create function public.day_typed(p_day text, p_what text) returns date language plpgsql immutable set search_path = '' as $$
begin
  if p_day is null or p_day !~ '^\d{4}-\d\d-\d\d$' then raise datetime_field_overflow; end if;
  return p_day::date;
exception when datetime_field_overflow or invalid_datetime_format then
  raise sqlstate 'PT400' using message = p_what || ' is not a real date.';
end $$;

-- Words of one line, without what cannot be seen.
create function public.line_typed(p_text text, p_what text, p_most integer, p_is_needed boolean default true) returns text
language plpgsql immutable set search_path = '' as $$
declare typed text := coalesce(public.trim_text(regexp_replace(p_text, '[[:space:][:cntrl:]]+', ' ', 'g')), '');
begin
  if typed = '' and p_is_needed then raise sqlstate 'PT400' using message = p_what || ' is missing.'; end if;
  if length(typed) > p_most then raise sqlstate 'PT400' using message = format('%s has up to %s characters.', p_what, p_most); end if;
  return typed;
end $$;

-- Hours that can be. A night may go on after midnight, but not for twelve hours.
create function public.check_hours(p_begins text, p_ends text) returns void language plpgsql immutable set search_path = '' as $$
declare
  clock constant text := '^([01]\d|2[0-3]):[0-5]\d$';
begin
  if coalesce(p_begins, '') !~ clock or coalesce(p_ends, '') !~ clock then
    raise sqlstate 'PT400' using message = 'When does it begin, and when does it end?';
  elsif p_ends = p_begins or (p_ends < p_begins and p_ends::time - p_begins::time > interval '-12 hours') then
    raise sqlstate 'PT400' using message = 'It ends before it begins.';
  end if;
end $$;

-- What is on at these hours, in words, or null; the evening that is asked about is not in its own way.
create function public.taken_by(p_day date, p_begins text, p_ends text, p_series text default null, p_planned date default null) returns text
language sql stable security definer set search_path = '' as $$
  select format('%s is taken: %s, %s to %s.', to_char(e.day, 'FMDay FMDD FMMonth'), e.title, e.begins, e.ends)
  from public.evenings(p_day - 1, p_day + 1) as e
  where e.state in ('on', 'moved') and (e.series, e.planned) is distinct from (p_series, p_planned)
    and (e.day + e.begins::time, e.day + e.ends::time + case when e.ends < e.begins then interval '1 day' else interval '0' end)
      overlaps (p_day + p_begins::time, p_day + p_ends::time + case when p_ends < p_begins then interval '1 day' else interval '0' end)
  order by e.day, e.begins limit 1
$$;

create function public.known_venue(p_slug text) returns text language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.venues v where v.slug = p_slug) then perform public.refuse_date('Where is it? Please choose a place.'); end if;
  return p_slug;
end $$;

-- A place is added (p_slug null) or changed; gives its slug.
create function public.desk_save_venue(p_venue jsonb, p_slug text default null, p_version integer default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  was public.venues;
  given public.venues;
begin
  perform public.desk_enter();
  given.name := public.line_typed(p_venue ->> 'name', 'The name of the place', 80);
  given.street := public.line_typed(p_venue ->> 'street', 'The street', 120);
  given.locality := public.line_typed(p_venue ->> 'locality', 'The town', 60);
  given.postcode := regexp_replace(upper(replace(coalesce(p_venue ->> 'postcode', ''), ' ', '')), '(.{3})$', ' \1');
  given.website := nullif(public.trim_text(coalesce(p_venue ->> 'website', '')), '');
  if given.postcode !~ '^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$' then perform public.refuse_date('That’s not a postcode.'); end if;
  if given.website !~ '^https://[^[:space:]<>"]+$' or length(given.website) > 300 then
    perform public.refuse_date('The website begins with https://.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('dates', 20261550));
  select * into was from public.venues v where v.slug = p_slug;
  if p_slug is not null and was.slug is null then perform public.refuse_date('There is no such place any more.'); end if;
  if was.version is distinct from p_version then perform public.desk_conflict(to_jsonb(was)); end if;
  given.slug := coalesce(p_slug, public.slug_of(given.name));
  while was.slug is null and exists (select from public.venues v where v.slug = given.slug) loop
    given.slug := public.slug_of(given.name) || '-' || substr(gen_random_uuid()::text, 1, 4);
  end loop;
  insert into public.venues (slug, name, street, locality, postcode, website)
  values (given.slug, given.name, given.street, given.locality, given.postcode, given.website)
  on conflict (slug) do update set name = excluded.name, street = excluded.street, locality = excluded.locality,
    postcode = excluded.postcode, website = excluded.website, version = venues.version + 1;
  perform public.desk_note('venue', 'venue:' || given.slug, case when was.slug is not null then to_jsonb(was) end, to_jsonb(given) - 'version');
  return given.slug;
end $$;

-- What was typed of a date, checked: {"kind", "title", "text", "venue", "day", "from", "to", "isWeekly", "until"}. Of a weekly
-- one each line of the text is a week's.
create function public.date_typed(p_date jsonb) returns public.dates language plpgsql stable security definer set search_path = '' as $$
declare given public.dates;
begin
  given.kind := p_date ->> 'kind';
  if given.kind is null or given.kind not in ('taco', 'pop-up', 'market', 'brewery') then perform public.refuse_date('What kind of date is it?'); end if;
  given.title := public.line_typed(p_date ->> 'title', 'The name', 80);
  given.venue := public.known_venue(p_date ->> 'venue');
  given.day := public.day_typed(p_date ->> 'day', 'That');
  given.begins := p_date ->> 'from';
  given.ends := p_date ->> 'to';
  perform public.check_hours(given.begins, given.ends);
  given.is_weekly := coalesce(p_date -> 'isWeekly' = 'true', false);
  given.lines := array(
    select typed from (
      select public.line_typed(line, 'A line', 300, false) as typed, place
      from unnest(case when given.is_weekly then string_to_array(p_date ->> 'text', E'\n') else array[p_date ->> 'text'] end)
        with ordinality as written (line, place)
    ) as written where typed <> '' order by place
  );
  if cardinality(given.lines) > 12 then perform public.refuse_date('There is room for twelve lines.'); end if;
  if given.is_weekly and coalesce(p_date ->> 'until', '') <> '' then
    given.until := public.day_typed(p_date ->> 'until', 'The last day');
    if given.until < given.day then perform public.refuse_date('The last day is before the first.'); end if;
  end if;
  return given;
end $$;

-- What is in the way, within a year, of an evening of a weekly date at its new hours that was not at the old ones: in words, or null.
create function public.newly_taken(p_was public.dates, p_given public.dates) returns text
language sql stable security definer set search_path = '' as $$
  select public.taken_by(e.day, p_given.begins, p_given.ends, e.series, e.planned)
  from public.evenings(public.london_today(), public.london_today() + 366) as e
  where e.series = p_was.slug and e.state = 'on' and e.day >= public.london_today() and e.day <= coalesce(p_given.until, e.day)
    and public.taken_by(e.day, p_given.begins, p_given.ends, e.series, e.planned) is not null
    and public.taken_by(e.day, p_was.begins, p_was.ends, e.series, e.planned) is null
  order by e.day limit 1
$$;

-- Adds a date, once a request; gives its slug. A weekly one leaves out the weeks in which its hours, or the day, are taken.
create function public.desk_add_date(p_date jsonb, p_request uuid) returns text language plpgsql security definer set search_path = '' as $$
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
  if given.day < public.london_today() then perform public.refuse_date('That day has gone.'); end if;
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

-- The series that is asked for, for this change alone, if it is what the change was based on.
create function public.series_at_hand(p_slug text, p_version integer) returns public.dates
language plpgsql security definer set search_path = '' as $$
declare hand public.dates;
begin
  perform public.desk_enter();
  perform pg_advisory_xact_lock(hashtextextended('dates', 20261550));
  select * into hand from public.dates d where d.slug = p_slug for update;
  if hand.slug is null then perform public.refuse_date('There is no such date any more.'); end if;
  if p_version is not null and hand.version <> p_version then perform public.desk_conflict(to_jsonb(hand)); end if;
  return hand;
end $$;

-- Changes what is said of a date, its hours, its place, and until when a weekly one goes on; not its day. Of the weeks that are new
-- those in which its hours, or the day, are taken are left out.
create function public.desk_change_date(p_slug text, p_date jsonb, p_version integer) returns void
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

-- Takes a date away as if it had never been; a weekly one from p_from on, so that what has been stays.
create function public.desk_remove_date(p_slug text, p_version integer, p_from text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was public.dates;
  last date;
begin
  perform public.desk_enter();
  was := public.series_at_hand(p_slug, coalesce(p_version, -1));
  last := case when was.is_weekly then case when p_from is null then public.london_today() else public.day_typed(p_from, 'The day') end - 1 end;
  if last >= was.day then
    update public.dates d set until = least(d.until, last), version = d.version + 1, changed_at = now() where d.slug = p_slug;
  else
    delete from public.dates d where d.slug = p_slug;
  end if;
  perform public.desk_note('remove_date', 'date:' || p_slug, to_jsonb(was) - 'request', jsonb_build_object('until', last));
end $$;

-- The evening that is asked for, if it is to come and as it was seen.
create function public.evening_at_hand(p_slug text, p_day text, p_seen integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  asked date := public.day_typed(p_day, 'That');
  found jsonb;
begin
  perform public.series_at_hand(p_slug, null);
  select to_jsonb(e) into found from public.evenings(asked, asked) as e where e.series = p_slug and e.planned = asked;
  if found is null then perform public.refuse_date('There is no such evening.'); end if;
  if (found ->> 'seen')::integer is distinct from p_seen then perform public.desk_conflict(found); end if;
  if greatest((found ->> 'day')::date, asked) < public.london_today() then perform public.refuse_date('That evening’s over.'); end if;
  return found;
end $$;

-- Writes what has become of an evening. What the bar said of one that was off is over, so that the bar is free for the next.
create function public.write_evening(p_evening jsonb, p_action text, p_change jsonb) returns void language plpgsql security definer set search_path = '' as $$
declare
  series text := p_evening ->> 'series';
  planned date := (p_evening ->> 'planned')::date;
  given public.date_changes := jsonb_populate_record(null::public.date_changes, p_change);
  bar jsonb := public.bar_content();
  yesterday date := public.london_today() - 1;
begin
  insert into public.date_changes (slug, day, state, to_day, begins, ends, venue, words)
  values (series, planned, given.state, given.to_day, given.begins, given.ends, given.venue, coalesce(given.words, ''))
  on conflict (slug, day) do update set state = excluded.state, to_day = excluded.to_day, begins = excluded.begins, ends = excluded.ends,
    venue = excluded.venue, words = excluded.words, sequence = date_changes.sequence + 1, changed_at = now();
  perform public.desk_note(p_action, 'date:' || series || ':' || planned, p_evening, p_change);
  if (bar ->> 'isOn')::boolean and p_evening ->> 'state' = 'cancelled'
    and bar ->> 'words' = public.bar_words(p_evening ->> 'title', p_evening ->> 'words') then
    perform public.desk_set_announcement(bar ->> 'words', bar ->> 'link', yesterday, yesterday, false, (bar ->> 'version')::integer);
  end if;
end $$;

-- What the bar says of an evening that is off.
create function public.bar_words(p_title text, p_words text) returns text language sql immutable security definer set search_path = '' as $$
  select left(public.plain_line(p_title || ' is cancelled today. ' || p_words), 140)
$$;

-- Cancels one evening. The pages strike it out and give the words; p_is_quiet leaves it out of them instead, as a night off.
-- p_in_bar says it on top of every page as well, until midnight, where the bar is free.
create function public.desk_cancel_date(
  p_slug text, p_day text, p_seen integer, p_words text default '', p_is_quiet boolean default false, p_in_bar boolean default false
) returns void language plpgsql security definer set search_path = '' as $$
declare
  evening jsonb;
  words text;
  today date := public.london_today();
begin
  perform public.desk_enter();
  evening := public.evening_at_hand(p_slug, p_day, p_seen);
  words := case when p_is_quiet then '' else public.line_typed(p_words, 'The reason', 200, false) end;
  perform public.write_evening(evening, 'cancel_date', jsonb_build_object(
    'state', case when p_is_quiet then 'off' else 'cancelled' end, 'words', words
  ));
  if p_in_bar and not p_is_quiet and (evening ->> 'day')::date = today and public.is_bar_free() then
    perform public.desk_set_announcement(public.bar_words(evening ->> 'title', words), null, today, today, true,
      (public.bar_content() ->> 'version')::integer);
  end if;
end $$;

-- The evening is on again, as it was planned.
create function public.desk_bring_back(p_slug text, p_day text, p_seen integer) returns void language plpgsql security definer set search_path = '' as $$
declare
  evening jsonb;
  series public.dates;
  taken text;
begin
  perform public.desk_enter();
  evening := public.evening_at_hand(p_slug, p_day, p_seen);
  select * into series from public.dates d where d.slug = p_slug;
  if evening ->> 'state' = 'on' then return; end if;
  taken := public.taken_by((evening ->> 'planned')::date, series.begins, series.ends, p_slug, (evening ->> 'planned')::date);
  if taken is not null then perform public.refuse_date(taken); end if;
  perform public.write_evening(evening, 'bring_back_date', '{"state": "on"}');
end $$;

-- Moves one evening: p_to is {"day", "from", "to", "venue", "words"}, all of where and when it will be.
create function public.desk_move_date(p_slug text, p_day text, p_to jsonb, p_seen integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  evening jsonb;
  series public.dates;
  day date;
  venue text;
  taken text;
begin
  perform public.desk_enter();
  evening := public.evening_at_hand(p_slug, p_day, p_seen);
  select * into series from public.dates d where d.slug = p_slug;
  day := public.day_typed(p_to ->> 'day', 'That');
  venue := public.known_venue(p_to ->> 'venue');
  perform public.check_hours(p_to ->> 'from', p_to ->> 'to');
  if day < public.london_today() then perform public.refuse_date('That day has gone.'); end if;
  if day > public.london_today() + 730 then perform public.refuse_date('That is more than two years away.'); end if;
  if (day::text, p_to ->> 'from', p_to ->> 'to', venue) = (evening ->> 'planned', series.begins, series.ends, series.venue) then
    perform public.refuse_date('That is where and when it is planned. Bring it back instead.');
  end if;
  taken := public.taken_by(day, p_to ->> 'from', p_to ->> 'to', p_slug, (evening ->> 'planned')::date);
  if taken is not null then perform public.refuse_date(taken); end if;
  perform public.write_evening(evening, 'move_date', jsonb_build_object(
    'state', 'moved', 'to_day', day, 'begins', p_to ->> 'from', 'ends', p_to ->> 'to', 'venue', venue,
    'words', public.line_typed(p_to ->> 'words', 'The reason', 200, false)
  ));
end $$;

-- ══ Words ════════════════════════════════════════════════════════════════════════════════════════

-- Notices and words that the owner writes at the desk: the bar over every page, a holiday of the kitchen, what delivery costs,
-- what was in the last boxes, and what the pages say of customers' words and of questions. Days are London's, the first and
-- the last of them counted.

-- ── What the shop shows ─────────────────────────────────────────────────────────────────────────

-- At most one row: the bar over every page. No `starts_on` is at once, no `ends_on` until it is switched off. Nobody reads it
-- but `shop_notices` and the desk.
create table public.announcement_bar (
  id boolean primary key default true check (id),
  words text not null check (length(words) between 1 and 140),
  link text check (link ~ '^/' and length(link) <= 200), -- a page of the shop
  starts_on date,
  ends_on date check (ends_on >= starts_on),
  is_on boolean not null,
  version integer not null default 1
);
alter table public.announcement_bar enable row level security;
create trigger announcement_bar_tell_desk after insert or update or delete on public.announcement_bar
  for each statement execute function public.tell_desk('words');
create trigger announcement_bar_announce after insert or update or delete on public.announcement_bar
  for each row execute function public.announce_catalogue();

-- At most one row: while the kitchen is closed nothing is sent, and on `sends_on` it begins again. Read as the bar is.
create table public.holiday (
  id boolean primary key default true check (id),
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  sends_on date not null check (sends_on > ends_on),
  words text not null default '' check (length(words) <= 140),
  is_on boolean not null,
  version integer not null default 1
);
alter table public.holiday enable row level security;
create trigger holiday_tell_desk after insert or update or delete on public.holiday
  for each statement execute function public.tell_desk('words');
create trigger holiday_announce after insert or update or delete on public.holiday
  for each row execute function public.announce_catalogue();

-- What customers said, by the page that shows it. `is_sample` is said beside the words until real ones take their place.
create table public.testimonials (
  id uuid primary key default gen_random_uuid(),
  page text not null check (page in ('testimonials', 'consultancy', 'catering', 'contact')),
  position integer not null,
  author text not null check (length(author) between 1 and 60),
  location text not null check (length(location) between 1 and 60),
  words text not null check (length(words) between 1 and 160),
  color text not null check (color in ('butter', 'grape', 'mint', 'blush', 'peach', 'sky', 'jazz', 'lime', 'lilac', 'ink')),
  is_sample boolean not null default false,
  version integer not null default 1
);
create index testimonials_of_page on public.testimonials (page, position);
alter table public.testimonials enable row level security;
grant select on public.testimonials to anon, authenticated;
create policy "Anyone reads the testimonials" on public.testimonials for select to anon, authenticated using (true);
create trigger testimonials_tell_desk after insert or update or delete on public.testimonials
  for each statement execute function public.tell_desk('words');
create trigger testimonials_announce after insert or update or delete on public.testimonials
  for each row execute function public.announce_catalogue();

-- `id` is the question's anchor on the page. An answer has its paragraphs parted by an empty line, marks (**bold**,
-- [words](/path)), and facts in braces, as `faq_fault` has them.
create table public.faqs (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(id) <= 60),
  position integer not null,
  question text not null check (length(question) between 1 and 160),
  answer text not null check (length(answer) between 1 and 4000),
  version integer not null default 1
);
alter table public.faqs enable row level security;
grant select on public.faqs to anon, authenticated;
create policy "Anyone reads the questions" on public.faqs for select to anon, authenticated using (true);
create trigger faqs_tell_desk after insert or update or delete on public.faqs
  for each statement execute function public.tell_desk('words');
create trigger faqs_announce after insert or update or delete on public.faqs
  for each row execute function public.announce_catalogue();

-- What was in the last box that went out, for each kind of box: at most one row of each. The owner's words, written at the desk.
create table public.last_boxes (
  kind text primary key check (kind in ('bear', 'twink')),
  month text not null check (length(month) between 1 and 40), -- as it is said: 'October 2026'
  contents text[] not null check (cardinality(contents) between 1 and 20),
  version integer not null default 1
);
alter table public.last_boxes enable row level security;
grant select on public.last_boxes to anon, authenticated;
create policy "Anyone reads what was in the last boxes" on public.last_boxes for select to anon, authenticated using (true);
create trigger last_boxes_tell_desk after insert or update or delete on public.last_boxes
  for each statement execute function public.tell_desk('words');
create trigger last_boxes_announce after insert or update or delete on public.last_boxes
  for each row execute function public.announce_catalogue();

-- The holiday that an order of this moment falls into, {"closedUntil", "leavesOn", "words"}, or null.
create function public.holiday_at(p_at timestamptz) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('closedUntil', h.ends_on, 'leavesOn', h.sends_on, 'words', h.words) from public.holiday h
  where h.is_on and (p_at at time zone 'Europe/London')::date between h.starts_on and h.sends_on - 1
$$;

-- What every page may have to say today: {"bar": {"words", "link"}, "holiday": as `holiday_at`}, each null when there is none.
create function public.shop_notices() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'bar', (
      select jsonb_build_object('words', b.words, 'link', b.link) from public.announcement_bar b
      where b.is_on and (now() at time zone 'Europe/London')::date
        between coalesce(b.starts_on, '-infinity') and coalesce(b.ends_on, 'infinity')
    ),
    'holiday', public.holiday_at(now())
  )
$$;

-- ── The desk's reading ──────────────────────────────────────────────────────────────────────────

create function public.bar_content() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('words', b.words, 'link', b.link, 'from', b.starts_on, 'until', b.ends_on, 'isOn', b.is_on, 'version', b.version)
  from public.announcement_bar b
$$;

create function public.holiday_content() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'from', h.starts_on, 'until', h.ends_on, 'sendsOn', h.sends_on, 'words', h.words, 'isOn', h.is_on, 'version', h.version
  ) from public.holiday h
$$;

create function public.testimonial_content(p_row public.testimonials) returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'id', p_row.id, 'page', p_row.page, 'author', p_row.author, 'location', p_row.location, 'words', p_row.words,
    'isSample', p_row.is_sample, 'version', p_row.version
  )
$$;

create function public.faq_content(p_row public.faqs) returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_object('id', p_row.id, 'question', p_row.question, 'answer', p_row.answer, 'version', p_row.version)
$$;

create function public.last_box_content(p_kind text) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', b.kind, 'month', b.month, 'contents', to_jsonb(b.contents), 'version', b.version)
  from public.last_boxes b where b.kind = p_kind
$$;

-- All of the screen: {"bar", "holiday", "delivery": […], "lastBoxes": […], "testimonials": […], "faqs": […]}. A delivery's
-- `price` is what it is to cost, `sells` what it costs until the payment provider has that; pence.
create function public.desk_words() returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.desk_enter();
  return jsonb_build_object(
    'bar', public.bar_content(), 'holiday', public.holiday_content(),
    'delivery', (select coalesce(jsonb_agg(jsonb_build_object(
      'id', d.id, 'name', d.name, 'description', d.description, 'price', coalesce(d.next_price, d.price), 'sells', d.price
    ) order by d."Sort_order"), '[]') from public.delivery_methods d),
    'lastBoxes', (select coalesce(jsonb_agg(public.last_box_content(b.kind) order by b.kind), '[]') from public.last_boxes b),
    'testimonials', (select coalesce(jsonb_agg(public.testimonial_content(t) order by t.page, t.position, t.id), '[]') from public.testimonials t),
    'faqs', (select coalesce(jsonb_agg(public.faq_content(f) order by f.position, f.id), '[]') from public.faqs f)
  );
end $$;

-- ── The desk's changes ──────────────────────────────────────────────────────────────────────────

-- Each takes the version that it was based on, null for what is new; the same change sent again does nothing.

-- 31 February and the like are refused where they are read; what is left to say of days is said here.
create function public.days_fault(p_from date, p_until date) returns text language sql immutable set search_path = '' as $$
  select case
    when p_until < p_from then 'The last day is before the first.'
    when p_from < date '2020-01-01' or p_until > date '2100-01-01' then 'That day is too far away.'
  end
$$;

create function public.desk_set_announcement(
  p_words text, p_link text, p_from date, p_until date, p_is_on boolean, p_version integer
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  was jsonb;
  line text := public.plain_line(p_words);
  fault text := public.days_fault(p_from, p_until);
begin
  perform public.desk_enter();
  if coalesce(length(line), 0) not between 1 and 140 then fault := 'The bar has 1 to 140 characters.';
  elsif p_link is not null and (p_link !~ '^/([A-Za-z0-9][A-Za-z0-9/?=&#_.-]*)?$' or length(p_link) > 200) then
    fault := 'The link is a page of the shop, such as /shop.';
  elsif p_is_on is null then fault := 'The bar is on or off.';
  end if;
  if fault is not null then raise sqlstate 'PT400' using message = fault; end if;
  perform pg_advisory_xact_lock(hashtextextended('announcement_bar', 20260955));
  was := public.bar_content();
  if was - 'version' = jsonb_build_object('words', line, 'link', p_link, 'from', p_from, 'until', p_until, 'isOn', p_is_on) then return was; end if;
  if (was ->> 'version')::integer is distinct from p_version then perform public.desk_conflict(was); end if;
  insert into public.announcement_bar as b (words, link, starts_on, ends_on, is_on) values (line, p_link, p_from, p_until, p_is_on)
  on conflict (id) do update set words = excluded.words, link = excluded.link, starts_on = excluded.starts_on, ends_on = excluded.ends_on,
    is_on = excluded.is_on, version = b.version + 1;
  perform public.desk_note('announcement', 'bar', was, public.bar_content());
  return public.bar_content();
end $$;

create function public.desk_set_holiday(
  p_from date, p_until date, p_sends_on date, p_words text, p_is_on boolean, p_version integer
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  was jsonb;
  line text := coalesce(public.plain_line(p_words), '');
  fault text := public.days_fault(p_from, p_until);
begin
  perform public.desk_enter();
  if p_from is null or p_until is null or p_sends_on is null then fault := 'A holiday has a first day, a last day, and a day of sending again.';
  elsif fault is null and p_sends_on <= p_until then fault := 'Sending has to start again after the last day.';
  elsif fault is null and p_sends_on > p_from + 120 then fault := 'That is more than four months without a parcel. Did the year slip?';
  elsif length(line) > 140 then fault := 'The line about it has at most 140 characters.';
  elsif p_is_on is null then fault := 'The holiday is on or off.';
  end if;
  if fault is not null then raise sqlstate 'PT400' using message = fault; end if;
  perform pg_advisory_xact_lock(hashtextextended('holiday', 20260955));
  was := public.holiday_content();
  if was - 'version' = jsonb_build_object('from', p_from, 'until', p_until, 'sendsOn', p_sends_on, 'words', line, 'isOn', p_is_on) then return was; end if;
  if (was ->> 'version')::integer is distinct from p_version then perform public.desk_conflict(was); end if;
  insert into public.holiday as h (starts_on, ends_on, sends_on, words, is_on) values (p_from, p_until, p_sends_on, line, p_is_on)
  on conflict (id) do update set starts_on = excluded.starts_on, ends_on = excluded.ends_on, sends_on = excluded.sends_on,
    words = excluded.words, is_on = excluded.is_on, version = h.version + 1;
  perform public.desk_note('holiday', 'holiday', was, public.holiday_content());
  return public.holiday_content();
end $$;

-- What a way of delivery is to cost, in pence. The till charges it, and the pages show it, once the payment provider has a
-- rate of it: the worker of the catalogue sees to that.
create function public.desk_set_delivery_price(p_method text, p_pence integer, p_before integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  way public.delivery_methods;
  former integer;
begin
  perform public.desk_enter();
  if coalesce(p_pence, -1) not between 0 and 5000 then
    raise sqlstate 'PT400' using message = 'Delivery costs from nothing to £50.00.';
  end if;
  select * into way from public.delivery_methods d where d.id = p_method for no key update;
  if way.id is null then raise sqlstate 'PT400' using message = 'There is no such way of delivery.'; end if;
  former := coalesce(way.next_price, way.price);
  if former = p_pence then return; end if;
  if former is distinct from p_before then perform public.desk_conflict(jsonb_build_object('price', former)); end if;
  update public.delivery_methods d set price = p_pence where d.id = p_method;
  perform public.desk_note('delivery_price', 'delivery:' || p_method, jsonb_build_object('price', former), jsonb_build_object('price', p_pence));
end $$;

-- p_place: where it stands on its page, counted from 1; null leaves it where it is, and puts a new one last.
create function public.desk_save_testimonial(
  p_id uuid, p_page text, p_author text, p_location text, p_words text, p_is_sample boolean, p_version integer, p_place integer default null
) returns void language plpgsql security definer set search_path = '' as $$
declare
  was public.testimonials;
  wanted jsonb := jsonb_build_object(
    'id', p_id, 'page', p_page, 'author', public.plain_line(p_author), 'location', public.plain_line(p_location),
    'words', public.plain_line(p_words), 'isSample', coalesce(p_is_sample, false)
  );
  tints constant text[] := array['butter', 'grape', 'mint', 'blush', 'peach', 'sky', 'jazz', 'lime', 'lilac'];
  fault text;
begin
  perform public.desk_enter();
  fault := case
    when p_id is null then 'It needs an id.'
    when coalesce(p_page, '') not in ('testimonials', 'consultancy', 'catering', 'contact') then 'Please choose a page.'
    when coalesce(length(wanted ->> 'author'), 0) not between 1 and 60 then 'A name has 1 to 60 characters.'
    when coalesce(length(wanted ->> 'location'), 0) not between 1 and 60 then 'A place has 1 to 60 characters.'
    when coalesce(length(wanted ->> 'words'), 0) not between 1 and 160 then 'The words have 1 to 160 characters, so that they fit their sticker.'
  end;
  if fault is not null then raise sqlstate 'PT400' using message = fault; end if;
  perform pg_advisory_xact_lock(hashtextextended('testimonials', 20260955));
  select * into was from public.testimonials t where t.id = p_id;
  if was.id is not null and public.testimonial_content(was) - 'version' = wanted then return; end if;
  if was.version is distinct from p_version then
    perform public.desk_conflict(case when was.id is not null then public.testimonial_content(was) end);
  end if;
  insert into public.testimonials as t (id, page, position, author, location, words, color, is_sample)
  select p_id, p_page, coalesce(max(o.position), 0) + 1, wanted ->> 'author', wanted ->> 'location', wanted ->> 'words',
    tints[(1 + count(*) % cardinality(tints))::integer], coalesce(p_is_sample, false)
  from public.testimonials o where o.page = p_page and o.id <> p_id
  on conflict (id) do update set page = excluded.page, author = excluded.author, location = excluded.location, words = excluded.words,
    is_sample = excluded.is_sample, version = t.version + 1, position = case when t.page = excluded.page then t.position else excluded.position end;
  if p_place is not null then perform public.place_testimonial(p_id, p_place); end if;
  perform public.desk_note('testimonial', 'testimonial:' || p_id, case when was.id is not null then public.testimonial_content(was) end, wanted);
end $$;

create function public.desk_remove_testimonial(p_id uuid, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare was public.testimonials;
begin
  perform public.desk_enter();
  select * into was from public.testimonials t where t.id = p_id for update;
  if was.id is null then return; end if;
  if was.version is distinct from p_version then perform public.desk_conflict(public.testimonial_content(was)); end if;
  delete from public.testimonials t where t.id = p_id;
  perform public.desk_note('testimonial_gone', 'testimonial:' || p_id, public.testimonial_content(was));
end $$;

-- Puts one where it is to stand among those of its page, and counts all of them anew. p_place from 1.
create function public.place_testimonial(p_id uuid, p_place integer) returns void language sql security definer set search_path = '' as $$
  with placed as (
    select t.id, row_number() over (order by t.position, t.id) as place from public.testimonials t
    where t.page = (select m.page from public.testimonials m where m.id = p_id)
  ), moved as (
    select p.id, row_number() over (order by case when p.id <> p_id then p.place
      when p_place > p.place then p_place + 0.5 else p_place - 0.5 end) as place from placed p
  )
  update public.testimonials t set position = m.place from moved m where m.id = t.id and t.position <> m.place
$$;

create function public.place_faq(p_id text, p_place integer) returns void language sql security definer set search_path = '' as $$
  with placed as (select f.id, row_number() over (order by f.position, f.id) as place from public.faqs f),
  moved as (
    select p.id, row_number() over (order by case when p.id <> p_id then p.place
      when p_place > p.place then p_place + 0.5 else p_place - 0.5 end) as place from placed p
  )
  update public.faqs f set position = m.place from moved m where m.id = f.id and f.position <> m.place
$$;

-- p_from is where whoever moves it saw it.
create function public.desk_move_testimonial(p_id uuid, p_to integer, p_from integer) returns void
language plpgsql security definer set search_path = '' as $$
declare place integer;
begin
  perform public.desk_enter();
  perform pg_advisory_xact_lock(hashtextextended('testimonials', 20260955));
  select count(*) into place from public.testimonials t join public.testimonials m on m.id = p_id
  where t.page = m.page and (t.position, t.id) <= (m.position, m.id);
  if place = p_to then return; end if;
  if place is distinct from p_from or p_to is null then perform public.desk_conflict(jsonb_build_object('place', place)); end if;
  perform public.place_testimonial(p_id, p_to);
  perform public.desk_note('testimonial_moved', 'testimonial:' || p_id, jsonb_build_object('place', place), jsonb_build_object('place', p_to));
end $$;

create function public.desk_move_faq(p_id text, p_to integer, p_from integer) returns void
language plpgsql security definer set search_path = '' as $$
declare place integer;
begin
  perform public.desk_enter();
  perform pg_advisory_xact_lock(hashtextextended('faqs', 20260955));
  select count(*) into place from public.faqs f join public.faqs m on m.id = p_id where (f.position, f.id) <= (m.position, m.id);
  if place = p_to then return; end if;
  if place is distinct from p_from or p_to is null then perform public.desk_conflict(jsonb_build_object('place', place)); end if;
  perform public.place_faq(p_id, p_to);
  perform public.desk_note('faq_moved', 'faq:' || p_id, jsonb_build_object('place', place), jsonb_build_object('place', p_to));
end $$;

-- What cannot be kept of a question, in words. {delivery}: each way with its price and time; {diets}: what is vegan,
-- vegetarian or neither, on lines of its own; {email}: the shop's address.
create function public.faq_fault(p_question text, p_answer text) returns text language sql immutable set search_path = '' as $$
  select case
    when coalesce(length(p_question), 0) not between 1 and 160 then 'A question has 1 to 160 characters.'
    when coalesce(length(p_answer), 0) not between 1 and 4000 then 'An answer has 1 to 4,000 characters.'
    when replace(replace(replace(p_answer, '{delivery}', ''), '{diets}', ''), '{email}', '') ~ '[{}]'
      then 'The facts in braces are {delivery}, {diets} and {email}.'
    when exists (
      select from regexp_matches(p_answer, '\]\(([^)]*)\)', 'g') as found (link)
      where link[1] !~ '^(/(?![/\\])|#|https://|mailto:)[^\s<>"]*$'
    ) then 'A link leads to a page of the shop, such as [words](/shop), to https:// or to mailto:.'
  end
$$;

create function public.desk_save_faq(p_id text, p_question text, p_answer text, p_version integer, p_place integer default null)
returns void language plpgsql security definer set search_path = '' as $$
declare
  was public.faqs;
  line text := public.plain_line(p_question);
  paragraphs text := public.trim_text(regexp_replace(replace(p_answer, E'\r', ''), '[\u0001-\u0009\u000B-\u001F\u007F-\u009F]', ' ', 'g'));
  fault text := public.faq_fault(line, paragraphs);
begin
  perform public.desk_enter();
  if coalesce(p_id !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or length(p_id) > 60, true) then fault := 'It needs a short name for its address.'; end if;
  if fault is not null then raise sqlstate 'PT400' using message = fault; end if;
  perform pg_advisory_xact_lock(hashtextextended('faqs', 20260955));
  select * into was from public.faqs f where f.id = p_id;
  if was.question = line and was.answer = paragraphs then return; end if;
  if was.version is distinct from p_version then
    perform public.desk_conflict(case when was.id is not null then public.faq_content(was) end);
  end if;
  insert into public.faqs as f (id, position, question, answer)
  select p_id, coalesce(max(o.position), 0) + 1, line, paragraphs from public.faqs o
  on conflict (id) do update set question = excluded.question, answer = excluded.answer, version = f.version + 1;
  if p_place is not null then perform public.place_faq(p_id, p_place); end if;
  perform public.desk_note('faq', 'faq:' || p_id, case when was.id is not null then public.faq_content(was) end,
    jsonb_build_object('question', line, 'answer', paragraphs));
end $$;

create function public.desk_remove_faq(p_id text, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare was public.faqs;
begin
  perform public.desk_enter();
  select * into was from public.faqs f where f.id = p_id for update;
  if was.id is null then return; end if;
  if was.version is distinct from p_version then perform public.desk_conflict(public.faq_content(was)); end if;
  delete from public.faqs f where f.id = p_id;
  perform public.desk_note('faq_gone', 'faq:' || p_id, public.faq_content(was));
end $$;

-- p_contents: a thing a line; none of them takes the row away, and the answer is null.
create function public.desk_set_last_box(p_kind text, p_month text, p_contents text, p_version integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  was jsonb;
  title text := coalesce(public.plain_line(p_month), '');
  things text[] := array(
    select public.plain_line(t.thing) from regexp_split_to_table(coalesce(p_contents, ''), '[\r\n]+') with ordinality as t (thing, place)
    where public.plain_line(t.thing) <> '' order by t.place
  );
begin
  perform public.desk_enter();
  if coalesce(p_kind, '') not in ('bear', 'twink') then raise sqlstate 'PT400' using message = 'There is no such box.';
  elsif cardinality(things) > 20 then raise sqlstate 'PT400' using message = 'There is room for 20 lines.';
  elsif exists (select from unnest(things) as t (thing) where length(t.thing) > 120) then
    raise sqlstate 'PT400' using message = 'A line has at most 120 characters.';
  elsif cardinality(things) > 0 and length(title) not between 1 and 40 then
    raise sqlstate 'PT400' using message = 'The month has 1 to 40 characters.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('last_boxes', 20260955));
  was := public.last_box_content(p_kind);
  if cardinality(things) = 0 and was is null then return null; end if;
  if was - 'version' = jsonb_build_object('kind', p_kind, 'month', title, 'contents', to_jsonb(things)) then return was; end if;
  if (was ->> 'version')::integer is distinct from p_version then perform public.desk_conflict(was); end if;
  if cardinality(things) = 0 then delete from public.last_boxes b where b.kind = p_kind;
  else
    insert into public.last_boxes as b (kind, month, contents) values (p_kind, title, things)
    on conflict (kind) do update set month = excluded.month, contents = excluded.contents, version = b.version + 1;
  end if;
  perform public.desk_note('last_box', 'last_box:' || p_kind, was, public.last_box_content(p_kind));
  return public.last_box_content(p_kind);
end $$;

grant all on public.venues, public.dates, public.date_changes to service_role;
grant all on public.announcement_bar, public.holiday, public.testimonials, public.faqs, public.last_boxes
  to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.desk_coming_up, public.desk_dates, public.desk_save_venue, public.desk_add_date,
  public.desk_change_date, public.desk_remove_date, public.desk_cancel_date, public.desk_bring_back,
  public.desk_move_date to authenticated, service_role;
grant execute on function public.dates_between to anon, authenticated, service_role;
grant execute on function public.desk_words, public.desk_set_announcement, public.desk_set_holiday,
  public.desk_set_delivery_price, public.desk_save_testimonial, public.desk_remove_testimonial,
  public.desk_move_testimonial, public.desk_move_faq, public.desk_save_faq, public.desk_remove_faq,
  public.desk_set_last_box to authenticated, service_role;
grant execute on function public.shop_notices to anon, authenticated, service_role;
