-- A letter that was tried before waits behind those that were not: what breaks each time it is sent, or kills whoever
-- sends it, holds up nobody who writes for the first time.

drop index public.outbox_due;
create index outbox_due on public.outbox ((attempts > 0), next_attempt_at) where sent_at is null and failed_at is null;

-- Takes up to p_limit due letters for p_lease_ms milliseconds, in the order in which they are to be sent: fresh ones,
-- then those whose next turn has come. Nobody else gets them meanwhile. A letter whose worker died comes back when its
-- lease is over. Attempts are counted when claimed.
create or replace function public.claim_letters(p_limit integer, p_lease_ms integer, p_now timestamptz default now())
returns setof public.outbox
language sql security definer set search_path = ''
as $$
  with claimed as (
    update public.outbox set claimed_until = p_now + make_interval(secs => p_lease_ms / 1000.0), attempts = attempts + 1
    where id in (
      select id from public.outbox
      where sent_at is null and failed_at is null and next_attempt_at <= p_now
        and (claimed_until is null or claimed_until <= p_now)
      order by attempts > 0, next_attempt_at limit p_limit for update skip locked
    ) returning *
  )
  select * from claimed order by attempts > 1, next_attempt_at
$$;
