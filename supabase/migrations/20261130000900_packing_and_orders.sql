-- What is kept of an order while it is packed, how it is sent, and what Today shows. An owner and a packer do the same here, so
-- what is read has no price but for an owner, no e-mail address, and a postal address only until the parcel has left.

-- ── What is kept ────────────────────────────────────────────────────────────────────────────────

-- One row an order that somebody has touched at the desk: the pick list that it is on, when it was packed, and a note for
-- whoever packs. Read and written by the functions below alone.
create table public.order_packing (
  order_id uuid primary key references public.orders on delete cascade,
  pick_list uuid,
  packed_at timestamptz,
  note text check (length(note) between 1 and 500)
);
create index order_packing_list on public.order_packing (pick_list) where pick_list is not null;
alter table public.order_packing enable row level security;
create trigger order_packing_tell_desk after insert or update or delete on public.order_packing
  for each statement execute function public.tell_desk('orders');

-- Lines that were taken from the shelf: ticks that outlive a reload, and that two packers share.
create table public.line_picks (
  item_id uuid primary key references public.order_items on delete cascade,
  picked_at timestamptz not null default now()
);
alter table public.line_picks enable row level security;
create trigger line_picks_tell_desk after insert or delete on public.line_picks
  for each statement execute function public.tell_desk('picks');

-- What of an order went ahead of the rest, as [{"position", "quantity"}]; the last parcel is the order's own.
create table public.part_parcels (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders on delete cascade,
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  carrier text,
  tracking text check (public.is_tracking(tracking)),
  sent_at timestamptz not null default now()
);
create index part_parcels_of_order on public.part_parcels (order_id);
create index part_parcels_sent on public.part_parcels (sent_at);
alter table public.part_parcels enable row level security;
create trigger part_parcels_tell_desk after insert or delete on public.part_parcels
  for each statement execute function public.tell_desk('orders');

-- Who is erased is erased here, too.
create function public.forget_packing() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.order_packing set note = null where order_id = new.id;
  update public.part_parcels set carrier = null, tracking = null where order_id = new.id;
  return null;
end $$;
create trigger orders_forget_packing after update of erased_at on public.orders for each row
  when (new.erased_at is not null) execute function public.forget_packing();

-- ── What is left to send ────────────────────────────────────────────────────────────────────────

-- Whether an order still has a parcel to come.
create function public.is_to_send(p_order public.orders) returns boolean language sql immutable set search_path = '' as $$
  select p_order.status in ('paid', 'partially_refunded') and p_order.fulfilled_at is null and p_order.sold_out_at is null
$$;

-- The pieces of each line that are neither paid back nor sent ahead. An order has a few lines: planned for a thousand, each
-- parcel of a list would be looked for among the lines of all orders.
create function public.pieces_to_send(p_order_id uuid) returns table (item_id uuid, "position" integer, pieces integer)
language sql stable security definer rows 5 set search_path = '' as $$
  select i.id, i.position::integer, greatest(0, i.quantity - i.refunded_quantity - coalesce((
    select sum((line ->> 'quantity')::integer) from public.part_parcels p cross join jsonb_array_elements(p.lines) as line
    where p.order_id = p_order_id and (line ->> 'position')::integer = i.position
  ), 0))::integer
  from public.order_items i where i.order_id = p_order_id
$$;

-- The email about a parcel waits for ten minutes, in which the owner may take it back.
create function public.time_to_undo() returns interval language sql immutable set search_path = ''
as $$ select interval '10 minutes' $$;

-- A parcel as its email shows it: what is in it, which is neither what was paid back nor what went ahead.
create function public.sent_letter(p_order_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', o.number, 'placedAt', o.created_at, 'deliveryName', o.delivery_name,
    'deliveryTime', nullif(d.description, ''), 'address', o.delivery_address, 'carrier', o.carrier,
    'trackingNumber', case when o.tracking not like 'https://%' then o.tracking end,
    'trackingLink', case when o.tracking like 'https://%' then o.tracking end,
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('name', i.name, 'slug', i.slug, 'quantity', t.pieces, 'size', i.size) order by i.position), '[]')
      from public.pieces_to_send(o.id) t join public.order_items i on i.id = t.item_id where t.pieces > 0
    )
  ) from public.orders o join public.delivery_methods d on d.id = o.delivery_method_id where o.id = p_order_id
$$;

