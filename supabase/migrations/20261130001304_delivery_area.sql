-- Parcels to places in the United Kingdom where the shop does not deliver. The payment page takes their postcodes, so what is paid
-- all the same is on hold until its owner has looked: it can go, or its money goes back.

-- The place outside Great Britain that a postcode is of, or null. `undeliverableArea` of domain/delivery-area.ts is the same.
create or replace function public.area_of_postcode(p_postcode text) returns text language sql immutable set search_path = '' as $$
  select case substring(public.plain_code(p_postcode) from '^(BT|JE|GY|IM)[0-9]')
    when 'BT' then 'Northern Ireland' when 'JE' then 'Jersey' when 'GY' then 'Guernsey' when 'IM' then 'the Isle of Man'
  end
$$;

-- The same of a paid order that still has an address.
create or replace function public.undeliverable_area(p_order public.orders) returns text language sql immutable set search_path = '' as $$
  select case when p_order.paid_at is not null then public.area_of_postcode(p_order.delivery_address ->> 'postcode') end
$$;

-- Works out anew how an order stands, after a dispute, a failed refund, an address or its owner's word. A dispute that is lost keeps
-- it on hold, for there is no money for it; so does a failed refund of pieces or of all of it: those were not to be sent.
create or replace function public.refresh_hold(p_order_id uuid, p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  update public.orders o set dispute_state = now_is.state, on_hold_since = case when now_is.held then coalesce(o.on_hold_since, p_now) end
  from (
    select x.id, (
      select case when bool_or(public.dispute_state(d.status) = 'open') then 'open'
        when bool_or(public.dispute_state(d.status) = 'lost') then 'lost' when count(*) > 0 then 'won' end
      from public.disputes d where d.order_id = x.id
    ) as state, exists (
      select from public.disputes d where d.order_id = x.id and public.dispute_state(d.status) <> 'won'
        and d.noted_at > coalesce(x.hold_released_at, '-infinity')
    ) or exists (
      select from public.failed_refunds f where f.order_id = x.id and f.settled_at is null
        and (f.cancels or f.lines <> '[]' or f.amount = x.total) and f.failed_at > coalesce(x.hold_released_at, '-infinity')
    ) or x.hold_released_at is null and public.undeliverable_area(x) is not null as held
    from public.orders x where x.id = p_order_id
  ) now_is
  where o.id = now_is.id
    and (o.dispute_state, o.on_hold_since is not null) is distinct from (now_is.state, now_is.held)
$$;

create or replace function public.hold_undeliverable() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform public.refresh_hold(new.id, now());
  return null;
end $$;
drop trigger if exists orders_hold_undeliverable on public.orders;
create trigger orders_hold_undeliverable after insert or update of delivery_address, paid_at on public.orders for each row
  when (new.paid_at is not null and new.delivery_address is not null) execute function public.hold_undeliverable();

-- Why an order is not packed, in a sentence.
create or replace function public.hold_words(p_order public.orders) returns text language sql immutable set search_path = '' as $$
  select 'Order ' || p_order.number || ' is on hold: ' || case p_order.dispute_state
    when 'open' then 'the bank has questioned its payment. Don’t pack or send it.'
    when 'lost' then 'the bank has taken its payment back for good. Don’t pack or send it.'
    else coalesce(
      'its address is in ' || public.undeliverable_area(p_order) || ', where we don’t deliver', 'its refund failed'
    ) || '. Don’t pack or send it until an owner has looked at it.'
  end
$$;

-- The orders that are not to be packed though they are paid: [{"number", "name", "why", "area", "since"}], `why` 'open', 'lost',
-- 'refund' or 'area'.
create or replace function public.desk_holds() returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.desk_enter('packer');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'number', o.number, 'name', o.delivery_address ->> 'name', 'since', o.on_hold_since,
      'isPacked', exists (select from public.order_packing k where k.order_id = o.id and k.packed_at is not null),
      'why', case when o.dispute_state in ('open', 'lost') then o.dispute_state when public.undeliverable_area(o) is not null then 'area' else 'refund' end,
      'area', public.undeliverable_area(o)
    ) order by o.on_hold_since, o.number), '[]')
    from public.orders o
    where o.on_hold_since is not null and o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null
  );
