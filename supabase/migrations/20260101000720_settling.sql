-- Some payments (a bank debit) are agreed on at once and come in days later. What is bought with one leaves the cart when
-- it is agreed on, or its shopper would find it there and buy it twice; should the money not come, a letter says so.

-- Whether a payment has been agreed on and has yet to come in: the session can no longer be opened.
create function public.is_settling(p_order public.orders) returns boolean
language sql immutable set search_path = ''
as $$ select p_order.status = 'pending' and p_order.stripe_session_id is not null and p_order.stripe_session_url is null $$;

-- As before; the cart of a payment that was agreed on earlier has been emptied then. What its shopper has put there
-- since is another order's.
create or replace function public.settle_paid(p_order public.orders, p_facts jsonb, p_business_email text, p_now timestamptz) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  discount_given integer := coalesce((p_facts ->> 'amountDiscount')::integer, 0);
  note text;
begin
  perform public.note_payment_details(p_order.id, p_facts, p_now);
  if p_order.status not in ('pending', 'expired', 'payment_failed') then return null; end if;
  update public.orders set status = 'paid', paid_at = p_now, discount = discount_given, total = subtotal + delivery_price - discount_given
  where id = p_order.id;
  if not p_order.stock_held and not public.take_stock(p_order.id) then
    note := 'Paid after its time was up, and not everything is in stock any more.';
  end if;
  if p_order.user_id is not null and not public.is_settling(p_order) then perform public.empty_cart(p_order.user_id, p_order.id); end if;
  perform public.queue_order_letter('order_confirmation', p_order.id, p_order.email, null, p_now);
  perform public.queue_order_letter('order_notice', p_order.id, p_business_email, note, p_now);
  perform public.apply_refund(p_order.id, p_order.refunded, p_now);
  return coalesce(note, 'paid');
end $$;

-- A payment that was agreed on: keeps what the payment page asked for and takes the lines out of the cart, once.
create function public.settle_agreed(p_order public.orders, p_facts jsonb, p_now timestamptz) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.note_payment_details(p_order.id, p_facts, p_now);
  if p_order.user_id is not null and p_order.status = 'pending' and not public.is_settling(p_order) then
    perform public.empty_cart(p_order.user_id, p_order.id);
  end if;
  return 'waiting for the money';
end $$;

create or replace function public.apply_payment_event(
  p_order public.orders, p_event_type text, p_facts jsonb, p_business_email text, p_now timestamptz
) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  if p_event_type = 'charge.refunded' then
    perform public.apply_refund(p_order.id, (p_facts ->> 'amountRefunded')::integer, p_now);
    return 'refunded ' || public.pounds((p_facts ->> 'amountRefunded')::integer);
  elsif p_event_type = 'checkout.session.async_payment_failed' then
    return public.settle_failed(p_order, p_now);
  elsif p_event_type = 'checkout.session.expired' then
    return case when public.release_order(p_order.id, p_now) then 'expired' end;
  elsif p_facts ->> 'paymentStatus' in ('paid', 'no_payment_required') then
    return public.settle_paid(p_order, p_facts, p_business_email, p_now);
  elsif p_event_type = 'checkout.session.completed' then
    return public.settle_agreed(p_order, p_facts, p_now);
  end if;
  return null;
end $$;

revoke execute on all functions in schema public from public;
