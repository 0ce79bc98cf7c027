-- What the desk counts and sums of all orders and products, so that twenty of the team who look at once take little from those
-- who shop: nothing here goes through every order of a large shop, and no payment waits for another.

-- ── How many orders were paid and sent ──────────────────────────────────────────────────────────

-- How many orders were paid and sent before a moment that is two days ago or more, in one row, so that only those since are
-- counted. It is thrown away when something of an older order changes, which hardly happens, and counted anew by the server.
-- Service role only.
create table if not exists public.order_totals (
  only_row boolean primary key default true check (only_row),
  before timestamptz not null,
  paid bigint not null,
  sent bigint not null
);
alter table public.order_totals enable row level security;
grant all on public.order_totals to service_role;

create or replace function public.count_orders(p_until timestamptz default 'infinity') returns table (paid bigint, sent bigint)
language sql stable security definer set search_path = '' as $$
  select
    kept.paid + (select count(*) from public.orders o where o.paid_at >= kept.before and o.paid_at < p_until),
    kept.sent + (select count(*) from public.orders o where o.fulfilled_at >= kept.before and o.fulfilled_at < p_until)
  from (
    select t.before, t.paid, t.sent from public.order_totals t
    union all select '-infinity', 0, 0 where not exists (select from public.order_totals)
  ) kept
$$;

-- Once a day, and not while somebody is changing an older order: whoever does so later finds the row and throws it away.
create or replace function public.roll_up_orders() returns void language plpgsql security definer set search_path = '' as $$
declare until timestamptz := now() - interval '2 days';
begin
  if exists (select from public.order_totals t where t.before > until - interval '1 day') then return; end if;
  if not pg_try_advisory_xact_lock(hashtextextended('order_totals', 20260022)) then return; end if;
  insert into public.order_totals (before, paid, sent)
  select until, c.paid, c.sent from public.count_orders(until) c where c.paid > 0
  on conflict (only_row) do update set before = excluded.before, paid = excluded.paid, sent = excluded.sent;
end $$;

create or replace function public.forget_order_totals() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('order_totals', 20260022));
  delete from public.order_totals;
  return null;
end $$;
-- What is paid or sent now is in no total yet, so that payments and packers pass by here.
create or replace trigger orders_forget_totals after update of paid_at, fulfilled_at on public.orders for each row when (
  (old.paid_at is distinct from new.paid_at and least(old.paid_at, new.paid_at) < now() - interval '1 day')
  or (old.fulfilled_at is distinct from new.fulfilled_at and least(old.fulfilled_at, new.fulfilled_at) < now() - interval '1 day')
) execute function public.forget_order_totals();
create or replace trigger orders_forget_totals_of_new after insert on public.orders for each row
  when (least(new.paid_at, new.fulfilled_at) < now() - interval '1 day') execute function public.forget_order_totals();
create or replace trigger orders_forget_totals_of_gone after delete on public.orders for each row
  when (least(old.paid_at, old.fulfilled_at) < now() - interval '1 day') execute function public.forget_order_totals();
create or replace trigger orders_forget_totals_of_all after truncate on public.orders for each statement
  execute function public.forget_order_totals();

create or replace function public.count_paid_orders() returns bigint language sql stable security definer set search_path = ''
as $$ select c.paid from public.count_orders() c $$;

-- ── What is read with it ────────────────────────────────────────────────────────────────────────

-- A page of p_tab ('to-pack', 'packed', 'sent', 'all'): {"counts", "lists", "undoable", "orders"}. `lists` are the pick lists
-- that are being worked through, `undoable` what was sent in the last ten minutes, by the press that sent it.
create or replace function public.desk_parcels(p_tab text default 'to-pack', p_limit integer default 100, p_offset integer default 0) returns jsonb
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

-- How many orders stand in each tab of the list.
create or replace function public.order_counts() returns jsonb language sql stable security definer set search_path = '' as $$
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

-- What of an order stands in a list. Without settings of its own it becomes part of the statement that calls it.
create or replace function public.order_told(p_order public.orders, p_is_packed boolean, p_lines jsonb) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'number', p_order.number, 'name', p_order.delivery_address ->> 'name', 'email', nullif(p_order.email, ''), 'total', p_order.total,
    'placedAt', p_order.created_at, 'state', public.order_state(p_order, p_is_packed),
    'isPartPaidBack', p_order.refunded > 0 and p_order.refunded < p_order.total,
    'isPriority', p_order.delivery_method_id = 'priority', 'lines', coalesce(p_lines, '[]')
  )