-- Marks an order as sent, once. Answers with its number, or an error that says why not.
create function public.fulfil_order(
  p_number bigint, p_now timestamptz default now(), p_carrier text default null, p_tracking text default null
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare concerned public.orders;
begin
  select * into concerned from public.orders where number = p_number for update;
  if concerned.id is null then return public.checkout_error('not_found', 'There is no order ' || p_number); end if;
  if concerned.fulfilled_at is not null then
    return public.checkout_error('wrong_status', 'Order ' || p_number || ' was sent already');
  end if;
  if concerned.status not in ('paid', 'partially_refunded') then
    return public.checkout_error('wrong_status', 'Order ' || p_number || ' is ' || replace(concerned.status, '_', ' ') || ' and cannot be fulfilled');
  end if;
  if concerned.sold_out_at is not null then
    return public.checkout_error('wrong_status', 'Order ' || p_number || ' was sold out and is paid back, so there is nothing to send');
  end if;
  update public.orders set
    status = 'fulfilled', fulfilled_at = p_now, carrier = p_carrier, tracking = p_tracking, updated_at = p_now
  where id = concerned.id;
  perform public.queue_letter('order_sent', concerned.email, public.sent_letter(concerned.id), concerned.id::text, p_now);
  update public.outbox set next_attempt_at = p_now + public.time_to_undo() where dedupe_key = 'order_sent:' || concerned.id;
  return jsonb_build_object('number', p_number, 'status', 'fulfilled');
end $$;

-- Takes that back, as long as its email has not gone out.
create function public.undo_fulfilment(p_number bigint, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  concerned public.orders;
  email_key text;
begin
  select * into concerned from public.orders where number = p_number for update;
  if concerned.id is null then return public.checkout_error('not_found', 'There is no order ' || p_number); end if;
  if concerned.fulfilled_at is null then
    return public.checkout_error('wrong_status', 'Order ' || p_number || ' is not marked as sent');
  end if;
  if concerned.erased_at is not null then
    return public.checkout_error('wrong_status', 'Order ' || p_number || ' no longer has a name and address, so it stays as sent');
  end if;
  email_key := 'order_sent:' || concerned.id;
  -- Not an email that somebody has claimed: the mail server may have it.
  delete from public.outbox where dedupe_key = email_key and sent_at is null and attempts = 0 and p_now < concerned.fulfilled_at + public.time_to_undo();
  if not found and exists (select from public.outbox where dedupe_key = email_key and (sent_at is not null or attempts > 0)) then
    return public.checkout_error('told', 'The shopper has been told that order ' || p_number || ' is on its way, so that cannot be undone');
  end if;
  if p_now >= concerned.fulfilled_at + public.time_to_undo() then
    return public.checkout_error('too_late', 'Order ' || p_number || ' was marked as sent more than ten minutes ago, so that cannot be undone');
  end if;
  update public.orders set
    status = case when status <> 'fulfilled' then status when refunded > 0 then 'partially_refunded' else 'paid' end,
    fulfilled_at = null, carrier = null, tracking = null, updated_at = p_now
  where id = concerned.id returning * into concerned;
  return jsonb_build_object('number', p_number, 'status', concerned.status);
end $$;

create function public.wanted_order(p_number bigint) returns public.orders language plpgsql security definer set search_path = '' as $$
declare found public.orders;
begin
  select * into found from public.orders where number = p_number for update;
  if found.id is null then raise sqlstate 'PT400' using message = 'There is no order ' || coalesce(p_number::text, 'without a number') || '.'; end if;
  return found;
end $$;

-- Up to 200 orders at a time, each once.
create function public.wanted_numbers(p_numbers bigint[]) returns bigint[] language plpgsql immutable set search_path = '' as $$
declare numbers bigint[] := array(select distinct n from unnest(p_numbers) n where n is not null order by n);
begin
  if cardinality(numbers) not between 1 and 200 then raise sqlstate 'PT400' using message = 'Please choose from 1 to 200 orders.'; end if;
  return numbers;
end $$;

-- ── What is read ────────────────────────────────────────────────────────────────────────────────

-- A page of those that are to be sent, in the order that they are packed in, without counting what is in all of them.
create function public.numbers_to_pack(p_is_packed boolean, p_most integer, p_skipped integer) returns bigint[]
language sql stable security definer set search_path = '' as $$
  select array(
    select o.number from public.orders o left join public.order_packing k on k.order_id = o.id
    where o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null
      and (k.packed_at is not null) = p_is_packed
    order by (o.delivery_method_id = 'priority') desc, coalesce(o.paid_at, o.created_at), o.number limit p_most offset p_skipped
  )
$$;

-- What waits to be sent: {"orders", "pieces", "priority", "packed", "oldest"}, all but "packed" of what is not packed yet.
create function public.count_to_pack() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'orders', count(*) filter (where k.packed_at is null), 'packed', count(k.packed_at),
    'priority', count(*) filter (where k.packed_at is null and o.delivery_method_id = 'priority'),
    'pieces', (
      select coalesce(sum(i.quantity - i.refunded_quantity), 0)
      from public.orders x join public.order_items i on i.order_id = x.id
      where x.status in ('paid', 'partially_refunded') and x.fulfilled_at is null and x.sold_out_at is null
        and not exists (select from public.order_packing p where p.order_id = x.id and p.packed_at is not null)
    ) - (
      -- What went ahead, line by line as `pieces_to_send` counts it off.
      select coalesce(sum(i.quantity - i.refunded_quantity - t.pieces), 0)
      from (select distinct a.order_id as id from public.part_parcels a) ahead
      join public.orders x on x.id = ahead.id left join public.order_packing p on p.order_id = x.id
      cross join lateral public.pieces_to_send(x.id) t join public.order_items i on i.id = t.item_id
      where x.status in ('paid', 'partially_refunded') and x.fulfilled_at is null and x.sold_out_at is null and p.packed_at is null
    ),
    'oldest', (
      -- Each kind stands in its turn in the index.
      select jsonb_build_object('number', f.number, 'since', f.since)
      from (values (true), (false)) kinds (is_priority) cross join lateral (
        select x.number, coalesce(x.paid_at, x.created_at) as since
        from public.orders x left join public.order_packing p on p.order_id = x.id
        where x.status in ('paid', 'partially_refunded') and x.fulfilled_at is null and x.sold_out_at is null and p.packed_at is null
          and (x.delivery_method_id = 'priority') = kinds.is_priority
        order by 2, 1 limit 1
      ) f order by f.since, f.number limit 1
    )
  )
  from public.orders o left join public.order_packing k on k.order_id = o.id
  where o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null
$$;

-- Orders as rows of Pack. `since` is from when its shopper waits.
create function public.parcel_rows(p_orders uuid[]) returns table (order_id uuid, told jsonb) language sql stable security definer set search_path = '' as $$
  with here as materialized (
    select o, o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null as is_here
    from public.orders o where o.id = any (p_orders)
  ), ahead as (
    select p.order_id, (line ->> 'position')::integer as position, sum((line ->> 'quantity')::integer) as pieces
    from public.part_parcels p cross join jsonb_array_elements(p.lines) as line
    where p.order_id = any (p_orders) group by 1, 2
  ), lines as (
    select i.order_id, jsonb_agg(jsonb_build_object('position', i.position, 'name', i.name, 'size', i.size, 'pieces', c.pieces) order by i.position) as told
    from here h join public.order_items i on i.order_id = (h.o).id
    left join ahead a on h.is_here and a.order_id = i.order_id and a.position = i.position
    cross join lateral (select greatest(0, i.quantity - i.refunded_quantity - coalesce(a.pieces, 0))::integer as pieces) c
    where c.pieces > 0 group by i.order_id
  )
  select (h.o).id, jsonb_build_object(
    'number', (h.o).number, 'name', (h.o).delivery_address ->> 'name', 'isToSend', h.is_here,
    'district', case when h.is_here then nullif(split_part(upper((h.o).delivery_address ->> 'postcode'), ' ', 1), '') end,
    'isPriority', (h.o).delivery_method_id = 'priority', 'isXl', (h.o).delivery_method_id = 'xl', 'isBox', (h.o).is_subscription,
    'status', (h.o).status, 'since', coalesce((h.o).paid_at, (h.o).created_at), 'sentAt', (h.o).fulfilled_at,
    'carrier', (h.o).carrier, 'tracking', (h.o).tracking, 'note', k.note, 'pickList', k.pick_list, 'packedAt', k.packed_at,
    'isPartSent', exists (select from public.part_parcels p where p.order_id = (h.o).id), 'lines', coalesce(l.told, '[]')
  )
  from here h left join lines l on l.order_id = (h.o).id left join public.order_packing k on k.order_id = (h.o).id
$$;

-- A page of p_tab ('to-pack', 'packed', 'sent', 'all'): {"counts", "lists", "undoable", "orders"}. `lists` are the pick lists
-- that are being worked through, `undoable` what was sent in the last ten minutes, by the press that sent it.
create function public.desk_parcels(p_tab text default 'to-pack', p_limit integer default 100, p_offset integer default 0) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most integer := least(greatest(p_limit, 1), 200);
  skipped integer := greatest(p_offset, 0);
  waiting jsonb;
  ever record;
  page uuid[];
begin
  perform public.desk_enter('packer');
  waiting := public.count_to_pack();
  select * into ever from public.count_orders();
  page := case p_tab
    when 'sent' then array(select o.id from public.orders o where o.fulfilled_at is not null order by o.fulfilled_at desc limit most offset skipped)
    when 'all' then array(select o.id from public.orders o where o.paid_at is not null order by o.paid_at desc limit most offset skipped)
    else array(
      select o.id from unnest(public.numbers_to_pack(p_tab = 'packed', most, skipped)) with ordinality n (number, place)
      join public.orders o using (number) where p_tab in ('to-pack', 'packed') order by n.place
    )
  end;
  return jsonb_build_object('counts', jsonb_build_object(
    'to-pack', waiting -> 'orders', 'pieces', waiting -> 'pieces', 'packed', waiting -> 'packed',
    'sent', ever.sent, 'all', ever.paid
  ), 'lists', (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'orders', l.orders, 'pieces', l.pieces, 'picked', l.picked) order by l.id), '[]')
    from (
      select k.pick_list as id, count(distinct k.order_id) as orders, sum(t.pieces) as pieces,
        coalesce(sum(t.pieces) filter (where exists (select from public.line_picks x where x.item_id = t.item_id)), 0) as picked
      from public.order_packing k join public.orders o on o.id = k.order_id cross join lateral public.pieces_to_send(o.id) t
      where k.pick_list is not null and k.packed_at is null and public.is_to_send(o) group by k.pick_list
    ) l
  ), 'undoable', (
    select coalesce(jsonb_agg(to_jsonb(u) order by u."sentAt" desc), '[]') from (
      select s.at as "sentAt", s.at + public.time_to_undo() as "mailsAt", array_remove(array_agg(s.whole order by s.whole), null) as numbers,
        array_remove(array_agg(s.part), null) as parts, array_agg(s.number order by s.number) as orders
      from (
        select o.fulfilled_at as at, o.number, o.number as whole, null::uuid as part from public.orders o
        where o.fulfilled_at > now() - public.time_to_undo() and o.erased_at is null
        union all
        select p.sent_at, o.number, null, p.id from public.part_parcels p join public.orders o on o.id = p.order_id
        where p.sent_at > now() - public.time_to_undo()
      ) s group by s.at
    ) u
  ), 'orders', (select coalesce(jsonb_agg(r.told order by array_position(page, r.order_id)), '[]') from public.parcel_rows(page) r));
