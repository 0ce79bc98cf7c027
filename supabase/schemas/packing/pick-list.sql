-- Returns the pieces to take from the shelf for a list, one row for each product and size, in the order of the album.
create or replace function public.desk_pick_list(p_list uuid) returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.require_staff('packer');
  return (
    with wanted as (
      select o.number, o.delivery_address ->> 'name' as person, i.id, i.slug, i.name, i.size, i.product_id, i.image, t.pieces,
        exists (select from public.line_picks x where x.item_id = i.id) as is_picked
      from public.order_packing k join public.orders o on o.id = k.order_id
      cross join lateral public.unsent_pieces(o.id) t join public.order_items i on i.id = t.item_id
      where k.pick_list = p_list and public.is_awaiting_dispatch(o) and t.pieces > 0
    ), summed as (
      select w.slug, w.size, min(w.name) as name, min(w.image) as image, sum(w.pieces) as pieces, bool_and(w.is_picked) as is_picked,
        min(p."Sort_order") as place, min(array_position(p.sizes, w.size)) as nth_size, min(p.tint) as tint, jsonb_agg(w.id order by w.id) as items,
        jsonb_agg(jsonb_build_object('number', w.number, 'name', w.person, 'pieces', w.pieces) order by w.number) as wanted_by
      from wanted w left join public.products p on p.id = w.product_id group by w.slug, w.size
    )
    select jsonb_build_object(
      'orders', (select coalesce(jsonb_agg(distinct w.number), '[]') from wanted w),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'slug', s.slug, 'size', s.size, 'name', s.name, 'image', s.image, 'tint', s.tint, 'place', s.place, 'pieces', s.pieces,
          'isPicked', s.is_picked, 'items', s.items, 'wantedBy', s.wanted_by
        ) order by s.place nulls last, s.name, s.nth_size, s.size), '[]') from summed s
      )
    )
  );
end $$;

-- Returns the data of packing slips and labels for orders that have not been sent, in packing order. `allergens` are those of the
-- recipe that is packed: the ordered one, or the chosen one. They are null until one is chosen, or when there are several, and are
-- in `recipe` then. A label that was wrong when it was ordered is replaced by the right one (`isCorrected`).
create or replace function public.desk_slips(p_numbers bigint[]) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare numbers bigint[];
begin
  perform public.require_staff('packer');
  numbers := public.require_order_numbers(p_numbers);
  return (
    with choices as materialized (
      select * from public.recipe_choices(array(select o.id from public.orders o where o.number = any (numbers)))
    ), corrected as materialized (
      select r.item_id, r.allergens from public.recipe_options(array(
        select i.id from public.orders o join public.order_items i on i.order_id = o.id
        where o.number = any (numbers) and exists (select from public.recipe_versions v where v.product_id = i.product_id and v.is_correction)
      )) r where r.is_corrected
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'number', o.number, 'placedAt', o.created_at, 'address', o.delivery_address, 'deliveryName', o.delivery_name,
      'isPriority', o.is_priority, 'note', k.note, 'isPacked', k.packed_at is not null,
      'gift', case when coalesce(o.gift_to, o.gift_from, o.gift_note) is not null
        then jsonb_build_object('to', o.gift_to, 'from', o.gift_from, 'note', o.gift_note) end,
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'position', i.position, 'name', i.name, 'size', i.size, 'pieces', t.pieces,
          'allergens', case when c.item_id is null then coalesce(w.allergens, i.allergens) when cardinality(c.chosen) = 1 then (
            select r ->> 'allergens' from jsonb_array_elements(c.options) r where (r ->> 'version')::integer = c.chosen[1]
          ) end,
          'recipe', case when c.item_id is not null then jsonb_build_object(
            'item', i.id, 'latest', c.latest_version, 'options', c.options, 'chosen', to_jsonb(c.chosen), 'product', i.product_id
          ) end, 'isCorrected', w.item_id is not null,
          'net', trim_scale(p.net_quantity) || ' ' || p.net_unit, 'isPicked', exists (select from public.line_picks x where x.item_id = i.id)
        ) order by i.position), '[]')
        from public.unsent_pieces(o.id) t join public.order_items i on i.id = t.item_id left join public.products p on p.id = i.product_id
        left join choices c on c.item_id = i.id left join corrected w on w.item_id = i.id
        where t.pieces > 0
      )
    ) order by o.is_priority desc, coalesce(o.paid_at, o.created_at), o.number), '[]')
    from public.orders o left join public.order_packing k on k.order_id = o.id
    where o.number = any (numbers) and public.is_awaiting_dispatch(o)
  );
end $$;

-- Puts orders on one new pick list; returns {"list", "elsewhere"}. Orders that are on another list stay there (`elsewhere`). If all
-- of them are already on the same list, returns that list, so that two requests, or two packers, make only one. p_request is the id
-- of the new list, so that a repeated request returns it.
create or replace function public.desk_make_pick_list(p_numbers bigint[], p_request uuid default null) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  numbers bigint[];
  unlisted bigint[];
  elsewhere bigint[];
  lists uuid[];
  list uuid := coalesce(p_request, gen_random_uuid());
