create or replace function public.raise_date_error(p_words text) returns void language plpgsql set search_path = '' as $$
begin raise sqlstate 'PT400' using message = p_words; end $$;

-- Checks the hours of a date. A night may end after midnight, but may not last twelve hours.
create or replace function public.require_valid_hours(p_begins text, p_ends text) returns void language plpgsql immutable set search_path = '' as $$
declare
  clock constant text := '^([01]\d|2[0-3]):[0-5]\d$';
begin
  if coalesce(p_begins, '') !~ clock or coalesce(p_ends, '') !~ clock then
    raise sqlstate 'PT400' using message = 'When does it begin, and when does it end?';
  elsif p_ends = p_begins or (p_ends < p_begins and p_ends::time - p_begins::time > interval '-12 hours') then
    raise sqlstate 'PT400' using message = 'It ends before it begins.';
  end if;
end $$;

-- Parses and checks a date from the form: {"kind", "title", "text", "venue", "day", "from", "to", "isWeekly", "until"}. Each
-- line of the text of a weekly date is one week's.
create or replace function public.parse_date_form(p_date jsonb) returns public.dates language plpgsql stable security definer set search_path = '' as $$
declare given public.dates;
begin
  given.kind := p_date ->> 'kind';
  if given.kind is null or given.kind not in ('taco', 'pop-up', 'market', 'brewery') then perform public.raise_date_error('What kind of date is it?'); end if;
  given.title := public.parse_line(p_date ->> 'title', 'The name', 80);
  given.venue := public.require_venue(p_date ->> 'venue');
  given.day := public.parse_day(p_date ->> 'day', 'That');
  given.begins := p_date ->> 'from';
  given.ends := p_date ->> 'to';
  perform public.require_valid_hours(given.begins, given.ends);
  given.is_weekly := coalesce(p_date -> 'isWeekly' = 'true', false);
  given.lines := array(
    select typed from (
      select public.parse_line(line, 'A line', 300, false) as typed, place
      from unnest(case when given.is_weekly then string_to_array(p_date ->> 'text', E'\n') else array[p_date ->> 'text'] end)
        with ordinality as written (line, place)
    ) as written where typed <> '' order by place
  );
  if cardinality(given.lines) > 12 then perform public.raise_date_error('There is room for twelve lines.'); end if;
  if given.is_weekly and coalesce(p_date ->> 'until', '') <> '' then
    given.until := public.parse_day(p_date ->> 'until', 'The last day');
    if given.until < given.day then perform public.raise_date_error('The last day is before the first.'); end if;
  end if;
  return given;
end $$;

