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

grant all on public.carts, public.guest_carts, public.cart_follow_ups to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.guest_cart_wait, public.save_guest_email, public.saved_cart, public.bring_back_cart,
  public.queue_cart_follow_ups, public.letter_at_sending to service_role;
grant execute on function public.is_cart, public.guest_cart_id, public.store_guest_cart
  to anon, authenticated, service_role;
