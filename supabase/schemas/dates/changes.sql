create or replace function public.raise_date_error(p_words text) returns void language plpgsql set search_path = '' as $$
begin raise sqlstate 'PT400' using message = p_words; end $$;

-- Raises an error for hours that a date cannot have. An event may end after midnight if it then lasts at most twelve hours.
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
declare form_values public.dates;
begin
  form_values.kind := p_date ->> 'kind';
  if form_values.kind is null or form_values.kind not in ('taco', 'pop-up', 'market', 'brewery') then perform public.raise_date_error('What kind of date is it?'); end if;
  form_values.title := public.parse_line(p_date ->> 'title', 'The name', 80);
  form_values.venue := public.require_venue(p_date ->> 'venue');
  form_values.day := public.parse_day(p_date ->> 'day', 'That');
  form_values.begins := p_date ->> 'from';
  form_values.ends := p_date ->> 'to';
  perform public.require_valid_hours(form_values.begins, form_values.ends);
  form_values.is_weekly := coalesce(p_date -> 'isWeekly' = 'true', false);
  form_values.lines := array(
    select typed from (
      select public.parse_line(line, 'A line', 300, false) as typed, place
      from unnest(case when form_values.is_weekly then string_to_array(p_date ->> 'text', E'\n') else array[p_date ->> 'text'] end)
        with ordinality as written (line, place)
    ) as written where typed <> '' order by place
  );
  if cardinality(form_values.lines) > 12 then perform public.raise_date_error('There is room for twelve lines.'); end if;
  if form_values.is_weekly and coalesce(p_date ->> 'until', '') <> '' then
    form_values.until := public.parse_day(p_date ->> 'until', 'The last day');
    if form_values.until < form_values.day then perform public.raise_date_error('The last day is before the first.'); end if;
  end if;
  return form_values;
end $$;

