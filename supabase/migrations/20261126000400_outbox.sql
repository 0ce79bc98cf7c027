-- Emails on their way out, for the service role: the mail worker, the functions and the owner's commands. Of all of them an
-- owner sees at the desk how they stand; those that let somebody in are listed there and never opened.

-- The extension of three letters may lie in any schema.
select set_config('search_path', format('public, extensions, %I', n.nspname), true)
from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';

-- Emails to be sent. A row is written in the transaction that causes it; the worker sends it and notes the outcome.
-- `dedupe_key` makes an email unique. One that was called off is one that its reader does not want, or does not need, any
-- more: `failed_at` says when, so that nobody tries it again, and `last_error` why; it is no failure. Service role only.
create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  template text not null,
  recipient text not null check (recipient !~ '[\r\n,]' and length(recipient) <= 255),
  data jsonb not null default '{}',
  dedupe_key text unique,
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_until timestamptz, -- null, or past, when no worker has it
  sent_at timestamptz, -- null until the server has taken it
  failed_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  called_off boolean not null default false
);
create index outbox_due on public.outbox ((attempts > 0), next_attempt_at) where sent_at is null and failed_at is null;
-- What is stuck is counted without reading the table: what it holds of sent emails grows for ever.
create index outbox_failed on public.outbox (failed_at) where failed_at is not null and not called_off;
create index outbox_stuck_notices on public.outbox (created_at) where template = 'stuck_notice';
-- Which order or box a mail is about.
create index outbox_about on public.outbox (split_part(dedupe_key, ':', 2));
create index outbox_recipient on public.outbox (lower(recipient), created_at);
create index outbox_sent on public.outbox (sent_at desc) where sent_at is not null;
create index outbox_called_off on public.outbox (failed_at desc) where called_off;
create index outbox_words on public.outbox using gin (lower(recipient) gin_trgm_ops);
create index outbox_created on public.outbox (created_at desc, id);
create index outbox_of_number on public.outbox ((data ->> 'number')) where data ? 'number';
create index outbox_of_reference on public.outbox (lower(data ->> 'reference')) where data ? 'reference';
alter table public.outbox enable row level security;
create trigger outbox_tell_desk after update on public.outbox for each row
  when (old.failed_at is distinct from new.failed_at and not new.called_off) execute function public.tell_desk('mail');
-- A mail has left, or is not needed any more. One that waits is told of by whoever queued it.
create trigger outbox_tell_desk_letters after update on public.outbox for each row
  when ((old.sent_at, old.called_off) is distinct from (new.sent_at, new.called_off)) execute function public.tell_desk('letters');

create function public.announce_letter() returns trigger language plpgsql set search_path = ''
as $$ begin perform pg_notify('outbox', ''); return null; end $$;
create trigger outbox_announce after insert on public.outbox for each statement execute function public.announce_letter();

