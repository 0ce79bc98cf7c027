-- What visitors write without one of our functions in between, the newsletter above all, is held to the same rules as
-- elsewhere: `domain/validation.ts`, `domain/suspicion.ts` and `domain/clean-text.ts` in SQL. A test compares the two.

-- Whether a text is neither too short nor too long, as `hasLength` of `domain/validation.ts` has it: of the least, those
-- characters count that can be seen, each once, since one emoji is no name of two letters; the most is in units of UTF-16,
-- in which the characters beyond U+FFFF are two.
create function public.has_length(p_text text, p_min integer default 1, p_max integer default 255) returns boolean
language sql immutable set search_path = '' as $$
  select length(seen) >= p_min
    and length(line) + length(regexp_replace(line, '[\u0001-\uFFFF]', '', 'g')) <= p_max
  from (select public.trim_text(p_text)) as trimmed (line), lateral (select public.trim_text(regexp_replace(line,
    '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
    '', 'g'))) as visible (seen)
$$;

-- One line that does no harm in HTML, in a header, in a log line and in a cell of a spreadsheet, as `cleanLine` has it.
create function public.clean_line(p_text text, p_max integer) returns text
language plpgsql immutable strict set search_path = '' as $$
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

-- The page that a consent was given on, as a browser tells it: a path of at most 300 characters, or null. `//somewhere`
-- and `/\somewhere` are no paths: a browser takes them for another site.
create function public.clean_page(p_page text) returns text language sql immutable set search_path = '' as $$
  select case when line ~ '^/(?![/\\])' then line end from (select public.clean_line(p_page, 300)) as cleaned (line)
$$;

-- Whether a line looks like an attack, as `suspicionIn` has it; a word ends where its letters of ASCII do. Only the first
-- ten thousand characters are looked at. What counts as white space to the one but not to the other is made plain first.
create function public.is_suspicious(p_text text) returns boolean language sql immutable set search_path = '' as $$
  select coalesce(bool_or(plain.line ~* pattern), false)
  from (
    select regexp_replace(
      regexp_replace(left(p_text, 10000), '[\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]', ' ', 'g'),
      '[\u001C-\u001F\u0085\u180E]', '.', 'g') as line
    offset 0
  ) as plain, unnest(array[
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

-- Takes a sign-up in as the form's function does: counted by address, three in 300,000 ms as specified, and more loosely
-- by where it comes from (429), with the suspicious pattern; an address is trimmed, a name judged as it was typed and as
-- it will stand, since what cleaning takes out of a word must not put an attack together, and one that is suspicious is
-- refused and noted (400); of the rest at least two characters can be seen. The second sign-up of one request, with all
-- that came before it, is refused (400): whoever sends many at once would hear of one of them what is meant for another.
-- What the server itself writes was checked by it.
create function public.receive_newsletter_signup() returns trigger
language plpgsql security definer set search_path = '' as $$
declare wait integer;
begin
  if coalesce(auth.role(), 'service_role') <> 'service_role' then
    if current_setting('shop.sign_up_received', true) = 'yes' then
      raise exception 'Send one sign-up at a time.' using errcode = '22023';
    end if;
    perform set_config('shop.sign_up_received', 'yes', true);
  end if;
  new.email := public.trim_text(new.email);
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
    if public.is_suspicious(new.name) or public.is_suspicious(public.clean_line(new.name, 100)) then
      perform public.note_event(
        'suspicious_form_submission', public.seen_request() || '{"form": "newsletter_signup", "field": "name"}', public.visitor_address()
      );
      perform public.refuse_row(400);
      return null;
    end if;
  end if;
  if length(new.name) > 100 then raise exception 'The name is too long' using errcode = '22023'; end if;
  new.name := public.clean_line(new.name, 100);
  if not public.has_length(new.name, 2) then
    raise exception 'Please enter your name (at least 2 characters).' using errcode = '23514';
  end if;
  -- An unconfirmed sign-up of yesterday gives way, so that a new confirmation can be sent.
  delete from public.newsletter_signups n
  where lower(n.email) = lower(new.email) and n.confirmed_at is null and n.created_at < now() - interval '1 day';
  return new;
end $$;
create trigger newsletter_signups_receive before insert on public.newsletter_signups
  for each row execute function public.receive_newsletter_signup();

-- Words that a browser sends as its own are taken and not read, so that nobody's sign-up fails. What the owner of the
-- database writes without an API stays, for lists that came from elsewhere.
create function public.write_newsletter_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.role() is not null then new.consent_wording := public.consent_wording('newsletter'); end if;
  new.consent_page := public.clean_page(new.consent_page);
  return new;
end $$;
create trigger newsletter_signups_consent before insert on public.newsletter_signups
  for each row execute function public.write_newsletter_consent();

-- A name is cleaned on whichever way it comes. One that looks like an attack and comes from a browser is refused (400) and
-- noted. The old row is given back in its place, so that nothing changes and no wish for exactly one row takes the note
-- back. A sign-up, which the sign-in service writes, is only cleaned here: it has refused such names before, and an
-- account needs its profile.
create function public.clean_profile() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and coalesce(auth.role(), 'service_role') <> 'service_role'
    and (public.is_suspicious(new.full_name) or public.is_suspicious(public.clean_line(new.full_name, 100))) then
    perform public.note_event(
      'suspicious_form_submission', public.seen_request() || '{"form": "profiles", "field": "full_name"}', public.visitor_address()
    );
    perform public.refuse_row(400);
    return old;
  end if;
  if length(new.full_name) <= 100 then new.full_name := nullif(public.clean_line(new.full_name, 100), ''); end if;
  return new;
end $$;
create trigger profiles_clean before insert or update of full_name on public.profiles
  for each row execute function public.clean_profile();

-- What a write has counted is taken back when it fails, and an answer such as "that address is taken" would cost nothing.
-- This counts a failed write of a visitor, once its transaction has ended, as an attempt of the address that it came from,
-- by the limit that holds for writes which are taken: for the tables where a failure tells something, which are the
-- newsletter's. A flood is noted as there. Our REST server calls it with the table's name, in the role and with the
-- headers of the request; who calls it otherwise spends attempts of their own.
create function public.count_failed_write(p_table text) returns void
language plpgsql security definer set search_path = '' as $$
declare address text := coalesce(public.visitor_address(), 'unknown');
begin
  if p_table is distinct from 'newsletter_signups' or coalesce(auth.role(), 'service_role') = 'service_role' then return; end if;
  perform public.admit('newsletter_signup', address, 30, address, 30, 300000, public.seen_request());
end $$;

revoke execute on all functions in schema public from public;
grant execute on function public.count_failed_write to anon, authenticated, service_role;
