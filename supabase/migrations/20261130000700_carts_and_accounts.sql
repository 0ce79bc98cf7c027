-- Carts of customers and guests, and the reminders of those that were left.

-- A stored cart: at most a hundred lines of {"product_id": uuid, "quantity": 1..99}. A price in it would mean nothing.
create function public.is_cart(p_items jsonb) returns boolean language sql immutable set search_path = '' as $$
  select jsonb_typeof(p_items) = 'array' and length(p_items::text) <= 8192 and jsonb_array_length(p_items) <= 100 and not exists (
    select from jsonb_array_elements(p_items) as line
    where jsonb_typeof(line) <> 'object'
      or jsonb_typeof(line -> 'product_id') is distinct from 'string'
      or (line ->> 'product_id') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      or jsonb_typeof(line -> 'quantity') is distinct from 'number'
      or (line ->> 'quantity') !~ '^[1-9][0-9]?$'
      or line - 'product_id' - 'quantity' <> '{}'
  )
$$;

-- Of each line the two keys. What is no list, and a line that is no object, stays, for the check to refuse.
create function public.plain_cart(p_items jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(p_items) is distinct from 'array' then p_items else (
    select coalesce(jsonb_agg(
      case when jsonb_typeof(line) = 'object'
        then jsonb_build_object('product_id', line -> 'product_id', 'quantity', line -> 'quantity') else line end
      order by place
    ), '[]')
    from jsonb_array_elements(p_items) with ordinality as entry (line, place)
  ) end
$$;

-- A cart of more than fifty lines is no shopper's (specification, section 5). It is kept and flagged, once for as long as
-- it is so large; one that a function of ours stores, by that function. The argument names the column with the lines.
create function public.flag_large_cart() returns trigger language plpgsql security definer set search_path = '' as $$
declare lines integer := jsonb_array_length(to_jsonb(new) -> tg_argv[0]);
begin
  if coalesce(auth.role(), 'service_role') = 'service_role' then return null; end if;
  if lines <= 50 or (tg_op = 'UPDATE' and jsonb_array_length(to_jsonb(old) -> tg_argv[0]) > 50) then return null; end if;
  perform public.note_event(
    'suspicious_form_submission', public.seen_request() || jsonb_build_object('form', tg_table_name, 'lines', lines), public.visitor_address()
  );
  return null;
end $$;

-- The cart of a signed-in shopper, one each. Its owner reads and upserts it; the e-mail address is always the account's
-- own. The settlement of an order marks it checked out and empties it.
create table public.carts (
  user_id uuid primary key references auth.users on delete cascade,
  email text,
  items jsonb not null default '[]' check (public.is_cart(items)),
  checked_out boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index carts_left on public.carts (updated_at) where not checked_out;
alter table public.carts enable row level security;
grant select, insert (user_id, email, items, checked_out, updated_at), update (user_id, email, items, checked_out, updated_at)
  on public.carts to authenticated;
create policy "People read their own cart" on public.carts for select to authenticated using (user_id = (select auth.uid()));
create policy "People make their own cart" on public.carts for insert to authenticated with check (user_id = (select auth.uid()));
create policy "People change their own cart" on public.carts for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "A code is asked for where there is one" on public.carts as restrictive for all to authenticated
  using ((select public.is_proved()));
create trigger carts_tell_owner after insert on public.carts for each row execute function public.tell_owner('cart');
create trigger carts_tell_owner_change after update on public.carts
  for each row when (old.items is distinct from new.items) execute function public.tell_owner('cart');
create trigger carts_guard before insert or update on public.carts for each statement execute function public.refuse_suspects();
create trigger carts_flag after insert or update of items on public.carts for each row execute function public.flag_large_cart('items');

create function public.stamp_cart() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.email := (select u.email from auth.users u where u.id = new.user_id);
  new.updated_at := now();
  return new;
end $$;
create trigger carts_stamp before insert or update on public.carts for each row execute function public.stamp_cart();

-- The trigger's name puts it before the check and the other triggers.
create function public.plain_account_cart() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.items := public.plain_cart(new.items);
  return new;
end $$;
create trigger carts_plain before insert or update of items on public.carts for each row execute function public.plain_account_cart();

-- Browsers write checked_out false (specification, section 4), also with the empty cart after an order: no new cart.
create function public.keep_checked_out() returns trigger language plpgsql set search_path = '' as $$
begin
  if old.checked_out and new.items = '[]' then new.checked_out := true; end if;
  return new;
end $$;
create trigger carts_stay_checked_out before update on public.carts for each row execute function public.keep_checked_out();

-- The cart of a guest. Its random id, sent as the header x-guest-cart-id, is the key to what is in it, not to whose it is:
-- that would tell whether the shop knows an address. It is written through store_guest_cart only.
create table public.guest_carts (
  id uuid primary key default gen_random_uuid(),
  email text check (length(email) <= 255),
  cart_data jsonb not null default '[]' check (public.is_cart(cart_data)),
  checkout_started boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- One that could not be written to would stand in the way of everybody's emails.
  constraint guest_carts_address check (email is null or public.is_address(email))
);
create index guest_carts_updated on public.guest_carts (updated_at);
create index guest_carts_left on public.guest_carts (updated_at) where email is not null;
create index guest_carts_email on public.guest_carts (lower(email)) where email is not null;
alter table public.guest_carts enable row level security;
grant select (id, cart_data, checkout_started, created_at, updated_at) on public.guest_carts to anon, authenticated;
create trigger guest_carts_guard before insert or update on public.guest_carts
  for each statement execute function public.refuse_suspects();
create trigger guest_carts_flag after insert or update of cart_data on public.guest_carts
  for each row execute function public.flag_large_cart('cart_data');

create function public.guest_cart_id() returns uuid language sql stable set search_path = '' as $$
  select case when header ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$' then header::uuid end
  from (select lower(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-guest-cart-id')) as h (header)
$$;
create policy "Whoever holds the id reads the cart" on public.guest_carts for select to anon, authenticated
  using (id = (select public.guest_cart_id()));

-- Whether a guest has left this address, for a cart or for reminders. An erasure of it and this wait for each other.
create function public.is_guest_known(p_email text) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  if p_email is null then return false; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended(lower(trim(p_email)), 20260103));
  return exists (select from public.guest_carts g where lower(g.email) = lower(trim(p_email))) or exists (
    select from public.cart_reminder_consents c where c.email_hash = public.email_hash(p_email) and c.given_by = 'guest'
  );
end $$;

-- The ms until an address may store this cart. 120 new ones in ten minutes, 1,000 a day and a megabyte of growth are many
-- times what a telephone network's shared address needs. A cart that does not grow is always written.
create function public.guest_cart_wait(p_cart_id uuid, p_cart_data jsonb, p_address text, p_now timestamptz default now())
returns integer language plpgsql security definer set search_path = '' as $$
declare
  seal text := public.guard_seal(coalesce(p_address, 'unknown'));
  stored integer := (select length(g.cart_data::text) from public.guest_carts g where g.id = p_cart_id);
  growth integer := length(p_cart_data::text) - coalesce(stored, 0);
  wait integer := 0;
begin
  if stored is null then
    wait := greatest(
      public.take_attempt('guest_cart:address:' || seal, 120, 600000, p_now),
      public.take_attempt('guest_cart:day:' || seal, 1000, 86400000, p_now)
    );
  end if;
  if wait = 0 and growth > 0 then wait := public.take_amount('guest_cart:bytes:' || seal, growth, 1000000, 86400000, p_now); end if;
  return wait;
end $$;

-- Whoever holds the id may write. Null leaves address and flag; an address that no guest has left here is not kept. 429
-- when too much comes from one address; functions with the secret key ask guest_cart_wait themselves.
create function public.store_guest_cart(
  p_cart_id uuid, p_email text, p_cart_data jsonb, p_checkout_started boolean default null
) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  is_visitor boolean := coalesce(auth.role(), 'service_role') <> 'service_role';
  lines jsonb := public.plain_cart(p_cart_data);
  address text := p_email;
  stored uuid;
  wait integer;
begin
  if public.is_cart(lines) is not true then
    raise exception 'The cart is not a list of products and quantities from 1 to 99' using errcode = '22023';
  end if;
  if p_email is not null and (length(p_email) not between 5 and 255 or p_email !~ '^[^\s<>"'';\\@]+@[^\s<>"'';\\@]+\.[^\s<>"'';\\@]+$') then
    raise exception 'Please enter a valid email address' using errcode = '22023';
  end if;
  wait := case when is_visitor then public.guest_cart_wait(p_cart_id, lines, public.visitor_address()) end;
  if wait > 0 then raise sqlstate 'PT429' using message = 'Too many new carts come from this address.', hint = wait::text; end if;
  if is_visitor and not public.is_guest_known(p_email) then address := null; end if;
  insert into public.guest_carts as g (id, email, cart_data, checkout_started)
  values (coalesce(p_cart_id, gen_random_uuid()), address, lines, coalesce(p_checkout_started, false))
  on conflict (id) do update set
    email = coalesce(excluded.email, g.email),
    cart_data = excluded.cart_data,
    checkout_started = coalesce(p_checkout_started, g.checkout_started),
    updated_at = now()
  returning g.id into stored;
  return stored;
end $$;

-- Keeps a guest's address with the cart, and the agreement to be reminded of it; not for an address that has unsubscribed,
-- so that it does not wait for the day on which its owner wants other mails again.
create function public.save_guest_email(
  p_cart_id uuid, p_email text, p_cart_data jsonb, p_agreed boolean, p_page text, p_now timestamptz default now()
) returns uuid language plpgsql security definer set search_path = '' as $$
declare stored uuid;
begin
  if p_cart_id is not null or jsonb_array_length(p_cart_data) > 0 then
    stored := public.store_guest_cart(p_cart_id, p_email, p_cart_data);
  end if;
  if p_agreed and not public.is_suppressed(p_email) then
    insert into public.cart_reminder_consents (email_hash, given_by, wording, page, agreed_at)
    values (public.email_hash(p_email), 'guest', public.consent_wording('cart_reminders'), public.clean_page(p_page), p_now)
    on conflict (email_hash, given_by) do update set wording = excluded.wording, page = excluded.page, agreed_at = excluded.agreed_at;
  end if;
  return stored;
end $$;

-- The reminders that an address got, with the cart they were about: two at most, however many carts it has. A new pair may
-- begin after an order, or when the box was ticked again a month after the last. `brought_back_at` is when their link was
-- last used. Service role only.
create table public.cart_follow_ups (
  email_hash text primary key check (email_hash ~ '^[0-9a-f]{64}$'),
  cart text not null check (cart ~ '^(guest|account):[0-9a-f-]{36}$'),
  first_queued_at timestamptz not null,
  second_queued_at timestamptz, -- null after the first
  brought_back_at timestamptz
);
create index cart_follow_ups_cart on public.cart_follow_ups (cart);
alter table public.cart_follow_ups enable row level security;

-- The lines of a stored cart by what a signed link names: `guest:` or `account:` and the id. Null when there is none.
create function public.saved_cart(p_subject text) returns jsonb language sql stable security definer set search_path = '' as $$
  select case split_part(p_subject, ':', 1)
    when 'guest' then (select g.cart_data from public.guest_carts g where g.id = named.id)
    when 'account' then (select c.items from public.carts c where c.user_id = named.id and not c.checked_out)
  end
  from (select substring(p_subject from '^(?:guest|account):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid) as named (id)
$$;

-- The same for whoever holds its signed link; from then on nothing reminds of it.
create function public.bring_back_cart(p_subject text, p_now timestamptz default now()) returns jsonb
language sql security definer set search_path = '' as $$
  update public.cart_follow_ups set brought_back_at = p_now where cart = p_subject and public.saved_cart(p_subject) <> '[]';
  select public.saved_cart(p_subject);
$$;

-- The carts that were not emptied, with the address that each was left with. It is part of the statements that ask it, so
-- that they use the indexes; it has no rights of its own, and only functions of the owner may call it.
create function public.left_carts()
returns table (
  cart text, guest_id uuid, user_id uuid, email text, email_hash text, lines jsonb, changed_at timestamptz
) language sql stable as $$
  select 'guest:' || g.id, g.id, null::uuid, g.email, public.email_hash(g.email), g.cart_data, g.updated_at
  from public.guest_carts g where g.email is not null and g.cart_data <> '[]'
  union all
  select 'account:' || c.user_id, null::uuid, c.user_id, u.email, public.email_hash(u.email), c.items, c.updated_at
  from public.carts c join auth.users u on u.id = c.user_id
  where not c.checked_out and c.items <> '[]' and u.email_confirmed_at is not null
$$;

-- When somebody last ordered or began to pay, known by account or address; null is never. What was never paid does not
-- count once its time is over. Later boxes pay themselves, and say nothing of a cart.
create function public.last_order_at(p_user_id uuid, p_email text) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select max(coalesce(o.paid_at, o.created_at)) from public.orders o
  where o.status not in ('expired', 'payment_failed') and o.stripe_invoice_id is null
    and (o.user_id = p_user_id or lower(o.email) = lower(p_email))
$$;

-- What is no longer listed is left out; what cannot be bought at the moment has no price.
create function public.reminder_lines(p_lines jsonb) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', p.name, 'slug', p.slug, 'quantity', (line -> 'quantity')::integer,
    'unitAmount', case when not p."isSoldOut" and not p."isComingSoon" and p.price > 0 and coalesce(p.stock, 1) > 0 then p.price end
  ) order by place), '[]')
  from jsonb_array_elements(p_lines) with ordinality as entry (line, place)
  join public.products p on p.id = (line ->> 'product_id')::uuid and p.active
$$;

-- Queues the reminders that are due, of an address' carts the one that was changed last, and answers how many. An order
-- ends them, also for what changed less than an hour after it. So does the link that brings the cart back: a new pair asks
-- for a cart that was changed since. A cart left a week before its second was due is let be, as when a shop opens again.
-- One process at a time queues; who comes meanwhile answers 0.
create function public.queue_cart_follow_ups(
  p_first_ms bigint, p_second_ms bigint, p_limit integer default 200, p_now timestamptz default now()
) returns integer language plpgsql security definer set search_path = '' as $$
declare
  first_wait interval := make_interval(secs => p_first_ms / 1000.0);
  second_wait interval := make_interval(secs => p_second_ms / 1000.0);
  due record;
  queued integer := 0;
begin
  if p_first_ms <= 0 or p_second_ms <= p_first_ms then
    raise exception 'The second reminder comes after the first' using errcode = '22023';
  end if;
  if not pg_try_advisory_xact_lock(hashtextextended('cart_follow_ups', 20260101)) then return 0; end if;
  for due in
    select left_one.*, step.is_first
    from (
      select distinct on (l.email_hash) l.*, c.agreed_at from public.left_carts() l
      join public.cart_reminder_consents c on c.email_hash = l.email_hash and c.given_by = split_part(l.cart, ':', 1)
      where l.changed_at > p_now - second_wait - interval '7 days' order by l.email_hash, l.changed_at desc
    ) left_one
    left join public.cart_follow_ups f on f.email_hash = left_one.email_hash
    cross join lateral public.last_order_at(left_one.user_id, left_one.email) as ordered_at
    cross join lateral (
      select f.email_hash is null or ordered_at >= f.first_queued_at
        or left_one.agreed_at > coalesce(f.second_queued_at, f.first_queued_at) + interval '30 days'
    ) as step (is_first)
    where left_one.changed_at <= p_now - first_wait
      and (ordered_at is null or ordered_at + interval '1 hour' < left_one.changed_at)
      and (f.brought_back_at is null or (step.is_first and f.brought_back_at < left_one.changed_at))
      and (step.is_first or (
        f.second_queued_at is null and left_one.changed_at <= p_now - second_wait
        and f.first_queued_at <= p_now - (second_wait - first_wait)
      ))
      and not public.is_suppressed(left_one.email)
      and public.reminder_lines(left_one.lines) @? '$[*].unitAmount ? (@ != null)'
    order by left_one.changed_at limit p_limit
  loop
    insert into public.cart_follow_ups as f (email_hash, cart, first_queued_at) values (due.email_hash, due.cart, p_now)
    on conflict (email_hash) do update set
      cart = excluded.cart,
      first_queued_at = case when due.is_first then p_now else f.first_queued_at end,
      second_queued_at = case when due.is_first then null else p_now end,
      brought_back_at = null;
    perform public.queue_letter('cart_follow_up', due.email, jsonb_build_object(
      'which', case when due.is_first then 'first' else 'second' end, 'cart', due.cart, 'emailHash', due.email_hash
    ), due.email_hash || ':' || floor(extract(epoch from p_now) * 1000), p_now);
    queued := queued + 1;
  end loop;
  return queued;
end $$;

-- Why a queued reminder is not to be sent any more, or null: what stops one from being queued may have happened since.
create function public.cart_follow_up_fault(p_letter public.outbox) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not public.may_be_reminded(p_letter.recipient, split_part(named.cart, ':', 1)) then 'The recipient wants no such emails'
    when l.cart is null then 'The cart was emptied'
    when l.email_hash <> p_letter.data ->> 'emailHash' then 'The cart belongs to another address now'
    when public.last_order_at(l.user_id, l.email) + interval '1 hour' >= l.changed_at then 'The recipient has ordered'
    when l.changed_at > p_letter.created_at then 'The shopper has come back to the cart'
    when f.brought_back_at is not null then 'The cart was brought back'
    when p_letter.data ->> 'which' = 'first' and f.second_queued_at > p_letter.created_at then 'The second reminder takes its place'
    when not public.reminder_lines(l.lines) @? '$[*].unitAmount ? (@ != null)' then 'Nothing in the cart can be bought now'
  end
  from (select p_letter.data ->> 'cart', split_part(p_letter.data ->> 'cart', ':', 2)::uuid) as named (cart, id)
  left join public.left_carts() l on l.cart = named.cart and (l.guest_id = named.id or l.user_id = named.id)
  left join public.cart_follow_ups f on f.email_hash = p_letter.data ->> 'emailHash'
$$;

-- The last look at an email that nobody needs, or about a box or a product: {"refusal", "facts": what is put into its data, as it
-- is now}. An email about a box reaches its customer whatever other mail they want, and so does the one that was asked for
-- about a product: gone again it is not sent, and its reader waits on.
create function public.letter_at_sending(p_id uuid) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  email public.outbox;
  box public.subscriptions;
  product public.products;
  refusal text;
  facts jsonb := '{}';
begin
  select * into email from public.outbox o where o.id = p_id;
  if email.template like 'box\_%' and email.template <> 'box_renewal' then
    select * into box from public.subscriptions s
    where s.id = substring(email.dedupe_key from ':([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):')::uuid;
    if box.id is not null then
      refusal := public.box_letter_fault(email, box);
      facts := public.box_letter(box);
    end if;
  elsif email.template = 'tell_me' then
    select p.* into product from public.products p join public.tell_me_requests r on r.product_id = p.id
    where r.id = (email.data ->> 'waiting')::uuid and r.letter_id = email.id;
    if product.id is null then refusal := 'The recipient does not wait for it any more';
    elsif not public.is_here(product) then refusal := 'It is gone again: the recipient waits on';
    else facts := jsonb_build_object('name', product.name, 'slug', product.slug, 'price', product.price);
    end if;
  elsif email.template = 'cart_follow_up' then
    refusal := public.cart_follow_up_fault(email);
    if refusal is null then facts := jsonb_build_object('lines', public.reminder_lines(public.saved_cart(email.data ->> 'cart'))); end if;
  elsif public.is_suppressed(email.recipient) then
    refusal := 'The recipient wants no such emails';
  end if;
  return jsonb_build_object('refusal', refusal, 'facts', facts);
end $$;

-- ══ Accounts ═════════════════════════════════════════════════════════════════════════════════════

-- People: what an account holds, how they sign in, and everything that is held about somebody, handed out and erased.
-- `tests/personal-data/coverage.test.ts` fails when a table that can name somebody is left out.

-- The extension of three letters may lie in any schema.
select set_config('search_path', format('public, extensions, %I', n.nspname), true)
from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';

-- One row an account, made with it. Its owner reads it and may change the name and the welcome flag.
create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  full_name text check (length(full_name) <= 100),
  welcome_email_sent boolean not null default false,
  welcomed_back_at timestamptz,
  created_at timestamptz not null default now()
);
create index profiles_words on public.profiles using gin (full_name gin_trgm_ops);
alter table public.profiles enable row level security;
grant select (id, full_name, welcome_email_sent, created_at) on public.profiles to authenticated;
grant update (full_name, welcome_email_sent) on public.profiles to authenticated;
create policy "People read their own profile" on public.profiles for select to authenticated using (id = (select auth.uid()));
create policy "People change their own profile" on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy "A code is asked for where there is one" on public.profiles as restrictive for all to authenticated
  using ((select public.is_proved()));
create trigger profiles_guard before update on public.profiles for each statement execute function public.refuse_suspects();

-- A name is made plain on whichever way it comes, and not refused: an account needs its profile.
create function public.clean_profile() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if length(new.full_name) <= 100 then new.full_name := nullif(public.plain_line(new.full_name), ''); end if;
  return new;
end $$;
create trigger profiles_clean before insert or update of full_name on public.profiles
  for each row execute function public.clean_profile();

create function public.create_profile() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, full_name)
  values (new.id, left(nullif(trim(new.raw_user_meta_data ->> 'full_name'), ''), 100))
  on conflict (id) do nothing;
  return new;
