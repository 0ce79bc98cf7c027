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
    raise sqlstate 'PT400' using message = 'The box of order ' || p_number || ' is already set to end when the paid time is up.';
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
    raise sqlstate 'PT400' using message = its || ' ends when the paid time is up, so no other is due.';
  elsif box.status <> 'active' or box.overdue_invoice_id is not null then
    raise sqlstate 'PT400' using message = its || ' has a payment that didn’t go through. Sort that out first.';
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

-- ══ Payments ═════════════════════════════════════════════════════════════════════════════════════

-- How an order becomes paid and paid back, by the provider's webhook, the sweep, the owner's commands and the desk.

-- Every notification of the payment provider that was taken in, once. Service role only.
create table public.payment_events (
  id text primary key,
  type text not null,
  order_id uuid references public.orders on delete set null,
  outcome text not null check (outcome in ('applied', 'ignored', 'set aside')),
  detail text,
  received_at timestamptz not null default now()
);
create index payment_events_set_aside on public.payment_events (received_at) where outcome = 'set aside';
create index payment_events_of_order on public.payment_events (order_id) where order_id is not null;
create index payment_events_received on public.payment_events (received_at);
alter table public.payment_events enable row level security;
create trigger payment_events_tell_desk after update on public.payment_events for each row
  when (old.outcome <> new.outcome and new.outcome = 'set aside') execute function public.tell_desk('mail');

-- The order as its emails show it: the time of the delivery named once, and the net weight or volume of each line as its
-- label has it ('190 g'), which the law counts among what a buyer keeps in writing; null for what has none. Of an order that
-- was paid for in a holiday it also says when it leaves.
create function public.order_letter(p_order_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', o.number, 'placedAt', o.created_at, 'email', o.email, 'subtotal', o.subtotal, 'deliveryName', o.delivery_name,
    'deliveryPrice', o.delivery_price, 'deliveryTime', nullif(d.description, ''), 'discount', o.discount, 'total', o.total,
    'address', o.delivery_address, 'termsVersion', o.terms_version, 'isSubscription', o.is_subscription,
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'name', i.name, 'slug', i.slug, 'quantity', i.quantity, 'unitAmount', i.unit_amount, 'allergens', i.allergens, 'size', i.size,
        'net', trim_scale(p.net_quantity) || ' ' || p.net_unit,
        'interval', case when i.recurring_interval is not null then
          jsonb_build_object('unit', i.recurring_interval, 'count', i.recurring_interval_count) end
      ) order by i.position)
      from public.order_items i left join public.products p on p.id = i.product_id where i.order_id = o.id
    )
  ) || case when holiday is null then '{}' else jsonb_build_object('holiday', holiday) end
  from public.orders o join public.delivery_methods d on d.id = o.delivery_method_id
  cross join lateral public.holiday_at(coalesce(o.paid_at, now())) as holiday where o.id = p_order_id
$$;

-- Once. The owner's notice says of a later box that it is one, so that it is not packed twice by mistake, nor left out.
create function public.queue_order_letter(p_template text, p_order_id uuid, p_recipient text, p_note text, p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  select public.queue_letter(
    p_template, p_recipient,
    public.order_letter(p_order_id)
      || case when p_note is null then '{}'::jsonb else jsonb_build_object('note', p_note) end
      || case when p_template = 'order_notice' then public.box_in_turn(p_order_id) else '{}'::jsonb end,
    p_order_id::text, p_now
  )
$$;

-- ── Refunds ─────────────────────────────────────────────────────────────────────────────────────

-- What is asked of the provider is written down first, so that it is asked for once.

-- What the owner pays back: pence, and the pieces that it is for as [{"position", "quantity"}]; [] for a sum of money. The
-- same `request` before the provider has answered is the same refund. `booked_at` is when the provider said that it has
-- gone, `told_at` when the shopper was written to. Service role only.
create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders on delete cascade,
  amount integer not null check (amount > 0),
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'),
  restock boolean not null default false,
  request jsonb not null default '{}',
  asked_at timestamptz not null default now(),
  booked_at timestamptz,
  told_at timestamptz,
  reason text check (length(reason) between 1 and 500), -- for the desk
  cancels boolean not null default false, -- calls the whole order off
  words text check (length(words) between 1 and 500) -- a line for the shopper of a cancelled order
);
create index refunds_of_order on public.refunds (order_id, asked_at);
create unique index refunds_asked_once on public.refunds (order_id, request) where booked_at is null;
create index refunds_booked on public.refunds (booked_at) where booked_at is not null;
alter table public.refunds enable row level security;