end $$;

-- What is to be taken from the shelf for a list, a product and size at a time, in the order of the album.
create function public.desk_pick_list(p_list uuid) returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.desk_enter('packer');
  return (
    with wanted as (
      select o.number, o.delivery_address ->> 'name' as person, i.id, i.slug, i.name, i.size, i.product_id, i.image, t.pieces,
        exists (select from public.line_picks x where x.item_id = i.id) as is_picked
      from public.order_packing k join public.orders o on o.id = k.order_id
      cross join lateral public.pieces_to_send(o.id) t join public.order_items i on i.id = t.item_id
      where k.pick_list = p_list and public.is_to_send(o) and t.pieces > 0
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

-- What goes onto slips and labels, for orders that have not left, in the order that they are packed in. Allergens are those
-- of the day of the order.
create function public.desk_slips(p_numbers bigint[]) returns jsonb language plpgsql stable security definer set search_path = '' as $$
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

-- The order that came in last, as the live line says it; its sum for an owner.
create function public.desk_newest_order() returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.desk_enter('packer');
  return (
    select jsonb_build_object('number', o.number, 'total', case when public.staff_role() = 'owner' then o.total end,
      'pieces', (select sum(i.quantity) from public.order_items i where i.order_id = o.id))
    from public.orders o where o.paid_at is not null and o.sold_out_at is null order by o.paid_at desc limit 1
  );
end $$;

-- ── What is done ────────────────────────────────────────────────────────────────────────────────

-- Puts orders on one new pick list: {"list", "elsewhere"}. What is on a list stays there (`elsewhere`); where all of them are
-- on the same one already, that is the list, so that two presses, or two packers, make one.
create function public.desk_make_pick_list(p_numbers bigint[]) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  numbers bigint[];
  mine bigint[];
  listed bigint[];
  lists uuid[];
  list uuid := gen_random_uuid();
begin
  perform public.desk_enter('packer');
  numbers := public.wanted_numbers(p_numbers);
  perform pg_advisory_xact_lock(hashtextextended('pick_list', 20260960));
  perform from public.orders where number = any (numbers) order by number for update;
  select array_agg(o.number order by o.number) filter (where k.pick_list is null), array_agg(o.number order by o.number) filter (where k.pick_list is not null),
    array_agg(distinct k.pick_list) filter (where k.pick_list is not null)
  into mine, listed, lists
  from public.orders o left join public.order_packing k on k.order_id = o.id
  where o.number = any (numbers) and public.is_to_send(o) and k.packed_at is null;
  if mine is null and lists is null then
    raise sqlstate 'PT400' using message = 'Nothing is left to pack of these: somebody was quicker.';
  elsif mine is null and cardinality(lists) = 1 then
    return jsonb_build_object('list', lists[1], 'elsewhere', '[]'::jsonb);
  elsif mine is null then
    raise sqlstate 'PT400' using message = 'All of these are on pick lists already.';
  end if;
  insert into public.order_packing (order_id, pick_list) select o.id, list from public.orders o where o.number = any (mine)
  on conflict (order_id) do update set pick_list = excluded.pick_list;
  perform public.desk_note('pick_list', 'pick_list:' || list, null, to_jsonb(mine));
  return jsonb_build_object('list', list, 'elsewhere', to_jsonb(coalesce(listed, '{}')));
end $$;

-- Takes an order off its list: what was picked for it is back on the shelf.
create function public.desk_put_back(p_number bigint) returns void language plpgsql security definer set search_path = '' as $$
declare
  concerned public.orders;
  list uuid;
begin
  perform public.desk_enter('packer');
  concerned := public.wanted_order(p_number);
  select k.pick_list into list from public.order_packing k where k.order_id = concerned.id;
  if list is null then return; end if;
  update public.order_packing set pick_list = null, packed_at = null where order_id = concerned.id;
  delete from public.line_picks x using public.order_items i where i.id = x.item_id and i.order_id = concerned.id;
  perform public.desk_note('put_back', 'order:' || p_number, jsonb_build_object('list', list));
end $$;

-- Ticks lines, or takes their ticks off. Whoever ticks what is ticked changes nothing.
create function public.desk_pick(p_items uuid[], p_is_picked boolean) returns void language plpgsql security definer set search_path = '' as $$
declare changed integer;
begin
  perform public.desk_enter('packer');
  if cardinality(p_items) not between 1 and 1000 or p_is_picked is null then raise sqlstate 'PT400' using message = 'Please tick something.'; end if;
  if p_is_picked then
    insert into public.line_picks (item_id) select i.id from public.order_items i where i.id = any (p_items) order by i.id on conflict do nothing;
  else
    delete from public.line_picks where item_id = any (p_items);
  end if;
  get diagnostics changed = row_count;
  if changed > 0 then perform public.desk_note('pick', 'lines', null, jsonb_build_object('items', p_items, 'isPicked', p_is_picked)); end if;
end $$;

-- Orders are packed, or are not after all. What has left meanwhile stays as it is. Gives the orders that it holds of.
create function public.desk_set_packed(p_numbers bigint[], p_is_packed boolean) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  numbers bigint[];
  held jsonb;
begin
  perform public.desk_enter('packer');
  numbers := public.wanted_numbers(p_numbers);
  perform from public.orders where number = any (numbers) order by number for update;
  select coalesce(jsonb_agg(o.number order by o.number), '[]') into held from public.orders o where o.number = any (numbers) and public.is_to_send(o);
  if held = '[]' then raise sqlstate 'PT400' using message = 'All of these have left already.'; end if;
  insert into public.order_packing (order_id, packed_at)
  select o.id, case when p_is_packed then now() end from public.orders o where o.number = any (numbers) and public.is_to_send(o)
  on conflict (order_id) do update set packed_at = case when p_is_packed then coalesce(order_packing.packed_at, excluded.packed_at) end;
  perform public.desk_note(case when p_is_packed then 'pack' else 'unpack' end, 'orders', null, held);
  return held;
end $$;

create function public.checked_carrier(p_carrier text) returns text language plpgsql immutable set search_path = '' as $$
declare carrier text := nullif(public.trim_text(p_carrier), '');
begin
  if length(carrier) > 60 or carrier ~ '[[:cntrl:]]' then
    raise sqlstate 'PT400' using message = 'A carrier is a name of up to sixty characters, such as Royal Mail.';
  end if;
  return carrier;
end $$;

create function public.no_tracking(p_tracking text) returns text language sql immutable set search_path = ''
as $$ select '“' || left(p_tracking, 60) || '” is no tracking number, and no address that starts with https://.' $$;

-- Marks orders as sent, each by itself: p_parcels [{"number", "tracking"}]. Answers {"sent": [number], "refused": [{"number",
-- "message"}]}. One that was sent just so counts as sent, so that whoever presses again doubles nothing.
create function public.desk_send(p_carrier text, p_parcels jsonb) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  with_carrier text;
  parcel record;
  concerned public.orders;
  answer jsonb;
  sent jsonb := '[]';
  refused jsonb := '[]';
begin
  perform public.desk_enter('packer');
  with_carrier := public.checked_carrier(p_carrier);
  if jsonb_typeof(p_parcels) is distinct from 'array' or jsonb_array_length(p_parcels) not between 1 and 200 then
    raise sqlstate 'PT400' using message = 'Please choose from 1 to 200 orders.';
  end if;
  for parcel in
    select distinct on (p.number) p.number, nullif(public.trim_text(p.tracking), '') as tracking
    from jsonb_to_recordset(p_parcels) as p (number bigint, tracking text) order by p.number
  loop
    select * into concerned from public.orders where number = parcel.number for update;
    if exists (select from public.refunds r where r.order_id = concerned.id and r.cancels and r.booked_at is null) then
      refused := refused || jsonb_build_object('number', parcel.number, 'message', 'Order ' || parcel.number || ' is being cancelled');
      continue;
    elsif concerned.fulfilled_at is null or (concerned.carrier, concerned.tracking) is distinct from (with_carrier, parcel.tracking) then
      answer := case when public.is_tracking(parcel.tracking) is false then public.checkout_error('no_tracking', public.no_tracking(parcel.tracking))
        else public.fulfil_order(parcel.number, now(), with_carrier, parcel.tracking) end;
      if answer ? 'error' then
        refused := refused || jsonb_build_object('number', parcel.number, 'message', answer -> 'error' ->> 'message');
        continue;
      end if;
      perform public.desk_note('send', 'order:' || parcel.number, null, jsonb_build_object('carrier', with_carrier));
    end if;
    sent := sent || to_jsonb(parcel.number);
  end loop;
  return jsonb_build_object('sent', sent, 'refused', refused);
end $$;

-- Sends some pieces ahead of the rest, p_lines [{"position", "quantity"}], with a mail of their own that waits as long as
-- any. p_left is how many pieces of the order whoever asks believes are to be sent.
create function public.desk_send_part(
  p_number bigint, p_lines jsonb, p_carrier text, p_tracking text, p_left integer, p_request uuid default null
) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  with_carrier text;
  number_or_link text := nullif(public.trim_text(p_tracking), '');
  concerned public.orders;
  goods jsonb;
  chosen integer;
  whole integer;
  sent_part uuid := coalesce(p_request, gen_random_uuid());
begin
  perform public.desk_enter('packer');
  with_carrier := public.checked_carrier(p_carrier);
  concerned := public.wanted_order(p_number);
  if exists (select from public.part_parcels p where p.id = p_request and p.order_id = concerned.id) then return p_request; end if;
  if not public.is_to_send(concerned) then raise sqlstate 'PT400' using message = 'Order ' || p_number || ' has left, or was paid back.'; end if;
  select sum(t.pieces) into whole from public.pieces_to_send(concerned.id) t;
  if whole is distinct from p_left then perform public.desk_conflict(jsonb_build_object('left', whole)); end if;
  select sum(line.quantity), jsonb_agg(jsonb_build_object('name', i.name, 'slug', i.slug, 'quantity', line.quantity, 'size', i.size) order by i.position)
  into chosen, goods
  from jsonb_to_recordset(p_lines) as line ("position" integer, quantity integer)
  join public.pieces_to_send(concerned.id) t on t.position = line.position join public.order_items i on i.id = t.item_id
  where line.quantity between 1 and t.pieces;
  if chosen is null or jsonb_array_length(goods) <> jsonb_array_length(p_lines)
    or (select count(*) <> count(distinct line -> 'position') from jsonb_array_elements(p_lines) as line) then
    raise sqlstate 'PT400' using message = 'Please choose pieces of order ' || p_number || ' that are still to be sent.';
  elsif chosen = whole then
    raise sqlstate 'PT400' using message = 'That is all that is left of order ' || p_number || ': mark it as sent.';
  elsif public.is_tracking(number_or_link) is false then
    raise sqlstate 'PT400' using message = public.no_tracking(number_or_link);
  end if;
  insert into public.part_parcels (id, order_id, lines, carrier, tracking) values (sent_part, concerned.id, p_lines, with_carrier, number_or_link);
  delete from public.line_picks x using public.order_items i
  where i.id = x.item_id and i.order_id = concerned.id and i.position in (select (line ->> 'position')::integer from jsonb_array_elements(p_lines) as line);
  perform public.queue_letter('order_sent', concerned.email, public.sent_letter(concerned.id) || jsonb_build_object(
    'carrier', with_carrier, 'lines', goods, 'isPart', true,
    'trackingNumber', case when number_or_link not like 'https://%' then number_or_link end,
    'trackingLink', case when number_or_link like 'https://%' then number_or_link end
  ), concerned.id || ':' || sent_part, now());
  update public.outbox set next_attempt_at = now() + public.time_to_undo() where dedupe_key = 'order_sent:' || concerned.id || ':' || sent_part;
  perform public.desk_note('send_part', 'order:' || p_number, null, jsonb_build_object('lines', p_lines, 'carrier', with_carrier));
  return sent_part;
end $$;

-- Takes back what was marked as sent, whole orders and parts, as long as no mail has gone. Answers {"undone": [number],
-- "refused": [{"number", "message"}]}; what is not marked as sent counts as undone.
create function public.desk_undo_sent(p_numbers bigint[] default '{}', p_parts uuid[] default '{}') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  one bigint;
  part public.part_parcels;
  answer jsonb;
  undone jsonb := '[]';
  refused jsonb := '[]';
begin
  perform public.desk_enter('packer');
  if cardinality(p_numbers) > 200 or cardinality(p_parts) > 200 then raise sqlstate 'PT400' using message = 'Please choose from 1 to 200 orders.'; end if;
  foreach one in array array(select distinct n from unnest(p_numbers) n order by n) loop
    if (public.wanted_order(one)).fulfilled_at is not null then
      answer := public.undo_fulfilment(one, now());
      if answer ? 'error' then
        refused := refused || jsonb_build_object('number', one, 'message', answer -> 'error' ->> 'message');
        continue;
      end if;
      perform public.desk_note('undo_send', 'order:' || one);
    end if;
    undone := undone || to_jsonb(one);
  end loop;
  for part in select * from public.part_parcels where id = any (p_parts) order by id for update loop
    select number into one from public.orders where id = part.order_id;
    delete from public.outbox where dedupe_key = 'order_sent:' || part.order_id || ':' || part.id and sent_at is null and attempts = 0
      and now() < part.sent_at + public.time_to_undo();
    if not found then
      refused := refused || jsonb_build_object('number', one, 'message', 'The shopper has been told that part of order ' || one || ' is on its way, so that cannot be undone');
      continue;
    end if;
    delete from public.part_parcels where id = part.id;
    perform public.desk_note('undo_send_part', 'order:' || one, jsonb_build_object('lines', part.lines, 'carrier', part.carrier));
    undone := undone || to_jsonb(one);
  end loop;
  return jsonb_build_object('undone', undone, 'refused', refused);
end $$;

-- The note that whoever packs an order reads; p_was is what it was written over.
create function public.desk_set_order_note(p_number bigint, p_note text, p_was text default null) returns void language plpgsql security definer set search_path = '' as $$
declare
  concerned public.orders;
  given text := nullif(public.trim_text(p_note), '');
  had text;
begin
  perform public.desk_enter('packer');
  if length(given) > 500 then raise sqlstate 'PT400' using message = 'A note has up to 500 characters.'; end if;
  concerned := public.wanted_order(p_number);
  if concerned.erased_at is not null then raise sqlstate 'PT400' using message = 'Order ' || p_number || ' is anonymous, so it takes no note.'; end if;
  select k.note into had from public.order_packing k where k.order_id = concerned.id;
  if had is not distinct from given then return; end if;
  if had is distinct from nullif(public.trim_text(p_was), '') then perform public.desk_conflict(jsonb_build_object('note', had)); end if;
  insert into public.order_packing (order_id, note) values (concerned.id, given) on conflict (order_id) do update set note = excluded.note;
  -- Its words may name somebody, and the log is for ever.
  perform public.desk_note('note', 'order:' || p_number);
end $$;

-- ── Today ───────────────────────────────────────────────────────────────────────────────────────

-- Whom nobody has answered yet: who stands in the first stage, which the desk of enquiries adds to their table.
create function public.enquiries_to_answer() returns setof public.enquiries language plpgsql stable security definer set search_path = '' as $$
begin
  return query select * from public.enquiries e where coalesce(e.stage, 'new') = 'new';
end $$;

-- What was taken since the beginning of a London day, up to a time of it: {"orders", "pence"}.
create function public.taken_on(p_until timestamptz) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('orders', count(*), 'pence', coalesce(sum(o.total), 0)) from public.orders o
  where o.paid_at >= date_trunc('day', p_until at time zone 'Europe/London') at time zone 'Europe/London' and o.paid_at <= p_until
$$;

-- Counted products that have gone down to five pieces, while they sell.
create function public.running_low() returns jsonb language sql stable security definer set search_path = '' as $$
  with low as (
    select p.name, p.stock from public.products p where p.active and p.stock <= 5 and not p."isSoldOut" and not p."isComingSoon"
  )
  select jsonb_build_object('count', (select count(*) from low), 'first', (
    select coalesce(jsonb_agg(to_jsonb(f) order by f.stock, f.name), '[]') from (select * from low order by low.stock, low.name limit 3) f
  ))
$$;

-- What needs doing now. A packer is told what is to be packed, and of the stock. Who is to be answered is not to be followed up.
-- Every desk that is open reads this at every order: planning its parts anew took longer than reading them.
create function public.desk_today() returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  next bigint[];
  answer jsonb;
begin
  perform public.desk_enter('packer');
  next := public.numbers_to_pack(false, 2, 0);
  answer := jsonb_build_object('toPack', public.count_to_pack() || jsonb_build_object(
    'lastSent', (select x.fulfilled_at from public.orders x where x.fulfilled_at is not null order by x.fulfilled_at desc limit 1),
    'first', (
      select coalesce(jsonb_agg(jsonb_build_object('row', r.told, 'pieces', (
        select coalesce(sum((line ->> 'pieces')::integer), 0) from jsonb_array_elements(r.told -> 'lines') line
      )) order by array_position(next, (r.told ->> 'number')::bigint)), '[]')
      from public.parcel_rows(array(select o.id from public.orders o where o.number = any (next))) r
    )
  ), 'runningLow', public.running_low());
  if public.staff_role() <> 'owner' then return answer; end if;
  return answer || jsonb_build_object(
    'toAnswer', (
      select jsonb_build_object('count', count(*), 'oldest', (array_agg(jsonb_build_object('name', e.name, 'about', coalesce(e.event_type, e.business_name), 'since', e.created_at) order by e.created_at))[1])
      from public.enquiries_to_answer() e
    ),
    'followUps', (
      select jsonb_build_object('count', count(*), 'names', coalesce(to_jsonb((array_agg(e.name order by e.follow_up_on, e.created_at))[1:3]), '[]'))
      from public.desk_enquiries e where e.is_due and e.follow_up_on is not null and e.stage <> 'new'
    ),
    'stuckMail', (
      select jsonb_build_object('count', count(*), 'latest', (array_agg(jsonb_build_object('template', o.template, 'number', o.data ->> 'number', 'error', o.last_error) order by o.failed_at desc))[1])
      from public.outbox o where o.failed_at is not null and not o.called_off and o.template <> 'stuck_notice'
    ),
    'boxPayments', (
      select jsonb_build_object('count', count(*), 'names', coalesce(to_jsonb((array_agg(o.delivery_address ->> 'name' order by s.updated_at desc) filter (where o.delivery_address ->> 'name' is not null))[1:3]), '[]'), 'retryAt', min(s.retry_at))
      from public.subscriptions s join public.orders o on o.id = s.order_id where s.overdue_invoice_id is not null and s.status <> 'cancelled'
    ),
    'labels', public.labels_incomplete(),
    'stuck', (
      select coalesce(jsonb_agg(to_jsonb(w)), '[]') from (
        select s.kind, s.amount, s.since, s.details[1] as detail
        from public.stuck_work(now() - interval '30 days', now()) s where s.kind in ('late_letters', 'payments', 'catalogue', 'balance')
        union all
        select 'backup', 1, b.succeeded_at, left(b.reason, 300) from public.last_backup b where public.is_backup_wanted(b)
      ) w
    ),
    'taken', public.taken_on(now()),
    'takenLastWeek', public.taken_on((now() at time zone 'Europe/London' - interval '7 days') at time zone 'Europe/London')
  );
end $$;

-- ══ Orders at the desk ═══════════════════════════════════════════════════════════════════════════

-- The desk's orders: how they are found, what happened to one, what goes back of it, and the mail that is sent again.

-- ── What is found ───────────────────────────────────────────────────────────────────────────────

-- How an order stands, by the names of the desk's chips.
create function public.order_state(p_order public.orders, p_is_packed boolean) returns text language sql immutable set search_path = '' as $$
  select case
    when p_order.cancelled_at is not null then 'cancelled'
    when p_order.status = 'refunded' or p_order.sold_out_at is not null then 'paid-back'
    when p_order.fulfilled_at is not null then 'sent'
    when p_order.status = 'payment_failed' then 'payment-failed'
    when p_order.paid_at is null then 'not-paid'
    when p_is_packed then 'packed'
    else 'to-pack'
  end
$$;

-- What of an order stands in a list. Without settings of its own it becomes part of the statement that calls it.
create function public.order_told(p_order public.orders, p_is_packed boolean, p_lines jsonb) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'number', p_order.number, 'name', p_order.delivery_address ->> 'name', 'email', nullif(p_order.email, ''), 'total', p_order.total,
    'placedAt', p_order.created_at, 'state', public.order_state(p_order, p_is_packed),
    'isPartPaidBack', p_order.refunded > 0 and p_order.refunded < p_order.total,
    'isPriority', p_order.delivery_method_id = 'priority', 'lines', coalesce(p_lines, '[]')
  )
$$;

-- What of an order stands in a list.
create function public.order_row(p_order public.orders, p_is_packed boolean) returns jsonb language sql stable security definer set search_path = '' as $$
  select public.order_told(p_order, p_is_packed, (
    select jsonb_agg(jsonb_build_object('name', i.name, 'quantity', i.quantity) order by i.position)
    from public.order_items i where i.order_id = p_order.id
  ))
$$;
create function public.order_rows(p_numbers bigint[]) returns table (number bigint, told jsonb) language sql stable security definer set search_path = '' as $$
  with here as materialized (
    select o.id, o from public.orders o where o.number = any (p_numbers)
  ), lines as (
    select i.order_id, jsonb_agg(jsonb_build_object('name', i.name, 'quantity', i.quantity) order by i.position) as told
    from here h join public.order_items i on i.order_id = h.id group by i.order_id
  )
  select (h.o).number, public.order_told(h.o, k.packed_at is not null, l.told)
  from here h left join lines l on l.order_id = h.id left join public.order_packing k on k.order_id = h.id
$$;

-- How many orders stand in each tab of the list.
create function public.order_counts() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'to-pack', waiting.here, 'packed', waiting.packed,
    'sent', ever.sent,
    'paid-back', (select count(*) from public.orders o where o.refunded > 0),
    'cancelled', (select count(*) from public.orders o where o.cancelled_at is not null),
    'payment-failed', (select count(*) from public.orders o where o.status = 'payment_failed'),
    'box-payments', (select count(*) from public.subscriptions s where s.overdue_invoice_id is not null and s.status <> 'cancelled'),
    'all', ever.paid
  )
  from public.count_orders() ever, (
    select count(*) filter (where k.packed_at is null) as here, count(k.packed_at) as packed
    from public.orders o left join public.order_packing k on k.order_id = o.id
    where o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null
  ) waiting
