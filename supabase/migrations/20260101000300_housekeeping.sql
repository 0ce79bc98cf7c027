-- Throws away what nobody needs any more, so that tables do not grow without end and personal data is not kept for
-- longer than its purpose: spent counters after a day, letters a month after they were sent, guest carts that nobody
-- touched for ninety days, what the guard noted after a year. Orders stay. Service role only.
create function public.tidy_up(p_now timestamptz default now()) returns jsonb
language sql security definer set search_path = ''
as $$
  with
    counters as (delete from public.rate_limits where window_started_at < p_now - interval '1 day' returning 1),
    letters as (delete from public.outbox where sent_at < p_now - interval '30 days' returning 1),
    carts as (delete from public.guest_carts where updated_at < p_now - interval '90 days' returning 1),
    events as (delete from public.security_audit_log where created_at < p_now - interval '1 year' returning 1)
  select jsonb_build_object(
    'counters', (select count(*) from counters), 'letters', (select count(*) from letters),
    'carts', (select count(*) from carts), 'events', (select count(*) from events)
  )
$$;
revoke execute on function public.tidy_up(timestamptz) from public;
grant execute on function public.tidy_up(timestamptz) to service_role;
