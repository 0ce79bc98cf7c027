-- What visitors write without one of our functions in between is held to the same rules: `domain/validation.ts`,
-- `domain/suspicion.ts` and `domain/clean-text.ts` in SQL. A test compares the two.

-- One e-mail address that a letter can go to, as `isOneAddress` has it.
create function public.is_address(p_email text) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(length(p_email) between 5 and 255
    and p_email ~ '^[^\s[:cntrl:]<>"'';\\@,:()[\]]+@[^\s[:cntrl:]<>"'';\\@,:()[\].]+(\.[^\s[:cntrl:]<>"'';\\@,:()[\].]+)+$'
    and p_email !~ '^[=+\-\uFF1D\uFF0B\uFF0D]|[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]', false)
$$;

-- Whether a line looks like an attack, as `suspicionIn` has it; a word ends where its letters of ASCII do. What counts
-- as white space to the one but not to the other is made plain first.
create function public.is_suspicious(p_text text) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(bool_or(left(
    regexp_replace(
      regexp_replace(p_text, '[\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]', ' ', 'g'),
      '[\u001C-\u001F\u0085\u180E]', '.', 'g'),
    10000) ~* pattern), false)
  from unnest(array[
    '<\s{0,20}/?\s{0,20}(script|iframe|object|embed)(?![a-z0-9_])',
    '(?<![a-z0-9_])javascript:(?!\s|$)',
    '<[a-z][^<>]{0,200}[\s/"'']on[a-z]{3,20}\s{0,10}=',
    '["'']\s{0,10}on[a-z]{3,20}\s{0,10}=\s{0,10}["'']',
    '(?<![a-z0-9_])union\s{1,10}(all\s{1,10})?select(?![a-z0-9_])',
    '(?<![a-z0-9_])select\s{1,10}\*\s{1,10}from(?![a-z0-9_])',
    '[''")]\s{0,10};\s{0,10}(drop|alter|truncate|delete|insert|update)(?![a-z0-9_])',
    '(?<![a-z0-9_])(drop|truncate)\s{1,10}table\s{1,10}[a-z0-9_]{1,64}\s{0,10}(;\s{0,10})?(--|;\s{0,10}$)',
    '''\s{0,10}or\s{1,10}''?([a-z0-9_]{1,20})''?\s{0,10}=\s{0,10}''?\1(?![a-z0-9_])',
    '(?<![a-z0-9_])(eval|exec)\(\s{0,10}(["''`]|[a-z0-9_$]{1,60}\s{0,10}[(.])',
    '(?<![a-z0-9_])exec(ute)?\s{1,10}(xp|sp)_[a-z0-9_]'
  ]) as pattern
$$;

-- One line that does no harm in HTML, in a header, in a log line and in a cell of a spreadsheet, as `cleanLine` has it.
create function public.clean_line(p_text text, p_max integer) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  line text := regexp_replace(p_text, '\r\n?|[\n\t\u0085\u2028\u2029]', ' ', 'g');
  before text;
begin
  line := regexp_replace(line, '[\u0001-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]', '', 'g');
  line := left(regexp_replace(line, '^[\s\u00A0\u3000\uFEFF]+|[\s\u00A0\u3000\uFEFF]+$', '', 'g'), p_max);
  line := translate(line, '<>', '');
  loop
    before := line;
    line := regexp_replace(line, '(javascript|vbscript):|data:text/html', '', 'gi');
    exit when line = before;
  end loop;
  line := regexp_replace(line, '^[\s\u00A0\u3000\uFEFF=+@\uFF1D\uFF0B\uFF20]+', '');
  line := regexp_replace(line, '^[-\uFF0D]', '–');
  return regexp_replace(line, '^[\s\u00A0\u3000\uFEFF]+|[\s\u00A0\u3000\uFEFF]+$', '', 'g');
end $$;

-- What a note of the guard says of the request that is being answered: the browser and the path.
create function public.seen_request() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'userAgent', left(nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent', 300),
    'url', nullif(current_setting('request.path', true), '')
  ))
$$;

-- Refuses a row and keeps what was noted about it, which an exception would take back: the row is left out by its
-- trigger, and the answer has the status. PostgREST reads both settings.
create function public.refuse_row(p_status integer, p_wait integer default 0) returns void
language plpgsql set search_path = ''
as $$
begin
  perform set_config('response.status', p_status::text, true);
  if p_wait > 0 then
    perform set_config('response.headers', jsonb_build_array(jsonb_build_object('Retry-After', ceil(p_wait / 1000.0)::text))::text, true);
  end if;
end $$;

-- ── Newsletter ──────────────────────────────────────────────────────────────────────────────────

-- As before, and held to what the form's function does: the suspicious pattern, a limit whose refusals are noted, words
-- that are suspicious are refused and noted (400), the rest is cleaned. What the server itself writes was checked by it.
create or replace function public.receive_newsletter_signup() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare wait integer;
begin
  new.email := trim(new.email);
  if not public.is_address(new.email) then
    raise exception 'Please enter a valid email address.' using errcode = '22023';
  end if;
  if coalesce(auth.role(), 'service_role') <> 'service_role' then
    wait := (public.admit(
      'newsletter_signup', lower(new.email), 3, coalesce(public.visitor_address(), 'unknown'), 30, 300000, public.seen_request()
    ) ->> 'wait')::integer;
    if wait > 0 then
      perform public.refuse_row(429, wait);
      return null;
    end if;
    if public.is_suspicious(new.name) then
      perform public.note_event(
        'suspicious_form_submission', public.seen_request() || '{"form": "newsletter_signup", "field": "name"}', public.visitor_address()
      );
      perform public.refuse_row(400);
      return null;
    end if;
  end if;
  if length(new.name) > 100 then raise exception 'The name is too long' using errcode = '22023'; end if;
  new.name := public.clean_line(new.name, 100);
  -- An unconfirmed sign-up of yesterday gives way, so that a new confirmation can be sent.
  delete from public.newsletter_signups n
  where lower(n.email) = lower(new.email) and n.confirmed_at is null and n.created_at < now() - interval '1 day';
  return new;
end $$;

-- `admit` asks for the pattern.
drop trigger newsletter_signups_guard on public.newsletter_signups;
drop function public.guard_newsletter();

-- ── Names of accounts, addresses of guests ──────────────────────────────────────────────────────

-- A name is cleaned on whichever way it comes: with the sign-up, or changed by its owner.
create function public.clean_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if length(new.full_name) <= 100 then new.full_name := nullif(public.clean_line(new.full_name, 100), ''); end if;
  return new;
end $$;
create trigger profiles_clean before insert or update of full_name on public.profiles
  for each row execute function public.clean_profile();

-- One that no letter can go to would stand in the way of everybody's.
update public.guest_carts set email = null where email is not null and not public.is_address(email);
alter table public.guest_carts add constraint guest_carts_address check (email is null or public.is_address(email));

-- As before, with what is known of the request.
create or replace function public.flag_large_cart() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare lines integer := jsonb_array_length(to_jsonb(new) -> tg_argv[0]);
begin
  if lines <= 50 or (tg_op = 'UPDATE' and jsonb_array_length(to_jsonb(old) -> tg_argv[0]) > 50) then return null; end if;
  perform public.note_event(
    'suspicious_form_submission', public.seen_request() || jsonb_build_object('form', tg_table_name, 'lines', lines), public.visitor_address()
  );
  return null;
end $$;

revoke execute on all functions in schema public from public;
