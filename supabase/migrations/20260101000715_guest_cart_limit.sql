-- As before, and one address makes at most 120 new carts in ten minutes, so that nobody fills the table: many times what
-- a household, an office or a telephone network's shared address needs of one small shop. A refusal answers 429; the
-- shopper's cart stays in the browser, which asks again. Who holds a cart's id writes it as often as they like.
create or replace function public.store_guest_cart(
  p_cart_id uuid, p_email text, p_cart_data jsonb, p_checkout_started boolean default null
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  stored uuid;
  wait integer;
begin
  if public.is_cart(p_cart_data) is not true then
    raise exception 'The cart is not a list of products and quantities from 1 to 99' using errcode = '22023';
  end if;
  if p_email is not null and (length(p_email) not between 5 and 255 or p_email !~ '^[^\s<>"'';\\@]+@[^\s<>"'';\\@]+\.[^\s<>"'';\\@]+$') then
    raise exception 'Please enter a valid email address' using errcode = '22023';
  end if;
  if coalesce(auth.role(), 'service_role') <> 'service_role'
    and not exists (select from public.guest_carts g where g.id = p_cart_id) then
    wait := public.take_attempt('guest_cart:address:' || public.guard_seal(coalesce(public.visitor_address(), 'unknown')), 120, 600000);
    if wait > 0 then
      raise sqlstate 'PT429' using message = 'Too many new carts come from this address.', hint = wait::text;
    end if;
  end if;
  insert into public.guest_carts as g (id, email, cart_data, checkout_started)
  values (coalesce(p_cart_id, gen_random_uuid()), p_email, p_cart_data, coalesce(p_checkout_started, false))
  on conflict (id) do update set
    email = coalesce(excluded.email, g.email),
    cart_data = excluded.cart_data,
    checkout_started = coalesce(p_checkout_started, g.checkout_started),
    updated_at = now()
  returning g.id into stored;
  return stored;
end $$;