begin
  perform public.require_staff('packer');
  numbers := public.require_order_numbers(p_numbers);
  perform pg_advisory_xact_lock(hashtextextended('pick_list', 20260960));
  perform from public.orders where number = any (numbers) order by number for update;
  select array_agg(o.number order by o.number) filter (where k.pick_list is null), array_agg(o.number order by o.number) filter (where k.pick_list <> list),
    array_agg(distinct k.pick_list) filter (where k.pick_list is not null)
  into unlisted, elsewhere, lists
  from public.orders o left join public.order_packing k on k.order_id = o.id
  where o.number = any (numbers) and public.is_awaiting_dispatch(o) and k.packed_at is null;
  if unlisted is null and lists is null and exists (
    select from public.orders o where o.number = any (numbers) and o.on_hold_since is not null and o.fulfilled_at is null
  ) then
    raise sqlstate 'PT400' using message = (
      select public.hold_reason(o) from public.orders o
      where o.number = any (numbers) and o.on_hold_since is not null and o.fulfilled_at is null order by o.number limit 1
    );
  elsif unlisted is null and lists is null then
    raise sqlstate 'PT400' using message = 'Nothing is left to pack of these: somebody was quicker.';
  elsif unlisted is null and list = any (lists) then
    return jsonb_build_object('list', list, 'elsewhere', to_jsonb(coalesce(elsewhere, '{}')));
  elsif unlisted is null and cardinality(lists) = 1 then
    return jsonb_build_object('list', lists[1], 'elsewhere', '[]'::jsonb);
  elsif unlisted is null then
    raise sqlstate 'PT400' using message = 'All of these are on pick lists already.';
  end if;
  insert into public.order_packing (order_id, pick_list) select o.id, list from public.orders o where o.number = any (unlisted)
  on conflict (order_id) do update set pick_list = excluded.pick_list;
  perform public.log_desk_action('pick_list', 'pick_list:' || list, null, to_jsonb(unlisted));
  return jsonb_build_object('list', list, 'elsewhere', to_jsonb(coalesce(elsewhere, '{}')));
end $$;

-- Removes an order from its pick list; the pieces picked for it count as put back on the shelf.
create or replace function public.desk_put_back(p_number bigint) returns void language plpgsql security definer set search_path = '' as $$
declare
  target_order public.orders;
  list uuid;
begin
  perform public.require_staff('packer');
  target_order := public.require_order(p_number);
  select k.pick_list into list from public.order_packing k where k.order_id = target_order.id;
  if list is null then return; end if;
  update public.order_packing set pick_list = null, packed_at = null where order_id = target_order.id;
  delete from public.line_picks x using public.order_items i where i.id = x.item_id and i.order_id = target_order.id;
  perform public.log_desk_action('put_back', 'order:' || p_number, jsonb_build_object('list', list));
end $$;

-- Marks lines of a pick list as picked, or as not picked. Marking a line twice changes nothing.
create or replace function public.desk_pick(p_items uuid[], p_is_picked boolean) returns void language plpgsql security definer set search_path = '' as $$
declare changed integer;
begin
  perform public.require_staff('packer');
  if cardinality(p_items) not between 1 and 1000 or p_is_picked is null then raise sqlstate 'PT400' using message = 'Please tick something.'; end if;
  if p_is_picked then
    insert into public.line_picks (item_id) select i.id from public.order_items i where i.id = any (p_items) order by i.id on conflict do nothing;
  else
    delete from public.line_picks where item_id = any (p_items);
  end if;
  get diagnostics changed = row_count;
  if changed > 0 then perform public.log_desk_action('pick', 'lines', null, jsonb_build_object('items', p_items, 'isPicked', p_is_picked)); end if;
end $$;

-- Marks orders as packed, or as not packed. Orders that have been sent in the meantime, or are on hold, stay unchanged. Returns the
-- numbers of the changed orders.
create or replace function public.desk_set_packed(p_numbers bigint[], p_is_packed boolean) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  numbers bigint[];
  changed jsonb;
begin
  perform public.require_staff('packer');
  numbers := public.require_order_numbers(p_numbers);
  perform from public.orders where number = any (numbers) order by number for update;
  select coalesce(jsonb_agg(o.number order by o.number), '[]') into changed from public.orders o where o.number = any (numbers) and public.is_awaiting_dispatch(o);
  if changed = '[]' and exists (select from public.orders o where o.number = any (numbers) and o.on_hold_since is not null and o.fulfilled_at is null) then
    raise sqlstate 'PT400' using message = (
      select public.hold_reason(o) from public.orders o
      where o.number = any (numbers) and o.on_hold_since is not null and o.fulfilled_at is null order by o.number limit 1
    );
  end if;
  if changed = '[]' then raise sqlstate 'PT400' using message = 'All of these have left already.'; end if;
  insert into public.order_packing (order_id, packed_at)
  select o.id, case when p_is_packed then now() end from public.orders o where o.number = any (numbers) and public.is_awaiting_dispatch(o)
  on conflict (order_id) do update set packed_at = case when p_is_packed then coalesce(order_packing.packed_at, excluded.packed_at) end;
  perform public.log_desk_action(case when p_is_packed then 'pack' else 'unpack' end, 'orders', null, changed);
  return changed;
end $$;

grant execute on function
  public.desk_pick_list,
  public.desk_slips,
  public.desk_make_pick_list,
  public.desk_put_back,
  public.desk_pick,
  public.desk_set_packed
to authenticated, service_role;
