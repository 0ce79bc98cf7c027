-- Parcels to places in the United Kingdom where the shop does not deliver. The payment page takes their postcodes, so what is paid
-- all the same is on hold until its owner has looked: it can go, or its money goes back.

create or replace function public.hold_undeliverable() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform public.refresh_hold(new.id, now());
  return null;
end $$;
drop trigger if exists orders_hold_undeliverable on public.orders;
create trigger orders_hold_undeliverable after insert or update of delivery_address, paid_at on public.orders for each row
  when (new.paid_at is not null and new.delivery_address is not null) execute function public.hold_undeliverable();

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

-- Orders that wait to be packed when this is first run.
do $$ begin
  perform public.refresh_hold(o.id, now()) from public.orders o
  where o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null
    and o.hold_released_at is null and public.undeliverable_area(o) is not null;
end $$;

revoke execute on all functions in schema public from public;
