-- The newsletter's form and the interface of the database agree on names and addresses, and a visitor signs up one
-- address at a time.

-- A text without the white space around it, as `trim` of the pages and functions takes it away.
create function public.trim_text(p_text text) returns text
language sql immutable set search_path = ''
as $$
  select btrim(p_text, E'\t\n\u000B\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF')
$$;

-- Whether a text is neither too short nor too long, as `hasLength` of `domain/validation.ts` has it: of the least, those
-- characters count that can be seen, each once, since one emoji is no name of two letters; the most is in units of UTF-16,
-- in which the characters beyond U+FFFF are two.
create function public.has_length(p_text text, p_min integer default 1, p_max integer default 255) returns boolean
language sql immutable set search_path = ''
as $$
  select length(seen) >= p_min
    and length(line) + length(regexp_replace(line, '[\u0001-\uFFFF]', '', 'g')) <= p_max
  from (select public.trim_text(p_text)) as trimmed (line), lateral (select public.trim_text(regexp_replace(line,
    '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
    '', 'g'))) as visible (seen)
$$;

-- As before, but what stands around an address is trimmed as the form does it; a name is judged as it was typed and as it
-- will stand, since what cleaning takes out of a word must not put an attack together; one of which fewer than two
-- characters can be seen is refused as one that is too short; and the second sign-up of one request, with all that came
-- before it, is refused (400): whoever sends many at once would hear of one of them what is meant for another.
create or replace function public.receive_newsletter_signup() returns trigger
language plpgsql security definer set search_path = ''
as $$
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

revoke execute on all functions in schema public from public;