-- Who is erased is erased here, too.
create function public.forget_reasons() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.refunds set reason = null, words = null where order_id = new.id;
  return null;
end $$;
create trigger orders_forget_reasons after update of erased_at on public.orders for each row
  when (new.erased_at is not null) execute function public.forget_reasons();

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

-- What was paid for each line, in pence, a discount taken off in proportion to what the lines cost, so that the shares add
-- up (`allocate` of domain/allocate.ts). With the pieces that have been paid back, and those that are being.
create function public.line_payments(p_order_id uuid)
returns table ("position" integer, quantity integer, refunded integer, asked integer, paid integer)
language sql stable security definer set search_path = '' as $$
  select l.position, l.quantity, l.refunded, (
      select coalesce(sum((line ->> 'quantity')::integer), 0)::integer
      from public.refunds r cross join jsonb_array_elements(r.lines) as line
      where r.order_id = p_order_id and r.booked_at is null and (line ->> 'position')::integer = l.position
    ), l.paid
  from public.lines_paid(array[p_order_id]) l
$$;

-- The pieces that a refund is for, in the words of the order: [{"name", "quantity", "size", "isRestocked"}]. Whether they went
-- back on the shelf is known once the refund is booked, and of none that was booked before this was noted.
create function public.refunded_pieces(p_refund public.refunds) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', i.name, 'quantity', line.quantity, 'size', i.size, 'isRestocked', line."isRestocked"
  ) order by i.position), '[]')
  from jsonb_to_recordset(p_refund.lines) as line ("position" integer, quantity integer, "isRestocked" boolean)
  join public.order_items i on i.order_id = p_refund.order_id and i.position = line.position
$$;

-- Why pieces cannot be paid back, or null; without a quantity it is what is left of a line. People count lines from 1.
create function public.refund_fault(p_order public.orders, p_lines jsonb) returns text
language sql stable security definer set search_path = '' as $$
  select string_agg(case
    when had.position is null then 'Order ' || p_order.number || ' has no line ' || line.position + 1
    when had.left_over = 0 then 'Line ' || line.position + 1 || ' of order ' || p_order.number || ' has gone back already'
    else 'Only ' || had.left_over || ' of line ' || line.position + 1 || ' of order ' || p_order.number || ' can still be paid back'
  end, '. ' order by line.position)
  from jsonb_to_recordset(p_lines) as line ("position" integer, quantity integer)
  left join (
    select l.position, l.quantity - l.refunded - l.asked as left_over from public.line_payments(p_order.id) l
  ) as had on had.position = line.position
  where had.position is null or had.left_over = 0 or line.quantity not between 1 and had.left_over
$$;

-- A refund as `begin_refund` answers it; p_remaining is what was left to pay back before it, or beside it when it is not new.
create function public.refund_begun(p_order public.orders, p_refund public.refunds, p_remaining integer, p_is_new boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', p_refund.id, 'amount', p_refund.amount, 'pieces', public.refunded_pieces(p_refund), 'isNew', p_is_new,
    'isRest', p_refund.amount = p_remaining + case when p_is_new then 0 else p_refund.amount end,
    'isRestocked', p_order.stock_held and exists (
      select from jsonb_to_recordset(p_refund.lines) as line ("position" integer, restock boolean)
      join public.order_items i on i.order_id = p_order.id and i.position = line.position
      join public.products p on p.id = i.product_id where p.stock is not null and coalesce(line.restock, p_refund.restock)
    )
  )
$$;