$$;

-- A page of orders, the newest first, those to pack as Pack has them: what p_search finds, or those of p_tab. Answers
-- {"total", "counts", "orders"}; of a search the latest 1,001 at most.
create function public.desk_orders(p_tab text default 'all', p_search text default null, p_limit integer default 50, p_offset integer default 0)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  sought text := nullif(ltrim(public.trim_text(left(p_search, 200)), '#'), '');
  most integer := least(greatest(coalesce(p_limit, 50), 1), 200);
  skipped integer := greatest(coalesce(p_offset, 0), 0);
  counts jsonb;
  total bigint;
  page bigint[];
begin
  perform public.desk_enter();
  if sought is not null then
    with found as materialized (select f.number from public.orders_sought(null, null, sought, 1001) as f (number))
    select (select count(*) from found), array(select f.number from found f order by f.number desc limit most offset skipped) into total, page;
  else
    counts := public.order_counts();
    total := coalesce((counts ->> p_tab)::bigint, 0);
    page := case p_tab
      when 'to-pack' then public.numbers_to_pack(false, most, skipped)
      when 'packed' then public.numbers_to_pack(true, most, skipped)
      when 'sent' then array(select o.number from public.orders o where o.fulfilled_at is not null order by o.fulfilled_at desc limit most offset skipped)
      when 'paid-back' then array(select o.number from public.orders o where o.refunded > 0 order by o.number desc limit most offset skipped)
      when 'cancelled' then array(select o.number from public.orders o where o.cancelled_at is not null order by o.number desc limit most offset skipped)
      when 'payment-failed' then array(select o.number from public.orders o where o.status = 'payment_failed' order by o.number desc limit most offset skipped)
      -- The orders that those boxes began with, the latest first.
      when 'box-payments' then array(
        select o.number from public.subscriptions s join public.orders o on o.id = s.order_id
        where s.overdue_invoice_id is not null and s.status <> 'cancelled' order by s.updated_at desc limit most offset skipped
      )
      else array(select o.number from public.orders o where o.paid_at is not null order by o.paid_at desc limit most offset skipped)
    end;
  end if;
  return jsonb_build_object('total', total, 'counts', counts, 'orders', (
    select coalesce(jsonb_agg(r.told order by array_position(page, r.number)), '[]') from public.order_rows(page) r
  ));