end $$;
create trigger users_create_profile after insert on auth.users for each row execute function public.create_profile();

-- Greets whoever has signed in: 'welcome_email' once in the life of an account, 'welcome_back' for a sign-in of the last
-- ten minutes and once a day, the day of the welcome included. Answers 'queued' or why not.
create function public.queue_welcome(p_user_id uuid, p_slug text, p_now timestamptz default now()) returns text
language plpgsql security definer set search_path = '' as $$
declare
  account record;
  email_key text := p_user_id || case when p_slug = 'welcome_back' then to_char(p_now at time zone 'UTC', '":"YYYY-MM-DD"T"HH24:MI:SS') else '' end;
begin
  if p_slug is null or p_slug not in ('welcome_email', 'welcome_back') then
    raise exception 'No such welcome' using errcode = '22023';
  end if;
  -- The row is locked, so that two tabs cause one email.
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
  -- An account may set its own flag back; it is still welcomed only once.
  if exists (select from public.outbox o where o.dedupe_key = p_slug || ':' || email_key) then return 'welcomed before'; end if;
  perform public.queue_letter(p_slug, account.email, jsonb_build_object('name', account.full_name), email_key, p_now);
  return 'queued';
end $$;

-- ── Sessions ────────────────────────────────────────────────────────────────────────────────────