-- Writes down a refund: of pieces (p_lines, at their share of what was paid for goods; each is restocked as it says, or as
-- p_restock), of pence, of pieces and pence beside them (for delivery), or of all that is left. Answers {"id", "amount",
-- "pieces", "isNew", "isRest", "isRestocked"}, or an error.
create function public.begin_refund(
  p_number bigint, p_amount integer default null, p_lines jsonb default null, p_restock boolean default false, p_now timestamptz default now()
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  concerned public.orders;
  wanted jsonb := jsonb_build_object('amount', p_amount, 'lines', p_lines, 'restock', p_restock);
  pieces jsonb := '[]';
  sum integer := p_amount;
  remaining integer;
  fault text;
  kept public.refunds;
  is_new boolean := false;
begin
  if (select count(*) <> count(distinct line -> 'position') from jsonb_array_elements(p_lines) as line) then
    raise exception 'A refund names each line once' using errcode = '22023';
  end if;
  select * into concerned from public.orders where number = p_number for update;
  if concerned.id is null then return public.checkout_error('not_found', 'There is no order ' || p_number); end if;
  if concerned.paid_at is null then
    return public.checkout_error('not_paid', 'Order ' || p_number || ' is ' || replace(concerned.status, '_', '-') || ': nothing was paid');
  end if;
  if p_amount is not null and p_lines is null and p_restock then
    return public.checkout_error('no_line', 'To put something back into stock, name its line: npm run orders -- show ' || p_number);
  end if;
  select concerned.total - concerned.refunded - coalesce(sum(r.amount), 0) into remaining
  from public.refunds r where r.order_id = concerned.id and r.booked_at is null;
  select * into kept from public.refunds r where r.order_id = concerned.id and r.booked_at is null and r.request = wanted;
  if kept.id is null then
    fault := public.refund_fault(concerned, p_lines);
    if fault is not null then return public.checkout_error('no_such_pieces', fault); end if;
    if p_amount is null or p_lines is not null then
      select
        coalesce(jsonb_agg(
          jsonb_build_object('position', had.position, 'quantity', had.pieces)
            || case when had.restock is null then '{}' else jsonb_build_object('restock', had.restock) end
          order by had.position
        ), '[]'),
        case when p_lines is null then remaining else
          coalesce(p_amount, 0)
            + coalesce(sum(had.paid::bigint * (had.gone + had.pieces) / had.quantity - had.paid::bigint * had.gone / had.quantity), 0)::integer end
      into pieces, sum
      from (
        select l.position, l.quantity, l.paid, l.refunded + l.asked as gone, line.restock,
          coalesce(line.quantity, l.quantity - l.refunded - l.asked) as pieces
        from public.line_payments(concerned.id) l
        left join jsonb_to_recordset(coalesce(p_lines, '[]')) as line ("position" integer, quantity integer, restock boolean)
          on line.position = l.position
        where p_lines is null or line.position is not null
      ) as had where had.pieces > 0;
    end if;
    if sum not between 1 and remaining or p_amount < 1 then
      return public.checkout_error('too_much', 'Only ' || public.pounds(greatest(remaining, 0)) || ' of order ' || p_number || ' can still be paid back'
        || case when p_lines is not null then ', and what was paid for that is ' || public.pounds(sum) else '' end);
    end if;
    insert into public.refunds (order_id, amount, lines, restock, request, asked_at)
    values (concerned.id, sum, pieces, p_restock, wanted, p_now) returning * into kept;
    is_new := true;
  end if;
  return public.refund_begun(concerned, kept, remaining, is_new);
end $$;

-- Forgets a refund that the provider has refused. One that has gone back stays.
create function public.drop_refund(p_id uuid) returns void language sql security definer set search_path = ''
as $$ delete from public.refunds where id = p_id and booked_at is null $$;

-- Marks the pieces of refunds that have gone back, once each, and restocks what was asked for, unless it never left the stock;
-- `isRestocked` of each line says which that was.
create function public.book_refunds(p_order public.orders, p_ids jsonb, p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare booked public.refunds;
begin
  if jsonb_typeof(p_ids) is distinct from 'array' then return; end if;
  for booked in
    update public.refunds r set booked_at = p_now
    where r.order_id = p_order.id and r.booked_at is null and r.id::text in (select jsonb_array_elements_text(p_ids))
    returning r.*
  loop
    update public.order_items i set refunded_quantity = i.refunded_quantity + line.quantity
    from jsonb_to_recordset(booked.lines) as line ("position" integer, quantity integer)
    where i.order_id = p_order.id and i.position = line.position;
    update public.orders set cancelled_at = p_now where id = p_order.id and booked.cancels;
    continue when not p_order.stock_held;
    perform public.lock_stock(array(select product_id from public.order_items where order_id = p_order.id));
    with back as (
      select line.position, i.product_id, line.quantity
      from jsonb_to_recordset(booked.lines) as line ("position" integer, quantity integer, restock boolean)
      join public.order_items i on i.order_id = p_order.id and i.position = line.position
      join public.products p on p.id = i.product_id and p.stock is not null
      where coalesce(line.restock, booked.restock)
    ), shelved as (
      update public.products p set stock = p.stock + b.pieces
      from (select product_id, sum(quantity)::integer as pieces from back group by product_id) b where p.id = b.product_id
    )
    update public.refunds r set lines = (
      select coalesce(jsonb_agg(line || jsonb_build_object('isRestocked', (line -> 'position')::integer in (select b.position from back b)) order by place), '[]')
      from jsonb_array_elements(booked.lines) with ordinality as l (line, place)
    ) where r.id = booked.id;
  end loop;
end $$;

-- Who cancelled an order, and the line for its shopper: {"from", "words"}.
create function public.cancel_words(p_order public.orders) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('words', r.words, 'from', l.who)
    from public.refunds r
    left join public.desk_log l on l.subject = 'order:' || p_order.number and l.after ->> 'refund' = r.id::text
    where r.order_id = p_order.id and r.cancels order by l.id limit 1
  ), '{}')
