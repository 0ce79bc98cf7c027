-- Stores the provider's data of a subscription (p_subscription, with times in ISO 8601). Data that is already stored leaves the
-- row and its revision unchanged.
create or replace function public.upsert_subscription(p_order public.orders, p_subscription jsonb, p_now timestamptz) returns public.subscriptions
language sql security definer set search_path = '' as $$
  insert into public.subscriptions as s (
    order_id, user_id, email, stripe_subscription_id, stripe_customer_id, status, boxes, amount, current_period_end, skips_to,
    cancel_at_period_end, cancelled_at, ends_at, ended_at, end_reason, overdue_invoice_id, overdue_amount, retry_at,
    overdue_cause, overdue_link, asked_at, created_at, updated_at
  )
  select p_order.id, p_order.user_id, coalesce((select u.email from auth.users u where u.id = p_order.user_id), p_order.email),
    reported.id, reported."customerId", reported.status, public.subscription_boxes(p_order.id, reported.items),
    (select sum((item ->> 'unitAmount')::integer * (item ->> 'quantity')::integer) from jsonb_array_elements(reported.items) as item),
    reported."periodEnd", reported."skipsTo", reported."cancelsAtPeriodEnd", reported."cancelledAt", reported."endsAt", reported."endedAt", reported."endReason",
    reported.overdue ->> 'invoiceId', (reported.overdue ->> 'amount')::integer, (reported.overdue ->> 'retryAt')::timestamptz,
    reported.overdue ->> 'cause', reported.overdue ->> 'payLink',
    p_now, p_now, p_now
  from jsonb_to_record(p_subscription) as reported (
    id text, "customerId" text, status text, items jsonb, "periodEnd" timestamptz, "skipsTo" timestamptz, "cancelsAtPeriodEnd" boolean,
    "cancelledAt" timestamptz, "endsAt" timestamptz, "endedAt" timestamptz, "endReason" text, overdue jsonb
  )
  on conflict (stripe_subscription_id) do update set
    email = excluded.email, stripe_customer_id = excluded.stripe_customer_id, status = excluded.status, boxes = excluded.boxes,
    amount = excluded.amount, current_period_end = excluded.current_period_end, skips_to = excluded.skips_to,
    cancel_at_period_end = excluded.cancel_at_period_end, cancelled_at = excluded.cancelled_at, ends_at = excluded.ends_at,
    ended_at = excluded.ended_at, end_reason = excluded.end_reason, overdue_invoice_id = excluded.overdue_invoice_id,
    overdue_amount = excluded.overdue_amount, retry_at = excluded.retry_at,
    overdue_cause = excluded.overdue_cause, overdue_link = excluded.overdue_link, updated_at = p_now, revision = s.revision + 1
  where to_jsonb(s) - array['id', 'order_id', 'user_id', 'asked_at', 'revision', 'created_at', 'updated_at', 'letters_told']
    <> to_jsonb(excluded) - array['id', 'order_id', 'user_id', 'asked_at', 'revision', 'created_at', 'updated_at', 'letters_told'];
  update public.orders set stripe_subscription_id = p_subscription ->> 'id'
  where id = p_order.id and stripe_subscription_id is null;
  select * from public.subscriptions where stripe_subscription_id = p_subscription ->> 'id';
$$;

-- Returns why the payment of a later box cannot become an order, or null. Invoice lines of another kind come from changes that the
-- owner made by hand.
create or replace function public.renewal_error(p_invoice jsonb) returns text language sql immutable set search_path = '' as $$
  select case
    when p_invoice ->> 'currency' is distinct from 'gbp' then 'another currency'
    when count(*) = 0 or not coalesce(bool_and(
      (line ->> 'priceId') is not null and (line ->> 'quantity')::integer between 1 and 99
      and (line ->> 'amount')::integer >= 0 and (line ->> 'amount')::integer % (line ->> 'quantity')::integer = 0
    ), false) then 'lines that are no boxes'
    when (p_invoice ->> 'amountPaid')::bigint not between 0 and sum((line ->> 'amount')::bigint) then 'another amount than its lines'
  end
  from jsonb_array_elements(p_invoice -> 'lines') as line
$$;

