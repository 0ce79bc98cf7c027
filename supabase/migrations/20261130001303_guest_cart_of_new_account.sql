-- A shopper who signs up on the way to the checkout, and opens the link of the confirmation in another browser, finds there what
-- was in the cart.

-- The account that took the cart over; null of one that none has.
alter table public.guest_carts add column if not exists taken_by uuid references auth.users on delete set null;
create index if not exists guest_carts_taken on public.guest_carts (taken_by) where taken_by is not null;

-- Quantities of two carts, line by line: added, at most 99, and at most a hundred lines, the first cart's first.
create or replace function public.merged_carts(p_first jsonb, p_second jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('product_id', l.id, 'quantity', l.quantity) order by l.place), '[]') from (
    select line ->> 'product_id' as id, least(99, sum((line ->> 'quantity')::integer)) as quantity, min(place) as place
    from jsonb_array_elements(p_first || p_second) with ordinality as entry (line, place)
    group by 1 order by 3 limit 100
  ) as l
$$;

-- For an account whose address was confirmed within a day: takes over the newest cart that a guest saved under that address in the
-- last week, once, and adds it to the account's. Anybody may save a cart under any address, so it is one cart alone, of things of
-- the shop, which the shopper sees before paying. p_own is the guest's cart of the browser that asks: what is in
-- that one the browser adds itself. Answers {"pieces" that were added here, "wasTaken": p_own is in the account's already}.
create or replace function public.take_over_guest_cart(p_own uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := auth.uid();
  address text;
  found public.guest_carts;
  pieces integer := 0;
  was_taken boolean;
begin
  if not public.is_signed_in() or not public.is_proved() then raise sqlstate 'PT401' using message = 'Please sign in'; end if;
  perform pg_advisory_xact_lock(hashtextextended('guest_cart:' || person, 20261303));
  was_taken := exists (select from public.guest_carts g where g.id = p_own and g.taken_by = person);
  select u.email into address from auth.users u where u.id = person and u.email_confirmed_at > now() - interval '1 day';
  if address is not null and not exists (select from public.guest_carts g where g.taken_by = person) then
    select * into found from public.guest_carts g
    where lower(g.email) = lower(address) and g.cart_data <> '[]' and g.taken_by is null and g.updated_at > now() - interval '7 days'
    order by g.updated_at desc limit 1 for update;
  end if;
  if found.id is not null and found.id is distinct from p_own then
    select sum((line ->> 'quantity')::integer) into pieces from jsonb_array_elements(found.cart_data) as line;
    insert into public.carts as c (user_id, items) values (person, found.cart_data)
    on conflict (user_id) do update set items = public.merged_carts(c.items, excluded.items), checked_out = false;
    update public.guest_carts set taken_by = person, cart_data = '[]' where id = found.id;
  end if;
  return jsonb_build_object('pieces', pieces, 'wasTaken', was_taken);
end $$;

revoke execute on all functions in schema public from public;
grant execute on function public.take_over_guest_cart to authenticated, service_role;
