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
  page uuid[];
begin
  perform public.desk_enter('packer');
  waiting := public.count_to_pack();
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
    'sent', (select count(*) from public.orders o where o.fulfilled_at is not null), 'all', public.count_paid_orders()
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
        min(p."Sort_order") as place, min(p.tint) as tint, jsonb_agg(w.id order by w.id) as items,
        jsonb_agg(jsonb_build_object('number', w.number, 'name', w.person, 'pieces', w.pieces) order by w.number) as wanted_by
      from wanted w left join public.products p on p.id = w.product_id group by w.slug, w.size
    )
    select jsonb_build_object(
      'orders', (select coalesce(jsonb_agg(distinct w.number), '[]') from wanted w),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'slug', s.slug, 'size', s.size, 'name', s.name, 'image', s.image, 'tint', s.tint, 'place', s.place, 'pieces', s.pieces,
          'isPicked', s.is_picked, 'items', s.items, 'wantedBy', s.wanted_by
        ) order by s.place nulls last, s.name, s.size), '[]') from summed s
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
    raise sqlstate 'PT400' using message = 'A carrier is a name of up to sixty letters, such as Royal Mail.';
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
create function public.desk_send_part(p_number bigint, p_lines jsonb, p_carrier text, p_tracking text, p_left integer) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  with_carrier text;
  number_or_link text := nullif(public.trim_text(p_tracking), '');
  concerned public.orders;
  goods jsonb;
  chosen integer;
  whole integer;
  sent_part uuid;
begin
  perform public.desk_enter('packer');
  with_carrier := public.checked_carrier(p_carrier);
  concerned := public.wanted_order(p_number);
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
  insert into public.part_parcels (order_id, lines, carrier, tracking) values (concerned.id, p_lines, with_carrier, number_or_link) returning id into sent_part;
  delete from public.line_picks x using public.order_items i
  where i.id = x.item_id and i.order_id = concerned.id and i.position in (select (line ->> 'position')::integer from jsonb_array_elements(p_lines) as line);
  perform public.queue_letter('order_sent', concerned.email, public.sent_letter(concerned.id) || jsonb_build_object(
    'carrier', with_carrier, 'lines', goods,
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
      refused := refused || jsonb_build_object('number', one, 'message', 'The shopper has been told that a part of order ' || one || ' is on its way, so that cannot be undone');
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
  if length(given) > 500 then raise sqlstate 'PT400' using message = 'A note has up to 500 letters.'; end if;
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

-- What needs doing now. A packer is told what is to be packed, and of the stock.
create function public.desk_today() returns jsonb language plpgsql stable security definer set search_path = '' as $$
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
      select coalesce(jsonb_agg(jsonb_build_object('kind', w.kind, 'amount', w.amount, 'since', w.since, 'detail', w.details[1])), '[]')
      from public.stuck_work(now() - interval '30 days', now()) w where w.kind in ('late_letters', 'payments', 'catalogue', 'backup', 'balance')
    ),
    'taken', public.taken_on(now()),
    'takenLastWeek', public.taken_on((now() at time zone 'Europe/London' - interval '7 days') at time zone 'Europe/London')
  );
end $$;

grant all on public.order_packing, public.line_picks, public.part_parcels to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.fulfil_order, public.undo_fulfilment to service_role;
grant execute on function public.desk_parcels, public.desk_pick_list, public.desk_slips, public.desk_newest_order,
  public.desk_make_pick_list, public.desk_put_back, public.desk_pick, public.desk_set_packed, public.desk_send,
  public.desk_send_part, public.desk_undo_sent, public.desk_set_order_note, public.desk_today
  to authenticated, service_role;
