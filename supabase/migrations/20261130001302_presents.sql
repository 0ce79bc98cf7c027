-- Presents: emails about an order name who has paid, and say what its badge says.

-- Who has paid, by the name of their account; null where that has none. The address names whom the parcel goes to, who may be
-- somebody else.
create or replace function public.payer_name(p_order public.orders) returns text language sql stable security definer set search_path = '' as $$
  select nullif(public.trim_text(p.full_name), '') from public.profiles p where p.id = p_order.user_id
$$;

-- What the badge of a present says; null of an order that is none.
create or replace function public.gift_badge(p_order public.orders) returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_object('to', p_order.gift_to, 'from', p_order.gift_from, 'note', p_order.gift_note)
  where coalesce(p_order.gift_to, p_order.gift_from, p_order.gift_note) is not null
$$;

-- The order as its emails show it: the time of the delivery named once, and the net weight or volume of each line as its
-- label has it ('190 g'), which the law counts among what a buyer keeps in writing; null for what has none. Of an order that
-- was paid for in a holiday it also says when it leaves; `area` is where it goes, of one that is on hold for its address.
create or replace function public.order_letter(p_order_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
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

revoke execute on all functions in schema public from public;
