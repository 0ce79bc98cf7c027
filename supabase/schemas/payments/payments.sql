-- Returns the order of a payment: by the order's id in the shop's request, else by the invoice of a later box, by the session or by
-- the payment.
create or replace function public.find_payment_order(p_facts jsonb) returns public.orders
language sql stable security definer set search_path = '' as $$
  select o from public.orders o
  where case
    when p_facts ->> 'orderId' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then o.id = (p_facts ->> 'orderId')::uuid
    when p_facts ->> 'invoiceId' is not null then o.stripe_invoice_id = p_facts ->> 'invoiceId'
    when p_facts ->> 'sessionId' is not null then o.stripe_session_id = p_facts ->> 'sessionId'
    else o.stripe_payment_intent_id = p_facts ->> 'paymentIntentId'
  end
$$;

-- Returns why a notification cannot be about this order, or null. A discount that the provider grants applies to goods only.
create or replace function public.payment_mismatch(p_order public.orders, p_facts jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_order.id is null then 'no such order'
    when p_order.stripe_session_id <> p_facts ->> 'sessionId' then 'another session than the order''s'
    when p_order.currency is distinct from p_facts ->> 'currency' then 'another currency'
    when coalesce((p_facts ->> 'amountDiscount')::bigint, 0) not between 0 and p_order.subtotal + p_order.delivery_discount
      or (p_order.discount_code is not null and coalesce((p_facts ->> 'amountDiscount')::bigint, 0) <> p_order.discount)
      or (p_facts ->> 'amountTotal')::bigint is distinct from
        p_order.subtotal + p_order.delivery_price - coalesce((p_facts ->> 'amountDiscount')::bigint, 0)
      then 'another amount than the order''s'
  end
$$;

create or replace function public.store_payment_details(p_order_id uuid, p_facts jsonb, p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  update public.orders set
    stripe_session_id = coalesce(stripe_session_id, p_facts ->> 'sessionId'),
    stripe_session_url = null,
    stripe_payment_intent_id = coalesce(p_facts ->> 'paymentIntentId', stripe_payment_intent_id),
    stripe_subscription_id = coalesce(p_facts ->> 'subscriptionId', stripe_subscription_id),
    delivery_address = coalesce(nullif(p_facts -> 'address', 'null'), delivery_address),
    updated_at = p_now
  where id = p_order_id;
  update public.order_items set size = left(p_facts -> 'sizes' ->> position::text, 40)
  where order_id = p_order_id and p_facts -> 'sizes' ->> position::text is not null;
$$;

-- Stores the payment of an order that the provider's notification did not name, as for subscriptions.
create or replace function public.store_payment_intent(p_order_id uuid, p_payment_intent_id text) returns void
language sql security definer set search_path = ''
as $$ update public.orders set stripe_payment_intent_id = p_payment_intent_id where id = p_order_id and stripe_payment_intent_id is null $$;

-- Returns whether a payment was authorised, so that the page's URL is gone, but has yet to come in, as a bank debit does days
-- later. Its lines leave the cart at once, so that the shopper does not buy them twice; should the money not come, an email
-- says so.
create or replace function public.is_payment_processing(p_order public.orders) returns boolean language sql immutable set search_path = ''
as $$ select p_order.status = 'pending' and p_order.stripe_session_id is not null and p_order.stripe_session_url is null $$;

-- Marks an order as paid, with the refunds that were reported before. If its stock is gone by now, an order that was placed
-- without a reservation is sold out: its money is refunded in full, so its cart stays and nobody is asked to pack it. An order
-- whose reservation had lapsed is kept, and the owner's notice says what happened.
create or replace function public.mark_order_paid(p_order public.orders, p_facts jsonb, p_business_email text, p_now timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  discount_given integer := coalesce((p_facts ->> 'amountDiscount')::integer, 0);
  has_stock boolean := p_order.stock_held;
  is_sold_out boolean;
  note text;
begin
  perform public.store_payment_details(p_order.id, p_facts, p_now);
  if p_order.status not in ('pending', 'expired', 'payment_failed') then return null; end if;
  if not has_stock then has_stock := public.reserve_stock(p_order.id); end if;
  is_sold_out := not has_stock and coalesce(p_order.reserved_until = p_order.created_at, false);
  -- One update also sets sold_out_at, because the trigger that marks the discount code as used checks it.
  update public.orders set
    status = 'paid', paid_at = p_now, sold_out_at = case when is_sold_out then p_now end,
    discount = discount_given, total = subtotal + delivery_price - discount_given
  where id = p_order.id;
  if is_sold_out then
    perform public.apply_refund(p_order.id, p_order.refunded, p_now);
    return 'sold out';
  end if;
  if not has_stock then note := 'Paid after its time was up, and not everything is in stock any more.'; end if;
  if p_order.user_id is not null and not public.is_payment_processing(p_order) then perform public.remove_ordered_lines(p_order.user_id, p_order.id); end if;
  perform public.queue_order_email('order_confirmation', p_order.id, p_order.email, null, p_now);
  perform public.queue_order_email('order_notice', p_order.id, p_business_email, note, p_now);
  perform public.apply_refund(p_order.id, p_order.refunded, p_now);
  return coalesce(note, 'paid');
end $$;

-- Processes a payment that was authorised but has not come in: stores the data of the payment page, takes the lines out of the
-- cart and emails the shopper, once. The email has the sums of the payment page, because a code that was typed there is known
-- only from there.
create or replace function public.apply_authorised_payment(p_order public.orders, p_facts jsonb, p_now timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform public.store_payment_details(p_order.id, p_facts, p_now);
  if p_order.status not in ('pending', 'expired') or public.is_payment_processing(p_order) then return 'waiting for the money'; end if;
  if p_order.user_id is not null and p_order.status = 'pending' then perform public.remove_ordered_lines(p_order.user_id, p_order.id); end if;
  perform public.queue_email('order_waiting', p_order.email, public.order_email(p_order.id) || jsonb_build_object(
    'discount', coalesce((p_facts ->> 'amountDiscount')::integer, 0), 'total', (p_facts ->> 'amountTotal')::integer,
    'recipes', public.order_recipe_notes(p_order.id)
  ), p_order.id::text, p_now);
  return 'waiting for the money';
end $$;

-- Settles one event, or one response that the server requested while checking pending orders, once and in one transaction. p_facts:
-- {"sessionId", "orderId", "paymentStatus", "currency", "amountTotal", "amountDiscount", "paymentIntentId", "subscriptionId",
-- "address", "sizes"} of a session, {…, "amountRefunded", "refunds"} of a charge; with a box "subscription", the "revision" that it
-- was read at, and "invoices". An answer that the server requested by itself and that changes nothing is not recorded. Returns
-- {"outcome", "detail", "number"}: "set aside" means that the event does not fit its order; with 'outdated' and 'unfounded' nothing
-- was written.
create or replace function public.settle_payment(
  p_event_id text, p_event_type text, p_facts jsonb, p_business_email text, p_now timestamptz default now()
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  event_id text := coalesce(p_event_id, 'asked_' || gen_random_uuid());
  has_box boolean := coalesce(jsonb_typeof(p_facts -> 'subscription') = 'object', false);
  target_order public.orders;
  obstacle text;
  boxes jsonb;
  problem text;
  change text;
  event_outcome text;
begin
  if has_box then
    obstacle := public.subscription_obstacle(p_event_id, p_facts);
    if obstacle is not null then return jsonb_build_object('outcome', obstacle); end if;
  end if;
  insert into public.payment_events (id, type, outcome, received_at) values (event_id, p_event_type, 'ignored', p_now)
  on conflict (id) do nothing;
  if not found then return jsonb_build_object('outcome', 'repeated'); end if;
  if p_event_type like 'checkout.%' or p_event_type like 'charge.%' then
    target_order := public.find_payment_order(p_facts);
    select * into target_order from public.orders where id = target_order.id for update;
    problem := case
      when p_event_type <> 'charge.refunded' then public.payment_mismatch(target_order, p_facts)
      when target_order.id is null then 'no such order'
      when target_order.currency is distinct from p_facts ->> 'currency' then 'another currency'
      when coalesce((p_facts ->> 'amountRefunded')::bigint, -1) not between 0 and target_order.total then 'another amount than the order''s'
    end;
    if problem is null then change := public.apply_payment_event(target_order, p_event_type, p_facts, p_business_email, p_now); end if;
  end if;
  if has_box and problem is null then
    boxes := public.settle_subscription(p_facts, p_business_email, p_now);
    problem := boxes ->> 'problem';
    change := nullif(concat_ws('; ', change, boxes ->> 'change'), '');
    if target_order.id is null then select * into target_order from public.orders where id = (boxes ->> 'orderId')::uuid; end if;
  end if;
  event_outcome := case when problem is not null then 'set aside' when change is not null then 'applied' else 'ignored' end;
  if p_event_id is null and event_outcome = 'ignored' then
    delete from public.payment_events where id = event_id;
  else
    update public.payment_events set outcome = event_outcome, detail = coalesce(problem, change), order_id = target_order.id where id = event_id;
  end if;
  return jsonb_build_object('outcome', event_outcome, 'detail', coalesce(problem, change), 'number', target_order.number);
end $$;

-- Claims pending orders that the provider was not asked about for p_every_ms, those first that were asked about longest ago.
-- `is_lapsed` means that the order's reservation is over, so that its session is to be closed. The stored time of the claim
-- keeps two processes from checking the same order.
create or replace function public.claim_orders_to_poll(p_limit integer, p_every_ms integer, p_now timestamptz default now())
returns table (
  id uuid, number bigint, session_id text, session_expires_at timestamptz, created_at timestamptz, is_lapsed boolean
) language sql security definer set search_path = '' as $$
  update public.orders o set asked_at = p_now
  where o.id in (
    select w.id from public.orders w
    where w.status = 'pending' and coalesce(w.asked_at, w.created_at) <= p_now - make_interval(secs => p_every_ms / 1000.0)
    order by coalesce(w.asked_at, w.created_at) limit p_limit for update skip locked
  ) returning o.id, o.number, o.stripe_session_id, o.session_expires_at, o.created_at,
    coalesce(o.reserved_until > o.created_at and o.reserved_until <= p_now, false)
$$;

-- Removes the lines of a paid order from its shopper's cart; what was added since the checkout stays in an open cart.
create or replace function public.remove_ordered_lines(p_user_id uuid, p_order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare remaining_lines jsonb;
begin
  perform from public.carts where user_id = p_user_id for update;
  select coalesce(jsonb_agg(line || jsonb_build_object('quantity', (line ->> 'quantity')::integer - coalesce(i.quantity, 0)) order by place)
    filter (where (line ->> 'quantity')::integer > coalesce(i.quantity, 0)), '[]') into remaining_lines
  from public.carts c cross join jsonb_array_elements(c.items) with ordinality as entry (line, place)
  left join public.order_items i on i.order_id = p_order_id and i.product_id = (line ->> 'product_id')::uuid
  where c.user_id = p_user_id;
  update public.carts set items = remaining_lines, checked_out = remaining_lines = '[]' where user_id = p_user_id;
end $$;

grant execute on function
  public.store_payment_intent,
  public.settle_payment,
  public.claim_orders_to_poll
to service_role;