-- Where somebody is signed in, the latest used first. For themselves.
create function public.my_sessions()
returns table (id uuid, created_at timestamptz, used_at timestamptz, user_agent text, is_this boolean)
language sql stable security definer set search_path = '' as $$
  select s.id, s.created_at, greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc'), s.user_agent,
    s.id::text = auth.jwt() ->> 'session_id'
  from auth.sessions s
  where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now()) and public.is_signed_in() and public.is_proved()
  order by 3 desc limit 100
$$;

-- Signs somebody out on one of their devices. Answers whether there was such a session.
create function public.end_session(p_session uuid) returns boolean language sql security definer set search_path = '' as $$
  with ended as (
    delete from auth.sessions s
    where s.id = p_session and s.user_id = auth.uid() and public.is_signed_in() and public.is_proved()
    returning s.id
  ) select exists (select from ended)
$$;

-- ── Recovery codes ──────────────────────────────────────────────────────────────────────────────

-- Of each code its hash, over the account's id. A code takes the app's codes off an account, once, if the account has asked
-- for them since before the code was made. Nobody reads this table.
create table public.recovery_codes (
  user_id uuid not null references auth.users on delete cascade,
  code_hash text not null check (length(code_hash) = 64),
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);
alter table public.recovery_codes enable row level security;

