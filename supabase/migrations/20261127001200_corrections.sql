-- What the desk said wrongly of money that goes back, of people who want to be erased, and of recipes that changed twice; and
-- which addresses can be written to.

-- ── VAT of what goes back ───────────────────────────────────────────────────────────────────────

-- How much of what was paid for orders bears the standard rate of VAT, were the business registered: of the goods what
-- `taxed_lines` says, and of the delivery the same share. In pence; `lines`: [{"position", "quantity", "paid", "standard"}].
create or replace function public.taxed_orders(p_orders uuid[])
returns table (order_id uuid, total bigint, goods bigint, goods_standard bigint, delivery_standard bigint, lines jsonb)
language sql stable security definer set search_path = '' as $$
  select o.id, o.total::bigint, coalesce(w.paid, 0), coalesce(w.standard, 0),
    case when w.paid > 0 then (o.total - w.paid) * w.standard / w.paid else 0 end, coalesce(w.lines, '[]')
  from public.orders o
  left join (
    select l.order_id, sum(l.paid)::bigint as paid, sum(l.standard)::bigint as standard, jsonb_agg(jsonb_build_object(
      'position', l.position, 'quantity', l.quantity, 'paid', l.paid, 'standard', l.standard
    )) as lines
    from public.taxed_lines(p_orders) l group by l.order_id
  ) w on w.order_id = o.id
  where o.id = any (p_orders)
$$;