-- Changes the venue p_slug (p_version is the version that the caller saw), or adds one when p_slug is null. Returns its slug. A
-- venue that is there already is not added twice.
create or replace function public.desk_save_venue(p_venue jsonb, p_slug text default null, p_version integer default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  previous public.venues;
  new_venue public.venues;
begin
  perform public.require_staff();
  new_venue.name := public.parse_line(p_venue ->> 'name', 'The name of the place', 80);
  new_venue.street := public.parse_line(p_venue ->> 'street', 'The street', 120);
  new_venue.locality := public.parse_line(p_venue ->> 'locality', 'The town', 60);
  new_venue.postcode := regexp_replace(upper(replace(coalesce(p_venue ->> 'postcode', ''), ' ', '')), '(.{3})$', ' \1');
  new_venue.website := nullif(public.trim_text(coalesce(p_venue ->> 'website', '')), '');
  if new_venue.postcode !~ '^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$' then perform public.raise_date_error('That’s not a postcode.'); end if;
  if new_venue.website !~ '^https://[^[:space:]<>"]+$' or length(new_venue.website) > 300 then
    perform public.raise_date_error('The website begins with https://.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('dates', 20261550));
  select * into previous from public.venues v
  where v.slug = coalesce(p_slug, v.slug) and (v.name, v.street, v.locality, v.postcode, v.website)
    is not distinct from (new_venue.name, new_venue.street, new_venue.locality, new_venue.postcode, new_venue.website) limit 1;
  if found then return previous.slug; end if;
  select * into previous from public.venues v where v.slug = p_slug;
  if p_slug is not null and previous.slug is null then perform public.raise_conflict(null); end if;
  if previous.version is distinct from p_version then perform public.raise_conflict(to_jsonb(previous)); end if;
  new_venue.slug := coalesce(p_slug, public.slugify(new_venue.name));
  while previous.slug is null and exists (select from public.venues v where v.slug = new_venue.slug) loop
    new_venue.slug := public.slugify(new_venue.name) || '-' || substr(gen_random_uuid()::text, 1, 4);
  end loop;
  insert into public.venues (slug, name, street, locality, postcode, website)
  values (new_venue.slug, new_venue.name, new_venue.street, new_venue.locality, new_venue.postcode, new_venue.website)
  on conflict (slug) do update set name = excluded.name, street = excluded.street, locality = excluded.locality,
    postcode = excluded.postcode, website = excluded.website, version = venues.version + 1;
  perform public.log_desk_action('venue', 'venue:' || new_venue.slug, case when previous.slug is not null then to_jsonb(previous) end, to_jsonb(new_venue) - 'version');
  return new_venue.slug;
end $$;

-- Adds a date, once for each request; returns its slug. A weekly date leaves out the weeks of its first year in which another
-- event overlaps its hours, or a confirmed enquiry has the day.
create or replace function public.desk_add_date(p_date jsonb, p_request uuid) returns text language plpgsql security definer set search_path = '' as $$
declare
  new_date public.dates;
  overlap text;
  existing_slug text;
  slug_base text;
  weeks integer;
  taken_days date[];
begin
  perform public.require_staff();
  perform pg_advisory_xact_lock(hashtextextended('dates', 20261550));
  select d.slug into existing_slug from public.dates d where d.request = p_request;
  if existing_slug is not null then return existing_slug; end if;
  new_date := public.parse_date_form(p_date);
  if new_date.day < public.london_today() then perform public.raise_date_error('That day has gone.'); end if;
  if new_date.day > public.london_today() + 730 then perform public.raise_date_error('That is more than two years away.'); end if;
  overlap := public.overlapping_event(new_date.day, new_date.begins, new_date.ends);
  if overlap is not null and not new_date.is_weekly then perform public.raise_date_error(overlap); end if;
  weeks := case when new_date.is_weekly then (least(new_date.until, new_date.day + 366) - new_date.day) / 7 else 0 end;
  taken_days := array(
    select new_date.day + 7 * week from generate_series(0, weeks) as week
    where new_date.is_weekly and (
      public.overlapping_event(new_date.day + 7 * week, new_date.begins, new_date.ends) is not null
      or exists (select from public.enquiries e where e.stage = 'confirmed' and e.event_on = new_date.day + 7 * week)
    )
  );
  if cardinality(taken_days) > weeks then perform public.raise_date_error('Every one of these days is taken.'); end if;
  slug_base := new_date.kind || '-' || public.slugify(new_date.title) || case when new_date.is_weekly then '' else to_char(new_date.day, '-FMmonth-YYYY') end;
  new_date.slug := slug_base;
  while new_date.slug ~ '\d{4}-\d\d-\d\d$' or exists (select from public.dates d where d.slug = new_date.slug) loop
    new_date.slug := slug_base || '-' || substr(gen_random_uuid()::text, 1, 4);
  end loop;
  insert into public.dates (slug, kind, venue, title, lines, day, is_weekly, until, begins, ends, request)
  values (new_date.slug, new_date.kind, new_date.venue, new_date.title, new_date.lines, new_date.day, new_date.is_weekly, new_date.until, new_date.begins, new_date.ends, p_request);
  insert into public.date_changes (slug, day, state) select new_date.slug, day, 'off' from unnest(taken_days) as day;
  perform public.log_desk_action('add_date', 'date:' || new_date.slug, null, p_date);
  return new_date.slug;
end $$;

-- Changes a date's text, hours and venue, and the end of a weekly one; not its day. Weeks that a later end adds are left out as
-- in `desk_add_date`.
create or replace function public.desk_change_date(p_slug text, p_date jsonb, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  previous public.dates;
  new_values public.dates;
  overlap text;
begin
  perform public.require_staff();
  previous := public.require_event_series(p_slug);
  new_values := public.parse_date_form(p_date || jsonb_build_object('day', previous.day, 'isWeekly', previous.is_weekly, 'kind', previous.kind));
  if (new_values.title, new_values.lines, new_values.venue, new_values.begins, new_values.ends, new_values.until)
    is not distinct from (previous.title, previous.lines, previous.venue, previous.begins, previous.ends, previous.until) then return; end if;
  if previous.version is distinct from p_version then perform public.raise_conflict(to_jsonb(previous)); end if;
  overlap := case
    when not previous.is_weekly then public.overlapping_event(previous.day, new_values.begins, new_values.ends, p_slug, previous.day)
    when (new_values.begins, new_values.ends) <> (previous.begins, previous.ends) then public.new_overlap(previous, new_values) || ' Cancel or move one of the two first.'
  end;
  if overlap is not null then perform public.raise_date_error(overlap); end if;
  update public.dates d set title = new_values.title, lines = new_values.lines, venue = new_values.venue, begins = new_values.begins, ends = new_values.ends,
    until = new_values.until, version = d.version + 1, changed_at = now()
  where d.slug = p_slug;
  insert into public.date_changes (slug, day, state)
  select p_slug, e.planned, 'off' from public.event_occurrences(previous.until + 1, coalesce(new_values.until, previous.until + 366)) as e
  where e.series = p_slug and e.planned > previous.until and e.state = 'on' and (
    public.overlapping_event(e.day, e.begins, e.ends, e.series, e.planned) is not null
    or exists (select from public.enquiries q where q.stage = 'confirmed' and q.event_on = e.day)
  )
  on conflict (slug, day) do update set state = excluded.state, sequence = date_changes.sequence + 1, changed_at = now();
  perform public.log_desk_action('change_date', 'date:' || p_slug, to_jsonb(previous) - 'request', p_date);
end $$;

-- Deletes a date, unless it was removed before. A weekly date that has begun is not deleted but ends before p_from (by default
-- today), so that its past events stay.
create or replace function public.desk_remove_date(p_slug text, p_version integer, p_from text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  previous public.dates;
  last_day date;
begin
  perform public.require_staff();
  perform pg_advisory_xact_lock(hashtextextended('dates', 20261550));
  select * into previous from public.dates d where d.slug = p_slug for update;
  last_day := case when previous.is_weekly then case when p_from is null then public.london_today() else public.parse_day(p_from, 'The day') end - 1 end;
  if previous.slug is null or previous.until <= last_day then return; end if;
  if previous.version is distinct from p_version then perform public.raise_conflict(to_jsonb(previous)); end if;
  if last_day >= previous.day then
    update public.dates d set until = least(d.until, last_day), version = d.version + 1, changed_at = now() where d.slug = p_slug;
  else
    delete from public.dates d where d.slug = p_slug;
  end if;
  perform public.log_desk_action('remove_date', 'date:' || p_slug, to_jsonb(previous) - 'request', jsonb_build_object('until', last_day));
end $$;

-- Writes the new state of an event. If it was cancelled, and the bar announces that, the bar is switched off, so that it is free
-- for another text.
create or replace function public.update_event(p_event jsonb, p_action text, p_change jsonb) returns void language plpgsql security definer set search_path = '' as $$
declare
  series text := p_event ->> 'series';
  planned date := (p_event ->> 'planned')::date;
  new_state public.date_changes := jsonb_populate_record(null::public.date_changes, p_change);
  bar jsonb := public.announcement_bar_content();
  yesterday date := public.london_today() - 1;
begin
  insert into public.date_changes (slug, day, state, to_day, begins, ends, venue, words)
  values (series, planned, new_state.state, new_state.to_day, new_state.begins, new_state.ends, new_state.venue, coalesce(new_state.words, ''))
  on conflict (slug, day) do update set state = excluded.state, to_day = excluded.to_day, begins = excluded.begins, ends = excluded.ends,
    venue = excluded.venue, words = excluded.words, sequence = date_changes.sequence + 1, changed_at = now();
  perform public.log_desk_action(p_action, 'date:' || series || ':' || planned, p_event, p_change);
  if (bar ->> 'isOn')::boolean and p_event ->> 'state' = 'cancelled'
    and bar ->> 'words' = public.cancellation_bar_text(p_event ->> 'title', p_event ->> 'words') then
    perform public.desk_set_announcement(bar ->> 'words', bar ->> 'link', yesterday, yesterday, false, (bar ->> 'version')::integer);
  end if;
end $$;

-- Cancels one event of a date. Pages strike it out and show the words, or, with p_is_quiet, do not show the event at all. If the
-- event is today and the bar on top of every page is free, p_in_bar also announces it there until midnight.
create or replace function public.desk_cancel_date(
  p_slug text, p_day text, p_seen integer, p_words text default '', p_is_quiet boolean default false, p_in_bar boolean default false
) returns void language plpgsql security definer set search_path = '' as $$
declare
  event jsonb;
  change jsonb;
  words text;
  today date := public.london_today();
begin
  perform public.require_staff();
  words := case when p_is_quiet then '' else public.parse_line(p_words, 'The reason', 200, false) end;
  change := jsonb_build_object('state', case when p_is_quiet then 'off' else 'cancelled' end, 'words', words);
  event := public.require_event(p_slug, p_day, p_seen, change);
  if event is null then return; end if;
  perform public.update_event(event, 'cancel_date', change);
  if p_in_bar and not p_is_quiet and (event ->> 'day')::date = today and public.is_announcement_bar_free() then
    perform public.desk_set_announcement(public.cancellation_bar_text(event ->> 'title', words), null, today, today, true,
      (public.announcement_bar_content() ->> 'version')::integer);
  end if;
end $$;

-- Restores a cancelled or moved event to its planned time and place.
create or replace function public.desk_bring_back(p_slug text, p_day text, p_seen integer) returns void language plpgsql security definer set search_path = '' as $$
declare
  event jsonb;
  series public.dates;
  overlap text;
begin
  perform public.require_staff();
  event := public.require_event(p_slug, p_day, p_seen, '{"state": "on"}');
  if event is null or event ->> 'state' = 'on' then return; end if;
  select * into series from public.dates d where d.slug = p_slug;
  overlap := public.overlapping_event((event ->> 'planned')::date, series.begins, series.ends, p_slug, (event ->> 'planned')::date);
  if overlap is not null then perform public.raise_date_error(overlap); end if;
  perform public.update_event(event, 'bring_back_date', '{"state": "on"}');
end $$;

-- Moves one event of a date: p_to is its complete new time and place, {"day", "from", "to", "venue", "words"}.
create or replace function public.desk_move_date(p_slug text, p_day text, p_to jsonb, p_seen integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  event jsonb;
  change jsonb;
  series public.dates;
  day date;
  venue text;
  overlap text;
begin
  perform public.require_staff();
  day := public.parse_day(p_to ->> 'day', 'That');
  venue := p_to ->> 'venue';
  change := jsonb_build_object(
    'state', 'moved', 'to_day', day, 'begins', p_to ->> 'from', 'ends', p_to ->> 'to', 'venue', venue,
    'words', public.parse_line(p_to ->> 'words', 'The reason', 200, false)
  );
  event := public.require_event(p_slug, p_day, p_seen, change);
  if event is null then return; end if;
  select * into series from public.dates d where d.slug = p_slug;
  perform public.require_venue(venue);
  perform public.require_valid_hours(p_to ->> 'from', p_to ->> 'to');
  if day < public.london_today() then perform public.raise_date_error('That day has gone.'); end if;
  if day > public.london_today() + 730 then perform public.raise_date_error('That is more than two years away.'); end if;
  if (day::text, p_to ->> 'from', p_to ->> 'to', venue) = (event ->> 'planned', series.begins, series.ends, series.venue) then
    perform public.raise_date_error('That is where and when it is planned. Bring it back instead.');
  end if;
  overlap := public.overlapping_event(day, p_to ->> 'from', p_to ->> 'to', p_slug, (event ->> 'planned')::date);
  if overlap is not null then perform public.raise_date_error(overlap); end if;
  perform public.update_event(event, 'move_date', change);
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
