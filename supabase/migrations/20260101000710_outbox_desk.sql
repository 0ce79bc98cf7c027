-- What the owner sees of the outbox and may do about it. Service role only.

-- How many letters wait (`tried` of them not for the first time), could not be sent, were sent in the last thirty days,
-- and were called off because nobody needs them any more.
create function public.outbox_counts() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'waiting', count(*) filter (where sent_at is null and failed_at is null),
    'tried', count(*) filter (where sent_at is null and failed_at is null and last_error is not null),
    'failed', count(*) filter (where failed_at is not null and not called_off),
    'sent', count(*) filter (where sent_at is not null),
    'calledOff', count(*) filter (where called_off)
  ) from public.outbox
$$;
grant execute on function public.outbox_counts() to service_role;

-- Has letters tried again at once that could not be sent, or not yet: the one whose id begins with p_start, or all when
-- that is null. One that is being sent at this moment, was sent or was called off is left alone. Answers how many.
create function public.retry_letters(p_start text, p_now timestamptz default now()) returns integer
language plpgsql security definer set search_path = ''
as $$
declare changed integer;
begin
  update public.outbox o set
    failed_at = null, attempts = 0, next_attempt_at = p_now, claimed_until = null
  where o.sent_at is null and not o.called_off and o.last_error is not null
    and (o.claimed_until is null or o.claimed_until <= p_now)
    and (p_start is null or starts_with(o.id::text, p_start));
  get diagnostics changed = row_count;
  if changed > 0 then perform pg_notify('outbox', ''); end if;
  return changed;
end $$;
grant execute on function public.retry_letters(text, timestamptz) to service_role;

revoke execute on all functions in schema public from public;
