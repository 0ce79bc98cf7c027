-- Sign-ups for the newsletter go into one insert, with and without JavaScript, under one limit. The database judges
-- lengths, control characters, markup and the form of an address; words that look like an attack are judged where a form is
-- taken (`domain/suspicion.ts`). This file runs on data of before it, too, hence `or replace`.
drop trigger if exists newsletter_signups_consent on public.newsletter_signups;
drop function if exists public.write_newsletter_consent(), public.count_failed_write(text), public.has_length(text, integer, integer);

-- A line without control characters, marks that turn the direction of writing, markup, and a formula's beginning.
create or replace function public.plain_line(p_text text) returns text language sql immutable set search_path = '' as $$
  select public.trim_text(regexp_replace(
    regexp_replace(p_text, '[\u0001-\u001F\u007F-\u009F\u2028\u2029]+', ' ', 'g'),
    '[<>\u202A-\u202E\u2066-\u2069]|^[\s<>=+@\uFF1D\uFF0B\uFF20]+', '', 'g'
  ))
$$;

-- A path of at most 300 characters, or null. A browser takes `//somewhere` and `/\somewhere` for another site.
create or replace function public.clean_page(p_page text) returns text language sql immutable set search_path = '' as $$
  select left(line, 300) from public.plain_line(p_page) as line where line ~ '^/(?![/\\])'
$$;

-- Three in 300,000 ms an e-mail address, as specified, and more loosely by where they come from, with the pattern.
create or replace function public.sign_up_wait(
  p_email text, p_address text, p_details jsonb default '{}', p_now timestamptz default now()
) returns integer language sql security definer set search_path = '' as $$
  select (public.admit('newsletter_signup', lower(p_email), 3, p_address, 30, 300000, p_details, p_now) ->> 'wait')::integer
$$;

-- A visitor's sign-up is counted (429); our function has asked already, for the visitor's address. The second of one
-- request is refused, with all that came before: whoever sends many would hear of one what is meant for another. The words
-- of the consent are the shop's own; what the owner of the database writes without an API stays, for older lists.
create or replace function public.receive_newsletter_signup() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_visitor boolean := coalesce(auth.role(), 'service_role') <> 'service_role';
  wait integer;
begin
  if is_visitor and current_setting('shop.sign_up_received', true) = 'yes' then
    raise exception 'Send one sign-up at a time.' using errcode = '22023';
  end if;
  new.email := public.trim_text(new.email);
  if not public.is_address(new.email) then raise exception 'Please enter a valid email address.' using errcode = '22023'; end if;
  if is_visitor then
    perform set_config('shop.sign_up_received', 'yes', true);
    wait := public.sign_up_wait(new.email, coalesce(public.visitor_address(), 'unknown'), public.seen_request());
    if wait > 0 then
      -- An exception would take back what was noted: the row is left out, and PostgREST reads the answer from here.
      perform set_config('response.status', '429', true);
      perform set_config('response.headers', jsonb_build_array(jsonb_build_object('Retry-After', ceil(wait / 1000.0)::text))::text, true);
      return null;
    end if;
  end if;
  new.name := public.trim_text(new.name);
  if length(new.name) not between 2 and 100 or new.name <> public.plain_line(new.name) then
    raise exception 'Please enter your name (at least 2 characters).' using errcode = '23514';
  end if;
  if auth.role() is not null then new.consent_wording := public.consent_wording('newsletter'); end if;
  new.consent_page := public.clean_page(new.consent_page);
  -- An unconfirmed sign-up of yesterday gives way, so that a new confirmation can be sent.
  delete from public.newsletter_signups n
  where lower(n.email) = lower(new.email) and n.confirmed_at is null and n.created_at < now() - interval '1 day';
  return new;
end $$;
create or replace trigger newsletter_signups_receive before insert on public.newsletter_signups
  for each row execute function public.receive_newsletter_signup();