-- Queues an email, once under its key, each time without one. Nobody without an address gets one.
create function public.queue_letter(p_template text, p_recipient text, p_data jsonb, p_key text, p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  insert into public.outbox (template, recipient, data, dedupe_key, next_attempt_at, created_at)
  select p_template, p_recipient, p_data, p_template || ':' || p_key, p_now, p_now
  where coalesce(p_recipient, '') <> ''
  on conflict (dedupe_key) do nothing
$$;

-- Takes up to p_limit due emails for p_lease_ms. Fresh ones go first, so that what breaks each time, or kills whoever sends
-- it, holds up nobody. One whose worker died comes back when its lease is over.
create function public.claim_letters(p_limit integer, p_lease_ms integer, p_now timestamptz default now())
returns setof public.outbox language sql security definer set search_path = '' as $$
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

-- The server has taken an email. Also true when its lease is over.
create function public.mark_letter_sent(p_id uuid, p_now timestamptz default now()) returns void
language sql security definer set search_path = '' as $$
  update public.outbox set sent_at = p_now, failed_at = null, claimed_until = null, last_error = null
  where id = p_id and sent_at is null
$$;

-- Comes back at p_retry_at, or never when that is null. Whoever has lost the email to another worker since has no say.
create function public.mark_letter_failed(
  p_id uuid, p_attempt integer, p_error text, p_retry_at timestamptz, p_now timestamptz default now()
) returns void language sql security definer set search_path = '' as $$
  update public.outbox set
    claimed_until = null,
    last_error = left(p_error, 500),
    next_attempt_at = coalesce(p_retry_at, next_attempt_at),
    failed_at = case when p_retry_at is null then p_now end
  where id = p_id and attempts = p_attempt and sent_at is null and failed_at is null
$$;

-- An email is not sent, for a reason that is no failure. Whoever has lost it to another worker since has no say.
create function public.call_off_letter(p_id uuid, p_attempt integer, p_reason text, p_now timestamptz default now()) returns void
language sql security definer set search_path = '' as $$
  update public.outbox set claimed_until = null, last_error = left(p_reason, 500), failed_at = p_now, called_off = true
  where id = p_id and attempts = p_attempt and sent_at is null and failed_at is null
$$;

-- Gives back claimed emails that were not tried; the attempt does not count. p_letters: [{"id", "attempt"}].
create function public.release_letters(p_letters jsonb) returns void language sql security definer set search_path = '' as $$
  update public.outbox o set claimed_until = null, attempts = o.attempts - 1
  from jsonb_to_recordset(p_letters) as given (id uuid, attempt integer)
  where o.id = given.id and o.attempts = given.attempt and o.claimed_until is not null and o.sent_at is null
$$;

-- `tried` waits not for the first time, or not since the owner had it tried again.
create function public.outbox_counts() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'waiting', count(*) filter (where sent_at is null and failed_at is null),
    'tried', count(*) filter (where sent_at is null and failed_at is null and last_error is not null and attempts > 0),
    'failed', count(*) filter (where failed_at is not null and not called_off),
    'sent', count(*) filter (where sent_at is not null),
    'calledOff', count(*) filter (where called_off)
  ) from public.outbox
$$;

-- Has failed emails tried again at once: the one whose id begins with p_start, or all. Answers how many.
create function public.retry_letters(p_start text, p_now timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
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

-- ── At the desk ─────────────────────────────────────────────────────────────────────────────────

-- Whether a mail lets somebody in, shows them their data or is theirs to confirm: such a link or code is for its reader alone.
create function public.is_key_letter(p_template text, p_data jsonb) returns boolean language sql immutable set search_path = '' as $$
  select p_data ?| array['link', 'token', 'request', 'signup', 'tellMe'] or (p_template like 'auth\_%' and p_data ? 'code')
$$;

create function public.letter_state(p_letter public.outbox) returns text language sql immutable set search_path = '' as $$
  select case
    when p_letter.sent_at is not null then 'sent'
    when p_letter.called_off then 'called-off'
    when p_letter.failed_at is not null then 'stuck'
    else 'waiting'
  end
$$;

create function public.letter_row(p_letter public.outbox) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', p_letter.id, 'template', p_letter.template, 'state', public.letter_state(p_letter), 'to', p_letter.recipient,
    'number', p_letter.data -> 'number', 'reference', p_letter.data -> 'reference', 'tries', p_letter.attempts,
    'createdAt', p_letter.created_at, 'nextAt', p_letter.next_attempt_at, 'failedAt', p_letter.failed_at,
    'sentAt', p_letter.sent_at, 'error', p_letter.last_error, 'isKey', public.is_key_letter(p_letter.template, p_letter.data)
  )
$$;

-- How many there are of each kind; the shop's note to its owner about what is stuck is no news here.
create function public.letter_counts() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'stuck', (select count(*) from public.outbox o where o.failed_at is not null and not o.called_off),
    'waiting', (select count(*) from public.outbox o where o.sent_at is null and o.failed_at is null),
    'sent', (select count(*) from public.outbox o where o.sent_at is not null),
    'called-off', (select count(*) from public.outbox o where o.called_off)
  )
$$;

-- The latest p_most mails that words fit: a part of the address, the number of an order or the reference of an enquiry, in
-- small letters.
create function public.letters_found(p_words text, p_most integer) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare pattern text := '%' || regexp_replace(p_words, '([\\%_])', '\\\1', 'g') || '%';
begin
  return query
    (select o.id from public.outbox o where lower(o.recipient) like pattern order by o.created_at desc, o.id limit p_most)
    -- Of one order or enquiry there are few.
    union select o.id from public.outbox o
      where p_words ~ '^#?[0-9]{1,15}$' and o.data ? 'number' and o.data ->> 'number' = ltrim(p_words, '#')
    union select o.id from public.outbox o where o.data ? 'reference' and lower(o.data ->> 'reference') = p_words;
