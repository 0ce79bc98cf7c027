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
create index outbox_recipe_news on public.outbox ((data ->> 'slug'), created_at) where template = 'recipe_news';
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
    raise sqlstate 'PT400' using message = 'This mail has a link for its reader alone, so it can’t be opened here.';
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

-- ══ Visitors ═════════════════════════════════════════════════════════════════════════════════════

-- What visitors leave: sign-ups and consents with their proof, the list of those who want no marketing, who waits for a
-- product, and enquiries. The database judges lengths, control characters, markup and the form of an address; words that look
-- like an attack are judged where a form is taken (`domain/suspicion.ts`).

-- The addresses that get no marketing, kept as hashes so that the list survives when everything else about a person is
-- erased: the SHA-256, in hexadecimal, of the address without spaces and in small letters. Service role only.
create table public.suppressions (
  email_hash text primary key check (email_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);
alter table public.suppressions enable row level security;

create function public.email_hash(p_email text) returns text language sql immutable set search_path = ''
as $$ select encode(sha256(convert_to(lower(trim(p_email)), 'utf8')), 'hex') $$;

-- Whether an address wants no marketing. Every marketing email asks, when it is queued and when it is sent.
create function public.is_suppressed(p_email text) returns boolean language sql stable security definer set search_path = ''
as $$ select exists (select from public.suppressions s where s.email_hash = public.email_hash(p_email)) $$;

-- What the unsubscribe link of every marketing email does, for ever, also for an address that the shop has forgotten. Whoever
-- waits for a product and has had enough waits no more either.
create function public.unsubscribe(p_email_hash text) returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into public.suppressions (email_hash) values (p_email_hash) on conflict do nothing;
  delete from public.newsletter_signups n where public.email_hash(n.email) = p_email_hash;
  delete from public.cart_reminder_consents c where c.email_hash = p_email_hash;
  delete from public.tell_me_requests r where public.email_hash(r.email) = p_email_hash;
end $$;

-- The words that each consent is given to, as the pages show them: `domain/newsletter-words.ts` and
-- `domain/guest-email.ts`, which a test compares. New words on a page are a new version of this function.
create function public.consent_wording(p_consent text) returns text language sql immutable set search_path = '' as $$
  select case p_consent
    when 'newsletter' then
      'Get the latest updates on new products, market dates, and exclusive offers! Leave whenever. One click, no guilt trip.'
    when 'cart_reminders' then 'Remind me by e-mail if I leave my cart behind: twice at most.'
  end
$$;

-- ── The newsletter ──────────────────────────────────────────────────────────────────────────────

-- Newsletter sign-ups, with the proof: the words that were agreed to, their page, and `created_at`. Only confirmed
-- addresses get emails: whoever typed one has not shown that it is theirs. Anyone may add one; only the service role reads.
create table public.newsletter_signups (
  id uuid primary key default gen_random_uuid(),
  email text not null check (length(email) between 5 and 255 and email ~ '^[^\s<>"'';\\@]+@[^\s<>"'';\\@]+\.[^\s<>"'';\\@]+$'),
  name text not null check (length(name) between 2 and 100),
  created_at timestamptz not null default now(),
  consent_wording text not null default 'Not stated' check (length(consent_wording) <= 500),
  consent_page text check (length(consent_page) <= 300),
  confirmed_at timestamptz -- null until the link of the mail was used
);
create unique index newsletter_signups_email on public.newsletter_signups (lower(email));
alter table public.newsletter_signups enable row level security;
grant insert (email, name, consent_wording, consent_page) on public.newsletter_signups to anon, authenticated;
create policy "Anyone signs up" on public.newsletter_signups for insert to anon, authenticated with check (true);

-- Three in 300,000 ms an e-mail address, as specified, and more loosely by where they come from, with the pattern.
create function public.sign_up_wait(
  p_email text, p_address text, p_details jsonb default '{}', p_now timestamptz default now()
) returns integer language sql security definer set search_path = '' as $$
  select (public.admit('newsletter_signup', lower(p_email), 3, p_address, 30, 300000, p_details, p_now) ->> 'wait')::integer
$$;

-- A visitor's sign-up is counted (429); our function has asked already, for the visitor's address. The second of one
-- request is refused, with all that came before: whoever sends many would hear of one what is meant for another. The words
-- of the consent are the shop's own; what the owner of the database writes without an API stays, for older lists.
create function public.receive_newsletter_signup() returns trigger
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
create trigger newsletter_signups_receive before insert on public.newsletter_signups
  for each row execute function public.receive_newsletter_signup();

-- Asks the owner of the address whether it was them, with nothing that was typed. A sign-up that was taken off and made
-- again has an email of its own: the link of the earlier one names a row that is gone. A row goes only when the owner of
-- the address says so, or after a day; all the same, three a day are the end, whoever types it how often.
create function public.ask_for_confirmation() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.confirmed_at is not null or (
    select count(*) from public.outbox o
    where o.template = 'newsletter_confirm' and lower(o.recipient) = lower(new.email) and o.created_at > now() - interval '1 day'
  ) >= 3 then return null; end if;
  perform public.queue_letter(
    'newsletter_confirm', new.email, jsonb_build_object('signup', new.id, 'emailHash', public.email_hash(new.email)),
    new.id::text, now()
  );
  return null;
end $$;
create trigger newsletter_signups_confirm after insert on public.newsletter_signups
  for each row execute function public.ask_for_confirmation();

-- The owner of the address has said yes: an earlier unsubscribe no longer counts. Says whether there is such a sign-up.
create function public.confirm_newsletter(p_id uuid, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = '' as $$
declare address text;
begin
  update public.newsletter_signups set confirmed_at = p_now where id = p_id and confirmed_at is null returning email into address;
  if address is not null then delete from public.suppressions s where s.email_hash = public.email_hash(address); end if;
  return exists (select from public.newsletter_signups where id = p_id);
end $$;

-- ── Reminders of carts ──────────────────────────────────────────────────────────────────────────

-- Agreement to be reminded of a cart, which is marketing: the words, their page, and when. A guest, who has proved nothing,
-- agrees to reminders of guests' carts alone; those of an account's ask for the account's own word. Service role only.
create table public.cart_reminder_consents (
  email_hash text not null check (email_hash ~ '^[0-9a-f]{64}$'),
  wording text not null check (length(wording) between 1 and 500),
  page text check (length(page) <= 300),
  agreed_at timestamptz not null default now(),
  given_by text not null check (given_by in ('guest', 'account')),
  primary key (email_hash, given_by)
);
alter table public.cart_reminder_consents enable row level security;
create trigger cart_reminder_consents_guard before insert or update on public.cart_reminder_consents
  for each statement execute function public.refuse_suspects();

-- Whether an address may be reminded of the carts of a giver, 'guest' or 'account': who agreed, and has not taken it back.
create function public.may_be_reminded(p_email text, p_given_by text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.cart_reminder_consents c where c.email_hash = public.email_hash(p_email) and c.given_by = p_given_by
  ) and not public.is_suppressed(p_email)
$$;

-- Whether the caller is reminded of the cart of the account. For signed-in people, about themselves.
create function public.cart_reminders() returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce((select public.may_be_reminded(u.email, 'account') from auth.users u where u.id = auth.uid()), false)
$$;

-- Agrees for the account's cart, or takes it back, also what a guest agreed to for the address, which is confirmed, so that
-- agreeing ends an earlier unsubscribe. p_wording is not read. For signed-in people, about themselves.
create function public.set_cart_reminders(
  p_agreed boolean, p_wording text default null, p_page text default null
) returns boolean language plpgsql security definer set search_path = '' as $$
declare address text := (select u.email from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null);
begin
  if address is null then return false; end if;
  if p_agreed is not true then
    delete from public.cart_reminder_consents c where c.email_hash = public.email_hash(address);
    return false;
  end if;
  insert into public.cart_reminder_consents (email_hash, given_by, wording, page)
  values (public.email_hash(address), 'account', public.consent_wording('cart_reminders'), public.clean_page(p_page))
  on conflict (email_hash, given_by) do update set wording = excluded.wording, page = excluded.page, agreed_at = now();
  delete from public.suppressions s where s.email_hash = public.email_hash(address);
  return true;
end $$;

-- An account's consent and the note of its reminders leave the old address, which may be somebody else's by now.
create function public.move_reminder_consent() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  left_hash text := public.email_hash(old.email);
  next_hash text := case when tg_op = 'UPDATE' then public.email_hash(new.email) end;
begin
  if left_hash is not distinct from next_hash then return null; end if;
  delete from public.cart_reminder_consents c
  where c.given_by = 'account' and (c.email_hash = next_hash
    or (c.email_hash = left_hash and (next_hash is null or public.is_suppressed(new.email))));
  update public.cart_reminder_consents c set email_hash = next_hash where c.given_by = 'account' and c.email_hash = left_hash;
  update public.cart_follow_ups f set email_hash = next_hash
  where f.email_hash = left_hash and f.cart = 'account:' || old.id
    and next_hash is not null and not exists (select from public.cart_follow_ups o where o.email_hash = next_hash);
  return null;
end $$;
create trigger users_move_consent after update of email or delete on auth.users
  for each row execute function public.move_reminder_consent();

-- ── Enquiries ───────────────────────────────────────────────────────────────────────────────────

-- One row an enquiry, as it was cleaned. `message` is a catering enquiry's message and a consultancy enquiry's details.
-- The reference is what sender and business quote. `page` is where the form stood. From `stage` on stands what the desk has made
-- of it; the forms write none of that, so that null is the beginning. `letters` is what was written from the desk, oldest first:
-- [{"id", "at", "by", "text", "quote", "from", "to"}]; a quote is {"lines": [{"what", "amount"}], "total", "validUntil"}, `from`
-- and `to` the stages. It stays when the outbox has forgotten the email. Service role only, and the functions of the desk.
create table public.enquiries (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('catering', 'consultancy')),
  reference text not null unique check (reference ~ '^(CAT|ASK)-[0-9A-F]{8}$'),
  name text not null check (length(name) between 1 and 100),
  email text not null check (length(email) between 5 and 255 and email ~ '^[^\s<>"'';\\@,]+@[^\s<>"'';\\@,]+\.[^\s<>"'';\\@,]+$'),
  phone text check (length(phone) <= 255),
  event_date text check (length(event_date) <= 255),
  event_type text check (length(event_type) <= 255),
  guest_count text check (length(guest_count) <= 255),
  business_name text check (length(business_name) <= 100),
  message text not null check (length(message) between 1 and 2000),
  page text check (length(page) <= 300),
  created_at timestamptz not null default now(),
  stage text check (stage in ('new', 'answered', 'quoted', 'confirmed', 'done', 'lost')),
  moved_at timestamptz,
  event_on date, -- begins as the form's `event_date`, where that is one
  follow_up_on date,
  follow_up_set_at timestamptz, -- when that day was chosen, if it was not over then
  desk_note text check (length(desk_note) <= 4000),
  letters jsonb check (jsonb_typeof(letters) = 'array'),
  check ((kind = 'catering') = (event_type is not null and guest_count is not null))
);
create index enquiries_created on public.enquiries (created_at);
create index enquiries_email on public.enquiries (lower(email));
alter table public.enquiries enable row level security;
create trigger enquiries_tell_desk after insert on public.enquiries for each row execute function public.tell_desk('enquiries');
create trigger enquiries_tell_desk_change after update or delete on public.enquiries
  for each statement execute function public.tell_desk('enquiries');

-- Whether somebody typed a day of the calendar, as forms write one, that a business can have in mind.
-- PostgreSQL 15 has no pg_input_is_valid.
create function public.is_day(p_day text) returns boolean language plpgsql immutable set search_path = '' as $$
begin
  return p_day ~ '^2\d\d\d-\d\d-\d\d$' and p_day::date is not null;
exception when datetime_field_overflow or invalid_datetime_format then
  return false;
end $$;

-- The day of an enquiry begins as what the form sent, where that is one.
create function public.read_event_day() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if public.is_day(new.event_date) then new.event_on := new.event_date::date; end if;
  return new;
end $$;
create trigger enquiries_read_day before insert on public.enquiries for each row execute function public.read_event_day();

-- Stores an enquiry and queues the notice to the business and the follow-up to the sender. The same words of a sender
-- within a day, sent again by an impatient thumb or after a tunnel, are the same one. Nobody has confirmed the address: it
-- gets ten a day of a kind. Answers {"reference", "isMailed"}: whether the sender has it by email.
create function public.store_enquiry(p_enquiry jsonb, p_business_email text, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  given public.enquiries := jsonb_populate_record(null::public.enquiries, p_enquiry || jsonb_build_object(
    'id', gen_random_uuid(), 'created_at', p_now, 'event_type', p_enquiry -> 'eventType', 'guest_count', p_enquiry -> 'guestCount',
    'phone', nullif(p_enquiry ->> 'phone', ''), 'event_date', nullif(p_enquiry ->> 'date', ''),
    'business_name', nullif(p_enquiry ->> 'businessName', ''),
    'reference', case p_enquiry ->> 'kind' when 'catering' then 'CAT-' else 'ASK-' end || upper(left(gen_random_uuid()::text, 8))
  ));
  stored public.enquiries;
  follow_up text := given.kind || '_followup';
begin
  -- Two at once come one after the other.
  perform pg_advisory_xact_lock(hashtextextended(follow_up || ':' || lower(given.email), 20260960));
  select * into stored from public.enquiries e
  where lower(e.email) = lower(given.email) and e.created_at > p_now - interval '1 day' and e.kind = given.kind
    and (e.name, e.phone, e.event_date, e.event_type, e.guest_count, e.business_name, e.message) is not distinct from
      (given.name, given.phone, given.event_date, given.event_type, given.guest_count, given.business_name, given.message);
  if stored.id is null then
    insert into public.enquiries select given.* returning * into stored;
    perform public.queue_letter('enquiry_notice', p_business_email,
      p_enquiry || jsonb_build_object('reference', stored.reference, 'sentAt', p_now), stored.id::text, p_now);
    if (
      select count(*) from public.enquiries e
      where lower(e.email) = lower(given.email) and e.kind = stored.kind and e.created_at > p_now - interval '1 day'
    ) <= 10 then
      perform public.queue_letter(follow_up, stored.email, jsonb_build_object('reference', stored.reference), stored.id::text, p_now);
    end if;
  end if;
  return jsonb_build_object('reference', stored.reference, 'isMailed', exists (
    select from public.outbox o where o.dedupe_key = follow_up || ':' || stored.id
  ));
end $$;

-- ── Who waits for a product ─────────────────────────────────────────────────────────────────────

-- Who waits for what. Whoever typed an address has not shown that it is theirs, so only confirmed ones are written to: by
-- the link of a mail, or by being signed in with it. `letter_id` is the mail that tells them; with it, sent, the row goes.
-- It asked for one mail and is no marketing. Service role only: visitors write by the form, and read nothing.
create table public.tell_me_requests (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products on delete cascade,
  email text not null check (length(email) between 5 and 255 and email ~ '^[^\s<>"'';\\@,]+@[^\s<>"'';\\@,]+\.[^\s<>"'';\\@,]+$'),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  letter_id uuid
);
create unique index tell_me_requests_one on public.tell_me_requests (product_id, lower(email));
create index tell_me_requests_email on public.tell_me_requests (lower(email));
alter table public.tell_me_requests enable row level security;
create trigger tell_me_requests_tell_desk after insert or update or delete on public.tell_me_requests
  for each statement execute function public.tell_desk('wanted');

-- Whether a product can be bought, as `canBuy` of domain/availability.ts has it.
create function public.is_here(p_product public.products) returns boolean language sql immutable set search_path = '' as $$
  select p_product.active and not p_product."isSoldOut" and not p_product."isComingSoon" and coalesce(p_product.price, 0) > 0
    and coalesce(p_product.stock, 1) > 0
$$;

-- Writes to all who wait for a product, but those whose mail is waiting to leave already.
create function public.tell_who_waits(p_product public.products, p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  with told as (
    update public.tell_me_requests r set letter_id = gen_random_uuid()
    where r.product_id = p_product.id and r.confirmed_at is not null and not exists (
      select from public.outbox o where o.id = r.letter_id and o.sent_at is null and o.failed_at is null
    ) returning r.id, r.email, r.letter_id
  )
  insert into public.outbox (id, template, recipient, data, next_attempt_at, created_at)
  select t.letter_id, 'tell_me', t.email, jsonb_build_object(
    'waiting', t.id, 'emailHash', public.email_hash(t.email), 'name', p_product.name, 'slug', p_product.slug, 'price', p_product.price
  ), p_now, p_now from told t
$$;

-- With whatever brings it: stock, a switch at the desk, its day, a price. In the same transaction.
create function public.tell_of_return() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if public.is_here(new) and not public.is_here(old) then perform public.tell_who_waits(new, now()); end if;
  return null;
end $$;
create trigger products_tell_of_return after update on public.products
  for each row when (new.active and not new."isSoldOut" and not new."isComingSoon") execute function public.tell_of_return();

-- Who was written to waits no more.
create function public.forget_told() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.tell_me_requests r where r.id = (new.data ->> 'waiting')::uuid and r.letter_id = new.id;
  return null;
end $$;
create trigger outbox_forget_told after update of sent_at on public.outbox
  for each row when (new.template = 'tell_me' and new.sent_at is not null) execute function public.forget_told();

-- Takes a request, for whoever is signed in with the address at once, and else with a mail that asks; three of those a day
-- are the end, whoever types an address how often. One of yesterday that nobody confirmed gives way. Answers 'noted' to the
-- account with the address, 'asked' to anybody else, whether the address is known or not; 'here' and 'no-product'.
create function public.ask_to_be_told(p_product uuid, p_email text, p_account uuid default null, p_now timestamptz default now())
returns text language plpgsql security definer set search_path = '' as $$
declare
  product public.products;
  request public.tell_me_requests;
begin
  if not public.is_address(p_email) then raise exception 'Please enter a valid email address.' using errcode = '22023'; end if;
  -- A change of the product locks it, too: either it finds the request, or the request finds the change.
  select * into product from public.products p where p.id = p_product and p.active for share;
  if product.id is null then return 'no-product'; end if;
  if public.is_here(product) then return 'here'; end if;
  delete from public.tell_me_requests r
  where r.product_id = p_product and lower(r.email) = lower(p_email) and r.confirmed_at is null and r.created_at < p_now - interval '1 day';
  insert into public.tell_me_requests (product_id, email, created_at) values (p_product, p_email, p_now)
  on conflict do nothing returning * into request;
  if exists (select from auth.users u where u.id = p_account and lower(u.email) = lower(p_email) and u.email_confirmed_at is not null) then
    update public.tell_me_requests r set confirmed_at = p_now
    where r.product_id = p_product and lower(r.email) = lower(p_email) and r.confirmed_at is null;
    return 'noted';
  end if;
  if request.id is not null and (
    select count(*) from public.outbox o
    where o.template = 'tell_me_confirm' and lower(o.recipient) = lower(p_email) and o.created_at > p_now - interval '1 day'
  ) < 3 then
    perform public.queue_letter('tell_me_confirm', p_email, jsonb_build_object(
      'tellMe', request.id, 'emailHash', public.email_hash(p_email), 'name', product.name, 'slug', product.slug
    ), request.id::text, p_now);
  end if;
  return 'asked';
end $$;

-- The owner of the address has said yes; what came meanwhile is told of at once. Says whether there is such a request.
create function public.confirm_tell_me(p_id uuid, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = '' as $$
declare product public.products;
begin
  select p.* into product from public.products p join public.tell_me_requests r on r.product_id = p.id where r.id = p_id for share of p;
  update public.tell_me_requests r set confirmed_at = coalesce(r.confirmed_at, p_now) where r.id = p_id;
  if not found then return false; end if;
  if public.is_here(product) then perform public.tell_who_waits(product, p_now); end if;
  return true;
end $$;

-- ══ Discounts ════════════════════════════════════════════════════════════════════════════════════

-- Codes. One for leaving an address is 10%, one an address for ever, used once, on goods and not on delivery, on a first
-- payment only. The owner's, made at the desk, are without an address: percent or a sum, on goods or on delivery too, between
-- two days, so often in all and for each shopper. Both are taken, refused and paid by the same functions.

-- A code, in capitals without spaces: that somebody was given for leaving an address, or the owner's, for everybody, whose
-- `email_hash` is null. `withdrawn_at` is when its owner was found to have withdrawn it at the payment provider, or withdrew
-- it at the desk: it is then like one that there is not. Service role only.
create table public.discount_codes (
  code text primary key check (code ~ '^[A-Z0-9]{3,24}$'),
  email_hash text unique check (email_hash ~ '^[0-9a-f]{64}$'),
  percent smallint default 10 check (percent between 1 and 100),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  used_at timestamptz, -- null until an order with it was paid
  withdrawn_at timestamptz,
  -- The owner's only:
  pence integer check (pence between 1 and 99999), -- in place of percent
  whole_order boolean not null default false, -- off the delivery too
  starts_at timestamptz,
  ends_at timestamptz, -- not `expires_at`: what has that is forgotten two years later
  max_uses integer check (max_uses between 1 and 100000),
  max_each integer check (max_each between 1 and 1000),
  revision integer not null default 1,
  check (case when email_hash is null
    then (percent is null) <> (pence is null) and expires_at is null and used_at is null and coalesce(ends_at > starts_at, true)
    else percent is not null and expires_at is not null and pence is null and not whole_order
  end)
);
alter table public.discount_codes enable row level security;
create trigger codes_tell_desk after insert or update on public.discount_codes for each row
  when (new.email_hash is null) execute function public.tell_desk('codes');

-- The addresses that were given a code, as hashes, like `suppressions`: it outlives the code and everything else about
-- somebody, or whoever has themselves erased could have a code each time. Service role only.
create table public.discount_codes_given (
  email_hash text primary key check (email_hash ~ '^[0-9a-f]{64}$'),
  given_at timestamptz not null default now()
);
alter table public.discount_codes_given enable row level security;

-- A code as people type it: case and spaces do not matter.
create function public.plain_code(p_code text) returns text language sql immutable set search_path = ''
as $$ select upper(regexp_replace(p_code, '[\s-]', '', 'g')) $$;

-- Pence off an order, never more than what it is on. At least the 30p that the provider charges are left, so that an order
-- can be paid, paid back and cancelled like any other. `discountOn` of domain/discount.ts is the same.
create function public.code_takes(p_code public.discount_codes, p_goods integer, p_delivery integer) returns integer
language sql immutable set search_path = '' as $$
  select greatest(0, least(base, p_goods + p_delivery - 30, coalesce(p_code.pence, round(base * p_code.percent / 100.0))))::integer
  from (select p_goods + case when p_code.whole_order then p_delivery else 0 end as base) as sum
$$;

-- Gives the owner of an address their code, the same for ninety days, and sends it once. One that ran out unused gives way
-- to a new one, which the provider does not know as run out; of one used, withdrawn or forgotten "code" is null.
create function public.give_discount_code(p_email text, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  given public.discount_codes;
  hash text := public.email_hash(p_email);
  new_code text :=
    'TEN' || upper(substr(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex'), 1, 9));
begin
  insert into public.discount_codes_given (email_hash, given_at) values (hash, p_now) on conflict do nothing;
  if found then
    insert into public.discount_codes (code, email_hash, created_at, expires_at)
    values (new_code, hash, p_now, p_now + interval '90 days') on conflict (email_hash) do nothing;
  else
    update public.discount_codes d set code = new_code, created_at = p_now, expires_at = p_now + interval '90 days'
    where d.email_hash = hash and d.used_at is null and d.withdrawn_at is null and d.expires_at <= p_now;
  end if;
  select * into given from public.discount_codes d where d.email_hash = hash;
  if given.code is null or given.used_at is not null or given.withdrawn_at is not null then
    return jsonb_build_object('code', null);
  end if;
  if not public.is_suppressed(p_email) then
    perform public.queue_letter('discount_code', p_email, jsonb_build_object(
      'code', given.code, 'percent', given.percent, 'expiresAt', given.expires_at, 'emailHash', given.email_hash
    ), given.email_hash || ':' || given.code, p_now);
  end if;
  return jsonb_build_object('code', given.code, 'percent', given.percent, 'expiresAt', given.expires_at);
end $$;

create function public.withdraw_discount_code(p_code text, p_now timestamptz default now()) returns void
language sql security definer set search_path = '' as $$
  update public.discount_codes set withdrawn_at = coalesce(withdrawn_at, p_now) where code = p_code
$$;

grant all on public.outbox to service_role;
grant all on public.suppressions, public.newsletter_signups, public.cart_reminder_consents, public.enquiries,
  public.tell_me_requests to service_role;
grant all on public.discount_codes, public.discount_codes_given to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.claim_letters, public.mark_letter_sent, public.mark_letter_failed,
  public.call_off_letter, public.release_letters, public.outbox_counts, public.retry_letters to service_role;
grant execute on function public.desk_mails, public.desk_mail, public.desk_try_again to authenticated, service_role;
grant execute on function public.is_suppressed, public.unsubscribe, public.sign_up_wait, public.confirm_newsletter,
  public.may_be_reminded, public.store_enquiry, public.ask_to_be_told, public.confirm_tell_me to service_role;
grant execute on function public.cart_reminders, public.set_cart_reminders to authenticated, service_role;
grant execute on function public.give_discount_code, public.withdraw_discount_code to service_role;
