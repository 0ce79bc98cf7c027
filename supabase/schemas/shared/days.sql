create or replace function public.london_today() returns date language sql stable set search_path = '' as $$ select (now() at time zone 'Europe/London')::date $$;

create or replace function public.london_day(p_at timestamptz) returns date language sql immutable set search_path = ''
as $$ select (p_at at time zone 'Europe/London')::date $$;

-- Returns the time at which a day begins in London.
create or replace function public.london_midnight(p_day date) returns timestamptz language sql immutable set search_path = ''
as $$ select p_day::timestamp at time zone 'Europe/London' $$;

-- Returns whether a text is a day of the calendar from 2000 on, in the form YYYY-MM-DD. PostgreSQL 15 has no pg_input_is_valid.
create or replace function public.is_calendar_day(p_day text) returns boolean language plpgsql immutable set search_path = '' as $$
begin
  return p_day ~ '^2\d\d\d-\d\d-\d\d$' and p_day::date is not null;
exception when datetime_field_overflow or invalid_datetime_format then
  return false;
end $$;

-- Returns the day of a calendar field; raises an error for a day that does not exist. PostgreSQL 15 has no pg_input_is_valid.
create or replace function public.parse_day(p_day text, p_what text) returns date language plpgsql immutable set search_path = '' as $$
begin
  if p_day is null or p_day !~ '^\d{4}-\d\d-\d\d$' then raise datetime_field_overflow; end if;
  return p_day::date;
exception when datetime_field_overflow or invalid_datetime_format then
  raise sqlstate 'PT400' using message = p_what || ' is not a real date.';
end $$;

-- Returns an error message for a period, or null. Days such as 31 February are refused when they are parsed.
create or replace function public.validate_days(p_from date, p_until date) returns text language sql immutable set search_path = '' as $$
  select case
    when p_until < p_from then 'The last day is before the first.'
    when p_from < date '2020-01-01' or p_until > date '2100-01-01' then 'That day is too far away.'
  end
$$;

-- A clock that ran ahead and came back leaves times in the future: claims that nobody may take, emails and sweeps that are not due,
-- reservations and backups that seem to be of now. Limits each such time to the latest that it can validly be, and returns the
-- number of changed rows. Called with the hourly housekeeping, and at every start.
create or replace function public.set_back_future_times(p_now timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  soon timestamptz := p_now + interval '5 minutes';
  changed integer := 0;
  amount integer;
begin
  -- A claim lasts for minutes; the longest wait before another attempt is seven hours (mail/failures.ts).
  update public.outbox set
    created_at = least(created_at, p_now),
    next_attempt_at = case when created_at > soon or next_attempt_at > p_now + interval '8 hours' then p_now else next_attempt_at end,
    claimed_until = case when claimed_until <= p_now + interval '1 hour' then claimed_until end
  where created_at > soon or (sent_at is null and failed_at is null and (
    claimed_until > p_now + interval '1 hour' or (next_attempt_at > p_now + interval '8 hours' and attempts > 0)
  ));
  get diagnostics amount = row_count;
  changed := changed + amount;

  -- The job of a product that is taken off sale waits for two hours at most (`archive_delay`).
  update public.catalogue_jobs set
    next_attempt_at = least(next_attempt_at, p_now), archive_at = least(archive_at, p_now + public.archive_delay()),
    claim = case when claimed_until <= p_now + interval '1 hour' then claim end,
    claimed_until = case when claimed_until <= p_now + interval '1 hour' then claimed_until end
  where greatest(next_attempt_at, archive_at) > p_now + interval '8 hours' or claimed_until > p_now + interval '1 hour';
  get diagnostics amount = row_count;
  changed := changed + amount;

  -- Stock is held for an hour at most (`remaining_reservation`); an order that has not been asked about for a day is asked about
  -- next.
  update public.orders set
    opening_until = null, reserved_until = case when reserved_until > created_at and reserved_until > p_now + interval '65 minutes'
      then p_now + interval '1 second' else reserved_until end,
    created_at = least(created_at, p_now), asked_at = p_now - interval '1 day'
  where status = 'pending' and (
    created_at > soon or asked_at > soon or opening_until > soon or reserved_until > p_now + interval '65 minutes'
  );
  get diagnostics amount = row_count;
  changed := changed + amount;

  update public.last_backup set
    begun_at = case when begun_at <= soon then begun_at end, looked_at = least(looked_at, p_now),
    asked_at = least(asked_at, p_now), failed_at = least(failed_at, p_now),
    -- The time of the backup is no longer known, so another backup is made the next night.
    succeeded_at = case when succeeded_at <= soon then succeeded_at end
  where greatest(begun_at, looked_at, asked_at, failed_at, succeeded_at) > soon;
  get diagnostics amount = row_count;
  changed := changed + amount;

  update public.balance_reading set due_at = least(due_at, p_now), read_until = least(read_until, p_now)
  where greatest(due_at, read_until) > p_now + interval '10 minutes';
  get diagnostics amount = row_count;
  changed := changed + amount;

  -- An invitation to the desk or a link to personal data is valid for a limited time after its creation.
  update public.staff_invitations set expires_at = least(expires_at, p_now + interval '2 days'), created_at = p_now
  where created_at > soon;
  get diagnostics amount = row_count;
  changed := changed + amount;
  update public.data_requests set expires_at = least(expires_at, p_now + (expires_at - created_at)), created_at = p_now
  where created_at > soon;
  get diagnostics amount = row_count;
  changed := changed + amount;

  -- The day from which a recipe is sold is on labels and in emails.
  update public.recipe_versions set since = p_now where since > soon;
  get diagnostics amount = row_count;
  changed := changed + amount;
  update public.products set recipe_changed_at = p_now where recipe_changed_at > soon;
  update public.packed_recipes set since = least(since, p_now), chosen_at = least(chosen_at, p_now) where greatest(since, chosen_at) > soon;
  get diagnostics amount = row_count;
  return changed + amount;
end $$;

grant execute on function public.set_back_future_times to service_role;
