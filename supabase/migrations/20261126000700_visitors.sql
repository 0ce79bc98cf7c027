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

grant all on public.suppressions, public.newsletter_signups, public.cart_reminder_consents, public.enquiries,
  public.tell_me_requests to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.is_suppressed, public.unsubscribe, public.sign_up_wait, public.confirm_newsletter,
  public.may_be_reminded, public.store_enquiry, public.ask_to_be_told, public.confirm_tell_me to service_role;
grant execute on function public.cart_reminders, public.set_cart_reminders to authenticated, service_role;
