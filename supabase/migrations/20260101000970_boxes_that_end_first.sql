-- A box that was cancelled and still runs to its last day may be charged for what is overdue, and be taken back. So it is
-- ended at the payment provider before its customer is erased.

-- As before, but a box that is not over is in the way, cancelled or not. What nothing else is in the way of names, beside
-- the error, the provider's ids of the "boxes" that were cancelled and are not over, for the server to end.
create or replace function public.erasure_hindrance(p_user_id uuid, p_email text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with theirs as (select * from public.orders_of(p_user_id, p_email)), open_boxes as (
    select s.stripe_subscription_id as id, s.ends_at is not null as is_cancelled
    from public.subscriptions s join theirs o on o.id = s.order_id where s.status not in ('cancelled', 'incomplete')
  )
  select case
    when count(*) filter (where status <> 'pending') > 0 then public.checkout_error('order_open',
      'We still need your name and address to send order '
        || string_agg(number::text, ', ' order by number) filter (where status <> 'pending')
        || '. Please come back when it has been sent, or write to us to cancel it.')
    when count(*) > 0 then public.checkout_error('payment_open',
      'A payment of yours is still open. Please finish it, or wait until it has come in or run out, and come back.')
    when exists (select from open_boxes b where not b.is_cancelled) then public.checkout_error('box_open',
      'Your box is still coming. Please cancel it in your account, or write to us, and come back.')
    when exists (select from open_boxes) then public.checkout_error('box_ending',
      'Your box is cancelled, but we could not end it at our payment provider just now. Nothing was erased. Please try again in a few minutes, or write to us.')
      || jsonb_build_object('boxes', (select jsonb_agg(b.id order by b.id) from open_boxes b))
  end
  from theirs
  where (status in ('paid', 'partially_refunded') and fulfilled_at is null)
    or (status = 'pending' and stripe_session_id is not null)
$$;

-- As before, but money of a box whose customer has been erased is nobody's order. The owner hears of it, once an invoice.
create or replace function public.place_renewal(
  p_subscription public.subscriptions, p_invoice jsonb, p_business_email text, p_now timestamptz
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  fault text;
  founding public.orders;
  delivery public.delivery_methods;
  placed public.orders;
  note text;
begin
  if exists (select from public.orders o where o.stripe_invoice_id = p_invoice ->> 'id') then return null; end if;
  select * into founding from public.orders where id = p_subscription.order_id;
  if founding.erased_at is not null then
    perform public.queue_letter('stray_payment', p_business_email, jsonb_build_object(
      'invoice', p_invoice ->> 'id', 'subscription', p_subscription.stripe_subscription_id
    ), p_invoice ->> 'id', p_now);
    return jsonb_build_object('problem', 'a box of somebody who has been erased');
  end if;
  fault := public.renewal_fault(p_invoice);
  if fault is not null then return jsonb_build_object('problem', fault); end if;
  delivery := public.checkout_delivery('standard', (
    select sum((line ->> 'quantity')::integer)::integer from jsonb_array_elements(p_invoice -> 'lines') as line));
  insert into public.orders (
    user_id, email, status, subtotal, delivery_price, discount, total, delivery_method_id, delivery_name, delivery_stripe_id,
    delivery_address, cart_hash, stock_held, is_subscription, stripe_subscription_id, stripe_invoice_id,
    stripe_payment_intent_id, terms_version, created_at, paid_at, updated_at
  )
  select founding.user_id, p_subscription.email, 'paid', goods, 0, goods - (p_invoice ->> 'amountPaid')::integer,
    (p_invoice ->> 'amountPaid')::integer, delivery.id, delivery.name, delivery.stripe_id, founding.delivery_address,
    'renewal:' || (p_invoice ->> 'id'), false, true, p_subscription.stripe_subscription_id, p_invoice ->> 'id',
    p_invoice ->> 'paymentIntentId', founding.terms_version, p_now, p_now, p_now
  from (select sum((line ->> 'amount')::integer)::integer as goods from jsonb_array_elements(p_invoice -> 'lines') as line) as lines
  returning * into placed;
  perform public.write_renewal_lines(placed.id, founding.id, p_invoice);
  if not public.take_stock(placed.id) then note := 'A later box was paid, and not everything of it is in stock.'; end if;
  perform public.queue_letter('box_renewal', placed.email, public.order_letter(placed.id) || jsonb_build_object(
    'nextAt', case when p_subscription.ends_at is null and p_subscription.status <> 'cancelled' then p_subscription.current_period_end end,
    'nextAmount', p_subscription.amount
  ), placed.id::text, p_now);
  perform public.queue_order_letter('order_notice', placed.id, p_business_email, note, p_now);
  return jsonb_build_object('number', placed.number, 'note', note);
end $$;

-- As before, but with the order as it is once nobody else is at it: an erasure that was under way is over by then, and the
-- address that it took off does not come back.
create or replace function public.settle_subscription(p_facts jsonb, p_business_email text, p_now timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  told jsonb := p_facts -> 'subscription';
  founding public.orders := public.founding_order(told);
  revision_before bigint;
  kept public.subscriptions;
  invoice jsonb;
  renewal jsonb;
  changes text[] := '{}';
  problems text[] := '{}';
begin
  if founding.id is null then return jsonb_build_object('problem', 'a subscription of no order'); end if;
  perform from public.orders where id = founding.id for update;
  select * into founding from public.orders where id = founding.id;
  select revision into revision_before from public.subscriptions where stripe_subscription_id = told ->> 'id';
  kept := public.write_subscription(founding, told, p_now);
  if kept.revision is distinct from revision_before then
    changes := changes || ('the box is ' || replace(kept.status, '_', ' ') || case when kept.ends_at is not null then ', cancelled' else '' end);
  end if;
  for invoice in select * from jsonb_array_elements(coalesce(p_facts -> 'invoices', '[]')) loop
    renewal := public.place_renewal(kept, invoice, p_business_email, p_now);
    if renewal ? 'problem' then problems := problems || (renewal ->> 'problem'); end if;
    if renewal ? 'number' then changes := changes || concat_ws('. ', 'order ' || (renewal ->> 'number') || ' for a later box', renewal ->> 'note'); end if;
  end loop;
  perform public.queue_box_letters(kept, p_now);
  return jsonb_build_object('orderId', founding.id, 'problem', nullif(array_to_string(problems, '; '), ''), 'change', nullif(array_to_string(changes, '; '), ''));
end $$;

revoke execute on all functions in schema public from public;
