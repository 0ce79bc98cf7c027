-- A stored line is {"product_id", "quantity"} and nothing else, and one address fills the table with no more than a crowd
-- behind it could need. Before this a line took any other keys, up to 64 kB a cart.

-- A cart as it is stored: of each line the two keys. What is no list, and a line that is no object, stays as it is, for
-- the check to refuse.
create function public.plain_cart(p_items jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(p_items) is distinct from 'array' then p_items else (
    select coalesce(jsonb_agg(
      case when jsonb_typeof(line) = 'object'
        then jsonb_build_object('product_id', line -> 'product_id', 'quantity', line -> 'quantity') else line end
      order by place
    ), '[]')
    from jsonb_array_elements(p_items) with ordinality as entry (line, place)
  ) end
$$;

-- Carts that were stored before keep their first hundred lines; of new ones the check refuses more.
update public.guest_carts set cart_data = jsonb_path_query_array(cart_data, '$[0 to 99]') where jsonb_array_length(cart_data) > 100;
update public.carts set items = jsonb_path_query_array(items, '$[0 to 99]') where jsonb_array_length(items) > 100;
update public.guest_carts set cart_data = public.plain_cart(cart_data) where cart_data <> public.plain_cart(cart_data);
update public.carts set items = public.plain_cart(items) where items <> public.plain_cart(items);

-- A stored cart: at most a hundred lines of exactly {"product_id": uuid, "quantity": 1..99}, which fit in 8 kB.
create or replace function public.is_cart(p_items jsonb) returns boolean
language sql immutable set search_path = ''
as $$
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

-- Keeps the two keys of each line that a browser writes to its account's cart. The name puts it before the check and
-- the other triggers' eyes.
create function public.plain_account_cart() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.items := public.plain_cart(new.items);
  return new;
end $$;
create trigger carts_plain before insert or update of items on public.carts
  for each row execute function public.plain_account_cart();

-- Counts an amount under a key. Returns 0 when it fits into p_max in p_window_ms with what was counted before, else the
-- milliseconds until the window ends; what does not fit is not counted.
create function public.take_amount(p_key text, p_amount integer, p_max integer, p_window_ms integer, p_now timestamptz default now())
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  span interval := make_interval(secs => p_window_ms / 1000.0);
  row public.rate_limits;
begin
  insert into public.rate_limits as r (key, window_started_at, attempts) values (p_key, p_now, 0)
  on conflict (key) do update set
    window_started_at = case when r.window_started_at + span <= p_now then p_now else r.window_started_at end,
    attempts = case when r.window_started_at + span <= p_now then 0 else r.attempts end
  returning * into row;
  if row.attempts + p_amount > p_max then
    return greatest(1, ceil(extract(epoch from row.window_started_at + span - p_now) * 1000))::integer;
  end if;
  update public.rate_limits set attempts = attempts + p_amount where key = p_key;
  return 0;
end $$;

-- 0 when an address may store this cart, else the milliseconds to wait: it makes 120 new carts in ten minutes and 1,000 a
-- day, and its carts grow by a megabyte a day in all. That is many times what a household, an office or a telephone
-- network's shared address needs of one small shop. A cart that does not grow is always written.
create function public.guest_cart_wait(p_cart_id uuid, p_cart_data jsonb, p_address text, p_now timestamptz default now())
returns integer
language plpgsql security definer set search_path = ''
as $$
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
  if wait = 0 and growth > 0 then
    wait := public.take_amount('guest_cart:bytes:' || seal, growth, 1000000, 86400000, p_now);
  end if;
  return wait;
end $$;
grant execute on function public.guest_cart_wait(uuid, jsonb, text, timestamptz) to service_role;

-- Stores a guest's cart and returns its id. Whoever holds the id may write; without one a new cart is made. Of each line
-- it keeps the two keys. The e-mail address and the checkout flag stay as they were when null is given; an address that
-- no guest has left here is not kept. 429 when too much comes from one address: the shopper's cart stays in the browser,
-- which asks again. The functions with the secret key ask guest_cart_wait themselves, for the visitor's address.
create or replace function public.store_guest_cart(
  p_cart_id uuid, p_email text, p_cart_data jsonb, p_checkout_started boolean default null
) returns uuid
language plpgsql security definer set search_path = ''
as $$
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
  if wait > 0 then
    raise sqlstate 'PT429' using message = 'Too many new carts come from this address.', hint = wait::text;
  end if;
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

revoke execute on all functions in schema public from public;
