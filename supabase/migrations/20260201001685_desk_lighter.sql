-- The desk beside those who shop: what its people ask for most, answered as before with several times less work.

-- Words are found anywhere by their groups of three letters; the extension may lie in any schema.
select set_config('search_path', format('public, extensions, %I', n.nspname), true)
from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';

-- ── Products ────────────────────────────────────────────────────────────────────────────────────

create function public.tag_words(p_tags text[]) returns text language sql immutable set search_path = ''
as $$ select array_to_string(p_tags, ' ') $$;

-- In the order of the album, with what the desk counts, so that it need not read whole products.
create index products_shelves on public.products ("Sort_order", id) include (active, "isSoldOut", "isComingSoon");
create index products_tag_words on public.products using gin (public.tag_words(tags) gin_trgm_ops);
create index products_few on public.products (stock, name) include (id, active, "isSoldOut", "isComingSoon") where stock <= 5;

-- Those that words fit: part of a name, a tag, or a number.
create function public.products_sought(p_words text) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  pattern text := '%' || regexp_replace(p_words, '([\\%_])', '\\\1', 'g') || '%';
  place bigint := case when ltrim(p_words, '0') ~ '^-?[1-9][0-9]{0,9}$' then ltrim(p_words, '0')::bigint end;
begin
  return query select p.id from public.products p
    where p.name ilike pattern or public.tag_words(p.tags) ilike pattern or p."Sort_order" = place;
end $$;

-- {"counts": {"all", "live", …}, "rows": […]}, in the order of the album. p_search: part of a name, a tag, or a number.
create or replace function public.desk_products(
  p_search text default '', p_state text default 'all', p_limit integer default 50, p_offset integer default 0
) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  wanted text := left(coalesce(public.trim_text(p_search), ''), 100);
  sought uuid[] := case when wanted <> '' then array(select public.products_sought(wanted)) end;
  answer jsonb;
begin
  perform public.desk_enter();
  with few as materialized (select p.id, p.stock from public.products p where p.stock <= 5),
  -- As `labels_incomplete` has it, by the index of both.
  gaps as materialized (
    select p.id from public.products p where public.is_food_category(p.category) and (
      p.ingredients = '{}' or p.allergens is null or p.net_quantity is null or p.storage is null
      or not coalesce(p.allergen_answers ?& array['celery', 'gluten', 'crustaceans', 'eggs', 'fish', 'lupin', 'milk', 'molluscs',
        'mustard', 'nuts', 'peanuts', 'sesame', 'soya', 'sulphites'], true)
    )
  ), found as materialized (
    select p.id, p."Sort_order" as place,
      case when not p.active then 'hidden' when p."isSoldOut" or f.stock = 0 then 'sold-out'
        when p."isComingSoon" then 'coming-soon' else 'live' end as state,
      g.id is not null as is_incomplete,
      f.id is not null and p.active and not p."isSoldOut" and not p."isComingSoon" as is_low
    from public.products p left join few f on f.id = p.id left join gaps g on g.id = p.id
    where sought is null or p.id in (select unnest(sought))
  ), page as (
    select f.* from found f
    where p_state = 'all' or f.state = p_state or (p_state = 'label-incomplete' and f.is_incomplete) or (p_state = 'low' and f.is_low)
    order by f.place, f.id limit least(greatest(p_limit, 1), 500) offset greatest(p_offset, 0)
  )
  select jsonb_build_object(
    'counts', (
      select jsonb_build_object(
        'all', coalesce(sum(n), 0), 'live', coalesce(sum(n) filter (where state = 'live'), 0),
        'sold-out', coalesce(sum(n) filter (where state = 'sold-out'), 0), 'coming-soon', coalesce(sum(n) filter (where state = 'coming-soon'), 0),
        'hidden', coalesce(sum(n) filter (where state = 'hidden'), 0), 'low', coalesce(sum(n) filter (where is_low), 0),
        'label-incomplete', coalesce(sum(n) filter (where is_incomplete), 0)
      ) from (select state, is_low, is_incomplete, count(*) as n from found group by state, is_low, is_incomplete) kinds
    ),
    'rows', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', p.id, 'slug', p.slug, 'number', p."Sort_order", 'name', p.name, 'image', p.image_url[1], 'tint', p.tint, 'state', g.state,
        'isIncomplete', g.is_incomplete, 'isSoldOut', p."isSoldOut", 'stock', p.stock, 'onSaleFrom', p.on_sale_from,
        'price', nullif(coalesce(r.next_amount, r.unit_amount), 0)
      ) order by g.place, g.id)
      from page g join public.products p on p.id = g.id
      left join lateral (select * from public.prices x where x.product_id = p.id order by x.position limit 1) r on true
    ), '[]')
  ) into answer;
  return answer;