end $$;

-- The mails of a state ('stuck', 'waiting', 'sent', 'called-off'), newest first, those that wait by when they go; or what a
-- search finds in all of them, by a part of the address, the number of an order or the reference of an enquiry.
create function public.desk_mails(p_state text default 'stuck', p_search text default null, p_limit integer default 50, p_offset integer default 0)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  words text := lower(public.trim_text(left(coalesce(p_search, ''), 200)));
  most integer := least(greatest(coalesce(p_limit, 50), 1), 200);
  start integer := greatest(coalesce(p_offset, 0), 0);
  found jsonb;
begin
  perform public.desk_enter();
  if words <> '' then
    select coalesce(jsonb_agg(public.letter_row(o) order by o.created_at desc, o.id), '[]') into found from (
      select o.* from public.letters_found(words, most + start) f join public.outbox o on o.id = f
      order by o.created_at desc, o.id limit most offset start
    ) o;
  elsif p_state = 'sent' then
    select coalesce(jsonb_agg(public.letter_row(o) order by o.sent_at desc, o.id), '[]') into found
    from (select o.* from public.outbox o where o.sent_at is not null order by o.sent_at desc, o.id limit most offset start) o;
  elsif p_state = 'waiting' then
    select coalesce(jsonb_agg(public.letter_row(o) order by o.next_attempt_at, o.id), '[]') into found
    from (select o.* from public.outbox o where o.sent_at is null and o.failed_at is null order by o.next_attempt_at, o.id limit most offset start) o;
  else
    select coalesce(jsonb_agg(public.letter_row(o) order by o.failed_at desc, o.id), '[]') into found from (
      select o.* from public.outbox o
      where o.failed_at is not null and o.called_off = (p_state is not distinct from 'called-off')
      order by o.failed_at desc, o.id limit most offset start
    ) o;
  end if;
  return jsonb_build_object('counts', public.letter_counts(), 'mails', found);
end $$;

-- One mail with what its template shows, for the shop's server, which writes it once more as its reader got it.
create function public.desk_mail(p_id uuid) returns jsonb language plpgsql security definer set search_path = '' as $$
declare letter public.outbox;
begin
  perform public.desk_enter();
  select * into letter from public.outbox o where o.id = p_id;
  if letter.id is null then
    raise sqlstate 'PT400' using message = 'This mail is not kept any more: sent ones go after thirty days.';
  elsif public.is_key_letter(letter.template, letter.data) then
    raise sqlstate 'PT400' using message = 'This mail lets its reader in. It is for them alone, and is not opened here.';
  end if;
  -- Once in a while of looking at it.
  if not exists (
    select from public.desk_log l where l.subject = 'mail:' || letter.id and l.action = 'open_mail' and l.user_id = auth.uid()
      and l.done_at > now() - interval '15 minutes'
  ) then
    perform public.desk_note('open_mail', 'mail:' || letter.id, null, jsonb_build_object('mail', letter.template, 'number', letter.data -> 'number'));
  end if;
  return jsonb_build_object('mail', public.letter_row(letter), 'data', (public.letter_at_sending(p_id) -> 'facts') || letter.data);
end $$;

-- Has mails tried again at once: up to two hundred, or all that are stuck when p_ids is null. Answers how many.
create function public.desk_try_again(p_ids uuid[]) returns integer language plpgsql security definer set search_path = '' as $$
declare changed integer;
begin
  perform public.desk_enter();
  if cardinality(p_ids) > 200 then raise sqlstate 'PT400' using message = 'Please choose up to 200 mails.'; end if;
  if p_ids is null then
    changed := public.retry_letters(null);
  else
    select coalesce(sum(public.retry_letters(one::text)), 0) into changed from unnest(p_ids) as one;
  end if;
  if changed > 0 then
    perform public.desk_note('try_again', 'mail' || case when changed = 1 and cardinality(p_ids) = 1 then ':' || p_ids[1] else 's' end,
      null, jsonb_build_object('mails', changed));
  end if;
  return changed;
end $$;

grant all on public.outbox to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.claim_letters, public.mark_letter_sent, public.mark_letter_failed,
  public.call_off_letter, public.release_letters, public.outbox_counts, public.retry_letters to service_role;
grant execute on function public.desk_mails, public.desk_mail, public.desk_try_again to authenticated, service_role;