end $$;

-- ── One order ───────────────────────────────────────────────────────────────────────────────────

-- Everything that happened to an order, the oldest first: [{"at", "what", …}]. Of a part: what was in it, and how it went.
create function public.order_events(p_order public.orders) returns jsonb language sql stable security definer set search_path = '' as $$
  with noted as materialized (
    select l.done_at, l.who, l.action, l.after, coalesce(l.after, l.before) as facts from public.desk_log l where l.subject = 'order:' || p_order.number
  ), about as (
    select p_order.id::text as id
    union all
    select s.id::text from public.subscriptions s where s.order_id = p_order.id
  ), happened (at, what, facts) as (
    select p_order.created_at, 'placed', jsonb_build_object('terms', p_order.terms_version)
    union all
    select p_order.paid_at, 'paid', jsonb_build_object('amount', p_order.total) where p_order.paid_at is not null
    union all
    select p_order.sold_out_at, 'sold_out', '{}' where p_order.sold_out_at is not null
    union all
    select k.packed_at, 'packed', '{}' from public.order_packing k where k.order_id = p_order.id and k.packed_at is not null
    union all
    select p_order.fulfilled_at, 'sent', jsonb_build_object('mailsAt', p_order.fulfilled_at + public.time_to_undo(), 'carrier', p_order.carrier, 'tracking', p_order.tracking, 'who', (
      select n.who from noted n where n.action = 'send' and n.done_at = p_order.fulfilled_at limit 1
    )) where p_order.fulfilled_at is not null
    union all
    -- Refunds are told below, and the sending that stands above.
    select n.done_at, n.action, jsonb_build_object('who', n.who, 'after', n.after) || case when n.facts ? 'lines' then jsonb_build_object(
      'carrier', n.facts -> 'carrier', 'pieces', (
        select jsonb_agg(jsonb_build_object('name', i.name, 'quantity', line.quantity, 'size', i.size) order by i.position)
        from jsonb_to_recordset(n.facts -> 'lines') as line ("position" integer, quantity integer)
        join public.order_items i on i.order_id = p_order.id and i.position = line.position
      )
    ) else '{}' end || coalesce((
      -- Noted in the transaction that sent it.
      select jsonb_build_object('part', p.id, 'tracking', p.tracking, 'mailsAt', p.sent_at + public.time_to_undo()) from public.part_parcels p
      where n.action = 'send_part' and p.order_id = p_order.id and p.sent_at = n.done_at limit 1
    ), '{}') from noted n
    where n.action not in ('pay_back', 'cancel') and not (n.action = 'send' and n.done_at is not distinct from p_order.fulfilled_at)
    union all
    select coalesce(r.booked_at, r.asked_at), case when r.cancels then 'cancelled' else 'paid_back' end, jsonb_build_object(
      'refund', r.id, 'amount', r.amount, 'pieces', public.refunded_pieces(r), 'reason', r.reason, 'words', r.words,
      'isBooked', r.booked_at is not null, 'who', (select n.who from noted n where n.after ->> 'refund' = r.id::text limit 1)
    ) from public.refunds r where r.order_id = p_order.id
    union all
    select coalesce(m.sent_at, m.failed_at, greatest(m.next_attempt_at, m.created_at)), 'mail', jsonb_build_object(
      'template', m.template, 'to', m.recipient, 'error', m.last_error, 'key', m.dedupe_key, 'state', case
        when m.sent_at is not null then 'sent' when m.called_off then 'called off' when m.failed_at is not null then 'failed' else 'waiting'
      end
    ) from public.outbox m where split_part(m.dedupe_key, ':', 2) in (select a.id from about a)
    union all
    -- What the provider said of it, but for the payment and the refunds that are told above.
    select e.received_at, 'provider', jsonb_build_object('type', e.type, 'detail', e.detail, 'isSetAside', e.outcome = 'set aside')
    from public.payment_events e
    where e.order_id = p_order.id and e.outcome <> 'ignored' and e.received_at is distinct from p_order.paid_at
      and not exists (select from public.refunds r where r.order_id = p_order.id and r.booked_at = e.received_at)
  )
  select coalesce(jsonb_agg(h.facts || jsonb_build_object('at', h.at, 'what', h.what) order by h.at), '[]') from happened h
