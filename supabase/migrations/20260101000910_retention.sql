-- How long anything about a person is kept, as the privacy policy promises it. Orders stay; their names do not.

-- The last day of the tax year that a time falls into, in London: the fifth of April.
create function public.tax_year_end(p_time timestamptz) returns date
language sql immutable set search_path = ''
as $$
  select make_date(extract(year from d.day)::integer + case when to_char(d.day, 'MMDD') > '0405' then 1 else 0 end, 4, 5)
  from (select (p_time at time zone 'Europe/London')::date) as d (day)
$$;

-- Orders whose names are no longer needed: six years after the tax year of a paid one, ninety days after one that was
-- never paid.
create function public.outdated_orders(p_now timestamptz) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(o.id), '{}') from public.orders o
  where o.erased_at is null and case
    when o.status = 'pending' then false
    when o.status in ('expired', 'payment_failed') then o.created_at < p_now - interval '90 days'
    else public.tax_year_end(coalesce(o.paid_at, o.created_at)) + interval '6 years' < (p_now at time zone 'Europe/London')::date
  end
$$;

-- Throws away what nobody needs any more, so that tables do not grow without end and personal data is not kept for
-- longer than its purpose. Every period stands in the privacy policy. Answers how many of each kind. Service role only.
create or replace function public.tidy_up(p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer jsonb;
  names uuid[] := public.outdated_orders(p_now);
begin
  perform public.make_orders_anonymous(names, p_now);
  with
    counters as (delete from public.rate_limits where window_started_at < p_now - interval '1 day' returning 1),
    letters as (delete from public.outbox where coalesce(sent_at, failed_at) < p_now - interval '30 days' returning 1),
    carts as (delete from public.guest_carts where updated_at < p_now - interval '90 days' returning 1),
    events as (delete from public.security_audit_log where created_at < p_now - interval '1 year' returning 1),
    enquiries as (delete from public.enquiries where created_at < p_now - interval '2 years' returning 1),
    codes as (delete from public.discount_codes where coalesce(used_at, expires_at) < p_now - interval '2 years' returning 1),
    requests as (delete from public.data_requests where expires_at < p_now - interval '1 day' returning 1),
    accounts as (
      delete from auth.users where email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null
        and greatest(created_at, invited_at, confirmation_sent_at) < p_now - interval '30 days' returning 1
    ),
    sign_ins as (
      delete from auth.sessions
      where greatest(created_at, updated_at, refreshed_at at time zone 'utc') < p_now - interval '1 year' returning 1
    )
  select jsonb_build_object(
    'names', cardinality(names),
    'counters', (select count(*) from counters), 'letters', (select count(*) from letters),
    'carts', (select count(*) from carts), 'events', (select count(*) from events),
    'enquiries', (select count(*) from enquiries), 'codes', (select count(*) from codes),
    'requests', (select count(*) from requests), 'accounts', (select count(*) from accounts),
    'signIns', (select count(*) from sign_ins)
  ) into answer;
  -- After the carts, because a consent lives as long as the cart, or the account, that it is for.
  with consents as (
    delete from public.cart_reminder_consents c where c.agreed_at < p_now - interval '90 days' and c.email_hash not in (
      select public.email_hash(g.email) from public.guest_carts g where g.email is not null
      union select public.email_hash(u.email) from auth.users u where u.email is not null
    ) returning 1
  )
  select answer || jsonb_build_object('consents', count(*)) into answer from consents;
  -- As long as somebody may be reminded, what they got is remembered: it makes reminders two at most.
  with reminders as (
    delete from public.cart_follow_ups f
    where coalesce(f.second_queued_at, f.first_queued_at) < p_now - interval '90 days'
      and not exists (select from public.cart_reminder_consents c where c.email_hash = f.email_hash) returning 1
  )
  select answer || jsonb_build_object('reminders', count(*)) into answer from reminders;
  return answer;
end $$;
revoke execute on all functions in schema public from public;
grant execute on function public.tidy_up(timestamptz) to service_role;