-- A name is made plain on whichever way it comes, and not refused: an account needs its profile.
create or replace function public.clean_profile() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if length(new.full_name) <= 100 then new.full_name := nullif(public.plain_line(new.full_name), ''); end if;
  return new;
end $$;
create or replace trigger profiles_clean before insert or update of full_name on public.profiles
  for each row execute function public.clean_profile();

-- ── Retention ───────────────────────────────────────────────────────────────────────────────────
-- Orders whose names are no longer needed: six years after the tax year of a paid one, ninety days after one that was
-- never paid. An order keeps its address for as long as the box that it began goes on.
create or replace function public.outdated_orders(p_now timestamptz) returns uuid[] language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(o.id), '{}') from public.orders o
  cross join lateral (select (coalesce(o.paid_at, o.created_at) at time zone 'Europe/London')::date) as sold (day)
  where o.erased_at is null and case
    when o.status = 'pending' then false
    when o.status in ('expired', 'payment_failed') then o.created_at < p_now - interval '90 days'
    else make_date(extract(year from sold.day)::integer + case when to_char(sold.day, 'MMDD') > '0405' then 7 else 6 end, 4, 5)
      < (p_now at time zone 'Europe/London')::date
  end and not exists (
    select from public.subscriptions s where s.order_id = o.id and s.status not in ('cancelled', 'incomplete')
  )
$$;

-- Every period stands in the privacy policy. Answers how many of each kind went.
create or replace function public.tidy_up(p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  names uuid[] := public.outdated_orders(p_now);
  answer jsonb := jsonb_build_object('names', cardinality(names));
  step record;
  gone integer;
begin
  perform public.make_orders_anonymous(names, p_now);
  for step in select * from (values
    ('counters', 'public.rate_limits', 'window_started_at', '1 day', 'true'),
    ('announcements', 'public.announcements', 'announced_at', '1 hour', 'true'),
    ('signUps', 'public.newsletter_signups', 'created_at', '30 days', 'confirmed_at is null'),
    ('letters', 'public.outbox', 'coalesce(sent_at, failed_at)', '30 days', 'true'),
    ('carts', 'public.guest_carts', 'updated_at', '90 days', 'true'),
    ('events', 'public.security_audit_log', 'created_at', '1 year', 'true'),
    ('enquiries', 'public.enquiries', 'created_at', '2 years', 'true'),
    ('codes', 'public.discount_codes', 'coalesce(used_at, expires_at)', '2 years', 'true'),
    ('requests', 'public.data_requests', 'expires_at', '1 day', 'true'),
    ('signIns', 'auth.sessions', 'greatest(created_at, updated_at, refreshed_at at time zone ''utc'')', '1 year', 'true'),
    ('accounts', 'auth.users', 'greatest(created_at, invited_at, confirmation_sent_at)', '30 days',
      'email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null'),
    -- After the carts, because a consent lives as long as the cart, or the account, that it is for.
    ('consents', 'public.cart_reminder_consents', 'agreed_at', '90 days', '(email_hash, given_by) not in (
      select public.email_hash(g.email), ''guest'' from public.guest_carts g where g.email is not null
      union select public.email_hash(u.email), ''account'' from auth.users u where u.email is not null)'),
    -- As long as somebody may be reminded, what they got is remembered: it makes reminders two at most.
    ('reminders', 'public.cart_follow_ups', 'coalesce(second_queued_at, first_queued_at)', '90 days',
      'email_hash not in (select c.email_hash from public.cart_reminder_consents c)')
  ) as kinds (kind, source, since, age, condition) loop
    execute format('delete from %s where %s < %L::timestamptz and %s', step.source, step.since, p_now - step.age::interval, step.condition);
    get diagnostics gone = row_count;
    answer := answer || jsonb_build_object(step.kind, gone);
  end loop;
  return answer;
end $$;

revoke execute on all functions in schema public from public;
grant execute on function public.sign_up_wait, public.tidy_up to service_role;