$$;

-- One order with all that its page shows; null when there is none.
create function public.desk_order(p_number bigint) returns jsonb language plpgsql stable security definer set search_path = '' as $$
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
    'box', public.box_of_order(concerned), 'events', public.order_events(concerned)
  );
end $$;

-- What has neither gone back nor been asked to.
create function public.left_to_pay_back(p_order public.orders) returns integer language sql stable security definer set search_path = '' as $$
  select case when p_order.paid_at is null then 0 else (p_order.total - p_order.refunded - coalesce((
    select sum(r.amount) from public.refunds r where r.order_id = p_order.id and r.booked_at is null
  ), 0))::integer end
$$;

-- ── What is done ────────────────────────────────────────────────────────────────────────────────

-- Text that somebody typed, on one line, or null for none.
create function public.typed_text(p_text text, p_what text) returns text language plpgsql immutable set search_path = '' as $$
declare typed text := nullif(public.trim_text(regexp_replace(p_text, '[[:space:][:cntrl:]]+', ' ', 'g')), '');
begin
  if length(typed) > 500 then raise sqlstate 'PT400' using message = p_what || ' has up to 500 characters.'; end if;
  return typed;
end $$;

-- Begins a refund under the id that the desk gave it, so that a second press finds the first, even once the money has gone.
-- p_left is what whoever presses has seen left to pay back.
create function public.begin_desk_refund(p_request uuid, p_number bigint, p_amount integer, p_lines jsonb, p_restock boolean, p_left integer)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  concerned public.orders;
  kept public.refunds;
  left_over integer;
  begun jsonb;
