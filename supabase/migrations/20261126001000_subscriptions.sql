-- Boxes after their first payment: what the provider says of them, the orders of later payments, their emails, and what an
-- owner does with them at the desk.

-- One row a subscription at the provider. `boxes` is what is charged each time, as [{"slug", "name", "image", "quantity",
-- "unitAmount", "size", "interval": {"unit", "count"}}], `amount` its sum. `current_period_end` is when the next payment is
-- taken, unless `ends_at` (it was cancelled, and runs out then) or `ended_at` is set. `overdue_*` is a payment that did not
-- come through. `revision` counts changes, and tells an older answer of the provider from a newer one. Its owner reads it,
-- but for the provider's ids and what the server counts by; only the service role writes.
create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null unique references public.orders,
  user_id uuid references auth.users on delete set null,
  email text not null,
  stripe_subscription_id text not null unique,
  stripe_customer_id text not null,
  status text not null check (status in ('incomplete', 'active', 'past_due', 'unpaid', 'paused', 'cancelled')),
  boxes jsonb not null check (jsonb_typeof(boxes) = 'array'),
  amount integer not null check (amount >= 0),
  currency text not null default 'gbp' check (currency = 'gbp'),
  current_period_end timestamptz not null,
  skips_to timestamptz, -- when a payment is taken after all, the one at `current_period_end` being skipped
  cancel_at_period_end boolean not null default false,
  cancelled_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('asked', 'unpaid')), -- by customer or owner, or by the provider: payments failed
  overdue_invoice_id text, -- null, as its amount, when everything is paid
  overdue_amount integer check (overdue_amount >= 0),
  retry_at timestamptz, -- null when the provider does not try the overdue payment again
  asked_at timestamptz, -- when the sweep last asked the provider about it; null when it never did
  revision bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  letters_told text[] not null default '{}' -- ever, as `box_news` names it: the outbox forgets after a month
);
create index subscriptions_of_user on public.subscriptions (user_id, created_at desc);
create index subscriptions_to_ask on public.subscriptions (asked_at) where status <> 'cancelled';
create index subscriptions_overdue on public.subscriptions (updated_at) where overdue_invoice_id is not null and status <> 'cancelled';
alter table public.subscriptions enable row level security;
grant select (
  id, order_id, user_id, email, status, boxes, amount, currency, current_period_end, skips_to, cancel_at_period_end, cancelled_at,
  ends_at, ended_at, end_reason, overdue_amount, retry_at, created_at, updated_at
) on public.subscriptions to authenticated;
create policy "People read their own boxes" on public.subscriptions for select to authenticated using (user_id = (select auth.uid()));
create policy "A code is asked for where there is one" on public.subscriptions as restrictive for all to authenticated
  using ((select public.is_proved()));
-- A box that is skipped, stopped or not paid somewhere else is seen by every desk that is open.
create trigger subscriptions_tell_desk after insert or update or delete on public.subscriptions
  for each row execute function public.tell_desk('boxes');

-- ── Emails about a box ──────────────────────────────────────────────────────────────────────────

-- A subscription as its emails show it. `number` is the order that began it, `nextAt` null when no payment follows, `skippedAt`
-- when the one that is skipped would have been taken.
create function public.box_letter(p_subscription public.subscriptions) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', o.number, 'boxes', p_subscription.boxes, 'amount', p_subscription.amount,
    'overdueAmount', p_subscription.overdue_amount, 'retryAt', p_subscription.retry_at,
    'nextAt', case when p_subscription.ends_at is null and p_subscription.status <> 'cancelled'
      then coalesce(p_subscription.skips_to, p_subscription.current_period_end) end,
    'skippedAt', case when p_subscription.skips_to is not null then p_subscription.current_period_end end,
    'endsAt', coalesce(p_subscription.ended_at, p_subscription.ends_at), 'isOver', p_subscription.status = 'cancelled',
    'reason', p_subscription.end_reason
  ) from public.orders o where o.id = p_subscription.order_id
$$;

