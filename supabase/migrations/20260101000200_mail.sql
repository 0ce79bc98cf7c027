-- What becomes of the letters in the outbox, and which letters a sign-in causes. Everything here is for the service
-- role: the mail worker and the functions.

-- The server has taken a letter. Also true when its lease is over.
create function public.mark_letter_sent(p_id uuid, p_now timestamptz default now()) returns void
language sql security definer set search_path = ''
as $$
  update public.outbox set sent_at = p_now, failed_at = null, claimed_until = null, last_error = null
  where id = p_id and sent_at is null
$$;
grant execute on function public.mark_letter_sent(uuid, timestamptz) to service_role;

-- A letter could not be sent at attempt p_attempt: it comes back at p_retry_at, or never when that is null. Whoever
-- has lost the letter to another worker since has no say.
create function public.mark_letter_failed(
  p_id uuid, p_attempt integer, p_error text, p_retry_at timestamptz, p_now timestamptz default now()
) returns void
language sql security definer set search_path = ''
as $$
  update public.outbox set
    claimed_until = null,
    last_error = left(p_error, 500),
    next_attempt_at = coalesce(p_retry_at, next_attempt_at),
    failed_at = case when p_retry_at is null then p_now end
  where id = p_id and attempts = p_attempt and sent_at is null and failed_at is null
$$;
grant execute on function public.mark_letter_failed(uuid, integer, text, timestamptz, timestamptz) to service_role;

-- Gives back claimed letters that were not tried; the attempt does not count. p_letters: [{"id", "attempt"}].
create function public.release_letters(p_letters jsonb) returns void
language sql security definer set search_path = ''
as $$
  update public.outbox o set claimed_until = null, attempts = o.attempts - 1
  from jsonb_to_recordset(p_letters) as given (id uuid, attempt integer)
  where o.id = given.id and o.attempts = given.attempt and o.claimed_until is not null and o.sent_at is null
$$;
grant execute on function public.release_letters(jsonb) to service_role;

-- Queues the letter that greets somebody who has signed in, to the account's own confirmed address. p_slug:
-- 'welcome_email' once in the life of an account (claims the flag in this same transaction), or 'welcome_back' once
-- for a sign-in of the last ten minutes and at most once a day, the day of the welcome included. Answers 'queued' or
-- why not: 'unknown account', 'not confirmed', 'welcomed before', 'not welcomed yet', 'not today', 'no sign-in'.
create function public.queue_welcome(p_user_id uuid, p_slug text, p_now timestamptz default now()) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  account record;
begin
  if p_slug is null or p_slug not in ('welcome_email', 'welcome_back') then
    raise exception 'No such welcome' using errcode = '22023';
  end if;
  -- The row is locked, so that two tabs cause one letter.
  select p.full_name, p.welcome_email_sent as is_welcomed, p.welcomed_back_at, u.email, u.email_confirmed_at, u.last_sign_in_at
  into account
  from public.profiles p join auth.users u on u.id = p.id where p.id = p_user_id for update of p;
  if not found or account.email is null then return 'unknown account'; end if;
  if account.email_confirmed_at is null then return 'not confirmed'; end if;
  if p_slug = 'welcome_email' and account.is_welcomed then return 'welcomed before'; end if;
  if p_slug = 'welcome_back' then
    if not account.is_welcomed then return 'not welcomed yet'; end if;
    if account.welcomed_back_at > p_now - interval '1 day' then return 'not today'; end if;
    if account.last_sign_in_at is null or account.last_sign_in_at < p_now - interval '10 minutes' then return 'no sign-in'; end if;
  end if;
  update public.profiles set welcome_email_sent = true, welcomed_back_at = p_now where id = p_user_id;
  insert into public.outbox (template, recipient, data, dedupe_key, next_attempt_at, created_at)
  values (
    p_slug, account.email, jsonb_build_object('name', account.full_name),
    -- An account may set its own flag back; it is still welcomed only once.
    p_slug || ':' || p_user_id || case when p_slug = 'welcome_back' then ':' || to_char(p_now at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') else '' end,
    p_now, p_now
  ) on conflict (dedupe_key) do nothing;
  if not found then return 'welcomed before'; end if;
  return 'queued';
end $$;
grant execute on function public.queue_welcome(uuid, text, timestamptz) to service_role;

revoke execute on all functions in schema public from public;
