-- What visitors leave: consents with their proof, the list of those who want no marketing, and enquiries.

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

-- What the unsubscribe link of every marketing email does, for ever, also for an address that the shop has forgotten.
create function public.unsubscribe(p_email_hash text) returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into public.suppressions (email_hash) values (p_email_hash) on conflict do nothing;
  delete from public.newsletter_signups n where public.email_hash(n.email) = p_email_hash;
  delete from public.cart_reminder_consents c where c.email_hash = p_email_hash;
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

-- One row an enquiry, as it was cleaned. `message` is a catering enquiry's message and a consultancy enquiry's details.
-- The reference is what sender and business quote. `page` is where the form stood. Service role only.
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
  check ((kind = 'catering') = (event_type is not null and guest_count is not null))
);
create index enquiries_created on public.enquiries (created_at);
create index enquiries_email on public.enquiries (lower(email));
alter table public.enquiries enable row level security;

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

grant all on public.suppressions, public.newsletter_signups, public.cart_reminder_consents, public.enquiries to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.is_suppressed, public.unsubscribe, public.confirm_newsletter,
  public.may_be_reminded, public.store_enquiry to service_role;
grant execute on function public.cart_reminders, public.set_cart_reminders to authenticated, service_role;