end $$;

-- What the owner's notice of an order says of such an address; null of any other.
create or replace function public.area_note(p_order_id uuid) returns text language sql stable security definer set search_path = '' as $$
  select 'Its address is in ' || public.undeliverable_area(o) || ', where we don’t deliver. Don’t pack it before you’ve looked: '
    || 'at the desk, let it go or refund it.'
  from public.orders o where o.id = p_order_id
$$;

-- Once. The owner's notice says of a later box that it is one, so that it is not packed twice by mistake, nor left out.
create or replace function public.queue_order_letter(p_template text, p_order_id uuid, p_recipient text, p_note text, p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  select public.queue_letter(
    p_template, p_recipient,
    public.order_letter(p_order_id)
      || case when p_template = 'order_notice' then public.box_in_turn(p_order_id) || jsonb_build_object(
        'note', nullif(concat_ws(' ', p_note, public.area_note(p_order_id)), '')
      ) else jsonb_strip_nulls(jsonb_build_object('note', p_note)) end,
    p_order_id::text, p_now
  )
$$;

-- One order with all that its page shows; null when there is none.
create or replace function public.desk_order(p_number bigint) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  concerned public.orders;
  packing public.order_packing;
begin
  perform public.desk_enter();
  select * into concerned from public.orders where number = p_number;
  if concerned.id is null then return null; end if;
  select * into packing from public.order_packing where order_id = concerned.id;
  return public.order_row(concerned, packing.packed_at is not null) || jsonb_build_object(
    'address', concerned.delivery_address, 'subtotal', concerned.subtotal, 'deliveryName', concerned.delivery_name,
    'deliveryPrice', concerned.delivery_price, 'discount', concerned.discount, 'code', concerned.discount_code, 'refunded', concerned.refunded,
    'left', public.left_to_pay_back(concerned), 'isPaid', concerned.paid_at is not null, 'isErased', concerned.erased_at is not null,
    'note', packing.note, 'isPartSent', exists (select from public.part_parcels p where p.order_id = concerned.id),
    'deliveryTime', (select nullif(d.description, '') from public.delivery_methods d where d.id = concerned.delivery_method_id),
    'ordersBefore', (
      select count(*) from public.orders o
      where (o.user_id = concerned.user_id or (concerned.email <> '' and lower(o.email) = lower(concerned.email)))
        and o.number < concerned.number and o.paid_at is not null
    ),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'position', i.position, 'name', i.name, 'slug', i.slug, 'image', i.image, 'tint', p.tint, 'size', i.size, 'quantity', i.quantity,
        'unitAmount', i.unit_amount, 'allergens', i.allergens, 'net', trim_scale(p.net_quantity) || ' ' || p.net_unit,
        'paid', l.paid, 'gone', l.refunded + l.asked, 'isCounted', p.stock is not null and concerned.stock_held
      ) order by i.position), '[]')
      from public.order_items i join public.line_payments(concerned.id) l on l.position = i.position
      left join public.products p on p.id = i.product_id where i.order_id = concerned.id
    ),
    'gift', public.gift_badge(concerned), 'undeliverableArea', public.undeliverable_area(concerned),
    'isOnHold', concerned.on_hold_since is not null, 'disputes', (
      select coalesce(jsonb_agg(public.dispute_facts(d) order by d.opened_at desc), '[]') from public.disputes d where d.order_id = concerned.id
    ), 'failedRefunds', (
      select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'amount', f.amount, 'why', f.why, 'failedAt', f.failed_at) order by f.failed_at), '[]')
      from public.failed_refunds f where f.order_id = concerned.id and f.settled_at is null
    ), 'box', public.box_of_order(concerned), 'events', public.order_events(concerned)
  );
end $$;

-- Orders that wait to be packed when this is first run.
do $$ begin
  perform public.refresh_hold(o.id, now()) from public.orders o
  where o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null
    and o.hold_released_at is null and public.undeliverable_area(o) is not null;
end $$;

revoke execute on all functions in schema public from public;
grant execute on function public.desk_holds, public.desk_order to authenticated, service_role;