-- What went back of orders, as the accountant's rows name it (`r:` a refund of the desk, `b:` what the provider moved): how much
-- of it bears the standard rate, and how much had gone back that does before. Pieces bear what they bore. A sum bears what is
-- left in proportion to what is left of the money, so that all of it, once all is back, is what the order bore. What comes
-- again, as of a refund that failed, bears what it bore when it went. In pence; below 0 is what comes again.
create or replace function public.taxed_back(p_orders uuid[])
returns table (order_id uuid, key text, standard bigint, before bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  moved record;
  money bigint; -- what is left of an order
  taxed bigint; -- of it
  pieces jsonb; -- that have gone back, by their position: {"0": 2}
  went jsonb; -- what bore how much, by the id of its refund or dispute: {"re_1": [2400, 2400]}
  of_lines record;
  share bigint;
  left_taxed bigint;
begin
  for moved in
    with events as (
      select r.order_id, r.booked_at as at, 'r:' || r.id as key, r.amount::bigint as amount, r.lines, r.id::text as source
      from public.refunds r where r.order_id = any (p_orders) and r.booked_at is not null
      union all
      select b.order_id, b.created_at, 'b:' || b.id, -b.amount, '[]', coalesce(r.id::text, b.source_id, b.id)
      from public.balance_transactions b left join public.refunds r on r.id = b.refund_id and r.booked_at is not null
      where b.order_id = any (p_orders) and b.kind in ('refund', 'dispute') and b.currency = 'gbp'
        and (b.kind = 'dispute' or r.id is null or b.amount > 0)
    )
    select e.*, t.total, t.goods_standard + t.delivery_standard as bore, t.lines as sold
    from events e join public.taxed_orders(p_orders) t on t.order_id = e.order_id
    order by e.order_id, e.at, e.key
  loop
    if moved.order_id is distinct from order_id then
      order_id := moved.order_id;
      money := moved.total;
      taxed := moved.bore;
      pieces := '{}';
      went := '{}';
    end if;
    if (went -> moved.source ->> 0)::bigint = -moved.amount then
      share := -(went -> moved.source ->> 1)::bigint;
    elsif moved.amount <= 0 then
      share := moved.amount * (moved.bore - taxed) / greatest(moved.total - money, 1);
    else
      select coalesce(sum(x.paid), 0)::bigint as paid, coalesce(sum(x.paid) filter (where t.standard > 0), 0)::bigint as standard,
        coalesce(jsonb_object_agg(t.position, g.gone + piece.quantity), '{}') as gone into of_lines
      from jsonb_to_recordset(moved.sold) as t ("position" integer, quantity integer, paid bigint, standard bigint)
      join jsonb_to_recordset(moved.lines) as piece ("position" integer, quantity integer) on piece.position = t.position
      cross join lateral (select coalesce((pieces ->> t.position::text)::bigint, 0) as gone) g
      cross join lateral (select t.paid * (g.gone + piece.quantity) / t.quantity - t.paid * g.gone / t.quantity as paid) x;
      pieces := pieces || of_lines.gone;
      share := case when of_lines.paid > moved.amount then moved.amount * of_lines.standard / of_lines.paid
        else of_lines.standard + (moved.amount - of_lines.paid) * taxed / greatest(money, 1) end;
    end if;
    -- What is left bears no more than it is, nor than the order did.
    money := money - moved.amount;
    left_taxed := greatest(least(taxed - share, money, moved.bore), 0);
    key := moved.key;
    standard := taxed - left_taxed;
    before := moved.bore - taxed;
    return next;
    went := went || jsonb_build_object(moved.source, jsonb_build_array(moved.amount, standard));
    taxed := left_taxed;
  end loop;
end $$;

-- The accountant's rows of orders. `before`: how much of the order bears the standard rate in the rows that stand above.
create or replace function public.account_rows_of_orders(p_orders uuid[]) returns table (order_id uuid, place bigint, told jsonb)
language sql stable security definer set search_path = '' as $$
  with sold as materialized (
    select o.id, o.paid_at, o.number, o.delivery_name, o.delivery_price, w.total, w.goods, w.goods_standard, w.delivery_standard,
      b.id as charge, b.fee, b.payout_id, p.arrives_on
    from public.orders o
    join public.taxed_orders(p_orders) w on w.order_id = o.id
    left join public.balance_transactions b on b.order_id = o.id and b.kind = 'charge'
    left join public.payouts p on p.id = b.payout_id
  ), shown as (
    select l.order_id, l.position::bigint as place, jsonb_build_object(
      'kind', 'sale', 'line', l.position + 1, 'what', l.what, 'pieces', l.quantity, 'listed', l.listed, 'amount', l.paid,
      'standard', l.standard, 'before', sum(l.standard) over (partition by l.order_id order by l.position) - l.standard
    ) as row
    from public.taxed_lines(p_orders) l
    union all
    select s.id, 1000, jsonb_build_object(
      'kind', 'delivery', 'what', s.delivery_name, 'listed', s.delivery_price, 'amount', s.total - s.goods,
      'standard', s.delivery_standard, 'before', s.goods_standard
    ) from sold s where s.delivery_price > 0 or s.total <> s.goods
    union all
    select s.id, 1001, jsonb_build_object('kind', 'fee', 'what', 'Card fee', 'amount', -s.fee) from sold s where s.charge is not null
  )
  select s.id, h.place, h.row || jsonb_build_object(
    'at', s.paid_at, 'number', s.number, 'payout', s.payout_id, 'paidOutOn', s.arrives_on, 'reference', s.charge
  )
  from shown h join sold s on s.id = h.order_id
$$;

-- What the accountant reads of refunds; the provider's fee stands for itself.
create or replace function public.account_rows_of_refunds(p_refunds uuid[]) returns table (refund_id uuid, place bigint, told jsonb)
language sql stable security definer set search_path = '' as $$
  with back as materialized (
    select r.id, r as refund, o.number, t.id as moved, t.fee, t.payout_id, t.arrives_on
    from public.refunds r join public.orders o on o.id = r.order_id left join lateral (
      select b.id, b.fee, b.payout_id, w.arrives_on from public.balance_transactions b left join public.payouts w on w.id = b.payout_id
      where b.refund_id = r.id and b.kind = 'refund' and b.amount < 0 order by b.created_at limit 1
    ) t on true
    where r.id = any (p_refunds)
  ), shown as (
    select b.id, 0 as place, jsonb_build_object('kind', 'refund', 'what', (
      select string_agg((piece ->> 'quantity') || ' × ' || (piece ->> 'name'), ', ') from jsonb_array_elements(public.refunded_pieces(b.refund)) piece
    ), 'amount', -(b.refund).amount, 'standard', -coalesce(t.standard, 0), 'before', -coalesce(t.before, 0)) as row
    from back b left join public.taxed_back(array(select distinct (k.refund).order_id from back k)) t on t.key = 'r:' || b.id
    union all
    select b.id, 1, jsonb_build_object('kind', 'fee', 'what', 'Fee of the refund', 'amount', -b.fee) from back b where b.fee <> 0
  )
  select b.id, h.place, h.row || jsonb_build_object(
    'at', (b.refund).booked_at, 'number', b.number, 'payout', b.payout_id, 'paidOutOn', b.arrives_on, 'reference', b.moved
  )
  from shown h join back b on b.id = h.id
$$;

-- The same of what the provider moved beside orders and the desk's refunds: what bears VAT of it is said in its first row.
create or replace function public.account_rows_of_moved(p_moved text[]) returns table (id text, place bigint, told jsonb)
language sql stable security definer set search_path = '' as $$
  select b.id, r.place, r.told || case when r.place = 1 and t.key is not null
    then jsonb_build_object('standard', -t.standard, 'before', -t.before) else '{}' end
  from public.balance_transactions b
  cross join lateral jsonb_array_elements(public.account_rows_of_balance(b)) with ordinality r (told, place)
  left join public.taxed_back(array(
    select distinct m.order_id from public.balance_transactions m where m.id = any (p_moved) and m.kind in ('refund', 'dispute')
  )) t on t.key = 'b:' || b.id
  where b.id = any (p_moved)
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
    select 'b:' || r.id, r.place, r.told
    from public.account_rows_of_moved(array(select h.id from here h where h.key like 'b:%')) r
  )
  select jsonb_build_object(
    'rows', coalesce((select jsonb_agg(t.row order by h.at, h.key, t.place) from here h join told t on t.key = h.key), '[]'),
    'next', case when (select count(*) from here) = most then (select h.at::text || '|' || h.key from here h order by h.at desc, h.key desc limit 1) end
  ) into page;
  return page;