-- A version that was passed means that the change is of an existing venue.
create or replace function public.desk_save_venue(p_venue jsonb, p_slug text default null, p_version integer default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  was public.venues;
  given public.venues;
begin
  perform public.require_staff();
  given.name := public.parse_line(p_venue ->> 'name', 'The name of the place', 80);
  given.street := public.parse_line(p_venue ->> 'street', 'The street', 120);
  given.locality := public.parse_line(p_venue ->> 'locality', 'The town', 60);
  given.postcode := regexp_replace(upper(replace(coalesce(p_venue ->> 'postcode', ''), ' ', '')), '(.{3})$', ' \1');
  given.website := nullif(public.trim_text(coalesce(p_venue ->> 'website', '')), '');
  if given.postcode !~ '^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$' then perform public.raise_date_error('That’s not a postcode.'); end if;
  if given.website !~ '^https://[^[:space:]<>"]+$' or length(given.website) > 300 then
    perform public.raise_date_error('The website begins with https://.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('dates', 20261550));
  select * into was from public.venues v where v.slug = p_slug;
  if p_slug is not null and was.slug is null then perform public.raise_conflict(null); end if;
  if was.version is distinct from p_version then perform public.raise_conflict(to_jsonb(was)); end if;
  given.slug := coalesce(p_slug, public.slugify(given.name));
  while was.slug is null and exists (select from public.venues v where v.slug = given.slug) loop
    given.slug := public.slugify(given.name) || '-' || substr(gen_random_uuid()::text, 1, 4);
  end loop;
  insert into public.venues (slug, name, street, locality, postcode, website)
  values (given.slug, given.name, given.street, given.locality, given.postcode, given.website)
  on conflict (slug) do update set name = excluded.name, street = excluded.street, locality = excluded.locality,
    postcode = excluded.postcode, website = excluded.website, version = venues.version + 1;
  perform public.log_desk_action('venue', 'venue:' || given.slug, case when was.slug is not null then to_jsonb(was) end, to_jsonb(given) - 'version');
  return given.slug;
end $$;

-- Adds a date, once for each request; returns its slug. A weekly one leaves out the weeks in which its hours, or the day, are
-- taken.
create or replace function public.desk_add_date(p_date jsonb, p_request uuid) returns text language plpgsql security definer set search_path = '' as $$
declare
  given public.dates;
  taken text;
  done text;
  name text;
  weeks integer;
  weeks_taken date[];
begin
  perform public.require_staff();
  perform pg_advisory_xact_lock(hashtextextended('dates', 20261550));
  select d.slug into done from public.dates d where d.request = p_request;
  if done is not null then return done; end if;
  given := public.parse_date_form(p_date);
  if given.day < public.london_today() then perform public.raise_date_error('That day has gone.'); end if;
  if given.day > public.london_today() + 730 then perform public.raise_date_error('That is more than two years away.'); end if;
  taken := public.overlapping_event(given.day, given.begins, given.ends);
  if taken is not null and not given.is_weekly then perform public.raise_date_error(taken); end if;
  weeks := case when given.is_weekly then (least(given.until, given.day + 366) - given.day) / 7 else 0 end;
  weeks_taken := array(
    select given.day + 7 * week from generate_series(0, weeks) as week
    where given.is_weekly and (
      public.overlapping_event(given.day + 7 * week, given.begins, given.ends) is not null
      or exists (select from public.enquiries e where e.stage = 'confirmed' and e.event_on = given.day + 7 * week)
    )
  );
  if cardinality(weeks_taken) > weeks then perform public.raise_date_error('Every one of these days is taken.'); end if;
  name := given.kind || '-' || public.slugify(given.title) || case when given.is_weekly then '' else to_char(given.day, '-FMmonth-YYYY') end;
  given.slug := name;
  while given.slug ~ '\d{4}-\d\d-\d\d$' or exists (select from public.dates d where d.slug = given.slug) loop
    given.slug := name || '-' || substr(gen_random_uuid()::text, 1, 4);
  end loop;
  insert into public.dates (slug, kind, venue, title, lines, day, is_weekly, until, begins, ends, request)
  values (given.slug, given.kind, given.venue, given.title, given.lines, given.day, given.is_weekly, given.until, given.begins, given.ends, p_request);
  insert into public.date_changes (slug, day, state) select given.slug, day, 'off' from unnest(weeks_taken) as day;
  perform public.log_desk_action('add_date', 'date:' || given.slug, null, p_date);
  return given.slug;
end $$;

-- Changes a date's text, hours and venue, and the end of a weekly one; not its day. New weeks in which its hours, or the day,
-- are taken are left out.
create or replace function public.desk_change_date(p_slug text, p_date jsonb, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was public.dates;
  given public.dates;
  taken text;
begin
  perform public.require_staff();
  was := public.require_event_series(p_slug, coalesce(p_version, -1));
  given := public.parse_date_form(p_date || jsonb_build_object('day', was.day, 'isWeekly', was.is_weekly, 'kind', was.kind));
  taken := case
    when not was.is_weekly then public.overlapping_event(was.day, given.begins, given.ends, p_slug, was.day)
    when (given.begins, given.ends) <> (was.begins, was.ends) then public.new_overlap(was, given) || ' Cancel or move one of the two first.'
  end;
  if taken is not null then perform public.raise_date_error(taken); end if;
  update public.dates d set title = given.title, lines = given.lines, venue = given.venue, begins = given.begins, ends = given.ends,
    until = given.until, version = d.version + 1, changed_at = now()
  where d.slug = p_slug;
  insert into public.date_changes (slug, day, state)
  select p_slug, e.planned, 'off' from public.event_occurrences(was.until + 1, coalesce(given.until, was.until + 366)) as e
  where e.series = p_slug and e.planned > was.until and e.state = 'on' and (
    public.overlapping_event(e.day, e.begins, e.ends, e.series, e.planned) is not null
    or exists (select from public.enquiries q where q.stage = 'confirmed' and q.event_on = e.day)
  )
  on conflict (slug, day) do update set state = excluded.state, sequence = date_changes.sequence + 1, changed_at = now();
  perform public.log_desk_action('change_date', 'date:' || p_slug, to_jsonb(was) - 'request', p_date);
end $$;

-- Removes a date as if it had never been; a weekly one from p_from on, so that its past evenings stay.
create or replace function public.desk_remove_date(p_slug text, p_version integer, p_from text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was public.dates;
  last date;
begin
  perform public.require_staff();
  was := public.require_event_series(p_slug, coalesce(p_version, -1));
  last := case when was.is_weekly then case when p_from is null then public.london_today() else public.parse_day(p_from, 'The day') end - 1 end;
  if last >= was.day then
    update public.dates d set until = least(d.until, last), version = d.version + 1, changed_at = now() where d.slug = p_slug;
  else
    delete from public.dates d where d.slug = p_slug;
  end if;
  perform public.log_desk_action('remove_date', 'date:' || p_slug, to_jsonb(was) - 'request', jsonb_build_object('until', last));
end $$;

-- Writes the new state of an evening. The bar's words about an earlier cancellation of it are removed, so that the bar is free
-- for the next.
create or replace function public.update_event(p_evening jsonb, p_action text, p_change jsonb) returns void language plpgsql security definer set search_path = '' as $$
declare
  series text := p_evening ->> 'series';
  planned date := (p_evening ->> 'planned')::date;
  given public.date_changes := jsonb_populate_record(null::public.date_changes, p_change);
  bar jsonb := public.announcement_bar_content();
  yesterday date := public.london_today() - 1;
begin
  insert into public.date_changes (slug, day, state, to_day, begins, ends, venue, words)
  values (series, planned, given.state, given.to_day, given.begins, given.ends, given.venue, coalesce(given.words, ''))
  on conflict (slug, day) do update set state = excluded.state, to_day = excluded.to_day, begins = excluded.begins, ends = excluded.ends,
    venue = excluded.venue, words = excluded.words, sequence = date_changes.sequence + 1, changed_at = now();
  perform public.log_desk_action(p_action, 'date:' || series || ':' || planned, p_evening, p_change);
  if (bar ->> 'isOn')::boolean and p_evening ->> 'state' = 'cancelled'
    and bar ->> 'words' = public.cancellation_bar_text(p_evening ->> 'title', p_evening ->> 'words') then
    perform public.desk_set_announcement(bar ->> 'words', bar ->> 'link', yesterday, yesterday, false, (bar ->> 'version')::integer);
  end if;
end $$;

-- Cancels one evening. The pages strike it out and show the words; p_is_quiet leaves it out of them instead, as a night off.
-- p_in_bar also shows it in the bar on top of every page until midnight, if the bar is free.
create or replace function public.desk_cancel_date(
  p_slug text, p_day text, p_seen integer, p_words text default '', p_is_quiet boolean default false, p_in_bar boolean default false
) returns void language plpgsql security definer set search_path = '' as $$
declare
  evening jsonb;
  words text;
  today date := public.london_today();
begin
  perform public.require_staff();
  evening := public.require_event(p_slug, p_day, p_seen);
  words := case when p_is_quiet then '' else public.parse_line(p_words, 'The reason', 200, false) end;
  perform public.update_event(evening, 'cancel_date', jsonb_build_object(
    'state', case when p_is_quiet then 'off' else 'cancelled' end, 'words', words
  ));
  if p_in_bar and not p_is_quiet and (evening ->> 'day')::date = today and public.is_announcement_bar_free() then
    perform public.desk_set_announcement(public.cancellation_bar_text(evening ->> 'title', words), null, today, today, true,
      (public.announcement_bar_content() ->> 'version')::integer);
  end if;
end $$;

-- Restores an evening as it was planned.
create or replace function public.desk_bring_back(p_slug text, p_day text, p_seen integer) returns void language plpgsql security definer set search_path = '' as $$
declare
  evening jsonb;
  series public.dates;
  taken text;
begin
  perform public.require_staff();
  evening := public.require_event(p_slug, p_day, p_seen);
  select * into series from public.dates d where d.slug = p_slug;
  if evening ->> 'state' = 'on' then return; end if;
  taken := public.overlapping_event((evening ->> 'planned')::date, series.begins, series.ends, p_slug, (evening ->> 'planned')::date);
  if taken is not null then perform public.raise_date_error(taken); end if;
  perform public.update_event(evening, 'bring_back_date', '{"state": "on"}');
end $$;

-- Moves one evening: p_to is {"day", "from", "to", "venue", "words"}, all of where and when it will be.
create or replace function public.desk_move_date(p_slug text, p_day text, p_to jsonb, p_seen integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  evening jsonb;
  series public.dates;
  day date;
  venue text;
  taken text;
begin
  perform public.require_staff();
  evening := public.require_event(p_slug, p_day, p_seen);
  select * into series from public.dates d where d.slug = p_slug;
  day := public.parse_day(p_to ->> 'day', 'That');
  venue := public.require_venue(p_to ->> 'venue');
  perform public.require_valid_hours(p_to ->> 'from', p_to ->> 'to');
  if day < public.london_today() then perform public.raise_date_error('That day has gone.'); end if;
  if day > public.london_today() + 730 then perform public.raise_date_error('That is more than two years away.'); end if;
  if (day::text, p_to ->> 'from', p_to ->> 'to', venue) = (evening ->> 'planned', series.begins, series.ends, series.venue) then
    perform public.raise_date_error('That is where and when it is planned. Bring it back instead.');
  end if;
  taken := public.overlapping_event(day, p_to ->> 'from', p_to ->> 'to', p_slug, (evening ->> 'planned')::date);
  if taken is not null then perform public.raise_date_error(taken); end if;
  perform public.update_event(evening, 'move_date', jsonb_build_object(
    'state', 'moved', 'to_day', day, 'begins', p_to ->> 'from', 'ends', p_to ->> 'to', 'venue', venue,
    'words', public.parse_line(p_to ->> 'words', 'The reason', 200, false)
  ));
end $$;

grant execute on function
  public.desk_save_venue,
  public.desk_add_date,
  public.desk_change_date,
  public.desk_remove_date,
  public.desk_cancel_date,
  public.desk_bring_back,
  public.desk_move_date
to authenticated, service_role;
