-- The desk in a large shop: what took longer than 300 ms with 100,000 orders, 10,000 products and 20,000 people. With what an
-- order's page says of its code and of parcels that went ahead, mails that show photos, and the note of who opened a mail.

-- Words are found anywhere by their groups of three letters; the extension may lie in any schema.
select set_config('search_path', format('public, extensions, %I', n.nspname), true)
from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';

create index outbox_words on public.outbox using gin (lower(recipient) gin_trgm_ops);
create index outbox_created on public.outbox (created_at desc, id);
create index outbox_of_number on public.outbox ((data ->> 'number')) where data ? 'number';
create index outbox_of_reference on public.outbox (lower(data ->> 'reference')) where data ? 'reference';
-- As they are packed.
create index orders_in_turn on public.orders ((delivery_method_id = 'priority') desc, coalesce(paid_at, created_at), number)
  where status in ('paid', 'partially_refunded') and fulfilled_at is null and sold_out_at is null;
create index orders_of_code on public.orders (discount_code, number) where discount_code is not null;
create index money_product_days_of_product on public.money_product_days (slug);

-- Asked with every call of the desk, of as many sessions as people have.
create or replace function public.is_signed_in() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions s
    where s.id = case when auth.jwt() ->> 'session_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (auth.jwt() ->> 'session_id')::uuid end
      and s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  )
$$;

-- What a subject of the log is called, where it has a name of its own: a product, or somebody of the team.
create or replace function public.subject_name(p_subject text) returns text language sql stable security definer set search_path = '' as $$
  select case
    when p_subject ~ '^product:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (select p.name from public.products p where p.id = substr(p_subject, 9)::uuid)
    when p_subject ~ '^person:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (select s.name from public.staff s where s.user_id = substr(p_subject, 8)::uuid)
  end
$$;

-- ── Orders ──────────────────────────────────────────────────────────────────────────────────────

-- Each way by an index: 'paid' are all that are to be packed, a day is London's, fewer than three characters are a number.
-- p_most of what a search finds, the latest of them; null for all.
create function public.orders_sought(p_status text, p_day date, p_search text, p_most integer) returns setof bigint
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  pattern text := case when length(p_search) >= 3 then '%' || regexp_replace(p_search, '([\\%_])', '\\\1', 'g') || '%' end;
  wanted bigint := case when p_search ~ '^[0-9]{1,15}$' then p_search::bigint end;
begin
  if p_search is not null then
    return query
      select o.number from public.orders o where o.number = wanted
      union (select o.number from public.orders o where o.email ilike pattern order by o.number desc limit p_most)
      union (select o.number from public.orders o where o.delivery_address ->> 'name' ilike pattern order by o.number desc limit p_most)
      union (select o.number from public.orders o
        where replace(o.delivery_address ->> 'postcode', ' ', '') ilike replace(pattern, ' ', '') order by o.number desc limit p_most)
      union (select o.number from public.orders o
        where o.id in (select i.order_id from public.order_items i where i.name ilike pattern) order by o.number desc limit p_most)
      order by 1 desc limit p_most;
  elsif p_day is not null then
    return query select o.number from public.orders o
      where o.created_at >= p_day::timestamp at time zone 'Europe/London'
        and o.created_at < (p_day + 1)::timestamp at time zone 'Europe/London';
  elsif p_status = 'paid' then
    return query select o.number from public.orders o
      where o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null;
  elsif p_status is not null then
    return query select o.number from public.orders o where o.status = p_status;
  else
    return query select o.number from public.orders o;
  end if;
end $$;

create or replace function public.orders_found(p_status text, p_day date, p_search text) returns setof bigint
language sql stable security definer set search_path = '' as $$ select * from public.orders_sought(p_status, p_day, p_search, null) $$;

-- A page of those that are to be sent, as `orders_to_pack` has them, without counting what is in all of them.
create function public.numbers_to_pack(p_is_packed boolean, p_most integer, p_skipped integer) returns bigint[]
language sql stable security definer set search_path = '' as $$
  select array(
    select o.number from public.orders o left join public.order_packing k on k.order_id = o.id
    where o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null
      and (k.packed_at is not null) = p_is_packed
    order by (o.delivery_method_id = 'priority') desc, coalesce(o.paid_at, o.created_at), o.number limit p_most offset p_skipped
  )
