-- Returns a text without the white space around it, as JavaScript's `trim` does.
create or replace function public.trim_text(p_text text) returns text language sql immutable set search_path = '' as $$
  select btrim(p_text, E'\t\n\u000B\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF')
$$;

-- Returns a text as one line without control characters, marks that turn the direction of writing, angle brackets, and the
-- characters at its beginning that make a spreadsheet take it for a formula. A result of `cleanLine` (domain/clean-text.ts) is
-- returned unchanged.
create or replace function public.clean_line(p_text text) returns text language sql immutable set search_path = '' as $$
  select public.trim_text(regexp_replace(
    regexp_replace(p_text, '[\u0001-\u001F\u007F-\u009F\u2028\u2029]+', ' ', 'g'),
    '[<>\u202A-\u202E\u2066-\u2069]|^[\s<>=+@\uFF1D\uFF0B\uFF20]+', '', 'g'
  ))
$$;

-- Returns the LIKE pattern that finds words anywhere in a text, with any kind of apostrophe: phones type a curly one, payment pages
-- a straight one.
create or replace function public.like_pattern(p_words text) returns text language sql immutable set search_path = '' as $$
  select '%' || translate(regexp_replace(p_words, '([\\%_])', '\\\1', 'g'), '''’', '__') || '%'
$$;

-- Returns a path of at most 300 characters, or null. It rejects `//somewhere` and `/\somewhere`, which browsers treat as the URL of
-- another site.
create or replace function public.clean_page_path(p_page text) returns text language sql immutable set search_path = '' as $$
  select left(line, 300) from public.clean_line(p_page) as line where line ~ '^/(?![/\\])'
$$;

-- Returns typed text as one line, or null when it is empty; raises an error when it is longer than 500 characters.
create or replace function public.parse_optional_line(p_text text, p_what text) returns text language plpgsql immutable set search_path = '' as $$
declare line text := nullif(public.trim_text(regexp_replace(p_text, '[[:space:][:cntrl:]]+', ' ', 'g')), '');
begin
  if length(line) > 500 then raise sqlstate 'PT400' using message = p_what || ' has up to 500 characters.'; end if;
  return line;
end $$;

-- Returns typed text as one line, in which white space and control characters are single spaces; raises an error when it is
-- longer than p_max, or missing.
create or replace function public.parse_line(p_text text, p_what text, p_max integer, p_is_required boolean default true) returns text
language plpgsql immutable set search_path = '' as $$
declare line text := coalesce(public.trim_text(regexp_replace(p_text, '[[:space:][:cntrl:]]+', ' ', 'g')), '');
begin
  if line = '' and p_is_required then raise sqlstate 'PT400' using message = p_what || ' is missing.'; end if;
  if length(line) > p_max then raise sqlstate 'PT400' using message = format('%s has up to %s characters.', p_what, p_max); end if;
  return line;
end $$;

-- Returns whether the log already has a request of the last two days, so that one that is repeated because its response was lost
-- is not applied twice.
create or replace function public.is_request_logged(p_subject text, p_request uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.desk_log l where l.subject = p_subject and l.done_at > now() - interval '2 days' and l.after ->> 'request' = p_request::text
  )
$$;

create or replace function public.slugify(p_name text) returns text language sql immutable set search_path = '' as $$
  select coalesce(nullif(trim(both '-' from left(regexp_replace(
    regexp_replace(lower(normalize(p_name, nfkd)), '[''’\u0300-\u036f]', '', 'g'), '[^a-z0-9]+', '-', 'g'
  ), 100)), ''), 'sticker')
$$;

-- Returns an amount in pence as text for messages.
create or replace function public.format_pence(p_pence integer) returns text language sql immutable set search_path = ''
as $$ select '£' || to_char(p_pence / 100.0, 'FM9999990.00') $$;

create or replace function public.parse_carrier(p_carrier text) returns text language plpgsql immutable set search_path = '' as $$
declare carrier text := nullif(public.trim_text(p_carrier), '');
begin
  if length(carrier) > 60 or carrier ~ '[[:cntrl:]]' then
    raise sqlstate 'PT400' using message = 'A carrier is a name of up to sixty characters, such as Royal Mail.';
  end if;
  return carrier;
end $$;

create or replace function public.tracking_error(p_tracking text) returns text language sql immutable set search_path = ''
as $$ select '“' || left(p_tracking, 60) || '” is no tracking number, and no address that starts with https://.' $$;

-- Returns whether a text is a parcel's tracking number, or an https URL that tracks it.
create or replace function public.is_tracking(p_text text) returns boolean language sql immutable set search_path = '' as $$
  select p_text ~ '^[0-9A-Za-z][0-9A-Za-z -]{2,39}$'
    or (length(p_text) <= 1000 and p_text ~ '^https://[0-9A-Za-z._-]+(:[0-9]+)?([/?#][^[:space:]"<>]*)?$')
$$;
alter table public.orders drop constraint if exists orders_tracking_check,
  add constraint orders_tracking_check check (public.is_tracking(tracking));
alter table public.part_parcels drop constraint if exists part_parcels_tracking_check,
  add constraint part_parcels_tracking_check check (public.is_tracking(tracking));

grant execute on function public.is_tracking to service_role;