end $$;

-- ── What keeps somebody from being erased ───────────────────────────────────────────────────────

-- Why somebody cannot be erased yet, or null. Whoever wants to be erased reads at once of all that they can do something
-- about; the error's code is that of the first, and `hindrances` are those of all. A box that was cancelled and still runs may
-- be charged for what is overdue, and be taken back: with nothing else in the way its provider's id is named beside the error,
-- for the server to end.
create or replace function public.erasure_hindrance(p_user_id uuid, p_email text) returns jsonb
language sql stable security definer set search_path = '' as $$
  with theirs as (select * from public.orders_of(p_user_id, p_email)), open_boxes as (
    select s.stripe_subscription_id as id, s.ends_at is not null as is_cancelled, (
      select coalesce(sum((box ->> 'quantity')::integer), 1) from jsonb_array_elements(s.boxes) as box
    ) as boxes
    from public.subscriptions s join theirs o on o.id = s.order_id where s.status not in ('cancelled', 'incomplete')
  ), to_send as (
    select count(*) as orders, regexp_replace(string_agg(number::text, ', ' order by number), ', (\d+)$', ' and \1') as numbers
    from theirs where status in ('paid', 'partially_refunded') and fulfilled_at is null
  ), said as (
    select
      case
        when t.orders = 1 then 'We still need your name and address to send order ' || t.numbers
          || '. Please come back when it has been sent, or write to us to cancel it.'
        when t.orders > 1 then 'We still need your name and address to send orders ' || t.numbers
          || '. Please come back when they have been sent, or write to us to cancel them.'
      end as orders,
      case when exists (select from theirs where status = 'pending' and stripe_session_id is not null) then
        'A payment of yours is still open. Please finish it, or wait until it has come in or run out, and come back.'
      end as payments,
      case
        when b.renewing = 1 then 'Your box is still coming. Please cancel it in your account, or write to us, and come back.'
        when b.renewing > 1 then 'Your boxes are still coming. Please cancel them in your account, or write to us, and come back.'
      end as boxes,
      case when b.ids is not null then
        case when b.ending = 1 then 'Your box is cancelled, but we could not end it' else 'Your boxes are cancelled, but we could not end them' end
          || ' at our payment provider just now. Nothing was erased. Please try again in a few minutes, or write to us.'
      end as ending, b.ids
    from to_send t cross join (
      select sum(boxes) filter (where not is_cancelled) as renewing, sum(boxes) as ending, jsonb_agg(id order by id) as ids
      from open_boxes
    ) b
  )
  select case
    when coalesce(orders, payments, boxes) is not null then public.checkout_error(
      case when orders is not null then 'order_open' when payments is not null then 'payment_open' else 'box_open' end,
      concat_ws(' ', orders, payments, boxes)
    ) || jsonb_build_object('hindrances', array_remove(array[
      case when orders is not null then 'order_open' end, case when payments is not null then 'payment_open' end,
      case when boxes is not null then 'box_open' end
    ], null))
    when ids is not null then public.checkout_error('box_ending', ending) || jsonb_build_object('boxes', ids)
  end
  from said