$$;

-- How many orders stand in each tab of the list.
create or replace function public.order_counts() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'to-pack', waiting.here, 'packed', waiting.packed,
    'sent', (select count(*) from public.orders o where o.fulfilled_at is not null),
    'paid-back', (select count(*) from public.orders o where o.refunded > 0),
    'cancelled', (select count(*) from public.orders o where o.cancelled_at is not null),
    'payment-failed', (select count(*) from public.orders o where o.status = 'payment_failed'),
    'box-payments', (select count(*) from public.subscriptions s where s.overdue_invoice_id is not null and s.status <> 'cancelled'),
    'all', (select count(*) from public.orders o where o.paid_at is not null)
  )
  from (
    select count(*) filter (where k.packed_at is null) as here, count(k.packed_at) as packed
    from public.orders o left join public.order_packing k on k.order_id = o.id
    where o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null
  ) waiting
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
    select coalesce(jsonb_agg(public.order_row(o, k.packed_at is not null) order by array_position(page, o.number)), '[]')
    from public.orders o left join public.order_packing k on k.order_id = o.id where o.number = any (page)
  ));
end $$;

-- Everything that happened to an order, the oldest first: [{"at", "what", …}].
create or replace function public.order_events(p_order public.orders) returns jsonb language sql stable security definer set search_path = '' as $$
  with noted as materialized (
    select l.done_at, l.who, l.action, l.after from public.desk_log l where l.subject = 'order:' || p_order.number
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
    select n.done_at, n.action, jsonb_build_object('who', n.who, 'after', n.after) || coalesce((
      -- Noted in the transaction that sent it.
      select jsonb_build_object('part', p.id, 'mailsAt', p.sent_at + public.time_to_undo()) from public.part_parcels p
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
    'box', public.box_of_order(concerned), 'events', public.order_events(concerned)
  );
end $$;

-- ── Mails ───────────────────────────────────────────────────────────────────────────────────────

-- The latest p_most mails that words fit: a part of the address, the number of an order or the reference of an enquiry, in
-- small letters.
create function public.letters_found(p_words text, p_most integer) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare pattern text := '%' || regexp_replace(p_words, '([\\%_])', '\\\1', 'g') || '%';
begin
  return query
    (select o.id from public.outbox o where lower(o.recipient) like pattern order by o.created_at desc, o.id limit p_most)
    -- Of one order or enquiry there are few.
    union select o.id from public.outbox o
      where p_words ~ '^#?[0-9]{1,15}$' and o.data ? 'number' and o.data ->> 'number' = ltrim(p_words, '#')
    union select o.id from public.outbox o where o.data ? 'reference' and lower(o.data ->> 'reference') = p_words;
end $$;

-- The mails of a state ('stuck', 'waiting', 'sent', 'called-off'), newest first, those that wait by when they go; or what a
-- search finds in all of them, by a part of the address, the number of an order or the reference of an enquiry.
create or replace function public.desk_mails(p_state text default 'stuck', p_search text default null, p_limit integer default 50, p_offset integer default 0)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  words text := lower(public.trim_text(left(coalesce(p_search, ''), 200)));
  most integer := least(greatest(coalesce(p_limit, 50), 1), 200);
  start integer := greatest(coalesce(p_offset, 0), 0);
  found jsonb;
begin
  perform public.desk_enter();
  if words <> '' then
    select coalesce(jsonb_agg(public.letter_row(o) order by o.created_at desc, o.id), '[]') into found from (
      select o.* from public.letters_found(words, most + start) f join public.outbox o on o.id = f
      order by o.created_at desc, o.id limit most offset start
    ) o;
  elsif p_state = 'sent' then
    select coalesce(jsonb_agg(public.letter_row(o) order by o.sent_at desc, o.id), '[]') into found
    from (select o.* from public.outbox o where o.sent_at is not null order by o.sent_at desc, o.id limit most offset start) o;
  elsif p_state = 'waiting' then
    select coalesce(jsonb_agg(public.letter_row(o) order by o.next_attempt_at, o.id), '[]') into found
    from (select o.* from public.outbox o where o.sent_at is null and o.failed_at is null order by o.next_attempt_at, o.id limit most offset start) o;
  else
    select coalesce(jsonb_agg(public.letter_row(o) order by o.failed_at desc, o.id), '[]') into found from (
      select o.* from public.outbox o
      where o.failed_at is not null and o.called_off = (p_state is not distinct from 'called-off')
      order by o.failed_at desc, o.id limit most offset start
    ) o;
  end if;
  return jsonb_build_object('counts', public.letter_counts(), 'mails', found);
end $$;

-- One mail with what its template shows, for the shop's server, which writes it once more as its reader got it.
create or replace function public.desk_mail(p_id uuid) returns jsonb language plpgsql security definer set search_path = '' as $$
declare letter public.outbox;
begin
  perform public.desk_enter();
  select * into letter from public.outbox o where o.id = p_id;
  if letter.id is null then
    raise sqlstate 'PT400' using message = 'This mail is not kept any more: sent ones go after thirty days.';
  elsif public.is_key_letter(letter.template, letter.data) then
    raise sqlstate 'PT400' using message = 'This mail lets its reader in. It is for them alone, and is not opened here.';
  end if;
  -- Once in a while of looking at it.
  if not exists (
    select from public.desk_log l where l.subject = 'mail:' || letter.id and l.action = 'open_mail' and l.user_id = auth.uid()
      and l.done_at > now() - interval '15 minutes'
  ) then
    perform public.desk_note('open_mail', 'mail:' || letter.id, null, jsonb_build_object('mail', letter.template, 'number', letter.data -> 'number'));
  end if;
  return jsonb_build_object('mail', public.letter_row(letter), 'data', (public.letter_at_sending(p_id) -> 'facts') || letter.data);
end $$;

-- ── Money ───────────────────────────────────────────────────────────────────────────────────────

-- What was sold of each product in months whose days are all kept; thrown away with any of them. Service role only.
create table public.money_months (month date primary key);
alter table public.money_months enable row level security;
create table public.money_product_months (
  month date not null references public.money_months on delete cascade,
  slug text not null,
  pieces integer not null,
  goods bigint not null,
  primary key (month, slug)
);
alter table public.money_product_months enable row level security;

create function public.forget_money_month() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.money_months m where m.month = date_trunc('month', old.day)::date;
  return null;
end $$;
create trigger money_days_forget_month after delete on public.money_days for each row execute function public.forget_money_month();

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
  insert into public.money_months
  select date_trunc('month', m.day)::date from public.money_days m group by 1
  having count(*) = extract(day from date_trunc('month', min(m.day)) + interval '1 month - 1 day')
  on conflict do nothing;
  insert into public.money_product_months
  select m.month, d.slug, sum(d.pieces), sum(d.goods)
  from public.money_months m join public.money_product_days d on d.day >= m.month and d.day < m.month + interval '1 month'
  where not exists (select from public.money_product_months p where p.month = m.month) group by m.month, d.slug;
  return done;
end $$;

-- Days of a period that have begun and are not kept: two as a rule, so that their orders are found by the index.
create function public.money_days_to_count(p_from date, p_until date) returns setof date
language sql stable security definer rows 2 set search_path = '' as $$
  select d::date from generate_series(
    greatest(p_from, (select public.london_day(min(o.paid_at)) from public.orders o where o.paid_at is not null))::timestamp,
    least(p_until, public.london_day(now()))::timestamp, interval '1 day'
  ) d where not exists (select from public.money_days m where m.day = d::date)
$$;

-- The days of a period that have begun and on which something was sold, each with its sums.
create or replace function public.money_of_days(p_from date, p_until date) returns setof public.money_days
language sql stable security definer set search_path = '' as $$
  select m.* from public.money_days m where m.day between p_from and p_until
  union all
  select d, count(*)::integer, count(*) filter (where o.total > 0)::integer, coalesce(sum(o.subtotal), 0), coalesce(sum(o.discount), 0),
    coalesce(sum(o.delivery_price), 0), coalesce(sum(o.total), 0), coalesce(sum(b.fee), 0), count(b.id)::integer
  from public.money_days_to_count(p_from, p_until) d
  join public.orders o on o.paid_at >= public.london_midnight(d) and o.paid_at < public.london_midnight(d + 1)
  left join public.balance_transactions b on b.order_id = o.id and b.kind = 'charge'
  group by d
$$;

create or replace function public.money_by_product(p_from date, p_until date, p_limit integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  with whole as materialized (
    select array_agg(m.month) as months, array(
      select d::date from generate_series(p_from::timestamp, p_until::timestamp, interval '1 day') d
      where date_trunc('month', d)::date <> all (coalesce(array_agg(m.month), '{}'))
    ) as days
    from public.money_months m where m.month >= p_from and m.month + interval '1 month' <= p_until + 1
  ), sold as materialized (
    select s.slug, sum(s.pieces) as pieces, sum(s.goods) as goods
    from (
      select m.slug, m.pieces, m.goods from public.money_product_months m where m.month = any ((select w.months from whole w)::date[])
      union all
      select m.slug, m.pieces, m.goods from public.money_product_days m where m.day = any ((select w.days from whole w)::date[])
      union all
      select i.slug, i.quantity, i.quantity::bigint * i.unit_amount
      from public.money_days_to_count(p_from, p_until) d
      join public.orders o on o.paid_at >= public.london_midnight(d) and o.paid_at < public.london_midnight(d + 1)
      join public.order_items i on i.order_id = o.id
    ) s group by s.slug
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

-- What was paid for each line of some orders, a discount taken off.
create function public.lines_paid(p_orders uuid[])
returns table (order_id uuid, "position" integer, quantity integer, refunded integer, paid integer)
language sql stable security definer set search_path = '' as $$
  select i.order_id, i.position::integer, i.quantity::integer, i.refunded_quantity::integer,
    (i.upto * i.goods / greatest(i.whole, 1) - (i.upto - i.cost) * i.goods / greatest(i.whole, 1))::integer
  from (
    select *, (sum(cost) over (partition by priced.order_id order by priced.position))::bigint as upto,
      (sum(cost) over (partition by priced.order_id))::bigint as whole
    from (
      select l.order_id, l.position, l.quantity, l.refunded_quantity, l.unit_amount::bigint * l.quantity as cost,
        (o.total - o.delivery_price + o.delivery_discount)::bigint as goods
      from public.orders o join public.order_items l on l.order_id = o.id where o.id = any (p_orders)
    ) as priced
  ) as i
$$;

create or replace function public.line_payments(p_order_id uuid)
returns table ("position" integer, quantity integer, refunded integer, asked integer, paid integer)
language sql stable security definer set search_path = '' as $$
  select l.position, l.quantity, l.refunded, (
      select coalesce(sum((line ->> 'quantity')::integer), 0)::integer
      from public.refunds r cross join jsonb_array_elements(r.lines) as line
      where r.order_id = p_order_id and r.booked_at is null and (line ->> 'position')::integer = l.position
    ), l.paid
  from public.lines_paid(array[p_order_id]) l
$$;

-- How much of what was paid for goods bears the standard rate of VAT, were the business registered: merchandise, and what is
-- no longer in the catalogue; food does not. Pence.
drop function public.taxed_lines(uuid);
create function public.taxed_lines(p_orders uuid[])
returns table (order_id uuid, "position" integer, quantity integer, paid bigint, standard bigint, what text, listed bigint)
language sql stable security definer set search_path = '' as $$
  select l.order_id, l.position, l.quantity, l.paid::bigint, case when p.id is null or p.category = 'merchandise' then l.paid::bigint else 0 end,
    i.name || coalesce(', ' || i.size, ''), i.quantity::bigint * i.unit_amount
  from public.lines_paid(p_orders) l
  join public.order_items i on i.order_id = l.order_id and i.position = l.position
  left join public.products p on p.id = i.product_id
$$;

-- Orders that were paid, as rows: their lines at what was paid for them, delivery, and the card fee once that is known.
drop function public.account_rows_of_order(public.orders);
create function public.account_rows_of_orders(p_orders uuid[]) returns table (order_id uuid, place bigint, told jsonb)
language sql stable security definer set search_path = '' as $$
  with lines as materialized (select t.* from public.taxed_lines(p_orders) t),
  sold as materialized (
    select o.id, o.paid_at, o.number, o.delivery_name, o.delivery_price, o.total, coalesce(w.paid, 0) as paid, coalesce(w.standard, 0) as standard,
      b.id as charge, b.fee, b.payout_id, p.arrives_on
    from public.orders o
    left join (select l.order_id, sum(l.paid)::bigint as paid, sum(l.standard)::bigint as standard from lines l group by l.order_id) w on w.order_id = o.id
    left join public.balance_transactions b on b.order_id = o.id and b.kind = 'charge'
    left join public.payouts p on p.id = b.payout_id
    where o.id = any (p_orders)
  ), shown as (
    select l.order_id, l.position::bigint as place, jsonb_build_object(
      'kind', 'sale', 'line', l.position + 1, 'what', l.what, 'pieces', l.quantity, 'listed', l.listed, 'amount', l.paid, 'standard', l.standard
    ) as row
    from lines l
    union all
    select s.id, 1000, jsonb_build_object(
      'kind', 'delivery', 'what', s.delivery_name, 'listed', s.delivery_price, 'amount', s.total - s.paid,
      'standard', case when s.paid > 0 then (s.total - s.paid) * s.standard / s.paid else 0 end
    ) from sold s where s.delivery_price > 0 or s.total <> s.paid
    union all
    select s.id, 1001, jsonb_build_object('kind', 'fee', 'what', 'Card fee', 'amount', -s.fee) from sold s where s.charge is not null
  )
  select s.id, h.place, h.row || jsonb_build_object(
    'at', s.paid_at, 'number', s.number, 'payout', s.payout_id, 'paidOutOn', s.arrives_on, 'reference', s.charge
  )
  from shown h join sold s on s.id = h.order_id
$$;

-- Refunds that were booked; what bears VAT of each is as in the pieces that it is for, or as in the whole order.
drop function public.account_rows_of_refund(public.refunds);
create function public.account_rows_of_refunds(p_refunds uuid[]) returns table (refund_id uuid, place bigint, told jsonb)
language sql stable security definer set search_path = '' as $$
  with back as materialized (
    select r.id, r as refund, o.number, t.id as moved, t.fee, t.payout_id, t.arrives_on
    from public.refunds r join public.orders o on o.id = r.order_id left join lateral (
      select b.id, b.fee, b.payout_id, w.arrives_on from public.balance_transactions b left join public.payouts w on w.id = b.payout_id
      where b.refund_id = r.id and b.kind = 'refund' and b.amount < 0 order by b.created_at limit 1
    ) t on true
    where r.id = any (p_refunds)
  ), share as (
    select b.id, coalesce(sum(t.paid * coalesce(x.quantity, t.quantity) / t.quantity), 0)::bigint as paid,
      coalesce(sum(t.standard * coalesce(x.quantity, t.quantity) / t.quantity), 0)::bigint as standard
    from back b join public.taxed_lines(array(select (k.refund).order_id from back k)) t on t.order_id = (b.refund).order_id
    left join lateral jsonb_to_recordset((b.refund).lines) as x ("position" integer, quantity integer) on x.position = t.position
    where (b.refund).lines = '[]' or x.position is not null group by b.id
  ), shown as (
    select b.id, 0 as place, jsonb_build_object('kind', 'refund', 'what', (
      select string_agg((piece ->> 'quantity') || ' × ' || (piece ->> 'name'), ', ') from jsonb_array_elements(public.refunded_pieces(b.refund)) piece
    ), 'amount', -(b.refund).amount, 'standard', case when s.paid > 0 then -((b.refund).amount * s.standard / s.paid) else 0 end) as row
    from back b left join share s on s.id = b.id
    union all
    select b.id, 1, jsonb_build_object('kind', 'fee', 'what', 'Fee of the refund', 'amount', -b.fee) from back b where b.fee <> 0
  )
  select b.id, h.place, h.row || jsonb_build_object(
    'at', (b.refund).booked_at, 'number', b.number, 'payout', b.payout_id, 'paidOutOn', b.arrives_on, 'reference', b.moved
  )
  from shown h join back b on b.id = h.id
$$;

-- A page of the accountant's rows, oldest first: {"rows", "next"}; `next` goes into p_after of the call for the next page, null
-- at the end. The rows that name a payout add up to it, as soon as the provider has said what went into it.
create or replace function public.desk_accounts_csv(p_from date, p_until date, p_limit integer default 500, p_after text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  begins timestamptz := public.london_midnight(p_from);
  ends timestamptz := public.london_midnight(p_until + 1);
  most integer := least(greatest(p_limit, 1), 1000);
  after_at timestamptz;
  after_key text := '';
  page jsonb;
begin
  perform public.desk_enter();
  perform public.money_period_fault(p_from, p_until);
  if p_after is not null then
    if p_after !~ '^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?\|[a-z]:[\w-]{1,80}$' then
      raise sqlstate 'PT400' using message = 'Please begin the file again.';
    end if;
    after_at := split_part(p_after, '|', 1)::timestamptz;
    after_key := split_part(p_after, '|', 2);
  end if;
  after_at := greatest(coalesce(after_at, begins), begins);
  with happened as materialized (
    (select o.paid_at as at, 'o:' || o.id as key from public.orders o
    where o.paid_at >= after_at and o.paid_at < ends and (o.paid_at, 'o:' || o.id) > (after_at, after_key)
    order by 1, 2 limit most)
    union all
    (select r.booked_at, 'r:' || r.id from public.refunds r
    where r.booked_at >= after_at and r.booked_at < ends and (r.booked_at, 'r:' || r.id) > (after_at, after_key)
    order by 1, 2 limit most)
    union all
    (select b.created_at, 'b:' || b.id
    from public.balance_transactions b left join public.refunds r on r.id = b.refund_id and r.booked_at is not null
    where (b.kind <> 'charge' or b.order_id is null) and b.currency = 'gbp'
      and (b.kind <> 'refund' or r.id is null or b.amount > 0) and (b.kind <> 'payout' or b.amount > 0 or b.fee <> 0)
      and b.created_at >= after_at and b.created_at < ends and (b.created_at, 'b:' || b.id) > (after_at, after_key)
    order by 1, 2 limit most)
  ), here as materialized (select h.at, h.key, substr(h.key, 3) as id from happened h order by h.at, h.key limit most),
  told as (
    select 'o:' || r.order_id as key, r.place, r.told as row
    from public.account_rows_of_orders(array(select h.id::uuid from here h where h.key like 'o:%')) r
    union all
    select 'r:' || r.refund_id, r.place, r.told
    from public.account_rows_of_refunds(array(select h.id::uuid from here h where h.key like 'r:%')) r
    union all
    select h.key, r.place, r.told from here h join public.balance_transactions b on b.id = h.id
    cross join lateral jsonb_array_elements(public.account_rows_of_balance(b)) with ordinality r (told, place)
    where h.key like 'b:%'
  )
  select jsonb_build_object(
    'rows', coalesce((select jsonb_agg(t.row order by h.at, h.key, t.place) from here h join told t on t.key = h.key), '[]'),
    'next', case when (select count(*) from here) = most then (select h.at::text || '|' || h.key from here h order by h.at desc, h.key desc limit 1) end
  ) into page;
  return page;
end $$;

-- Where the photos of products are kept, by their slugs; drawings are left out. For the mails.
create function public.photos_of(p_slugs text[]) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(p.slug, p.image_url[1]), '{}') from public.products p
  where p.slug = any (p_slugs) and p.image_url[1] like '%/storage/v1/object/public/products/%'
$$;

grant all on public.money_months, public.money_product_months to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.photos_of to service_role;
