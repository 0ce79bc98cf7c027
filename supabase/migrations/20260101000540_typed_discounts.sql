-- The 10% code typed on the payment page instead of in the cart: the provider knows whose it is and counts its use.

-- The code of an order's address that the order was not placed with, as it was when it was placed, so that asking twice
-- gives the same: {"code", "percent", "expiresAt" (seconds since 1970)} or null.
create function public.own_code(p_order public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('code', d.code, 'percent', d.percent, 'expiresAt', floor(extract(epoch from d.expires_at)))
  from public.discount_codes d
  where p_order.discount_code is null and d.email_hash = public.email_hash(p_order.email)
    and d.created_at <= p_order.created_at and d.expires_at > p_order.created_at + interval '1 hour'
    and (d.used_at is null or d.used_at > p_order.created_at)
$$;

-- As before, with the code that may be typed on the payment page.
create or replace function public.order_for_payment(p_order public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_order.id, 'number', p_order.number, 'cartHash', p_order.cart_hash, 'email', p_order.email,
    'currency', p_order.currency, 'subtotal', p_order.subtotal, 'total', p_order.total, 'isSubscription', p_order.is_subscription,
    'discount', p_order.discount, 'discountCode', p_order.discount_code, 'ownCode', public.own_code(p_order),
    'expiresAt', floor(extract(epoch from p_order.session_expires_at)),
    'delivery', jsonb_build_object('name', p_order.delivery_name, 'price', p_order.delivery_price, 'stripeId', p_order.delivery_stripe_id),
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'position', i.position, 'name', i.name, 'quantity', i.quantity, 'stripePriceId', i.stripe_price_id, 'sizes', i.sizes
      ) order by i.position) from public.order_items i where i.order_id = p_order.id
    )
  )
$$;

-- As before, and a code that was typed on the payment page is used up too: it is known by what it took off.
create or replace function public.use_discount() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.discount_codes d set used_at = coalesce(d.used_at, new.paid_at, now())
  where d.code = new.discount_code or (
    new.discount_code is null and d.email_hash = public.email_hash(new.email)
    and new.discount = round(new.subtotal * d.percent / 100.0)
  );
  return null;
end $$;
drop trigger orders_use_discount on public.orders;
create trigger orders_use_discount after update of status on public.orders
  for each row when (new.status = 'paid' and new.discount > 0) execute function public.use_discount();

-- Gives up a pending order that has no payment session yet. One that has got one meanwhile stays: its session must be
-- closed at the provider first, or it could still be paid, with a code that is then free for another order.
create function public.release_unattached(p_order_id uuid, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.orders where id = p_order_id and stripe_session_id is null for update;
  if not found then return false; end if;
  return public.release_order(p_order_id, p_now);
end $$;
grant execute on function public.release_unattached(uuid, timestamptz) to service_role;

revoke execute on all functions in schema public from public;