create function public.recovery_hash(p_code text) returns text language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(auth.uid()::text || regexp_replace(lower(left(p_code, 100)), '[^0-9a-f]', '', 'g'), 'utf8')), 'hex')
$$;

-- Ten new codes of 64 random bits, in place of earlier ones; shown this once. Only for a session of two factors.
create function public.make_recovery_codes() returns text[] language plpgsql security definer set search_path = '' as $$
declare codes text[];
begin
  if coalesce(auth.jwt() ->> 'aal', '') < 'aal2' or not public.is_signed_in() then
    raise sqlstate 'PT403' using message = 'Please type a code from your app first.';
  end if;
  select array_agg(regexp_replace(
    left(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex'), 16), '(.{4})(?=.)', '\1-', 'g'
  )) into codes from generate_series(1, 10);
  delete from public.recovery_codes where user_id = auth.uid();
  insert into public.recovery_codes (user_id, code_hash) select auth.uid(), public.recovery_hash(code) from unnest(codes) as code;
  return codes;
end $$;

-- Takes the app off the account of whoever has a code left, and ends their other sessions. Answers whether it was right.
-- Tries are counted, ten in an hour for an account and a thousand over all; one too many is refused (429).
create function public.use_recovery_code(p_code text) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  person uuid := auth.uid();
  wait integer;
begin
  if not public.is_signed_in() then raise sqlstate 'PT401' using message = 'Please sign in'; end if;
  wait := greatest(
    public.take_attempt('recovery-code:' || public.guard_seal(person::text), 10, 3600000),
    public.take_attempt('recovery-code', 1000, 3600000)
  );
  if wait > 0 then raise sqlstate 'PT429' using message = 'Please wait before trying again.', hint = wait::text; end if;
  delete from public.recovery_codes c
  where c.user_id = person and c.code_hash = public.recovery_hash(p_code) and exists (
    select from auth.mfa_factors f where f.user_id = person and f.status = 'verified' and f.created_at <= c.created_at
  );
  if not found then
    perform public.note_event('auth_failure', '{"reason": "recovery_code"}', public.visitor_address());
    return false;
  end if;
  perform set_config('shop.codes_end_by', 'recovery', true);
  delete from auth.mfa_factors where user_id = person;
  delete from public.recovery_codes where user_id = person;
  delete from auth.sessions s where s.user_id = person and s.id::text <> auth.jwt() ->> 'session_id';
  perform public.note_event('recovery_code_used', '{}', public.visitor_address());
  return true;
end $$;

-- Tells the owner of an account that its codes were turned on or off, and by a recovery code: it may have been somebody
-- else. Each once, and twenty a day at most.
create function public.tell_of_codes() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  change text := case tg_op when 'UPDATE' then 'on' else coalesce(nullif(current_setting('shop.codes_end_by', true), ''), 'off') end;
begin
  perform public.queue_letter('auth_codes', u.email, jsonb_build_object('change', change), old.id || change, now())
  from auth.users u where u.id = old.user_id and u.deleted_at is null and 20 > (
    select count(*) from public.outbox o
    where o.recipient = u.email and o.template = 'auth_codes' and o.created_at > now() - interval '1 day'
  );
  return null;
end $$;
create trigger factors_tell_of_codes_on after update on auth.mfa_factors for each row
  when (old.status = 'unverified' and new.status = 'verified') execute function public.tell_of_codes();
create trigger factors_tell_of_codes_off after delete on auth.mfa_factors for each row
  when (old.status = 'verified') execute function public.tell_of_codes();

-- ── Whose is what ───────────────────────────────────────────────────────────────────────────────

-- The account of a person: the one that is named, else the one with the address.
create function public.account_of(p_user_id uuid, p_email text) returns auth.users
language sql stable security definer set search_path = '' as $$
  select u from auth.users u
  where case when p_user_id is null then lower(u.email) = lower(trim(p_email)) else u.id = p_user_id end
  limit 1
$$;

-- The orders of a person. An address goes from one person to another, so it finds only orders without an account.
create function public.orders_of(p_user_id uuid, p_email text) returns setof public.orders
language sql stable security definer set search_path = '' as $$
  select * from public.orders o
  where o.user_id = p_user_id or (o.user_id is null and o.email <> '' and lower(o.email) = lower(trim(p_email)))
$$;

-- The emails to a person, and those to the business about them.
create function public.letters_of(p_user_id uuid, p_email text) returns setof public.outbox
language sql stable security definer set search_path = '' as $$
  select * from public.outbox l
  where lower(l.recipient) = lower(trim(p_email)) or lower(l.data ->> 'email') = lower(trim(p_email))
    or l.data ->> 'number' in (select o.number::text from public.orders_of(p_user_id, p_email) o)
$$;

-- The guard's notes by account, address, or an enquiry's reference. Failed sign-ins hold seals alone; none finds them.
create function public.notes_of(p_user_id uuid, p_email text) returns setof public.security_audit_log
language sql stable security definer set search_path = '' as $$
  select * from public.security_audit_log l
  where l.user_id = p_user_id
    or exists (select from jsonb_each_text(l.details) d where lower(d.value) = lower(trim(p_email)))
    or l.details ->> 'reference' in (select e.reference from public.enquiries e where lower(e.email) = lower(trim(p_email)))
$$;

-- The counters of a person's attempts, by seal or in clear. All are forgotten after a day.
create function public.counters_of(p_user_id uuid, p_email text) returns setof public.rate_limits
language sql stable security definer set search_path = '' as $$
  select * from public.rate_limits r
  where split_part(r.key, ':', 2) in (public.guard_seal(p_email), public.guard_seal(p_user_id::text))
    or r.key in ('sendEmailBySlug:recipient:' || p_email, 'sendEmailBySlug:user:' || p_user_id)
$$;

-- ── A copy ──────────────────────────────────────────────────────────────────────────────────────

-- What belongs to an account; null without one. Passwords, tokens and codes are secrets, no facts about somebody.
create function public.account_data(p_account auth.users) returns json language sql stable security definer set search_path = '' as $$
  select json_build_object(
    'id', p_account.id, 'email', p_account.email, 'created_at', p_account.created_at,
    'email_confirmed_at', p_account.email_confirmed_at, 'last_sign_in_at', p_account.last_sign_in_at,
    'phone', p_account.phone, 'address_it_is_moving_to', nullif(p_account.email_change, ''),
    'typed_at_sign_up', p_account.raw_user_meta_data, 'has_password', p_account.encrypted_password is not null,
    'profile', (select to_jsonb(p) from public.profiles p where p.id = p_account.id),
    'ways_to_sign_in', (
      select coalesce(json_agg(json_build_object('provider', i.provider, 'email', i.email, 'details', i.identity_data)), '[]')
      from auth.identities i where i.user_id = p_account.id
    ),
    'sign_in_codes', (
      select coalesce(json_agg(json_build_object('app', f.friendly_name, 'since', f.created_at, 'is_on', f.status = 'verified')), '[]')
      from auth.mfa_factors f where f.user_id = p_account.id
    ),
    'recovery_codes_left', (select count(*) from public.recovery_codes c where c.user_id = p_account.id),
    'open_sign_ins', (
      select coalesce(json_agg(json_build_object(
        'since', s.created_at, 'last_used_at', s.refreshed_at, 'browser', s.user_agent, 'network_address', host(s.ip)
      ) order by s.created_at), '[]') from auth.sessions s where s.user_id = p_account.id
    ),
    'links_sent', (
      select coalesce(json_agg(json_build_object('for', t.token_type, 'to', t.relates_to, 'at', t.created_at)), '[]')
      from auth.one_time_tokens t where t.user_id = p_account.id
    ),
    'cart', (select to_jsonb(c) from public.carts c where c.user_id = p_account.id)
  ) where p_account.id is not null
$$;

create function public.order_data(p_user_id uuid, p_email text) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(
    to_jsonb(o) - array['stripe_session_url', 'cart_hash'] || jsonb_build_object(
      'lines', (select jsonb_agg(to_jsonb(i) - array['id', 'order_id'] order by i.position) from public.order_items i where i.order_id = o.id),
      'refunds', (
        select coalesce(jsonb_agg(to_jsonb(r) - array['id', 'order_id', 'request'] order by r.asked_at), '[]')
        from public.refunds r where r.order_id = o.id
      ),
      'box', (
        select to_jsonb(s) - array['id', 'order_id', 'user_id', 'revision', 'asked_at'] from public.subscriptions s where s.order_id = o.id
      ),
      'payment_notices', (
        select coalesce(jsonb_agg(to_jsonb(e) - array['order_id'] order by e.received_at), '[]')
        from public.payment_events e where e.order_id = o.id
      )
    ) order by o.number
  ), '[]') from public.orders_of(p_user_id, p_email) o