-- What there is to tell of a box as it stands: the payment that did not come through, by its invoice; the cancellation, by
-- when it was made; of a box that goes on after a cancellation that was told: that it does, by that cancellation; and that
-- one is skipped, or is no longer, by when it was due and how often that has changed: what was told last is not told again.
create function public.box_news(p_subscription public.subscriptions) returns table (template text, cause text)
language sql stable set search_path = '' as $$
  select 'box_payment_failed', p_subscription.overdue_invoice_id where p_subscription.overdue_invoice_id is not null
  union all
  select 'box_cancelled', coalesce(extract(epoch from p_subscription.cancelled_at)::bigint::text, 'over')
  where p_subscription.ends_at is not null or p_subscription.status = 'cancelled'
  union all
  (
    select 'box_resumed', split_part(told.letter, ':', 2)
    from unnest(p_subscription.letters_told) with ordinality as told (letter, place)
    where told.letter like 'box\_cancelled:%' and p_subscription.ends_at is null and p_subscription.status <> 'cancelled'
    order by told.place desc limit 1
  )
  union all
  select wanted.template, case when split_part(told.last, ':', 1) = wanted.template then split_part(told.last, ':', 2)
    else due.at || '.' || told.changes + 1 end
  from (select extract(epoch from p_subscription.current_period_end)::bigint::text as at) as due
  cross join lateral (
    select count(*) as changes, (array_agg(t.letter order by t.place desc))[1] as last
    from unnest(p_subscription.letters_told) with ordinality as t (letter, place)
    where t.letter ~ ('^box_(skipped|unskipped):' || due.at || '\.')
  ) as told
  cross join lateral (select case when p_subscription.skips_to is null then 'box_unskipped' else 'box_skipped' end as template) as wanted
  where p_subscription.ends_at is null and p_subscription.status <> 'cancelled'
    and (p_subscription.skips_to is not null or told.changes > 0)
$$;

-- Never again about the same, however long ago that went. A box whose first payment has not come through has no news.
create function public.queue_box_letters(p_subscription public.subscriptions, p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare news record;
begin
  if p_subscription.status = 'incomplete'
    or not exists (select from public.orders where id = p_subscription.order_id and paid_at is not null) then return; end if;
  for news in
    select * from public.box_news(p_subscription) n where n.template || ':' || n.cause <> all (p_subscription.letters_told)
  loop
    perform public.queue_letter(
      news.template, p_subscription.email, public.box_letter(p_subscription), p_subscription.id || ':' || news.cause, p_now
    );
    update public.subscriptions set letters_told = letters_told || (news.template || ':' || news.cause)
    where id = p_subscription.id;
  end loop;
end $$;

-- Why an email about a box is not to be sent any more, or null. That something was taken back is news only to whoever was last
-- told of it, be it earlier: an email that was called off told nothing.
create function public.box_letter_fault(p_letter public.outbox, p_subscription public.subscriptions) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not exists (
      select from public.box_news(p_subscription) n
      where p_letter.dedupe_key = n.template || ':' || p_subscription.id || ':' || n.cause
    ) then 'It is no longer so'
    when back.told is not null and back.told is distinct from (
      select split_part(told.letter, ':', 1)
      from unnest(p_subscription.letters_told) with ordinality as told (letter, place)
      cross join replace(told.letter, ':', ':' || p_subscription.id || ':') as key
      where split_part(told.letter, ':', 1) in (back.told, p_letter.template) and key <> p_letter.dedupe_key
        and not exists (select from public.outbox o where o.called_off and o.dedupe_key = key)
      order by told.place desc limit 1
    ) then 'The recipient was not told of ' || back.words
  end
  from (select) as one
  left join (values ('box_resumed', 'box_cancelled', 'the cancellation'), ('box_unskipped', 'box_skipped', 'the skipped box'))
    as back (template, told, words) on back.template = p_letter.template
$$;

-- Which box a later one is, the first being 1; {} for what was ordered in the shop.
create function public.box_in_turn(p_order_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('boxOf', founding.number, 'boxInTurn', (
      select count(*) from public.orders o
      where o.stripe_subscription_id = later.stripe_subscription_id and o.number <= later.number
    ))
    from public.orders later
    join public.subscriptions s on s.stripe_subscription_id = later.stripe_subscription_id
    join public.orders founding on founding.id = s.order_id
    where later.id = p_order_id and later.stripe_invoice_id is not null
  ), '{}')
