-- A present: whom a parcel is for, whom it is from and a note, as the badge on its slip says them. The shopper's words; they
-- go when the order loses its name.
alter table public.orders
  add column gift_to text check (length(gift_to) between 1 and 40 and gift_to !~ '[[:cntrl:]]'),
  add column gift_from text check (length(gift_from) between 1 and 40 and gift_from !~ '[[:cntrl:]]'),
  add column gift_note text check (length(gift_note) between 1 and 200 and gift_note !~ '[[:cntrl:]]');

-- Of an order that is not paid yet: what was last said of it holds. Nulls take it back.
create function public.set_gift(p_order_id uuid, p_to text, p_from text, p_note text) returns void
language sql security definer set search_path = '' as $$
  update public.orders set gift_to = p_to, gift_from = p_from, gift_note = p_note
  where id = p_order_id and status = 'pending' and (gift_to, gift_from, gift_note) is distinct from (p_to, p_from, p_note);
$$;
revoke execute on function public.set_gift from public, anon, authenticated;
grant execute on function public.set_gift to service_role;

create function public.forget_gift() returns trigger language plpgsql set search_path = '' as $$
begin
  new.gift_to := null;
  new.gift_from := null;
  new.gift_note := null;
  return new;
end $$;
create trigger orders_forget_gift before update of erased_at on public.orders for each row
  when (new.erased_at is not null) execute function public.forget_gift();

-- What goes onto slips and labels, for orders that have not left, in the order that they are packed in. Allergens are those
-- of the day of the order.
create or replace function public.desk_slips(p_numbers bigint[]) returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.desk_enter('packer');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'number', o.number, 'placedAt', o.created_at, 'address', o.delivery_address, 'deliveryName', o.delivery_name,
      'isPriority', o.delivery_method_id = 'priority', 'note', k.note, 'isPacked', k.packed_at is not null,
      'gift', case when coalesce(o.gift_to, o.gift_from, o.gift_note) is not null
        then jsonb_build_object('to', o.gift_to, 'from', o.gift_from, 'note', o.gift_note) end,
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'position', i.position, 'name', i.name, 'size', i.size, 'pieces', t.pieces, 'allergens', i.allergens,
          'net', trim_scale(p.net_quantity) || ' ' || p.net_unit, 'isPicked', exists (select from public.line_picks x where x.item_id = i.id)
        ) order by i.position), '[]')
        from public.pieces_to_send(o.id) t join public.order_items i on i.id = t.item_id left join public.products p on p.id = i.product_id
        where t.pieces > 0
      )
    ) order by o.delivery_method_id = 'priority' desc, coalesce(o.paid_at, o.created_at), o.number), '[]')
    from public.orders o left join public.order_packing k on k.order_id = o.id
    where o.number = any (public.wanted_numbers(p_numbers)) and public.is_to_send(o)
  );
end $$;