$$;

-- Everything that is held about the owner of an account, an e-mail address, or both. Names of columns are the keys.
create function public.personal_data(p_user_id uuid, p_email text, p_now timestamptz default now()) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  account auth.users := public.account_of(p_user_id, p_email);
  address text := nullif(lower(coalesce(account.email, trim(p_email))), '');
begin
  return json_build_object(
    'made_at', p_now,
    'about', address,
    'account', public.account_data(account),
    'an_account_waits_to_move_here', exists (select from auth.users u where lower(u.email_change) = address),
    'orders', public.order_data(account.id, address),
    -- Without its id, which is the key to it: anybody may have typed this address beside their cart.
    'guest_carts', (select coalesce(json_agg(to_jsonb(g) - array['id']), '[]') from public.guest_carts g where lower(g.email) = address),
    'enquiries', (select coalesce(json_agg(to_jsonb(e) order by e.created_at), '[]') from public.enquiries e where lower(e.email) = address),
    'newsletter', (select to_jsonb(n) from public.newsletter_signups n where lower(n.email) = address),
    'cart_reminders', (
      select coalesce(json_agg(to_jsonb(c) order by c.given_by), '[]')
      from public.cart_reminder_consents c where c.email_hash = public.email_hash(address)
    ),
    -- Without the cart that they were about, whose id is its key.
    'cart_reminders_sent', (select to_jsonb(f) - array['cart'] from public.cart_follow_ups f where f.email_hash = public.email_hash(address)),
    'discount_code', (select to_jsonb(d) from public.discount_codes d where d.email_hash = public.email_hash(address)),
    'discount_code_given_at', (select g.given_at from public.discount_codes_given g where g.email_hash = public.email_hash(address)),
    'no_marketing_since', (select s.created_at from public.suppressions s where s.email_hash = public.email_hash(address)),
    'letters', (
      -- Links, codes and ids that open something stay out.
      select coalesce(json_agg(json_build_object(
        'template', l.template, 'recipient', l.recipient, 'written_at', l.created_at, 'sent_at', l.sent_at,
        'data', case when l.template not like 'auth\_%' then l.data - 'cart' end
      ) order by l.created_at), '[]') from public.letters_of(account.id, address) l
    ),
    'guards_notes', (select coalesce(json_agg(to_jsonb(l) order by l.id), '[]') from public.notes_of(account.id, address) l),
    'counted_attempts', (select coalesce(json_agg(to_jsonb(r)), '[]') from public.counters_of(account.id, address) r),
    'data_requests', (
      select coalesce(json_agg(to_jsonb(r) - array['id'] order by r.created_at), '[]')
      from public.data_requests r where lower(r.email) = address
    ),
    'desk_note', (select to_json(n) from public.person_notes n where n.email = address),
    'waits_for', (
      select coalesce(json_agg(json_build_object(
        'product', p.name, 'email', r.email, 'asked_at', r.created_at, 'confirmed_at', r.confirmed_at
      ) order by r.created_at), '[]')
      from public.tell_me_requests r join public.products p on p.id = r.product_id where lower(r.email) = address
    )
  );
