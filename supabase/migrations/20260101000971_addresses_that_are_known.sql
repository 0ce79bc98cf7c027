-- A browser remembers the address that a guest has left and sends it with each cart. Once the shop has erased or forgotten
-- it, it does not come back that way.

create index guest_carts_email on public.guest_carts (lower(email)) where email is not null;

-- Whoever holds the id of a cart reads what is in it, and not whose it is: or storing a cart with an address and reading it
-- again would tell whether the shop knows that.
revoke select on public.guest_carts from anon, authenticated;
grant select (id, cart_data, checkout_started, created_at, updated_at) on public.guest_carts to anon, authenticated;

-- Whether a guest has left this address with the shop, for a cart or for reminders. It waits for an erasure of the address
-- that is under way, and one that comes waits for the end of the transaction.
create function public.is_guest_known(p_email text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if p_email is null then return false; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended(lower(trim(p_email)), 20260103));
  return exists (select from public.guest_carts g where lower(g.email) = lower(trim(p_email))) or exists (
    select from public.cart_reminder_consents c where c.email_hash = public.email_hash(p_email) and c.given_by = 'guest'
  );
end $$;

-- As before, but from a browser an address is kept only when a guest has left it through `save_guest_email`; the cart of
-- any other is stored without.
create or replace function public.store_guest_cart(
  p_cart_id uuid, p_email text, p_cart_data jsonb, p_checkout_started boolean default null
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  stored uuid;
  wait integer;
  address text := p_email;
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
  if coalesce(auth.role(), 'service_role') <> 'service_role' and not public.is_guest_known(p_email) then address := null; end if;
  insert into public.guest_carts as g (id, email, cart_data, checkout_started)
  values (coalesce(p_cart_id, gen_random_uuid()), address, p_cart_data, coalesce(p_checkout_started, false))
  on conflict (id) do update set
    email = coalesce(excluded.email, g.email),
    cart_data = excluded.cart_data,
    checkout_started = coalesce(p_checkout_started, g.checkout_started),
    updated_at = now()
  returning g.id into stored;
  return stored;
end $$;

-- As before, and no cart that is stored meanwhile keeps the address.
create or replace function public.erase_person(
  p_user_id uuid, p_email text, p_business_email text, p_now timestamptz default now()
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
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
  -- Somebody else's account may be waiting to move to this address; it stays where it is.
  delete from auth.one_time_tokens where lower(relates_to) = address;
  update auth.users set email_change = '', email_change_token_new = '', email_change_token_current = ''
  where lower(email_change) = address;
  -- Its profile, cart, sessions, tokens and links go with it.
  delete from auth.refresh_tokens where user_id = account.id::text;
  delete from auth.users where id = account.id;
  return jsonb_build_object('erased', true);
end $$;

revoke execute on all functions in schema public from public;