begin
  if p_request is null then raise sqlstate 'PT400' using message = 'Please load the page again.'; end if;
  concerned := public.wanted_order(p_number);
  left_over := public.left_to_pay_back(concerned);
  select * into kept from public.refunds r where r.id = p_request and r.order_id = concerned.id;
  if kept.id is not null then
    return public.refund_begun(concerned, kept, left_over, false) || jsonb_build_object('isBooked', kept.booked_at is not null);
  end if;
  if left_over is distinct from p_left then perform public.desk_conflict(jsonb_build_object('left', left_over)); end if;
  begun := public.begin_refund(p_number, p_amount, p_lines, p_restock, now());
  if begun ? 'error' then raise sqlstate 'PT400' using message = (begun -> 'error' ->> 'message') || '.'; end if;
  update public.refunds set id = p_request where id = (begun ->> 'id')::uuid;
  return begun || jsonb_build_object('id', p_request, 'isBooked', false);
end $$;

-- Writes down what is to be paid back; the function `desk-orders` asks the provider. p_lines: [{"position", "quantity",
-- "restock"}], p_amount pence beside them. Pressed again with the same p_request it is the same refund.
create function public.desk_pay_back(p_request uuid, p_number bigint, p_amount integer, p_lines jsonb, p_reason text, p_left integer)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  why text;
  begun jsonb;