end $$;

-- ── Erasure ─────────────────────────────────────────────────────────────────────────────────────

-- Why somebody cannot be erased yet, or null. Whoever wants to be erased reads at once of all that they can do something
-- about; the error's code is that of the first, and `hindrances` are those of all. A box that was cancelled and still runs may
-- be charged for what is overdue, and be taken back: with nothing else in the way its provider's id is named beside the error,
-- for the server to end.
create function public.erasure_hindrance(p_user_id uuid, p_email text) returns jsonb
language sql stable security definer set search_path = '' as $$
  with theirs as (select * from public.orders_of(p_user_id, p_email)), open_boxes as (
    select s.stripe_subscription_id as id, s.ends_at is not null as is_cancelled, (
      select coalesce(sum((box ->> 'quantity')::integer), 1) from jsonb_array_elements(s.boxes) as box
    ) as boxes
    from public.subscriptions s join theirs o on o.id = s.order_id where s.status not in ('cancelled', 'incomplete')
  ), to_send as (
    select count(*) as orders, regexp_replace(string_agg(number::text, ', ' order by number), ', (\d+)$', ' and \1') as numbers
    from theirs where status in ('paid', 'partially_refunded') and fulfilled_at is null
  ), said as (
    select
      case
        when t.orders = 1 then 'We still need your name and address to send order ' || t.numbers
          || '. Please come back when it has been sent, or write to us to cancel it.'
        when t.orders > 1 then 'We still need your name and address to send orders ' || t.numbers
          || '. Please come back when they have been sent, or write to us to cancel them.'
      end as orders,
      case when exists (select from theirs where status = 'pending' and stripe_session_id is not null) then
        'You have a payment that isn’t finished. Please finish it, or wait until it goes through or times out, and come back.'
      end as payments,
      case
        when b.renewing = 1 then 'Your box is still coming. Please cancel it in your account, or write to us, and come back.'
        when b.renewing > 1 then 'Your boxes are still coming. Please cancel them in your account, or write to us, and come back.'
      end as boxes,
      case when b.ids is not null then
        case when b.ending = 1 then 'Your box is cancelled, but we could not end it' else 'Your boxes are cancelled, but we could not end them' end
          || ' at our payment provider just now. Nothing was erased. Please try again in a few minutes, or write to us.'
      end as ending, b.ids
    from to_send t cross join (
      select sum(boxes) filter (where not is_cancelled) as renewing, sum(boxes) as ending, jsonb_agg(id order by id) as ids
      from open_boxes
    ) b
  )
  select case
    when coalesce(orders, payments, boxes) is not null then public.checkout_error(
      case when orders is not null then 'order_open' when payments is not null then 'payment_open' else 'box_open' end,
      concat_ws(' ', orders, payments, boxes)
    ) || jsonb_build_object('hindrances', array_remove(array[
      case when orders is not null then 'order_open' end, case when payments is not null then 'payment_open' end,
      case when boxes is not null then 'box_open' end
    ], null))
    when ids is not null then public.checkout_error('box_ending', ending) || jsonb_build_object('boxes', ids)
  end
  from said
