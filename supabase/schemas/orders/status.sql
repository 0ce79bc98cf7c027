-- Guards the status of an order. A late event only leads forward: an order that has expired, or whose payment failed, may still
-- turn out to be paid; a paid one never becomes unpaid. An order that was marked as sent by mistake goes back, and so does one
-- whose refund failed.
create or replace function public.guard_order_status() returns trigger language plpgsql set search_path = '' as $$
declare
  reachable text[] := (case old.status
    when 'pending' then '{paid,payment_failed,expired}'
    when 'expired' then '{paid,payment_failed}'
    when 'payment_failed' then '{paid}'
    when 'paid' then '{fulfilled,partially_refunded,refunded}'
    when 'fulfilled' then '{paid,partially_refunded,refunded}'
    when 'partially_refunded' then '{fulfilled,refunded}'
    else '{}'
  end)::text[] || case when new.refunded < old.refunded then '{paid,fulfilled,partially_refunded}'::text[] else '{}'::text[] end;
begin
  if new.status <> old.status and not new.status = any (reachable) then
    raise exception 'An order cannot go from % to %', old.status, new.status using errcode = '23514';
  end if;
  return new;
end $$;
create or replace trigger orders_guard_status before update of status on public.orders for each row execute function public.guard_order_status();

-- Sets the priority of a new order by the rule of its delivery method; the order keeps it when the method's rule changes.
create or replace function public.set_order_priority() returns trigger language plpgsql set search_path = '' as $$
begin
  new.is_priority := coalesce((select d.is_priority from public.delivery_methods d where d.id = new.delivery_method_id), new.is_priority);
  return new;
end $$;
create or replace trigger orders_set_priority before insert or update of delivery_method_id on public.orders
  for each row execute function public.set_order_priority();

-- Returns the state of an order, by the names that the desk's status labels have.
create or replace function public.order_state(p_order public.orders, p_is_packed boolean) returns text language sql immutable set search_path = '' as $$
  select case
    when p_order.cancelled_at is not null then 'cancelled'
    when p_order.status = 'refunded' or (p_order.sold_out_at is not null and p_order.on_hold_since is null) then 'paid-back'
    when p_order.fulfilled_at is not null then 'sent'
    when p_order.status = 'payment_failed' then 'payment-failed'
    when p_order.paid_at is null then 'not-paid'
    when p_order.on_hold_since is not null then 'on-hold'
    when p_is_packed then 'packed'
    else 'to-pack'
  end
$$;

-- Returns the fields of an order for a list. PostgreSQL inlines the function because it has no settings of its own.
create or replace function public.order_list_fields(p_order public.orders, p_is_packed boolean, p_lines jsonb) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'number', p_order.number, 'name', p_order.delivery_address ->> 'name', 'email', nullif(p_order.email, ''), 'total', p_order.total,
    'placedAt', p_order.created_at, 'state', public.order_state(p_order, p_is_packed),
    'isPartPaidBack', p_order.refunded > 0 and p_order.refunded < p_order.total,
    'dispute', p_order.dispute_state, 'isPriority', p_order.is_priority, 'lines', coalesce(p_lines, '[]')
  )
$$;

-- Returns an order as its emails show it. `net` is the net weight or volume of a line as its label has it ('190 g'), which the
-- law counts among what a buyer keeps in writing; null for products without one. An order that was paid in a holiday also has
-- the day when it leaves; `area` names the place of an order that is on hold for its address.
create or replace function public.order_email(p_order_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', o.number, 'placedAt', o.created_at, 'email', o.email, 'payer', public.payer_name(o), 'gift', public.gift_badge(o), 'subtotal', o.subtotal, 'deliveryName', o.delivery_name,
    'deliveryPrice', o.delivery_price, 'deliveryTime', nullif(d.description, ''), 'discount', o.discount, 'total', o.total,
    'address', o.delivery_address, 'area', case when o.hold_released_at is null then public.undeliverable_area(o) end, 'termsVersion', o.terms_version, 'isSubscription', o.is_subscription,
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'name', i.name, 'slug', i.slug, 'quantity', i.quantity, 'unitAmount', i.unit_amount, 'allergens', i.allergens, 'size', i.size,
        'net', trim_scale(p.net_quantity) || ' ' || p.net_unit,
        'interval', case when i.recurring_interval is not null then
          jsonb_build_object('unit', i.recurring_interval, 'count', i.recurring_interval_count) end
      ) order by i.position)
      from public.order_items i left join public.products p on p.id = i.product_id where i.order_id = o.id
    )
  ) || case when holiday is null then '{}' else jsonb_build_object('holiday', holiday) end
  from public.orders o join public.delivery_methods d on d.id = o.delivery_method_id
  cross join lateral public.holiday_at(coalesce(o.paid_at, now())) as holiday where o.id = p_order_id
$$;

-- Queues an email about an order once. The owner's notice says when the order is a later box of a subscription, so that it is
-- neither packed twice by mistake nor left out. A recipe may have changed between checkout and payment: the email lists both labels
-- then.
create or replace function public.queue_order_email(p_template text, p_order_id uuid, p_recipient text, p_note text, p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  select public.queue_email(
    p_template, p_recipient,
    public.order_email(p_order_id) || jsonb_build_object('recipes', public.order_recipe_notes(p_order_id))
      || case when p_template = 'order_notice' then public.renewal_position(p_order_id) || jsonb_build_object(
        'note', nullif(concat_ws(' ', p_note, public.undeliverable_area_note(p_order_id)), '')
      ) else jsonb_strip_nulls(jsonb_build_object('note', p_note)) end,
    p_order_id::text, p_now
  )
$$;

-- Erases the reasons of an order's refunds when the order itself is erased.
create or replace function public.erase_refund_reasons() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.refunds set reason = null, words = null where order_id = new.id;
  return null;
end $$;
create or replace trigger orders_erase_refund_reasons after update of erased_at on public.orders for each row
  when (new.erased_at is not null) execute function public.erase_refund_reasons();
