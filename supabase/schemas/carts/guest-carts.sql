create or replace function public.guest_cart_id() returns uuid language sql stable set search_path = '' as $$
  select case when header ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$' then header::uuid end
  from (select lower(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-guest-cart-id')) as h (header)
$$;

-- Returns whether a guest has given this address, for a cart or for reminders. It takes the address's lock, so that the caller and
-- an erasure of the address run one after the other.
create or replace function public.is_guest_known(p_email text) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  if p_email is null then return false; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended(lower(trim(p_email)), 20260103));
  return exists (select from public.guest_carts g where lower(g.email) = lower(trim(p_email))) or exists (
    select from public.cart_reminder_consents c where c.email_hash = public.hash_email(p_email) and c.given_by = 'guest'
  );
end $$;

-- Counts the storing of a guest's cart against the limits of its network address, and returns the ms to wait; 0 means that it
-- may be stored. The limits (120 new carts in ten minutes, 1,000 new carts and a megabyte of growth a day) are many times what
-- the shared address of a mobile network needs. A cart that does not grow, or that is stored already and has at most 3,000
-- characters (some forty lines), may always be stored, so that strangers who use up the limits of an address keep nobody from
-- changing their cart.
create or replace function public.guest_cart_wait_ms(p_cart_id uuid, p_cart_data jsonb, p_address text, p_now timestamptz default now())
returns integer language plpgsql security definer set search_path = '' as $$
declare
  stored_length integer := (select length(g.cart_data::text) from public.guest_carts g where g.id = p_cart_id);
  new_length integer := length(p_cart_data::text);
  growth integer := new_length - coalesce(stored_length, 0);
  wait integer := 0;
begin
  if stored_length is null then
    wait := public.consume_address_limit('guest_cart', p_address, 1, 120, 600000, p_now);
    if wait = 0 then wait := public.consume_address_limit('guest_cart:day', p_address, 1, 1000, 86400000, p_now); end if;
  end if;
  if wait = 0 and growth > 0 then
    wait := public.consume_address_limit('guest_cart:bytes', p_address, growth, 1000000, 86400000, p_now);
    if stored_length is not null and new_length <= 3000 then wait := 0; end if;
  end if;
  return wait;
end $$;

-- Stores a guest's cart; knowing its id is the permission. A null keeps the stored email address or flag. A visitor's call
-- stores an email address only if a guest has already given it to the shop (`is_guest_known`); new ones are stored by
-- `save_guest_email`. Raises 429 when too much comes from one network address; functions with the secret key call
-- guest_cart_wait_ms themselves.
create or replace function public.store_guest_cart(
  p_cart_id uuid, p_email text, p_cart_data jsonb, p_checkout_started boolean default null
) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  is_visitor boolean := coalesce(auth.role(), 'service_role') <> 'service_role';
  lines jsonb := public.normalise_cart(p_cart_data);
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
  wait := case when is_visitor then public.guest_cart_wait_ms(p_cart_id, lines, public.visitor_address()) end;
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

-- Keeps a guest's address with the cart, and the agreement to be reminded of it. The agreement is not kept for an address that
-- has unsubscribed, so that it does not take effect when its owner wants other emails again.
create or replace function public.save_guest_email(
  p_cart_id uuid, p_email text, p_cart_data jsonb, p_agreed boolean, p_page text, p_now timestamptz default now()
) returns uuid language plpgsql security definer set search_path = '' as $$
declare stored uuid;
begin
  if p_cart_id is not null or jsonb_array_length(p_cart_data) > 0 then
    stored := public.store_guest_cart(p_cart_id, p_email, p_cart_data);
  end if;
  if p_agreed and not public.is_suppressed(p_email) then
    insert into public.cart_reminder_consents (email_hash, given_by, wording, page, agreed_at)
    values (public.hash_email(p_email), 'guest', public.consent_wording('cart_reminders'), public.clean_page_path(p_page), p_now)
    on conflict (email_hash, given_by) do update set wording = excluded.wording, page = excluded.page, agreed_at = excluded.agreed_at;
  end if;
  return stored;
end $$;

-- Returns the lines of a stored cart by the subject of a signed link: `guest:` or `account:` and the id. Null when there is
-- none.
create or replace function public.saved_cart(p_subject text) returns jsonb language sql stable security definer set search_path = '' as $$
  select case split_part(p_subject, ':', 1)
    when 'guest' then (select g.cart_data from public.guest_carts g where g.id = named.id)
    when 'account' then (select c.items from public.carts c where c.user_id = named.id and not c.checked_out)
  end
  from (select substring(p_subject from '^(?:guest|account):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid) as named (id)
$$;

-- Returns the cart for the holder of its signed link. The recorded time ends the reminders of this cart (`cart_reminder_error`).
create or replace function public.restore_cart(p_subject text, p_now timestamptz default now()) returns jsonb
language sql security definer set search_path = '' as $$
  update public.cart_follow_ups set brought_back_at = p_now where cart = p_subject and public.saved_cart(p_subject) <> '[]';
  select public.saved_cart(p_subject);
$$;

-- Adds the quantities of two carts, line by line: at most 99 each, and at most a hundred lines, those of the first cart first.
create or replace function public.merge_carts(p_first jsonb, p_second jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('product_id', l.id, 'quantity', l.quantity) order by l.place), '[]') from (
    select line ->> 'product_id' as id, least(99, sum((line ->> 'quantity')::integer)) as quantity, min(place) as place
    from jsonb_array_elements(p_first || p_second) with ordinality as entry (line, place)
    group by 1 order by 3 limit 100
  ) as l
$$;

-- For an account whose email address was confirmed within a day: adds the newest cart that a guest saved under that address in the
-- last week to the account's cart, once. Anybody may save a cart under any address, so only one is taken over, and the shopper
-- sees its lines before paying. p_own is the guest cart of the calling browser, which adds the lines of that cart itself.
-- Returns {"pieces": how many were added here, "wasTaken": whether the account has taken over p_own before}.
create or replace function public.take_over_guest_cart(p_own uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  account_id uuid := auth.uid();
  address text;
  found public.guest_carts;
  pieces integer := 0;
  was_taken boolean;
begin
  if not public.is_signed_in() or not public.is_proved() then raise sqlstate 'PT401' using message = 'Please sign in'; end if;
  perform pg_advisory_xact_lock(hashtextextended('guest_cart:' || account_id, 20261303));
  was_taken := exists (select from public.guest_carts g where g.id = p_own and g.taken_by = account_id);
  select u.email into address from auth.users u where u.id = account_id and u.email_confirmed_at > now() - interval '1 day';
  if address is not null and not exists (select from public.guest_carts g where g.taken_by = account_id) then
    select * into found from public.guest_carts g
    where lower(g.email) = lower(address) and g.cart_data <> '[]' and g.taken_by is null and g.updated_at > now() - interval '7 days'
    order by g.updated_at desc limit 1 for update;
  end if;
  if found.id is not null and found.id is distinct from p_own then
    select sum((line ->> 'quantity')::integer) into pieces from jsonb_array_elements(found.cart_data) as line;
    insert into public.carts as c (user_id, items) values (account_id, found.cart_data)
    on conflict (user_id) do update set items = public.merge_carts(c.items, excluded.items), checked_out = false;
    update public.guest_carts set taken_by = account_id, cart_data = '[]' where id = found.id;
  end if;
  return jsonb_build_object('pieces', pieces, 'wasTaken', was_taken);
end $$;

drop policy if exists "Whoever holds the id reads the cart" on public.guest_carts;
create policy "Whoever holds the id reads the cart" on public.guest_carts for select to anon, authenticated
  using (id = (select public.guest_cart_id()));

grant execute on function
  public.guest_cart_id,
  public.store_guest_cart
to anon, authenticated, service_role;
grant execute on function
  public.guest_cart_wait_ms,
  public.save_guest_email,
  public.saved_cart,
  public.restore_cart
to service_role;
grant execute on function public.take_over_guest_cart to authenticated, service_role;