$$;

-- News older than what is known, or about an order that is not paid yet (it waits in `refunded`), moves no status, and a
-- sent order stays sent. The shopper is told of each sum once, with its pieces, however notifications were ordered; whoever's
-- order was cancelled is told that, too, with the line that was written to them.
create function public.apply_refund(p_order_id uuid, p_refunded integer, p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  concerned public.orders;
  pieces jsonb;
  facts jsonb;
begin
  update public.orders set
    refunded = greatest(refunded, least(p_refunded, total)),
    status = case
      when status not in ('paid', 'fulfilled', 'partially_refunded') or greatest(refunded, p_refunded) = 0 then status
      when greatest(refunded, p_refunded) >= total then 'refunded'
      when status = 'fulfilled' and p_refunded <= refunded then status
      else 'partially_refunded'
    end,
    updated_at = p_now
  where id = p_order_id returning * into concerned;
  if concerned.status not in ('partially_refunded', 'refunded') or concerned.refunded <= concerned.refund_told then return; end if;
  with told as (
    update public.refunds r set told_at = p_now
    where r.order_id = concerned.id and r.booked_at is not null and r.told_at is null
    returning public.refunded_pieces(r) as pieces
  )
  select coalesce(jsonb_agg(piece), '[]') into pieces from told cross join jsonb_array_elements(told.pieces) as piece;
  facts := jsonb_build_object(
    'number', concerned.number, 'placedAt', concerned.created_at, 'amount', concerned.refunded - concerned.refund_told,
    'refunded', concerned.refunded, 'total', concerned.total
  );
  if concerned.cancelled_at is not null then
    perform public.queue_letter(
      'order_cancelled', concerned.email, public.order_letter(concerned.id) || facts || public.cancel_words(concerned),
      concerned.id::text, p_now
    );
  else
    perform public.queue_letter(
      'refund', concerned.email, facts || jsonb_build_object('isSoldOut', concerned.sold_out_at is not null, 'pieces', pieces),
      concerned.id || ':' || concerned.refunded, p_now
    );
  end if;
  update public.orders set refund_told = refunded where id = p_order_id;
end $$;

-- ── Settlement ──────────────────────────────────────────────────────────────────────────────────

-- Takes the lines of a paid order out of its shopper's cart; what was added meanwhile stays in an open one.
create function public.empty_cart(p_user_id uuid, p_order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare rest jsonb;
begin
  perform from public.carts where user_id = p_user_id for update;
  select coalesce(jsonb_agg(line || jsonb_build_object('quantity', (line ->> 'quantity')::integer - coalesce(i.quantity, 0)) order by place)
    filter (where (line ->> 'quantity')::integer > coalesce(i.quantity, 0)), '[]') into rest
  from public.carts c cross join jsonb_array_elements(c.items) with ordinality as entry (line, place)
  left join public.order_items i on i.order_id = p_order_id and i.product_id = (line ->> 'product_id')::uuid
  where c.user_id = p_user_id;
  update public.carts set items = rest, checked_out = rest = '[]' where user_id = p_user_id;
end $$;

-- By the id that our request carried, else by the invoice of a later box, the session or the payment.
create function public.order_of_payment(p_facts jsonb) returns public.orders
language sql stable security definer set search_path = '' as $$
  select o from public.orders o
  where case
    when p_facts ->> 'orderId' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then o.id = (p_facts ->> 'orderId')::uuid
    when p_facts ->> 'invoiceId' is not null then o.stripe_invoice_id = p_facts ->> 'invoiceId'
    when p_facts ->> 'sessionId' is not null then o.stripe_session_id = p_facts ->> 'sessionId'
    else o.stripe_payment_intent_id = p_facts ->> 'paymentIntentId'
  end
$$;

-- Why a notification cannot be about this order, or null. A discount that the provider grants is on goods alone.
create function public.payment_mismatch(p_order public.orders, p_facts jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_order.id is null then 'no such order'
    when p_order.stripe_session_id <> p_facts ->> 'sessionId' then 'another session than the order''s'
    when p_order.currency is distinct from p_facts ->> 'currency' then 'another currency'
    when coalesce((p_facts ->> 'amountDiscount')::bigint, 0) not between 0 and p_order.subtotal + p_order.delivery_discount
      or (p_order.discount_code is not null and coalesce((p_facts ->> 'amountDiscount')::bigint, 0) <> p_order.discount)
      or (p_facts ->> 'amountTotal')::bigint is distinct from
        p_order.subtotal + p_order.delivery_price - coalesce((p_facts ->> 'amountDiscount')::bigint, 0)
      then 'another amount than the order''s'
  end
$$;

create function public.note_payment_details(p_order_id uuid, p_facts jsonb, p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  update public.orders set
    stripe_session_id = coalesce(stripe_session_id, p_facts ->> 'sessionId'),
    stripe_session_url = null,
    stripe_payment_intent_id = coalesce(p_facts ->> 'paymentIntentId', stripe_payment_intent_id),
    stripe_subscription_id = coalesce(p_facts ->> 'subscriptionId', stripe_subscription_id),
    delivery_address = coalesce(nullif(p_facts -> 'address', 'null'), delivery_address),
    updated_at = p_now
  where id = p_order_id;
  update public.order_items set size = left(p_facts -> 'sizes' ->> position::text, 40)
  where order_id = p_order_id and p_facts -> 'sizes' ->> position::text is not null;
$$;

-- Whether a payment was agreed on, so that the page's address is gone, and has yet to come in, as a bank debit does days
-- later. What it buys leaves the cart at once, or its shopper would buy it twice; should the money not come, an email says so.
create function public.is_settling(p_order public.orders) returns boolean language sql immutable set search_path = ''
as $$ select p_order.status = 'pending' and p_order.stripe_session_id is not null and p_order.stripe_session_url is null $$;

-- Makes an order paid, with refunds that were heard of before. One without a reservation whose stock is gone by now is sold
-- out: its money goes back in whole, so its cart stays and nobody is told to pack it.
create function public.settle_paid(p_order public.orders, p_facts jsonb, p_business_email text, p_now timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  discount_given integer := coalesce((p_facts ->> 'amountDiscount')::integer, 0);
  is_there boolean := p_order.stock_held;
  is_sold_out boolean;
  note text;
begin
  perform public.note_payment_details(p_order.id, p_facts, p_now);
  if p_order.status not in ('pending', 'expired', 'payment_failed') then return null; end if;
  if not is_there then is_there := public.take_stock(p_order.id); end if;
  is_sold_out := not is_there and coalesce(p_order.reserved_until = p_order.created_at, false);
  -- At once: what uses up the code looks whether the order was sold out.
  update public.orders set
    status = 'paid', paid_at = p_now, sold_out_at = case when is_sold_out then p_now end,
    discount = discount_given, total = subtotal + delivery_price - discount_given
  where id = p_order.id;
  if is_sold_out then
    perform public.apply_refund(p_order.id, p_order.refunded, p_now);
    return 'sold out';
  end if;
  if not is_there then note := 'Paid after its time was up, and not everything is in stock any more.'; end if;
  if p_order.user_id is not null and not public.is_settling(p_order) then perform public.empty_cart(p_order.user_id, p_order.id); end if;
  perform public.queue_order_letter('order_confirmation', p_order.id, p_order.email, null, p_now);
  perform public.queue_order_letter('order_notice', p_order.id, p_business_email, note, p_now);
  perform public.apply_refund(p_order.id, p_order.refunded, p_now);
  return coalesce(note, 'paid');
end $$;

-- A payment that was agreed on: keeps what the payment page asked for, takes the lines out of the cart and writes to the
-- shopper, once, with the sums that they agreed to pay: a code that was typed on the payment page is known only from there.
create function public.settle_agreed(p_order public.orders, p_facts jsonb, p_now timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform public.note_payment_details(p_order.id, p_facts, p_now);
  if p_order.status not in ('pending', 'expired') or public.is_settling(p_order) then return 'waiting for the money'; end if;
  if p_order.user_id is not null and p_order.status = 'pending' then perform public.empty_cart(p_order.user_id, p_order.id); end if;
  perform public.queue_letter('order_waiting', p_order.email, public.order_letter(p_order.id) || jsonb_build_object(
    'discount', coalesce((p_facts ->> 'amountDiscount')::integer, 0), 'total', (p_facts ->> 'amountTotal')::integer
  ), p_order.id::text, p_now);
  return 'waiting for the money';
end $$;

-- What a notification does to its order, in words, or null. The provider tells what went back in all; noted is the change.
create function public.apply_payment_event(
  p_order public.orders, p_event_type text, p_facts jsonb, p_business_email text, p_now timestamptz
) returns text language plpgsql security definer set search_path = '' as $$
declare brought integer := (p_facts ->> 'amountRefunded')::integer - p_order.refunded;
begin
  if p_event_type = 'charge.refunded' then
    perform public.book_refunds(p_order, p_facts -> 'refunds', p_now);
    perform public.apply_refund(p_order.id, (p_facts ->> 'amountRefunded')::integer, p_now);
    return case when brought > 0 then 'refunded ' || public.pounds(brought) else 'refunded nothing more' end;
  elsif p_event_type = 'checkout.session.async_payment_failed' then
    -- A paid order stays paid.
    if p_order.status not in ('pending', 'expired') then return null; end if;
    update public.orders set status = 'payment_failed', stripe_session_url = null, updated_at = p_now where id = p_order.id;
    perform public.return_stock(p_order.id);
    perform public.queue_order_letter('payment_failed', p_order.id, p_order.email, null, p_now);
    return 'payment failed';
  elsif p_event_type = 'checkout.session.expired' then
    return case when public.release_order(p_order.id, p_now) then 'expired' end;
  elsif p_facts ->> 'paymentStatus' in ('paid', 'no_payment_required') then
    return public.settle_paid(p_order, p_facts, p_business_email, p_now);
  elsif p_event_type = 'checkout.session.completed' then
    return public.settle_agreed(p_order, p_facts, p_now);
  end if;
  return null;
end $$;

-- Settles one notification, or one answer to the sweep's question, in one transaction and once. p_facts: {"sessionId",
-- "orderId", "paymentStatus", "currency", "amountTotal", "amountDiscount", "paymentIntentId", "subscriptionId", "address",
-- "sizes"} of a session, {…, "amountRefunded", "refunds"} of a charge; with a box "subscription", the "revision" that it
-- was read at, and "invoices". What the server asked by itself and changes nothing is not noted. Answers {"outcome",
-- "detail", "number"}: "set aside" does not fit its order; of 'outdated' and 'unfounded' nothing was taken in.
create function public.settle_payment(
  p_event_id text, p_event_type text, p_facts jsonb, p_business_email text, p_now timestamptz default now()
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  event_id text := coalesce(p_event_id, 'asked_' || gen_random_uuid());
  has_box boolean := coalesce(jsonb_typeof(p_facts -> 'subscription') = 'object', false);
  concerned public.orders;
  obstacle text;
  boxes jsonb;
  problem text;
  change text;
  verdict text;
begin
  if has_box then
    obstacle := public.subscription_obstacle(p_event_id, p_facts);
    if obstacle is not null then return jsonb_build_object('outcome', obstacle); end if;
  end if;
  insert into public.payment_events (id, type, outcome, received_at) values (event_id, p_event_type, 'ignored', p_now)
  on conflict (id) do nothing;
  if not found then return jsonb_build_object('outcome', 'repeated'); end if;
  if p_event_type like 'checkout.%' or p_event_type like 'charge.%' then
    concerned := public.order_of_payment(p_facts);
    select * into concerned from public.orders where id = concerned.id for update;
    problem := case
      when p_event_type <> 'charge.refunded' then public.payment_mismatch(concerned, p_facts)
      when concerned.id is null then 'no such order'
      when concerned.currency is distinct from p_facts ->> 'currency' then 'another currency'
      when coalesce((p_facts ->> 'amountRefunded')::bigint, -1) not between 0 and concerned.total then 'another amount than the order''s'
    end;
    if problem is null then change := public.apply_payment_event(concerned, p_event_type, p_facts, p_business_email, p_now); end if;
  end if;
  if has_box and problem is null then
    boxes := public.settle_subscription(p_facts, p_business_email, p_now);
    problem := boxes ->> 'problem';
    change := nullif(concat_ws('; ', change, boxes ->> 'change'), '');
    if concerned.id is null then select * into concerned from public.orders where id = (boxes ->> 'orderId')::uuid; end if;
  end if;
  verdict := case when problem is not null then 'set aside' when change is not null then 'applied' else 'ignored' end;
  if p_event_id is null and verdict = 'ignored' then
    delete from public.payment_events where id = event_id;
  else
    update public.payment_events set outcome = verdict, detail = coalesce(problem, change), order_id = concerned.id where id = event_id;
  end if;
  return jsonb_build_object('outcome', verdict, 'detail', coalesce(problem, change), 'number', concerned.number);
end $$;

-- Pending orders, the longest unasked first; a lapsed one's session is to be closed. The noted time keeps processes apart.
create function public.orders_to_ask(p_limit integer, p_every_ms integer, p_now timestamptz default now())
returns table (
  id uuid, number bigint, session_id text, session_expires_at timestamptz, created_at timestamptz, is_lapsed boolean
) language sql security definer set search_path = '' as $$
  update public.orders o set asked_at = p_now
  where o.id in (
    select w.id from public.orders w
    where w.status = 'pending' and coalesce(w.asked_at, w.created_at) <= p_now - make_interval(secs => p_every_ms / 1000.0)
    order by coalesce(w.asked_at, w.created_at) limit p_limit for update skip locked
  ) returning o.id, o.number, o.stripe_session_id, o.session_expires_at, o.created_at,
    coalesce(o.reserved_until > o.created_at and o.reserved_until <= p_now, false)
$$;

-- Sold out orders whose money is not back in whole, or whose box has not ended. Each has its turn, whatever fails.
create function public.sold_out_orders(p_limit integer, p_now timestamptz default now())
returns table (
  id uuid, number bigint, currency text, total integer, is_refunded boolean, session text, payment text, subscription text
) language sql security definer set search_path = '' as $$
  update public.orders o set asked_at = p_now
  where o.id in (
    select w.id from public.orders w
    where w.sold_out_at is not null and (w.status in ('paid', 'partially_refunded') or (w.status = 'refunded' and exists (
      select from public.subscriptions s where s.order_id = w.id and s.status <> 'cancelled'
    )))
    order by w.asked_at nulls first, w.sold_out_at limit p_limit for update skip locked
  ) returning o.id, o.number, o.currency, o.total, o.status = 'refunded',
    o.stripe_session_id, o.stripe_payment_intent_id, o.stripe_subscription_id
$$;

-- Notes the payment that belongs to an order when the provider's notification did not name it (subscriptions).
create function public.note_payment_intent(p_order_id uuid, p_payment_intent_id text) returns void
language sql security definer set search_path = ''
as $$ update public.orders set stripe_payment_intent_id = p_payment_intent_id where id = p_order_id and stripe_payment_intent_id is null $$;

grant all on public.subscriptions to service_role;
grant all on public.payment_events, public.refunds to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.subscription_revision, public.subscriptions_to_ask, public.end_unknown_box,
  public.desk_box_done to service_role;
grant execute on function public.desk_stop_box, public.desk_skip_box to authenticated, service_role;
grant execute on function public.begin_refund, public.drop_refund, public.settle_payment, public.orders_to_ask,
  public.sold_out_orders, public.note_payment_intent to service_role;
