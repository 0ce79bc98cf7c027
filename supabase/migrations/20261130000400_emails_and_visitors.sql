-- The outbox of emails, for the service role: the mail worker, the functions and the owner's commands. The desk shows an owner
-- the state of every email; those that sign somebody in are listed there and never opened.

-- The pg_trgm extension may be in any schema.
select set_config('search_path', format('public, extensions, %I', n.nspname), true)
from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';

-- Emails to be sent. A row is written in the transaction that causes it; the worker sends it and notes the outcome.
-- `dedupe_key` makes an email unique. An email is called off when its reader does not want it, or does not need it, any more:
-- `failed_at` says when, so that it is not tried again, and `last_error` why; it is no failure. Service role only.
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

-- Emails that are stuck are counted without reading the table, because its rows of sent emails grow for ever.
create index outbox_failed on public.outbox (failed_at) where failed_at is not null and not called_off;
create index outbox_stuck_notices on public.outbox (created_at) where template = 'stuck_notice';

-- The order or box that an email is about.
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

-- The addresses that get no marketing, kept as hashes so that the list survives when everything else about a person is
-- erased: the SHA-256, in hexadecimal, of the address without spaces and in small letters. Service role only.
create table public.suppressions (
  email_hash text primary key check (email_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);
alter table public.suppressions enable row level security;

-- Newsletter sign-ups, with the proof: the words that were agreed to, their page, and `created_at`. Only confirmed addresses
-- get emails, because typing an address does not prove that it is one's own. Anyone may add one; only the service role reads.
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

-- Agreement to be reminded of a cart, which is marketing: the words, their page, and when. A guest, whose address is not
-- confirmed, agrees to reminders of guests' carts alone; reminders of an account's cart need the account's own agreement.
-- Service role only.
create table public.cart_reminder_consents (
  email_hash text not null check (email_hash ~ '^[0-9a-f]{64}$'),
  wording text not null check (length(wording) between 1 and 500),
  page text check (length(page) <= 300),
  agreed_at timestamptz not null default now(),
  given_by text not null check (given_by in ('guest', 'account')),
  primary key (email_hash, given_by)
);
alter table public.cart_reminder_consents enable row level security;

-- One row for each enquiry, after validation. `message` is a catering enquiry's message and a consultancy enquiry's details.
-- The reference is quoted by sender and business. `page` is the page of the form. The columns from `stage` on are the desk's;
-- the forms write none of them, so that null is the first stage. `letters` are the emails that were written at the desk, oldest
-- first: [{"id", "at", "by", "text", "quote", "from", "to"}]; a quote is {"lines": [{"what", "amount"}], "total",
-- "validUntil"}, `from` and `to` the stages. They stay when the outbox has deleted the email. Service role only, and the
-- functions of the desk.
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

-- Requests to be told when a product is available. Typing an address does not prove that it is one's own, so only confirmed
-- ones are written to: by the link of an email, or by being signed in with it. `letter_id` is the email that tells them; once
-- it is sent, the row is deleted. It asked for one email and is no marketing. Service role only: visitors write by the form,
-- and read nothing.
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

-- Discount codes, in capitals without spaces: a code that somebody got for leaving an address, or the owner's, for everybody,
-- whose `email_hash` is null. `withdrawn_at` is when its owner was found to have withdrawn it at the payment provider, or
-- withdrew it at the desk: it is then treated like an unknown code. Service role only.
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

-- The addresses that were given a code, as hashes, like `suppressions`. A row outlives the code and everything else about a
-- person; otherwise a person could have their data erased and get another code each time. Service role only.
create table public.discount_codes_given (
  email_hash text primary key check (email_hash ~ '^[0-9a-f]{64}$'),
  given_at timestamptz not null default now()
);
alter table public.discount_codes_given enable row level security;
grant all on public.outbox to service_role;
grant all on public.suppressions, public.newsletter_signups, public.cart_reminder_consents, public.enquiries,
  public.tell_me_requests to service_role;
grant all on public.discount_codes, public.discount_codes_given to service_role;