$$;

-- All of one person for the desk, of orders and emails the latest fifty; null when nothing is held about the address. Codes and
-- links of emails stay out.
create or replace function public.desk_person(p_email text) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  account auth.users;
  address text;
  told jsonb;
begin
  perform public.desk_enter();
  account := public.account_of(null, p_email);
  address := lower(coalesce(account.email, public.trim_text(p_email)));
  select jsonb_build_object(
    'email', address, 'since', account.created_at,
    'isStaff', exists (select from public.staff s where s.user_id = account.id),
    'bought', (
      select jsonb_build_object('orders', count(*), 'total', coalesce(sum(o.total), 0), 'refunded', coalesce(sum(o.refunded), 0))
      from public.orders_of(account.id, address) o where o.paid_at is not null
    ),
    'orders', (
      select coalesce(jsonb_agg(public.order_row(o, k.packed_at is not null) order by o.number desc), '[]')
      from (select * from public.orders_of(account.id, address) x order by x.number desc limit 50) o
      left join public.order_packing k on k.order_id = o.id
    ),
    'name', coalesce((select p.full_name from public.profiles p where p.id = account.id), (
      select o.delivery_address ->> 'name' from public.orders_of(account.id, address) o
      where o.delivery_address ->> 'name' <> '' order by o.number desc limit 1
    ), (select e.name from public.enquiries e where lower(e.email) = address order by e.created_at desc limit 1),
      (select n.name from public.newsletter_signups n where lower(n.email) = address)),
    'address', (
      select o.delivery_address from public.orders_of(account.id, address) o
      where o.delivery_address is not null order by o.number desc limit 1
    ),
    'boxes', (
      select coalesce(jsonb_agg(
        public.box_of_order(o) || jsonb_build_object('names', jsonb_path_query_array(s.boxes, '$[*].name')) order by o.number desc
      ), '[]')
      from public.subscriptions s join public.orders_of(account.id, address) o on o.id = s.order_id where s.status <> 'incomplete'
    ),
    'enquiries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'reference', e.reference, 'title', coalesce(e.event_type, e.business_name, 'Consultancy'), 'at', e.created_at,
        'stage', coalesce(e.stage, 'new')
      ) order by e.created_at desc), '[]') from public.enquiries e where lower(e.email) = address
    ),
    'consents', public.consents_of(address),
    'carts', (
      select coalesce(jsonb_agg(jsonb_build_object('at', c.at, 'lines', public.reminder_lines(c.lines)) order by c.at desc), '[]') from (
        select a.updated_at as at, a.items as lines from public.carts a
        where a.user_id = account.id and not a.checked_out and a.items <> '[]'
        union all
        select g.updated_at, g.cart_data from public.guest_carts g where lower(g.email) = address and g.cart_data <> '[]'
      ) c
    ),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'template', l.template, 'number', l.data -> 'number', 'reference', l.data -> 'reference', 'at', coalesce(l.sent_at, l.created_at),
        'state', case when l.sent_at is not null then 'sent' when l.called_off then 'called off' when l.failed_at is not null then 'stuck' else 'waiting' end
      ) order by l.created_at desc), '[]')
      from (select * from public.outbox o where lower(o.recipient) = address order by o.created_at desc limit 50) l
    ),
    'code', (
      select jsonb_build_object('code', d.code, 'percent', d.percent, 'usedAt', d.used_at, 'expiresAt', d.expires_at, 'withdrawnAt', d.withdrawn_at)
      from public.discount_codes d where d.email_hash = public.email_hash(address)
    ),
    'note', coalesce((select n.note from public.person_notes n where n.email = address), ''),
    'hindrances', coalesce(public.erasure_hindrance(account.id, address) -> 'hindrances', '[]'),
    -- For a desk that was opened before there were several.
    'hindrance', public.erasure_hindrance(account.id, address) -> 'error' ->> 'code'
  ) into told;
  return case when account.id is null and (
    select bool_and(value in ('[]', 'null', '""', 'false')) from jsonb_each(told) where key not in ('email', 'bought')
  ) then null else told end;
end $$;

-- ── Who is to hear of a recipe ──────────────────────────────────────────────────────────────────