end $$;

-- ── People ──────────────────────────────────────────────────────────────────────────────────────

create index profiles_words on public.profiles using gin (full_name gin_trgm_ops);

-- Rows that speak of somebody, each with the address, account, name and postcode that it knows, and when: by the number of an
-- order, the beginning of a postcode, or three characters of a name or an address; of each kind the newest three hundred.
create or replace function public.people_found(p_search text) returns table (email text, user_id uuid, name text, postcode text, at timestamptz)
language plpgsql stable security definer rows 50 set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  words text := public.trim_text(p_search);
  pattern text := case when length(words) >= 3 then '%' || regexp_replace(words, '([\\%_])', '\\\1', 'g') || '%' end;
  wanted bigint := case when words ~ '^#?[0-9]{1,15}$' then ltrim(words, '#')::bigint end;
  area text := case when upper(replace(words, ' ', '')) ~ '^[A-Z]{1,2}[0-9][A-Z0-9]{0,5}$' then upper(replace(words, ' ', '')) || '%' end;
begin
  return query
    select o.email, o.user_id, o.delivery_address ->> 'name', o.delivery_address ->> 'postcode', o.created_at
    from public.orders o where o.number = wanted;
  if area is not null then
    return query
      select o.email, o.user_id, o.delivery_address ->> 'name', o.delivery_address ->> 'postcode', o.created_at
      from public.orders o where replace(o.delivery_address ->> 'postcode', ' ', '') ilike area
      order by o.number desc limit 300;
  end if;
  if pattern is null then return; end if;
  return query (
    select o.email, o.user_id, o.delivery_address ->> 'name', o.delivery_address ->> 'postcode', o.created_at
    from public.orders o where o.email ilike pattern or o.delivery_address ->> 'name' ilike pattern
    order by o.number desc limit 300
  ) union all (
    select u.email::text, u.id, p.full_name, null, u.created_at
    from auth.users u left join public.profiles p on p.id = u.id
    where u.id in (
      -- Accounts keep their addresses in small letters.
      select a.id from auth.users a where a.email like lower(pattern)
      union all select n.id from public.profiles n where n.full_name ilike pattern
    )
    order by u.created_at desc limit 300
  ) union all (
    select e.email, null, e.name, null, e.created_at from public.enquiries e where e.email ilike pattern or e.name ilike pattern
    order by e.created_at desc limit 300
  ) union all (
    select n.email, null, n.name, null, n.created_at from public.newsletter_signups n where n.email ilike pattern or n.name ilike pattern
    order by n.created_at desc limit 300
  ) union all (
    select g.email, null, null, null, g.updated_at from public.guest_carts g where g.email ilike pattern
    order by g.updated_at desc limit 300
  );
end $$;

-- ── Money ───────────────────────────────────────────────────────────────────────────────────────

-- `money_product_months` has for a month all that was sold of a product from the first month that is kept to the end of this
-- one, so that a period of any length is the difference of two of them, and the days beside. No month between two is missing.
delete from public.money_months;

create or replace function public.forget_money_month() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.money_months m where m.month >= date_trunc('month', old.day)::date;
  return null;
end $$;

-- Keeps the sums of days that have been over for a day, up to p_limit days at a time, and of products those of whole months;
-- answers how many days.
create or replace function public.roll_up_money(p_limit integer default 60, p_now timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  missing date;
  done integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('money_days', 20260157)) then return 0; end if;
  for missing in
    select d::date from generate_series(
      (select public.london_day(min(o.paid_at)) from public.orders o where o.paid_at is not null)::timestamp,
      (public.london_day(p_now) - 2)::timestamp, interval '1 day'
    ) d where not exists (select from public.money_days m where m.day = d::date) limit p_limit
  loop
    insert into public.money_days select * from public.count_money(missing);
    insert into public.money_product_days select missing, c.* from public.count_products(missing) c;
    done := done + 1;
  end loop;
  for missing in
    select date_trunc('month', m.day)::date as month from public.money_days m group by 1
    having count(*) = extract(day from date_trunc('month', min(m.day)) + interval '1 month - 1 day')
    order by month
  loop
    continue when exists (select from public.money_months m where m.month = missing);
    exit when missing - interval '1 month' <> (select max(m.month) from public.money_months m where m.month < missing);
    -- Those after it are without it.
    delete from public.money_months m where m.month > missing;
    insert into public.money_months values (missing);
    insert into public.money_product_months
    select missing, s.slug, sum(s.pieces), sum(s.goods)
    from (
      select m.slug, m.pieces, m.goods from public.money_product_months m where m.month = missing - interval '1 month'
      union all
      select d.slug, d.pieces, d.goods from public.money_product_days d where d.day >= missing and d.day < missing + interval '1 month'
    ) s group by s.slug;
  end loop;
  return done;