$$;

create or replace function public.order_row(p_order public.orders, p_is_packed boolean) returns jsonb language sql stable security definer set search_path = '' as $$
  select public.order_told(p_order, p_is_packed, (
    select jsonb_agg(jsonb_build_object('name', i.name, 'quantity', i.quantity) order by i.position)
    from public.order_items i where i.order_id = p_order.id
  ))
$$;

create or replace function public.order_rows(p_numbers bigint[]) returns table (number bigint, told jsonb) language sql stable security definer set search_path = '' as $$
  with here as materialized (
    select o.id, o from public.orders o where o.number = any (p_numbers)
  ), lines as (
    select i.order_id, jsonb_agg(jsonb_build_object('name', i.name, 'quantity', i.quantity) order by i.position) as told
    from here h join public.order_items i on i.order_id = h.id group by i.order_id
  )
  select (h.o).number, public.order_told(h.o, k.packed_at is not null, l.told)
  from here h left join lines l on l.order_id = h.id left join public.order_packing k on k.order_id = h.id
$$;

-- A page of orders, the newest first, those to pack as Pack has them: what p_search finds, or those of p_tab. Answers
-- {"total", "counts", "orders"}; of a search the latest 1,001 at most.
create or replace function public.desk_orders(p_tab text default 'all', p_search text default null, p_limit integer default 50, p_offset integer default 0)
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

-- Every desk that is open reads this at every order: planning its parts anew took longer than reading them.
alter function public.desk_today() set plan_cache_mode = 'force_generic_plan';

-- ── Products ────────────────────────────────────────────────────────────────────────────────────

-- Where products stand: 'hidden', 'sold-out', 'coming-soon' or 'live'. Without settings of its own it becomes part of the
-- statement that calls it.
create or replace function public.product_state(p_active boolean, p_is_sold_out boolean, p_is_coming_soon boolean) returns text
language sql immutable as $$
  select case when not p_active then 'hidden' when p_is_sold_out then 'sold-out' when p_is_coming_soon then 'coming-soon' else 'live' end
$$;