-- Ingredients as one text, without the stars that emphasise, and without blanks around them.
create or replace function public.plain_recipe(p_ingredients text[]) returns text language sql immutable set search_path = '' as $$
  select coalesce(replace(string_agg(public.trim_text(i.name), ', ' order by i.place), '**', ''), '')
  from unnest(p_ingredients) with ordinality as i (name, place)
$$;

-- Whoever takes a change back before anybody ordered the new recipe has never sold it: that version goes.
create or replace function public.note_recipe() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  latest public.recipe_versions;
  former public.recipe_versions;
begin
  if public.is_same_recipe(old, new) then return new; end if;
  if not (old.active and not old."isComingSoon") and not exists (select from public.order_items i where i.product_id = old.id) then return new; end if;
  select * into latest from public.recipe_versions v where v.product_id = new.id order by v.version desc limit 1;
  select * into former from public.recipe_versions v where v.product_id = new.id and v.version = latest.version - 1;
  if former.version is not null and public.plain_recipe(former.ingredients) = public.plain_recipe(new.ingredients) and former.allergens is not distinct from new.allergens and not exists (
    select from public.order_items i join public.orders o on o.id = i.order_id where i.product_id = new.id and o.created_at >= latest.since
  ) then
    delete from public.recipe_versions v where v.product_id = new.id and v.version = latest.version;
    new.recipe_changed_at := case when former.version > 1 then former.since end;
    return new;
  end if;
  if latest.version is null then
    insert into public.recipe_versions (product_id, version, ingredients, allergens, since)
    values (old.id, 1, old.ingredients, old.allergens, old.created_at);
  end if;
  insert into public.recipe_versions (product_id, version, ingredients, allergens, since)
  values (new.id, coalesce(latest.version, 1) + 1, new.ingredients, new.allergens, now());
  new.recipe_changed_at := now();
  return new;
end $$;

create index if not exists outbox_recipe_news on public.outbox ((data ->> 'slug'), created_at) where template = 'recipe_news';

-- Who is to be written to about a recipe as it is now: who bought another one in the three months before it changed, and who
-- was written to in the last three months about one that it is not, as after it was taken back (`told_at`: when, `letter`: in which). Whose latest
-- letter is about this one is not.
create or replace function public.recipe_readers(p_product uuid)
returns table (email text, number bigint, bought_at timestamptz, told_at timestamptz, letter text)
language sql stable security definer set search_path = '' as $$
  with found as (
    select p.slug, p.recipe_changed_at as changed_at, (select max(v.version) from public.recipe_versions v where v.product_id = p.id) as latest
    from public.products p where p.id = p_product
  ), told as (
    select distinct on (lower(m.recipient)) m.id::text as letter, m.recipient, (m.data ->> 'number')::bigint as number, coalesce(m.sent_at, m.created_at) as at,
      m.dedupe_key like format('recipe_news:%s:%s:%%', p_product, f.latest) as is_right
    from found f join public.outbox m on m.template = 'recipe_news' and m.data ->> 'slug' = f.slug
    where m.created_at > now() - interval '3 months' and not m.called_off
    order by lower(m.recipient), m.created_at desc
  ), bought as (
    select b.email, b.number, b.bought_at from found f cross join lateral public.recipe_buyers(p_product, f.changed_at) b
    where f.changed_at > now() - interval '3 months'
  )
  select b.email, b.number, b.bought_at, t.at, t.letter
  from bought b left join told t on lower(t.recipient) = lower(b.email) where t.is_right is not true
  union all
  select t.recipient, t.number, o.paid_at, t.at, t.letter from told t join public.orders o on o.number = t.number
  where t.is_right is not true and o.erased_at is null and not exists (select from bought b where lower(b.email) = lower(t.recipient))
$$;