end $$;

create or replace function public.money_by_product(p_from date, p_until date, p_limit integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  with whole as materialized (
    select min(m.month) as begins, (max(m.month) + interval '1 month')::date as ends
    from public.money_months m where m.month >= p_from and m.month + interval '1 month' <= p_until + 1
  ), sold as materialized (
    select s.slug, sum(s.pieces) as pieces, sum(s.goods) as goods
    from (
      select m.slug, m.pieces, m.goods from public.money_product_months m where m.month = (select w.ends - interval '1 month' from whole w)
      union all
      select m.slug, -m.pieces, -m.goods from public.money_product_months m where m.month = (select w.begins - interval '1 month' from whole w)
      union all
      select m.slug, m.pieces, m.goods from public.money_product_days m
      where m.day >= p_from and m.day <= least(p_until, (select w.begins - 1 from whole w))
      union all
      select m.slug, m.pieces, m.goods from public.money_product_days m where m.day >= (select w.ends from whole w) and m.day <= p_until
      union all
      select c.slug, c.pieces, c.goods from public.money_days_to_count(p_from, p_until) d cross join lateral public.count_products(d) c
    ) s group by s.slug having sum(s.pieces) > 0
  )
  select jsonb_build_object('count', (select count(*) from sold), 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'slug', t.slug, 'name', coalesce(
        p.name, (select max(m.name collate "C") from public.money_product_days m where m.slug = t.slug),
        (select i.name from public.order_items i where i.slug = t.slug limit 1)
      ), 'image', p.image_url[1], 'tint', p.tint, 'pieces', t.pieces, 'goods', t.goods
    ) order by t.goods desc, t.slug), '[]')
    from (select * from sold s order by s.goods desc, s.slug limit p_limit) t left join public.products p on p.slug = t.slug
  ))
$$;

-- ── Orders ──────────────────────────────────────────────────────────────────────────────────────

-- How many orders were ever paid, of which the days that are over are kept.
create function public.count_paid_orders() returns bigint language sql stable security definer set search_path = ''
as $$ select coalesce(sum(m.orders), 0)::bigint from public.money_of_days('2000-01-01', public.london_day(now())) m $$;

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

drop function public.orders_to_pack();

-- A page of p_tab ('to-pack', 'packed', 'sent', 'all'): {"counts", "lists", "undoable", "orders"}. `lists` are the pick lists
-- that are being worked through, `undoable` what was sent in the last ten minutes, by the press that sent it.
create or replace function public.desk_parcels(p_tab text default 'to-pack', p_limit integer default 100, p_offset integer default 0) returns jsonb
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

-- What needs doing now. A packer is told what is to be packed, and of the stock.
create or replace function public.desk_today() returns jsonb language plpgsql stable security definer set search_path = '' as $$
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

-- How many orders stand in each tab of the list.
create or replace function public.order_counts() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'to-pack', waiting.here, 'packed', waiting.packed,
    'sent', (select count(*) from public.orders o where o.fulfilled_at is not null),
    'paid-back', (select count(*) from public.orders o where o.refunded > 0),
    'cancelled', (select count(*) from public.orders o where o.cancelled_at is not null),
    'payment-failed', (select count(*) from public.orders o where o.status = 'payment_failed'),
    'box-payments', (select count(*) from public.subscriptions s where s.overdue_invoice_id is not null and s.status <> 'cancelled'),
    'all', public.count_paid_orders()
  )
  from (
    select count(*) filter (where k.packed_at is null) as here, count(k.packed_at) as packed
    from public.orders o left join public.order_packing k on k.order_id = o.id
    where o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null
  ) waiting
$$;

drop function public.parcel_row(public.orders);
revoke execute on all functions in schema public from public;
-- Who writes a product writes its tags to the index.
grant execute on function public.tag_words to service_role;