-- What finds words anywhere in a text, whichever apostrophe they are typed with: phones curl it, and payment pages do not.
create or replace function public.words_anywhere(p_words text) returns text language sql immutable set search_path = '' as $$
  select '%' || translate(regexp_replace(p_words, '([\\%_])', '\\\1', 'g'), '''’', '__') || '%'
$$;

-- Those that words fit: part of a name, with any apostrophe, a tag, or a number.
create or replace function public.products_standing(p_words text) returns table (id uuid, place integer, state text, is_low boolean)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  pattern text := public.words_anywhere(p_words);
  wanted bigint := case when ltrim(p_words, '0') ~ '^-?[1-9][0-9]{0,9}$' then ltrim(p_words, '0')::bigint end;
begin
  return query select p.id, p."Sort_order", public.product_state(p.active, p."isSoldOut" or coalesce(p.stock = 0, false), p."isComingSoon"),
    p.active and coalesce(p.stock <= 5, false) and not p."isSoldOut" and not p."isComingSoon"
  from public.products p where p.name ilike pattern or public.tag_words(p.tags) ilike pattern or p."Sort_order" = wanted;
end $$;

-- {"counts": {"all", "live", …}, "rows": […]}, in the order of the album. p_search: part of a name, a tag, or a number. Without
-- one, what is counted stands in the index of the shelves; the few that are nearly gone, and those with a gap in their label,
-- stand in their own.
create or replace function public.desk_products(
  p_search text default '', p_state text default 'all', p_limit integer default 50, p_offset integer default 0
) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  wanted text := left(coalesce(public.trim_text(p_search), ''), 100);
  most integer := least(greatest(p_limit, 1), 500);
  skipped integer := greatest(p_offset, 0);
  -- As `labels_incomplete` has it, by the index of both.
  gaps uuid[] := array(
    select p.id from public.products p where public.is_food_category(p.category) and (
      p.ingredients = '{}' or p.allergens is null or p.net_quantity is null or p.storage is null
      or not coalesce(p.allergen_answers ?& array['celery', 'gluten', 'crustaceans', 'eggs', 'fish', 'lupin', 'milk', 'molluscs',
        'mustard', 'nuts', 'peanuts', 'sesame', 'soya', 'sulphites'], true)
    )
  );
  few uuid[];
  gone uuid[];
  counts jsonb;
  page uuid[];
begin
  perform public.desk_enter();
  if wanted <> '' then
    with found as materialized (
      select s.*, s.id in (select unnest(gaps)) as is_incomplete from public.products_standing(wanted) s
    )
    select (
      select jsonb_build_object(
        'all', count(*), 'live', count(*) filter (where f.state = 'live'), 'sold-out', count(*) filter (where f.state = 'sold-out'),
        'coming-soon', count(*) filter (where f.state = 'coming-soon'), 'hidden', count(*) filter (where f.state = 'hidden'),
        'low', count(*) filter (where f.is_low), 'label-incomplete', count(*) filter (where f.is_incomplete)
      ) from found f
    ), array(
      select f.id from found f
      where p_state = 'all' or f.state = p_state or (p_state = 'label-incomplete' and f.is_incomplete) or (p_state = 'low' and f.is_low)
      order by f.place, f.id limit most offset skipped
    ) into counts, page;
  else
    select coalesce(array_agg(p.id) filter (where p.active and not p."isSoldOut" and not p."isComingSoon"), '{}'),
      coalesce(array_agg(p.id) filter (where p.active and not p."isSoldOut" and p.stock = 0), '{}') into few, gone
    from public.products p where p.stock <= 5;
    with shelves as materialized (
      select count(*) as n, count(*) filter (where not p.active) as hidden, count(*) filter (where p.active and p."isSoldOut") as sold_out,
        count(*) filter (where p.active and not p."isSoldOut" and p."isComingSoon" and not p.id in (select unnest(gone))) as coming_soon
      from public.products p
    )
    select jsonb_build_object(
      'all', s.n, 'live', s.n - s.hidden - s.sold_out - s.coming_soon - cardinality(gone), 'sold-out', s.sold_out + cardinality(gone),
      'coming-soon', s.coming_soon, 'hidden', s.hidden, 'low', cardinality(few), 'label-incomplete', cardinality(gaps)
    ) into counts from shelves s;
    page := array(
      select p.id from public.products p
      where case p_state
        when 'all' then true
        when 'low' then p.id in (select unnest(few))
        when 'label-incomplete' then p.id in (select unnest(gaps))
        else p_state = public.product_state(p.active, p."isSoldOut" or p.id in (select unnest(gone)), p."isComingSoon")
      end
      order by p."Sort_order", p.id limit most offset skipped
    );
  end if;
  return jsonb_build_object('counts', counts, 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'slug', p.slug, 'number', p."Sort_order", 'name', p.name, 'image', p.image_url[1], 'tint', p.tint,
      'state', public.product_state(p.active, p."isSoldOut" or coalesce(p.stock = 0, false), p."isComingSoon"),
      'isIncomplete', p.id in (select unnest(gaps)), 'isSoldOut', p."isSoldOut", 'stock', p.stock, 'onSaleFrom', p.on_sale_from,
      'price', nullif(coalesce(r.next_amount, r.unit_amount), 0)
    ) order by p."Sort_order", p.id), '[]')
    from public.products p left join lateral (select * from public.prices x where x.product_id = p.id order by x.position limit 1) r on true
    where p.id = any (page)
  ));
end $$;
drop function if exists public.products_sought(text);

-- ── People ──────────────────────────────────────────────────────────────────────────────────────

-- Rows that speak of somebody, each with the address, account, name and postcode that it knows, and when: by the number of an
-- order, the reference of an enquiry, the beginning of a postcode, or three characters of a name or an address; of each kind the newest three hundred.
create or replace function public.people_found(p_search text) returns table (email text, user_id uuid, name text, postcode text, at timestamptz)
language plpgsql stable security definer rows 50 set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  words text := public.trim_text(p_search);
  pattern text := case when length(words) >= 3 then public.words_anywhere(words) end;
  wanted bigint := case when words ~ '^#?[0-9]{1,15}$' then ltrim(words, '#')::bigint end;
  area text := case when upper(replace(words, ' ', '')) ~ '^[A-Z]{1,2}[0-9][A-Z0-9]{0,5}$' then upper(replace(words, ' ', '')) || '%' end;
begin
  return query
    select o.email, o.user_id, o.delivery_address ->> 'name', o.delivery_address ->> 'postcode', o.created_at
    from public.orders o where o.number = wanted;
  return query select e.email, null::uuid, e.name, null, e.created_at from public.enquiries e where e.reference = upper(words);
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
    where u.id = any (array(
      -- Accounts keep their addresses in small letters.
      select a.id from auth.users a where a.email like lower(pattern)
      union all select n.id from public.profiles n where n.full_name ilike pattern
    ))
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

-- The last day that the sums of a month hold: of the latest month that is the last day kept.
alter table public.money_months add column if not exists until date;
update public.money_months set until = (month + interval '1 month')::date - 1 where until is null;
alter table public.money_months alter column until set not null;

-- For a month all that was sold of a product from the first month that is kept to the end of this one, or to the last day that
-- is kept. A month is kept once all of its days are, from the first that anything was paid on.
create or replace function public.roll_up_months() returns void language plpgsql security definer set search_path = '' as $$
declare
  latest public.money_months;
  begins date;
  ends date;
  its_month date;
begin
  loop
    select * into latest from public.money_months m order by m.month desc limit 1;
    begins := coalesce(latest.until + 1, (select public.london_day(min(o.paid_at)) from public.orders o where o.paid_at is not null));
    its_month := date_trunc('month', begins::timestamp);
    -- The days that are kept from then on without a gap.
    ends := (
      select max(k.day) from (
        select m.day, m.day - row_number() over (order by m.day)::integer as run from public.money_days m
        where m.day >= begins and m.day < its_month + interval '1 month'
      ) k where k.run = begins - 1
    );
    exit when ends is null;
    if latest.month = its_month then
      update public.money_months set until = ends where month = its_month;
      -- Thrown away meanwhile.
      exit when not found;
    else
      insert into public.money_months (month, until) values (its_month, ends);
      insert into public.money_product_months (month, slug, pieces, goods)
      select its_month, m.slug, m.pieces, m.goods from public.money_product_months m where m.month = latest.month;
    end if;
    insert into public.money_product_months as m (month, slug, pieces, goods)
    select its_month, d.slug, sum(d.pieces), sum(d.goods)
    from public.money_product_days d where d.day between begins and ends group by d.slug
    on conflict (month, slug) do update set pieces = m.pieces + excluded.pieces, goods = m.goods + excluded.goods;
  end loop;
end $$;

-- Keeps the sums of days that have been over for a day, up to p_limit days at a time, of products those of months up to the last
-- of these days, and how many orders there were; answers how many days.
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
    -- Of a day before the first that was known the months know nothing.
    delete from public.money_months m where m.until >= missing;
    insert into public.money_days select * from public.count_money(missing);
    insert into public.money_product_days select missing, c.* from public.count_products(missing) c;
    done := done + 1;
  end loop;
  perform public.roll_up_months();
  perform public.roll_up_orders();
  return done;
end $$;

create or replace function public.money_by_product(p_from date, p_until date, p_limit integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  with whole as materialized (
    select min(m.month) as begins, max(m.month) as latest, max(m.until) as until from public.money_months m where m.month >= p_from and m.until <= p_until
  ), sold as materialized (
    select s.slug, sum(s.pieces) as pieces, sum(s.goods)::bigint as goods
    from (
      select m.slug, m.pieces, m.goods from public.money_product_months m where m.month = (select w.latest from whole w)
      union all
      select m.slug, -m.pieces, -m.goods from public.money_product_months m where m.month = (select w.begins - interval '1 month' from whole w)
      union all
      select m.slug, m.pieces, m.goods from public.money_product_days m
      where m.day >= p_from and m.day <= least(p_until, (select w.begins - 1 from whole w))
      union all
      select m.slug, m.pieces, m.goods from public.money_product_days m where m.day > (select w.until from whole w) and m.day <= p_until
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

revoke execute on all functions in schema public from public;