begin
  perform public.desk_enter_fresh();
  why := public.typed_text(p_reason, 'A reason');
  if p_amount is null and coalesce(jsonb_array_length(p_lines), 0) = 0 then
    raise sqlstate 'PT400' using message = 'Please choose what goes back.';
  end if;
  begun := public.begin_desk_refund(p_request, p_number, p_amount, nullif(p_lines, '[]'), false, p_left);
  if (begun -> 'isNew')::boolean then
    update public.refunds set reason = why where id = p_request;
    perform public.desk_note('pay_back', 'order:' || p_number, jsonb_build_object('left', p_left),
      jsonb_build_object('refund', p_request, 'amount', begun -> 'amount'));
  end if;
  return begun;
end $$;

-- Writes down that an order which is still here is called off: all that is left of its money goes back.
create function public.desk_cancel_order(p_request uuid, p_number bigint, p_restock boolean, p_words text, p_left integer)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  line_for_them text;
  concerned public.orders;
  begun jsonb;
begin
  perform public.desk_enter_fresh();
  line_for_them := public.typed_text(p_words, 'A line');
  concerned := public.wanted_order(p_number);
  if not exists (select from public.refunds r where r.id = p_request and r.order_id = concerned.id) then
    if not public.is_to_send(concerned) or exists (select from public.part_parcels p where p.order_id = concerned.id) then
      raise sqlstate 'PT400' using message = 'Order ' || p_number || ' has left, or was paid back: it cannot be cancelled any more.';
    elsif exists (select from public.order_packing k where k.order_id = concerned.id and k.packed_at is not null) then
      raise sqlstate 'PT400' using message = 'Order ' || p_number || ' is packed. Unpack it first, or pay it back.';
    end if;
  end if;
  begun := public.begin_desk_refund(p_request, p_number, null, null, coalesce(p_restock, false), p_left);
  if (begun -> 'isNew')::boolean then
    update public.refunds set cancels = true, words = line_for_them where id = p_request;
    update public.order_packing set pick_list = null where order_id = concerned.id;
    perform public.desk_note('cancel', 'order:' || p_number, jsonb_build_object('left', p_left),
      jsonb_build_object('refund', p_request, 'amount', begun -> 'amount'));
  end if;
  return begun;
end $$;

-- A refund that was asked for and of which the provider has said nothing, to ask for it again: {"number", "id", "amount", …}.
-- What has gone back already is not asked for, so nothing is noted of it.
create function public.desk_refund_again(p_request uuid) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  kept public.refunds;
  concerned public.orders;
begin
  perform public.desk_enter_fresh();
  select * into kept from public.refunds r where r.id = p_request;
  if kept.id is null then raise sqlstate 'PT400' using message = 'There is no such refund any more.'; end if;
  select * into concerned from public.orders o where o.id = kept.order_id;
  if kept.booked_at is null then
    perform public.desk_note('pay_back_again', 'order:' || concerned.number, null,
      jsonb_build_object('request', kept.id, 'amount', kept.amount));
  end if;
  return public.refund_begun(concerned, kept, public.left_to_pay_back(concerned), false)
    || jsonb_build_object('isBooked', kept.booked_at is not null, 'number', concerned.number);
end $$;

-- How long a mail that the desk sends waits, so that it can be called back.
create function public.time_to_call_back() returns interval language sql immutable set search_path = ''
as $$ select interval '30 seconds' $$;

-- Sends the mail of a paid order again, as it was while the outbox remembers it, in half a minute. Pressed again with the
-- same p_request it is the same mail.
create function public.desk_resend(p_number bigint, p_request uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  concerned public.orders;
  first record;
  mail_key text;
begin
  perform public.desk_enter();
  concerned := public.wanted_order(p_number);
  if p_request is null or concerned.paid_at is null then raise sqlstate 'PT400' using message = 'Order ' || p_number || ' was not paid, so it has no mail.'; end if;
  if concerned.email = '' then raise sqlstate 'PT400' using message = 'Order ' || p_number || ' has no address any more.'; end if;
  select o.template, o.data into first from public.outbox o
  where o.dedupe_key in ('order_confirmation:' || concerned.id, 'box_renewal:' || concerned.id) limit 1;
  mail_key := coalesce(first.template, 'order_confirmation') || ':' || concerned.id || ':' || p_request;
  if exists (select from public.outbox o where o.dedupe_key = mail_key) then return; end if;
  perform public.queue_letter(
    coalesce(first.template, 'order_confirmation'), concerned.email, coalesce(first.data, public.order_letter(concerned.id)),
    concerned.id || ':' || p_request, now()
  );
  update public.outbox set next_attempt_at = now() + public.time_to_call_back() where dedupe_key = mail_key;
  perform public.desk_note('resend', 'order:' || p_number);
end $$;

-- Calls it back, as long as nobody has tried to send it.
create function public.desk_undo_resend(p_number bigint, p_request uuid) returns void language plpgsql security definer set search_path = '' as $$
declare concerned public.orders;
begin
  perform public.desk_enter();
  concerned := public.wanted_order(p_number);
  delete from public.outbox o
  where split_part(o.dedupe_key, ':', 2) = concerned.id::text and split_part(o.dedupe_key, ':', 3) = p_request::text
    and o.sent_at is null and o.attempts = 0;
  if not found then raise sqlstate 'PT400' using message = 'That mail has gone, so it cannot be called back.'; end if;
  perform public.desk_note('undo_resend', 'order:' || p_number);
end $$;

grant all on public.order_packing, public.line_picks, public.part_parcels to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.fulfil_order, public.undo_fulfilment to service_role;
grant execute on function public.desk_parcels, public.desk_pick_list, public.desk_slips, public.desk_newest_order,
  public.desk_make_pick_list, public.desk_put_back, public.desk_pick, public.desk_set_packed, public.desk_send,
  public.desk_send_part, public.desk_undo_sent, public.desk_set_order_note, public.desk_today
  to authenticated, service_role;
grant execute on function public.desk_orders, public.desk_order, public.desk_pay_back, public.desk_cancel_order,
  public.desk_refund_again, public.desk_resend, public.desk_undo_resend to authenticated, service_role;
