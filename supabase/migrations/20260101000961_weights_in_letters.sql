-- What an order's letters say of each thing in it.

-- As before, with the net weight or volume of each line as its label has it ('190 g'), which the law counts among what a
-- buyer keeps in writing; null for what has none.
create or replace function public.order_letter(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'number', o.number, 'placedAt', o.created_at, 'email', o.email, 'subtotal', o.subtotal, 'deliveryName', o.delivery_name,
    'deliveryPrice', o.delivery_price, 'deliveryTime', nullif(d.description, ''), 'discount', o.discount, 'total', o.total,
    'address', o.delivery_address, 'termsVersion', o.terms_version, 'isSubscription', o.is_subscription,
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'name', i.name, 'slug', i.slug, 'quantity', i.quantity, 'unitAmount', i.unit_amount, 'allergens', i.allergens, 'size', i.size,
        'net', trim_scale(p.net_quantity) || ' ' || p.net_unit,
        'interval', case when i.recurring_interval is not null then
          jsonb_build_object('unit', i.recurring_interval, 'count', i.recurring_interval_count) end
      ) order by i.position)
      from public.order_items i left join public.products p on p.id = i.product_id where i.order_id = o.id
    )
  ) from public.orders o join public.delivery_methods d on d.id = o.delivery_method_id where o.id = p_order_id
$$;

revoke execute on all functions in schema public from public;