-- Writes the order lines of a later box as the catalogue now has the products, in the sizes of the first box. Products that the
-- shop no longer has keep the name and picture from the first box, but not the label, because nobody knows whether it is still
-- right.
create or replace function public.insert_renewal_lines(p_order_id uuid, p_first_order_id uuid, p_invoice jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.order_items (
    order_id, position, product_id, slug, name, image, unit_amount, quantity, allergens, size, sizes, recurring_interval,
    recurring_interval_count, stripe_price_id
  )
  select p_order_id, place - 1, p.id, coalesce(p.slug, i.slug, 'box'), coalesce(p.name, i.name, left(line ->> 'description', 120), 'Box'),
    coalesce(p.image_url[1], i.image), (line ->> 'amount')::integer / (line ->> 'quantity')::integer, (line ->> 'quantity')::integer,
    p.allergens, i.size, coalesce(i.sizes, '{}'),
    coalesce(r.recurring_interval, i.recurring_interval), coalesce(r.recurring_interval_count, i.recurring_interval_count),
    line ->> 'priceId'
  from jsonb_array_elements(p_invoice -> 'lines') with ordinality as entry (line, place)
  left join public.order_items i on i.order_id = p_first_order_id and i.stripe_price_id = line ->> 'priceId'
  left join public.prices r on r.stripe_price_id = line ->> 'priceId'
  left join public.products p on p.id = coalesce(i.product_id, r.product_id)
$$;

-- Makes the paid order of a later box from its invoice ({"id", "currency", "amountPaid", "paymentIntentId", "lines":
-- [{"priceId", "quantity", "amount", "description"}]}), once. Money of a box whose customer has been erased makes no order; the
-- owner is notified. Returns {"problem"}, {"number", "note"}, or null when the order existed.
create or replace function public.place_renewal(
  p_subscription public.subscriptions, p_invoice jsonb, p_business_email text, p_now timestamptz
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  invoice_error text;
  first_order public.orders;
  delivery public.delivery_methods;
  placed public.orders;
  note text;
begin
  if exists (select from public.orders o where o.stripe_invoice_id = p_invoice ->> 'id') then return null; end if;
  select * into first_order from public.orders where id = p_subscription.order_id;
  if first_order.erased_at is not null then
    perform public.queue_email('stray_payment', p_business_email, jsonb_build_object(
      'invoice', p_invoice ->> 'id', 'subscription', p_subscription.stripe_subscription_id
    ), p_invoice ->> 'id', p_now);
    return jsonb_build_object('problem', 'a box of somebody who has been erased');
  end if;
  invoice_error := public.renewal_error(p_invoice);
  if invoice_error is not null then return jsonb_build_object('problem', invoice_error); end if;
  delivery := public.checkout_delivery_method((
    select d.id from public.delivery_methods d where d.automatic_above is null order by d.is_default desc, d."Sort_order" limit 1
  ), (
    select sum((line ->> 'quantity')::integer)::integer from jsonb_array_elements(p_invoice -> 'lines') as line));
  insert into public.orders (
    user_id, email, status, subtotal, delivery_price, discount, total, delivery_method_id, delivery_name, delivery_stripe_id,
    delivery_address, cart_hash, stock_held, is_subscription, stripe_subscription_id, stripe_invoice_id,
    stripe_payment_intent_id, terms_version, created_at, paid_at, updated_at
  )
  select first_order.user_id, p_subscription.email, 'paid', goods, 0, goods - (p_invoice ->> 'amountPaid')::integer,
    (p_invoice ->> 'amountPaid')::integer, delivery.id, delivery.name, delivery.stripe_id, first_order.delivery_address,
    'renewal:' || (p_invoice ->> 'id'), false, true, p_subscription.stripe_subscription_id, p_invoice ->> 'id',
    p_invoice ->> 'paymentIntentId', first_order.terms_version, p_now, p_now, p_now
  from (select sum((line ->> 'amount')::integer)::integer as goods from jsonb_array_elements(p_invoice -> 'lines') as line) as lines
  returning * into placed;
  perform public.lock_stock(array(
    select x.product_id from (
      select r.product_id, r.stripe_price_id from public.prices r
      union all select i.product_id, i.stripe_price_id from public.order_items i where i.order_id = first_order.id
    ) x where x.stripe_price_id in (select l ->> 'priceId' from jsonb_array_elements(p_invoice -> 'lines') as l)
  ));
  perform public.insert_renewal_lines(placed.id, first_order.id, p_invoice);
  if not public.reserve_stock(placed.id) then note := 'A later box was paid, and not everything of it is in stock.'; end if;
  perform public.queue_email('box_renewal', placed.email, public.order_email(placed.id) || jsonb_build_object(
    'nextAt', public.box_email(p_subscription) -> 'nextAt', 'nextAmount', p_subscription.amount
  ), placed.id::text, p_now);
  perform public.queue_order_email('order_notice', placed.id, p_business_email, note, p_now);
  return jsonb_build_object('number', placed.number, 'note', note);
end $$;

-- Saves the state that the payment provider reports for a subscription, and places an order for each of its paid renewal
-- invoices. When the customer's data is being erased, it waits for the end of the erasure, and does not restore the address.
create or replace function public.settle_subscription(p_facts jsonb, p_business_email text, p_now timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  reported jsonb := p_facts -> 'subscription';
  first_order public.orders := public.first_order(reported);
  revision_before bigint;
  stored public.subscriptions;
  invoice jsonb;
  renewal jsonb;
  changes text[] := '{}';
  problems text[] := '{}';
begin
  if first_order.id is null then return jsonb_build_object('problem', 'a subscription of no order'); end if;
  select * into first_order from public.orders where id = first_order.id for update;
  select revision into revision_before from public.subscriptions where stripe_subscription_id = reported ->> 'id';
  stored := public.upsert_subscription(first_order, reported, p_now);
  if stored.revision is distinct from revision_before then
    changes := changes || ('the box is ' || replace(stored.status, '_', ' ') || case when stored.ends_at is not null then ', cancelled' else '' end);
  end if;
  for invoice in select * from jsonb_array_elements(coalesce(p_facts -> 'invoices', '[]')) loop
    renewal := public.place_renewal(stored, invoice, p_business_email, p_now);
    if renewal ? 'problem' then problems := problems || (renewal ->> 'problem'); end if;
    if renewal ? 'number' then changes := changes || concat_ws('. ', 'order ' || (renewal ->> 'number') || ' for a later box', renewal ->> 'note'); end if;
  end loop;
  perform public.queue_box_emails(stored, p_now);
  return jsonb_build_object('orderId', first_order.id, 'problem', nullif(array_to_string(problems, '; '), ''), 'change', nullif(array_to_string(changes, '; '), ''));
end $$;

-- Returns the revision of a stored subscription. The caller reads it before it asks the provider, so that an older response never
-- overwrites newer data.
create or replace function public.subscription_revision(p_stripe_subscription_id text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce((select s.revision from public.subscriptions s where s.stripe_subscription_id = p_stripe_subscription_id), 0)
$$;

-- Returns why facts about a subscription cannot be processed, or null: 'repeated', 'outdated' when the row has changed since
-- its revision was read, 'unfounded' for a later box while the first is not settled (once that was tried, "isFounded" skips the
-- check). Its lock serialises the events of one subscription until the end of the transaction.
create or replace function public.subscription_obstacle(p_event_id text, p_facts jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare first_order public.orders;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_facts -> 'subscription' ->> 'id', 20260102));
  if exists (select from public.payment_events where id = p_event_id) then return 'repeated'; end if;
  if public.subscription_revision(p_facts -> 'subscription' ->> 'id') <> (p_facts ->> 'revision')::bigint then return 'outdated'; end if;
  first_order := public.first_order(p_facts -> 'subscription');
  if first_order.status = 'pending' and p_facts -> 'isFounded' is distinct from 'true' and jsonb_array_length(coalesce(p_facts -> 'invoices', '[]')) > 0 then
    return 'unfounded';
  end if;
  return null;
end $$;

-- Claims subscriptions to ask the provider about, in case its notifications were lost: due or overdue ones every quarter of an
-- hour, others once a day. An incomplete one is left after three days, since its first payment does not come any more. A paid
-- order whose subscription is not stored is asked about once a day, too. The stored time of the claim keeps two processes from
-- asking about the same one.
create or replace function public.claim_subscriptions_to_poll(p_limit integer, p_now timestamptz default now())
returns table (id text, number bigint) language sql security definer set search_path = '' as $$
  with known as (
    update public.subscriptions s set asked_at = p_now
    from public.orders o
    where o.id = s.order_id and s.id in (
      select w.id from public.subscriptions w
      where w.status <> 'cancelled' and (w.status <> 'incomplete' or w.created_at > p_now - interval '3 days')
        and coalesce(w.asked_at, w.created_at) <= p_now - case
          when w.current_period_end <= p_now or w.status in ('past_due', 'incomplete') then interval '15 minutes'
          else interval '1 day'
        end
      order by w.asked_at nulls first limit p_limit for update skip locked
    ) returning s.stripe_subscription_id, o.number
  ), unknown as (
    update public.orders o set asked_at = p_now
    where o.id in (
      select w.id from public.orders w
      where w.is_subscription and w.stripe_invoice_id is null and w.stripe_subscription_id is not null
        and w.paid_at is not null and w.erased_at is null
        and (w.asked_at is null or w.asked_at <= p_now - interval '1 day')
        and not exists (select from public.subscriptions s where s.order_id = w.id)
      order by w.created_at limit p_limit for update skip locked
    ) returning o.stripe_subscription_id, o.number
  )
  select * from known union all select * from unknown
$$;

grant execute on function
  public.subscription_revision,
  public.claim_subscriptions_to_poll
to service_role;
