-- Locks the products among p_ids, always in the order of their ids, so that two carts never wait for each other: the counted
-- ones for their stock, and the others against changes. Otherwise the label that an order reads could be of a recipe that the
-- owner takes back at the same time, and whose version is then deleted as never sold.
create or replace function public.lock_stock(p_ids uuid[]) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform from public.products where id = any (p_ids) and stock is not null order by id for no key update;
  perform from public.products where id = any (p_ids) and stock is null order by id for share;
end $$;

-- Takes the pieces of an order out of the stock, all or none. Returns whether there was enough.
create or replace function public.reserve_stock(p_order_id uuid) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  perform public.lock_stock(array(select product_id from public.order_items where order_id = p_order_id));
  if exists (
    select from public.order_items i join public.products p on p.id = i.product_id
    where i.order_id = p_order_id and p.stock < i.quantity
  ) then return false; end if;
  update public.products p set stock = p.stock - i.quantity
  from public.order_items i where i.order_id = p_order_id and p.id = i.product_id and p.stock is not null;
  update public.orders set stock_held = true where id = p_order_id;
  return true;
end $$;

-- Puts the pieces of an order back into the stock, once, and records the time.
create or replace function public.return_stock(p_order_id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set stock_held = false, released_at = updated_at where id = p_order_id and stock_held;
  if not found then return; end if;
  perform public.lock_stock(array(select product_id from public.order_items where order_id = p_order_id));
  update public.products p set stock = p.stock + i.quantity
  from public.order_items i where i.order_id = p_order_id and p.id = i.product_id and p.stock is not null;
end $$;

-- Returns how long an account's next order may hold stock: an hour, or the part of seventy-five minutes that its unpaid orders
-- since its last payment have left; under five minutes it is none. A shopper with none left checks out all the same: stock is
-- then taken when the money comes in, and if it is gone, the money is refunded (docs/decisions/0013).
create or replace function public.remaining_reservation(p_user_id uuid, p_now timestamptz) returns interval
language sql stable security definer set search_path = '' as $$
  select case when held.remaining >= interval '5 minutes' then least(held.remaining, interval '1 hour') else interval '0' end
  from (
    select interval '75 minutes' - coalesce(sum(coalesce(o.released_at, p_now) - o.created_at), interval '0') as remaining
    from public.orders o
    where o.user_id = p_user_id and o.paid_at is null and o.reserved_until > o.created_at
      and o.created_at > coalesce((
        select max(paid.paid_at) from public.orders paid where paid.user_id = p_user_id and paid.sold_out_at is null
      ), '-infinity')
  ) as held
$$;

-- Claims sold-out orders that are not refunded in full, or whose subscription has not ended; none whose payment a bank has taken
-- back or may keep, and none whose refund has failed, since the owner decides how that is paid. Those claimed longest ago come first, so that a failing order does not block the others.
create or replace function public.claim_sold_out_orders(p_limit integer, p_now timestamptz default now())
returns table (
  id uuid, number bigint, currency text, total integer, is_refunded boolean, session text, payment text, subscription text
) language sql security definer set search_path = '' as $$
  update public.orders o set asked_at = p_now
  where o.id in (
    select w.id from public.orders w
    where w.sold_out_at is not null and w.dispute_state is distinct from 'open' and w.dispute_state is distinct from 'lost' and (w.status in ('paid', 'partially_refunded') and not exists (
      select from public.failed_refunds f where f.order_id = w.id
    ) or (w.status = 'refunded' and exists (
      select from public.subscriptions s where s.order_id = w.id and s.status <> 'cancelled'
    )))
    order by w.asked_at nulls first, w.sold_out_at limit p_limit for update skip locked
  ) returning o.id, o.number, o.currency, o.total, o.status = 'refunded',
    o.stripe_session_id, o.stripe_payment_intent_id, o.stripe_subscription_id
$$;

grant execute on function public.claim_sold_out_orders to service_role;