$$;

-- The order that a subscription began with: the one that our request named, as long as it is that of no other.
create function public.founding_order(p_subscription jsonb) returns public.orders
language sql stable security definer set search_path = '' as $$
  select o from public.orders o
  where p_subscription ->> 'orderId' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    and o.id = (p_subscription ->> 'orderId')::uuid and o.is_subscription and o.stripe_invoice_id is null
    and coalesce(o.stripe_subscription_id, p_subscription ->> 'id') = p_subscription ->> 'id'
    and o.currency = p_subscription ->> 'currency'
$$;

-- In the words of the order that began it, or of the catalogue where the owner has changed the subscription since.
create function public.boxes_of(p_order_id uuid, p_items jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'slug', coalesce(i.slug, p.slug, 'box'), 'name', coalesce(i.name, p.name, 'Box'), 'image', coalesce(i.image, p.image_url[1]), 'size', i.size,
    'quantity', (item ->> 'quantity')::integer, 'unitAmount', (item ->> 'unitAmount')::integer, 'interval', item -> 'interval'
  ) order by place), '[]')
  from jsonb_array_elements(p_items) with ordinality as entry (item, place)
  left join public.order_items i on i.order_id = p_order_id and i.stripe_price_id = item ->> 'priceId'
  left join public.prices r on i.id is null and r.stripe_price_id = item ->> 'priceId'
  left join public.products p on p.id = r.product_id
$$;

-- Writes what the provider says (`told`, times in ISO 8601). What it said before leaves the row and its revision alone.
create function public.write_subscription(p_order public.orders, p_subscription jsonb, p_now timestamptz) returns public.subscriptions
language sql security definer set search_path = '' as $$
  insert into public.subscriptions as s (
    order_id, user_id, email, stripe_subscription_id, stripe_customer_id, status, boxes, amount, current_period_end, skips_to,
    cancel_at_period_end, cancelled_at, ends_at, ended_at, end_reason, overdue_invoice_id, overdue_amount, retry_at,
    asked_at, created_at, updated_at
  )
  select p_order.id, p_order.user_id, coalesce((select u.email from auth.users u where u.id = p_order.user_id), p_order.email),
    told.id, told."customerId", told.status, public.boxes_of(p_order.id, told.items),
    (select sum((item ->> 'unitAmount')::integer * (item ->> 'quantity')::integer) from jsonb_array_elements(told.items) as item),
    told."periodEnd", told."skipsTo", told."cancelsAtPeriodEnd", told."cancelledAt", told."endsAt", told."endedAt", told."endReason",
    told.overdue ->> 'invoiceId', (told.overdue ->> 'amount')::integer, (told.overdue ->> 'retryAt')::timestamptz,
    p_now, p_now, p_now
  from jsonb_to_record(p_subscription) as told (
    id text, "customerId" text, status text, items jsonb, "periodEnd" timestamptz, "skipsTo" timestamptz, "cancelsAtPeriodEnd" boolean,
    "cancelledAt" timestamptz, "endsAt" timestamptz, "endedAt" timestamptz, "endReason" text, overdue jsonb
  )
  on conflict (stripe_subscription_id) do update set
    email = excluded.email, stripe_customer_id = excluded.stripe_customer_id, status = excluded.status, boxes = excluded.boxes,
    amount = excluded.amount, current_period_end = excluded.current_period_end, skips_to = excluded.skips_to,
    cancel_at_period_end = excluded.cancel_at_period_end, cancelled_at = excluded.cancelled_at, ends_at = excluded.ends_at,
    ended_at = excluded.ended_at, end_reason = excluded.end_reason, overdue_invoice_id = excluded.overdue_invoice_id,
    overdue_amount = excluded.overdue_amount, retry_at = excluded.retry_at, updated_at = p_now, revision = s.revision + 1
  where to_jsonb(s) - array['id', 'order_id', 'user_id', 'asked_at', 'revision', 'created_at', 'updated_at', 'letters_told']
    <> to_jsonb(excluded) - array['id', 'order_id', 'user_id', 'asked_at', 'revision', 'created_at', 'updated_at', 'letters_told'];
  update public.orders set stripe_subscription_id = p_subscription ->> 'id'
  where id = p_order.id and stripe_subscription_id is null;
  select * from public.subscriptions where stripe_subscription_id = p_subscription ->> 'id';