$$;

-- Takes the name off orders and the boxes that they began, and keeps the figures.
create function public.make_orders_anonymous(p_ids uuid[], p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  update public.orders set
    user_id = null, email = '', delivery_address = null, stripe_session_url = null, discount_code = null,
    carrier = null, tracking = null, erased_at = p_now, updated_at = p_now
  where id = any (p_ids);
  update public.subscriptions set user_id = null, email = '', updated_at = p_now, revision = revision + 1
  where order_id = any (p_ids);
$$;

-- At which payments the provider still knows somebody, and the paid orders by which the business's papers do.
create function public.queue_erasure_notice(p_orders uuid[], p_business_email text, p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  select public.queue_letter('erasure_notice', p_business_email,
    jsonb_build_object('orders', coalesce(found.numbers, '[]'), 'payments', coalesce(found.payments, '[]')), null, p_now)
  from (
    select
      jsonb_agg(distinct o.number order by o.number) filter (where o.status in ('paid', 'fulfilled', 'partially_refunded', 'refunded')) as numbers,
      jsonb_agg(distinct known.id order by known.id) filter (where known.id is not null) as payments
    from public.orders o cross join unnest(array[o.stripe_payment_intent_id, o.stripe_subscription_id]) as known (id)
    where o.id = any (p_orders)
  ) found
  where coalesce(found.numbers, found.payments) is not null
$$;

-- In one transaction; orders and the guard's notes lose whatever names them. The list of those who want no marketing stays:
-- it keeps a promise to them. Answers {"erased": true}, or an error that says what has to end first.
create function public.erase_person(
  p_user_id uuid, p_email text, p_business_email text, p_now timestamptz default now()
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  account auth.users := public.account_of(p_user_id, p_email);
  address text := nullif(lower(coalesce(account.email, trim(p_email))), '');
  unpaid uuid;
  hindrance jsonb;
begin
  -- The lock of a checkout: none begins meanwhile.
  perform pg_advisory_xact_lock(hashtextextended(coalesce(account.id::text, address), 20260101));
  -- And that of a guest's cart: none that is being stored keeps the address.
  perform pg_advisory_xact_lock(hashtextextended(address, 20260103));
  perform from public.orders where id in (select o.id from public.orders_of(account.id, address) o) for update;
  hindrance := public.erasure_hindrance(account.id, address);
  if hindrance is not null then return hindrance; end if;

  for unpaid in select o.id from public.orders_of(account.id, address) o where o.status = 'pending' loop
    perform public.release_order(unpaid, p_now);
  end loop;
  -- What is found by orders and enquiries goes before these do.
  delete from public.outbox where id in (select l.id from public.letters_of(account.id, address) l);
  update public.security_audit_log l set user_id = null, details = (
    select coalesce(jsonb_object_agg(d.key, d.value), '{}') from jsonb_each(l.details) d
    where d.key in ('form', 'field', 'lines', 'version', 'address')
  ) where l.id in (select n.id from public.notes_of(account.id, address) n);
  perform public.queue_erasure_notice(array(select o.id from public.orders_of(account.id, address) o), p_business_email, p_now);
  perform public.make_orders_anonymous(array(select o.id from public.orders_of(account.id, address) o), p_now);
  delete from public.discount_codes where email_hash = public.email_hash(address);
  delete from public.enquiries where lower(email) = address;
  delete from public.newsletter_signups where lower(email) = address;
  delete from public.cart_reminder_consents where email_hash = public.email_hash(address);
  delete from public.cart_follow_ups where email_hash = public.email_hash(address);
  delete from public.guest_carts where lower(email) = address;
  delete from public.rate_limits where key in (select c.key from public.counters_of(account.id, address) c);
  delete from public.data_requests where lower(email) = address;
  delete from public.person_notes where email = address;
  delete from public.tell_me_requests where lower(email) = address;
  -- Somebody else's account may be waiting to move to this address; it stays where it is.
  delete from auth.one_time_tokens where lower(relates_to) = address;
  update auth.users set email_change = '', email_change_token_new = '', email_change_token_current = ''
  where lower(email_change) = address;
  -- Its profile, cart, sessions, tokens and links go with it.
  delete from auth.refresh_tokens where user_id = account.id::text;
  delete from auth.users where id = account.id;
  return jsonb_build_object('erased', true);
end $$;

-- Somebody asked, by address, for what is held about them. The signed link of the mail names the row; it is good for an
-- hour, for one copy and one erasure (which removes the row). Service role only.
create table public.data_requests (
  id uuid primary key default gen_random_uuid(),
  email text not null check (length(email) between 5 and 255),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  downloaded_at timestamptz
);
create index data_requests_email on public.data_requests (lower(email));
alter table public.data_requests enable row level security;

-- Mails a link to an address, if anything is held about it, three times a day at most. Only the server learns whether.
create function public.request_personal_data(p_email text, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  address text := lower(trim(p_email));
  asked public.data_requests;
begin
  perform pg_advisory_xact_lock(hashtextextended(address, 20260109));
  if (select count(*) from public.data_requests r where lower(r.email) = address and r.created_at > p_now - interval '1 day') >= 3
    or not exists (
      select from json_each(public.personal_data(null, address, p_now)) held
      where held.key not in ('made_at', 'about', 'counted_attempts', 'data_requests') and held.value::text not in ('null', '[]', 'false')
    ) then return false; end if;
  insert into public.data_requests (email, created_at, expires_at) values (address, p_now, p_now + interval '1 hour')
  returning * into asked;
  perform public.queue_letter('your_data', address, jsonb_build_object('request', asked.id, 'expiresAt', asked.expires_at), null, p_now);
  return true;
end $$;

create function public.requested_data(p_request_id uuid, p_now timestamptz default now()) returns json
language plpgsql security definer set search_path = '' as $$
declare address text;
begin
  update public.data_requests set downloaded_at = p_now
  where id = p_request_id and downloaded_at is null and expires_at > p_now returning email into address;
  return case when address is not null then public.personal_data(null, address, p_now) end;
end $$;

-- The erasure that a link is good for. What keeps it from happening does not use the link up.
create function public.erase_requested(p_request_id uuid, p_business_email text, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare address text;
begin
  select email into address from public.data_requests where id = p_request_id and expires_at > p_now for update;
  if address is null then return public.checkout_error('no_link', 'This link is no longer good.'); end if;
  return public.erase_person(null, address, p_business_email, p_now);
end $$;

-- The team, for its owner: since when each of them has an app, and how many paper codes are left to who asks.
create view public.desk_team with (security_barrier) as
  select s.user_id, s.name, s.role, u.email::text as email, s.created_at,
    (select max(greatest(x.updated_at, x.refreshed_at at time zone 'utc')) from auth.sessions x where x.user_id = s.user_id) as seen_at,
    s.user_id = auth.uid() as is_me,
    (select min(f.created_at) from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified') as app_since,
    case when s.user_id = auth.uid() then (select count(*) from public.recovery_codes c where c.user_id = s.user_id) end as paper_codes
  from public.staff s join auth.users u on u.id = s.user_id
  where (select public.staff_role()) = 'owner';
grant select on public.desk_team to authenticated;

grant all on public.carts, public.guest_carts, public.cart_follow_ups to service_role;
grant all on public.profiles, public.recovery_codes, public.data_requests to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.guest_cart_wait, public.save_guest_email, public.saved_cart, public.bring_back_cart,
  public.queue_cart_follow_ups, public.letter_at_sending to service_role;
grant execute on function public.is_cart, public.guest_cart_id, public.store_guest_cart
  to anon, authenticated, service_role;
grant execute on function public.queue_welcome, public.personal_data, public.erase_person,
  public.request_personal_data, public.requested_data, public.erase_requested to service_role;
grant execute on function public.my_sessions, public.end_session, public.make_recovery_codes, public.use_recovery_code
  to authenticated, service_role;