-- All that the editor shows beside what it edits. Null when there is no such product. `unwritten`: how many are to hear of its
-- recipe; `misled`: how many of them were written to about one that it is not.
create or replace function public.desk_product(p_product uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found public.products;
  until timestamptz;
begin
  perform public.desk_enter();
  select * into found from public.products p where p.id = p_product;
  if found.id is null then return null; end if;
  until := case when found.recipe_changed_at > now() - interval '3 months' then found.recipe_changed_at else now() end;
  return jsonb_build_object(
    'id', found.id, 'slug', found.slug, 'number', found."Sort_order", 'tint', found.tint, 'stock', found.stock,
    'recipeChangedAt', case when until < now() then until end, 'newAllergens', public.new_allergens(p_product),
    'content', public.product_content(p_product),
    'buyers', (select coalesce(jsonb_agg(jsonb_build_object('number', b.number, 'name', b.buyer, 'at', b.bought_at) order by b.bought_at desc), '[]')
      from (select * from public.recipe_buyers(p_product, until) limit 200) b),
    'written', (
      select count(*) from public.outbox m
      where m.dedupe_key like format('recipe_news:%s:%s:%%', p_product, (select max(v.version) from public.recipe_versions v where v.product_id = p_product))
    ),
    'olds', (
      select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'at', l.done_at, 'who', l.who, 'content', l.before) order by l.id desc), '[]')
      from public.desk_log l
      where l.subject = 'product:' || p_product and l.action = 'publish' and l.before is not null and l.done_at > now() - interval '30 days'
    )
  ) || (select jsonb_build_object('unwritten', count(*), 'misled', count(r.told_at)) from public.recipe_readers(p_product) r);
end $$;

-- Writes to each who is to hear of a recipe what is new beside the one that they bought; `changedAt` is null where that is the
-- one of today, and `corrects` is when they were written to about another. It leaves after thirty seconds; until then it can be
-- taken back. Answers to how many.
create or replace function public.desk_write_recipe_news(p_product uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  found public.products;
  latest integer;
  reader record;
  written integer := 0;
begin
  perform public.desk_enter();
  found := public.product_to_change(p_product);
  select max(v.version) into latest from public.recipe_versions v where v.product_id = p_product;
  for reader in
    select r.*, (
      select max(v.version) from public.recipe_versions v where v.product_id = p_product and (v.since <= r.bought_at or v.version = 1)
    ) as bought
    from public.recipe_readers(p_product) r
  loop
    perform public.queue_letter('recipe_news', reader.email, jsonb_build_object(
      'number', reader.number, 'name', found.name, 'slug', found.slug,
      'changedAt', case when reader.bought < latest then found.recipe_changed_at end, 'corrects', reader.told_at,
      'newAllergens', public.new_allergens_since(p_product, reader.bought_at),
      'ingredients', public.plain_recipe(found.ingredients), 'allergens', found.allergens
    ), concat_ws(':', p_product, latest, encode(sha256(convert_to(lower(reader.email), 'utf8')), 'hex'), reader.letter),
      now() + interval '30 seconds');
    written := written + 1;
  end loop;
  if written > 0 then
    perform public.desk_note('recipe_news', 'product:' || p_product, null, jsonb_build_object('people', written));
  elsif coalesce(found.recipe_changed_at <= now() - interval '3 months', true) then
    raise sqlstate 'PT400' using message = 'The recipe of ' || found.name || ' has not changed lately.';
  end if;
  return written;
end $$;

-- ── Today ───────────────────────────────────────────────────────────────────────────────────────

-- What needs doing now. A packer is told what is to be packed, and of the stock. Who is to be answered is not to be followed up.
-- Every desk that is open reads this at every order: planning its parts anew took longer than reading them.
create or replace function public.desk_today() returns jsonb
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

-- ── Addresses ───────────────────────────────────────────────────────────────────────────────────

-- One that an email cannot be written to stays a failure for ever, whoever typed it: the database lets through no more of them
-- than `isOneAddress` does. In UTF-16 units, and without any sign of format.
create or replace function public.is_address(p_email text) returns boolean language sql immutable set search_path = '' as $$
  select coalesce(length(p_email) >= 5 and length(regexp_replace(p_email, '[\U00010000-\U0010FFFF]', 'xx', 'g')) <= 255
    and p_email ~ '^[^\s[:cntrl:]<>"'';\\@,:()[\]]+@[^\s[:cntrl:]<>"'';\\@,:()[\].]+(\.[^\s[:cntrl:]<>"'';\\@,:()[\].]+)+$'
    and p_email !~ (
      '^[=+\-\uFF1D\uFF0B\uFF0D]|[\u00AD\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u180E\u200B-\u200F\u202A-\u202E'
      '\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3'
      '\U0001D173-\U0001D17A\U000E0001\U000E0020-\U000E007F]'
    ), false)
$$;

revoke execute on function public.taxed_orders, public.taxed_back, public.account_rows_of_orders, public.account_rows_of_refunds,
  public.account_rows_of_moved, public.erasure_hindrance, public.recipe_readers, public.plain_recipe,
  public.note_recipe from public, anon, authenticated;