$$;

-- Why the payment of a later box cannot become an order, or null. Other lines come from the owner's changes by hand.
create function public.renewal_fault(p_invoice jsonb) returns text language sql immutable set search_path = '' as $$
  select case
    when p_invoice ->> 'currency' is distinct from 'gbp' then 'another currency'
    when count(*) = 0 or not coalesce(bool_and(
      (line ->> 'priceId') is not null and (line ->> 'quantity')::integer between 1 and 99
      and (line ->> 'amount')::integer >= 0 and (line ->> 'amount')::integer % (line ->> 'quantity')::integer = 0
    ), false) then 'lines that are no boxes'
    when (p_invoice ->> 'amountPaid')::bigint not between 0 and sum((line ->> 'amount')::bigint) then 'another amount than its lines'
  end
  from jsonb_array_elements(p_invoice -> 'lines') as line
$$;

-- As they are now at the shop, in the sizes of the first box; what the shop no longer has keeps the words of that.
create function public.write_renewal_lines(p_order_id uuid, p_founding_id uuid, p_invoice jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.order_items (
    order_id, position, product_id, slug, name, image, unit_amount, quantity, allergens, size, sizes, recurring_interval,
    recurring_interval_count, stripe_price_id
  )
  select p_order_id, place - 1, p.id, coalesce(p.slug, i.slug, 'box'), coalesce(p.name, i.name, left(line ->> 'description', 120), 'Box'),
    coalesce(p.image_url[1], i.image), (line ->> 'amount')::integer / (line ->> 'quantity')::integer, (line ->> 'quantity')::integer,
    coalesce(p.allergens, i.allergens), i.size, coalesce(i.sizes, '{}'),
    coalesce(r.recurring_interval, i.recurring_interval), coalesce(r.recurring_interval_count, i.recurring_interval_count),
    line ->> 'priceId'
  from jsonb_array_elements(p_invoice -> 'lines') with ordinality as entry (line, place)
  left join public.order_items i on i.order_id = p_founding_id and i.stripe_price_id = line ->> 'priceId'
  left join public.prices r on r.stripe_price_id = line ->> 'priceId'
  left join public.products p on p.id = coalesce(i.product_id, r.product_id)
$$;

-- Makes the paid order of a later box out of its invoice ({"id", "currency", "amountPaid", "paymentIntentId", "lines":
-- [{"priceId", "quantity", "amount", "description"}]}), once. Money of a box whose customer has been erased is nobody's
-- order; the owner hears of it. Answers {"problem"}, {"number", "note"}, or null when it was there.
create function public.place_renewal(
  p_subscription public.subscriptions, p_invoice jsonb, p_business_email text, p_now timestamptz
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  fault text;
  founding public.orders;
  delivery public.delivery_methods;
  placed public.orders;
  note text;
begin
  if exists (select from public.orders o where o.stripe_invoice_id = p_invoice ->> 'id') then return null; end if;
  select * into founding from public.orders where id = p_subscription.order_id;
  if founding.erased_at is not null then
    perform public.queue_letter('stray_payment', p_business_email, jsonb_build_object(
      'invoice', p_invoice ->> 'id', 'subscription', p_subscription.stripe_subscription_id
    ), p_invoice ->> 'id', p_now);
    return jsonb_build_object('problem', 'a box of somebody who has been erased');
  end if;
  fault := public.renewal_fault(p_invoice);
  if fault is not null then return jsonb_build_object('problem', fault); end if;
  delivery := public.checkout_delivery('standard', (
    select sum((line ->> 'quantity')::integer)::integer from jsonb_array_elements(p_invoice -> 'lines') as line));
  insert into public.orders (
    user_id, email, status, subtotal, delivery_price, discount, total, delivery_method_id, delivery_name, delivery_stripe_id,
    delivery_address, cart_hash, stock_held, is_subscription, stripe_subscription_id, stripe_invoice_id,
    stripe_payment_intent_id, terms_version, created_at, paid_at, updated_at
  )
  select founding.user_id, p_subscription.email, 'paid', goods, 0, goods - (p_invoice ->> 'amountPaid')::integer,
    (p_invoice ->> 'amountPaid')::integer, delivery.id, delivery.name, delivery.stripe_id, founding.delivery_address,
    'renewal:' || (p_invoice ->> 'id'), false, true, p_subscription.stripe_subscription_id, p_invoice ->> 'id',
    p_invoice ->> 'paymentIntentId', founding.terms_version, p_now, p_now, p_now
  from (select sum((line ->> 'amount')::integer)::integer as goods from jsonb_array_elements(p_invoice -> 'lines') as line) as lines
  returning * into placed;
  perform public.write_renewal_lines(placed.id, founding.id, p_invoice);
  if not public.take_stock(placed.id) then note := 'A later box was paid, and not everything of it is in stock.'; end if;
  perform public.queue_letter('box_renewal', placed.email, public.order_letter(placed.id) || jsonb_build_object(
    'nextAt', case when p_subscription.ends_at is null and p_subscription.status <> 'cancelled' then p_subscription.current_period_end end,
    'nextAmount', p_subscription.amount
  ), placed.id::text, p_now);
  perform public.queue_order_letter('order_notice', placed.id, p_business_email, note, p_now);
  return jsonb_build_object('number', placed.number, 'note', note);
end $$;

-- Takes in the provider's present answer about a subscription and the paid invoices of its later boxes. It waits for an
-- erasure that is under way, and the address that this took off does not come back.
create function public.settle_subscription(p_facts jsonb, p_business_email text, p_now timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  told jsonb := p_facts -> 'subscription';
  founding public.orders := public.founding_order(told);
  revision_before bigint;
  kept public.subscriptions;
  invoice jsonb;
  renewal jsonb;
  changes text[] := '{}';
  problems text[] := '{}';
begin
  if founding.id is null then return jsonb_build_object('problem', 'a subscription of no order'); end if;
  select * into founding from public.orders where id = founding.id for update;
  select revision into revision_before from public.subscriptions where stripe_subscription_id = told ->> 'id';
  kept := public.write_subscription(founding, told, p_now);
  if kept.revision is distinct from revision_before then
    changes := changes || ('the box is ' || replace(kept.status, '_', ' ') || case when kept.ends_at is not null then ', cancelled' else '' end);
  end if;
  for invoice in select * from jsonb_array_elements(coalesce(p_facts -> 'invoices', '[]')) loop
    renewal := public.place_renewal(kept, invoice, p_business_email, p_now);
    if renewal ? 'problem' then problems := problems || (renewal ->> 'problem'); end if;
    if renewal ? 'number' then changes := changes || concat_ws('. ', 'order ' || (renewal ->> 'number') || ' for a later box', renewal ->> 'note'); end if;
  end loop;
  perform public.queue_box_letters(kept, p_now);
  return jsonb_build_object('orderId', founding.id, 'problem', nullif(array_to_string(problems, '; '), ''), 'change', nullif(array_to_string(changes, '; '), ''));
end $$;

-- Asked before the provider is, so that its answer is written only over what it is newer than.
create function public.subscription_revision(p_stripe_subscription_id text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce((select s.revision from public.subscriptions s where s.stripe_subscription_id = p_stripe_subscription_id), 0)
$$;

-- Why facts about a subscription cannot be taken in, or null: 'repeated', 'outdated' when the row has changed since its
-- revision was read, 'unfounded' for a later box while the first is not settled (once that was tried, "isFounded" lets it
-- pass). News about one subscription comes one after another from here to the end of the transaction.
create function public.subscription_obstacle(p_event_id text, p_facts jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare founding public.orders;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_facts -> 'subscription' ->> 'id', 20260102));
  if exists (select from public.payment_events where id = p_event_id) then return 'repeated'; end if;
  if public.subscription_revision(p_facts -> 'subscription' ->> 'id') <> (p_facts ->> 'revision')::bigint then return 'outdated'; end if;
  founding := public.founding_order(p_facts -> 'subscription');
  if founding.status = 'pending' and p_facts -> 'isFounded' is distinct from 'true' and jsonb_array_length(coalesce(p_facts -> 'invoices', '[]')) > 0 then
    return 'unfounded';
  end if;
  return null;
end $$;

-- Subscriptions to ask the provider about, in case its notifications were lost: due or overdue ones every quarter of an
-- hour, others once a day; a first payment does not come after three days. Noting the time keeps two processes apart.
create function public.subscriptions_to_ask(p_limit integer, p_now timestamptz default now())
returns table (id text, number bigint) language sql security definer set search_path = '' as $$
  with known as (
    update public.subscriptions s set asked_at = p_now
    from public.orders o
    where o.id = s.order_id and s.id in (
      select w.id from public.subscriptions w
      where w.status <> 'cancelled' and (w.status <> 'incomplete' or w.created_at > p_now - interval '3 days')
        and coalesce(w.asked_at, w.created_at) <= p_now - case
          when w.current_period_end <= p_now or w.status in ('past_due', 'incomplete') then interval '15 minutes'
          else interval '1 day'
        end
      order by w.asked_at nulls first limit p_limit for update skip locked
    ) returning s.stripe_subscription_id, o.number
  ), unknown as (
    update public.orders o set asked_at = p_now
    where o.id in (
      select w.id from public.orders w
      where w.is_subscription and w.stripe_invoice_id is null and w.stripe_subscription_id is not null
        and w.paid_at is not null and w.erased_at is null
        and (w.asked_at is null or w.asked_at <= p_now - interval '1 day')
        and not exists (select from public.subscriptions s where s.order_id = w.id)
      order by w.created_at limit p_limit for update skip locked
    ) returning o.stripe_subscription_id, o.number
  )
  select * from known union all select * from unknown
$$;

-- Ends a cancelled box that the provider does not have, as after a change of account there: nothing can be charged for it.
create function public.end_unknown_box(p_stripe_subscription_id text, p_now timestamptz default now()) returns void
language sql security definer set search_path = '' as $$
  update public.subscriptions set
    status = 'cancelled', ended_at = coalesce(ended_at, p_now), overdue_invoice_id = null, overdue_amount = null,
    retry_at = null, updated_at = p_now, revision = revision + 1
  where stripe_subscription_id = p_stripe_subscription_id and ends_at is not null and status <> 'cancelled'
$$;

-- ── At the desk ─────────────────────────────────────────────────────────────────────────────────

-- The box that an order began, or is a later one of; null without one, or while its first payment has not come. `dueAt` is the
-- end of the paid time, `isSkipped` that the payment then is not taken.
create function public.box_of_order(p_order public.orders) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'began', founding.number, 'status', s.status, 'amount', s.amount, 'dueAt', s.current_period_end, 'isSkipped', s.skips_to is not null,
    'nextAt', coalesce(s.skips_to, s.current_period_end), 'endsAt', s.ends_at, 'endedAt', s.ended_at, 'overdue', s.overdue_amount,
    'retryAt', s.retry_at,
    'turn', (select count(*) from public.orders o where o.stripe_subscription_id = s.stripe_subscription_id and o.number <= p_order.number)
  )
  from public.subscriptions s join public.orders founding on founding.id = s.order_id
  where s.stripe_subscription_id = p_order.stripe_subscription_id and s.status <> 'incomplete'
$$;

-- Notes who stops the box that began with an order, for the end of the paid time or at once, and answers the provider's id.
-- `isDone` is false until the payment provider has said yes (desk_box_done).
create function public.desk_stop_box(p_number bigint, p_at_once boolean) returns text language plpgsql security definer set search_path = '' as $$
declare box public.subscriptions;
begin
  perform public.desk_enter();
  select s.* into box from public.subscriptions s join public.orders o on o.id = s.order_id
  where o.number = p_number and s.status <> 'incomplete';
  if box.id is null then
    raise sqlstate 'PT400' using message = 'No box began with order ' || coalesce(p_number::text, 'without a number') || '.';
  elsif box.status = 'cancelled' then
    raise sqlstate 'PT400' using message = 'The box of order ' || p_number || ' has ended already.';
  elsif box.ends_at is not null and not p_at_once then
    raise sqlstate 'PT400' using message = 'The box of order ' || p_number || ' ends already when the paid time is over.';
  end if;
  perform public.desk_note(
    'stop_box', 'order:' || p_number, to_jsonb(box.status), jsonb_build_object('atOnce', p_at_once, 'isDone', false)
  );
  return box.stripe_subscription_id;
end $$;

-- The same of the box that is due at p_due: it is skipped, so that its payment falls out and no order is made, or is not.
create function public.desk_skip_box(p_number bigint, p_due timestamptz, p_skips boolean) returns text
language plpgsql security definer set search_path = '' as $$
declare
  box public.subscriptions;
  its text := 'The box of order ' || coalesce(p_number::text, 'without a number');
begin
  perform public.desk_enter();
  select s.* into box from public.subscriptions s join public.orders o on o.id = s.order_id
  where o.number = p_number and s.status <> 'incomplete';
  if box.id is null then
    raise sqlstate 'PT400' using message = 'No box began with order ' || coalesce(p_number::text, 'without a number') || '.';
  elsif box.status = 'cancelled' then
    raise sqlstate 'PT400' using message = its || ' has ended, so none of it is due.';
  elsif box.ends_at is not null then
    raise sqlstate 'PT400' using message = its || ' ends when the paid time is over, so no other is due.';
  elsif box.status <> 'active' or box.overdue_invoice_id is not null then
    raise sqlstate 'PT400' using message = its || ' has a payment that did not come through. That comes first.';
  elsif p_due is distinct from box.current_period_end then
    perform public.desk_conflict(to_jsonb(box.current_period_end));
  elsif (box.skips_to is not null) is not distinct from p_skips then
    raise sqlstate 'PT400' using message = its || case when p_skips then ' is skipped already, once.' else ' is not skipped.' end;
  elsif p_due <= now() + interval '1 hour' then
    raise sqlstate 'PT400' using message = its || ' is due within the hour. That is too late to change it.';
  end if;
  perform public.desk_note(
    case when p_skips then 'skip_box' else 'unskip_box' end, 'order:' || p_number, null, '{"isDone": false}'
  );
  return box.stripe_subscription_id;
end $$;

-- Notes that the payment provider did what was asked for last. For the server, which has asked it.
create function public.desk_box_done(p_number bigint, p_action text) returns void language sql security definer set search_path = '' as $$
  update public.desk_log l set after = l.after || '{"isDone": true}' where l.id = (
    select max(one.id) from public.desk_log one
    where one.subject = 'order:' || p_number and one.action = p_action and one.after ->> 'isDone' = 'false'
  );
  select realtime.send('{}', told, 'desk', true) from unnest(array['log', 'boxes']) as told;
$$;

grant all on public.subscriptions to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.subscription_revision, public.subscriptions_to_ask, public.end_unknown_box,
  public.desk_box_done to service_role;
grant execute on function public.desk_stop_box, public.desk_skip_box to authenticated, service_role;
