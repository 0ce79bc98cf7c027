-- Returns the place outside Great Britain that a postcode belongs to, or null. `getUndeliverableArea` of domain/delivery-area.ts
-- is the same.
create or replace function public.undeliverable_postcode_area(p_postcode text) returns text language sql immutable set search_path = '' as $$
  select case substring(public.normalise_code(p_postcode) from '^(BT|JE|GY|IM)[0-9]')
    when 'BT' then 'Northern Ireland' when 'JE' then 'Jersey' when 'GY' then 'Guernsey' when 'IM' then 'the Isle of Man'
  end
$$;

-- Returns the place outside Great Britain to which a paid order is addressed; null for an address in Great Britain, or none.
create or replace function public.undeliverable_area(p_order public.orders) returns text language sql immutable set search_path = '' as $$
  select case when p_order.paid_at is not null then public.undeliverable_postcode_area(p_order.delivery_address ->> 'postcode') end
$$;

create or replace function public.hold_undeliverable_order() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform public.update_order_hold(new.id, now());
  return null;
end $$;
create or replace trigger orders_hold_undeliverable after insert or update of delivery_address, paid_at on public.orders for each row
  when (new.paid_at is not null and new.delivery_address is not null) execute function public.hold_undeliverable_order();

-- Returns the sentence about a delivery address outside Great Britain for the owner's notice of an order; null for any other
-- address.
create or replace function public.undeliverable_area_note(p_order_id uuid) returns text language sql stable security definer set search_path = '' as $$
  select 'Its address is in ' || public.undeliverable_area(o) || ', where we don’t deliver. Don’t pack it before you’ve looked: '
    || 'at the desk, let it go or refund it.'
  from public.orders o where o.id = p_order_id
$$;
