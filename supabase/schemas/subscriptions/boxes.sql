-- Returns a subscription as its emails show it. `number` is that of the order that began it, `nextAt` is null when no payment
-- follows, `skippedAt` is the time of the skipped payment.
create or replace function public.box_email(p_subscription public.subscriptions) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', o.number, 'boxes', p_subscription.boxes, 'amount', p_subscription.amount,
    'overdueAmount', p_subscription.overdue_amount, 'retryAt', p_subscription.retry_at, 'cause', p_subscription.overdue_cause, 'payLink', p_subscription.overdue_link,
    'nextAt', case when p_subscription.ends_at is null and p_subscription.status <> 'cancelled'
      then coalesce(p_subscription.skips_to, p_subscription.current_period_end) end,
    'skippedAt', case when p_subscription.skips_to is not null then p_subscription.current_period_end end,
    'endsAt', coalesce(p_subscription.ended_at, p_subscription.ends_at), 'isOver', p_subscription.status = 'cancelled',
    'reason', p_subscription.end_reason
  ) from public.orders o where o.id = p_subscription.order_id
$$;

-- Returns the emails that a box's present state calls for, each with its cause: a failed payment, by its invoice; a
-- cancellation, by when it was made; a resumption after a cancellation that was announced, by that cancellation; a skipped box,
-- or one that is no longer skipped, by when it was due and how often that has changed. The email that was sent last is not sent
-- again.
create or replace function public.due_box_emails(p_subscription public.subscriptions) returns table (template text, cause text)
language sql stable set search_path = '' as $$
  select case when p_subscription.overdue_cause = 'confirm' then 'box_payment_confirm' else 'box_payment_failed' end, p_subscription.overdue_invoice_id where p_subscription.overdue_invoice_id is not null
  union all
  select 'box_cancelled', coalesce(extract(epoch from p_subscription.cancelled_at)::bigint::text, 'over')
  where p_subscription.ends_at is not null or p_subscription.status = 'cancelled'
  union all
  (
    select 'box_resumed', split_part(announced.letter, ':', 2)
    from unnest(p_subscription.letters_told) with ordinality as announced (letter, place)
    where announced.letter like 'box\_cancelled:%' and p_subscription.ends_at is null and p_subscription.status <> 'cancelled'
    order by announced.place desc limit 1
  )
  union all
  select wanted.template, case when split_part(announced.last, ':', 1) = wanted.template then split_part(announced.last, ':', 2)
    else due.at || '.' || announced.changes + 1 end
  from (select extract(epoch from p_subscription.current_period_end)::bigint::text as at) as due
  cross join lateral (
    select count(*) as changes, (array_agg(t.letter order by t.place desc))[1] as last
    from unnest(p_subscription.letters_told) with ordinality as t (letter, place)
    where t.letter ~ ('^box_(skipped|unskipped):' || due.at || '\.')
  ) as announced
  cross join lateral (select case when p_subscription.skips_to is null then 'box_unskipped' else 'box_skipped' end as template) as wanted
  where p_subscription.ends_at is null and p_subscription.status <> 'cancelled'
    and (p_subscription.skips_to is not null or announced.changes > 0)
$$;

-- Queues each email once, however long ago it was sent. A subscription whose first payment has not been made gets none.
create or replace function public.queue_box_emails(p_subscription public.subscriptions, p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare due_email record;
begin
  if p_subscription.status = 'incomplete'
    or not exists (select from public.orders where id = p_subscription.order_id and paid_at is not null) then return; end if;
  for due_email in
    select * from public.due_box_emails(p_subscription) n where n.template || ':' || n.cause <> all (p_subscription.letters_told)
  loop
    perform public.queue_email(
      due_email.template, p_subscription.email, public.box_email(p_subscription), p_subscription.id || ':' || due_email.cause, p_now
    );
    update public.subscriptions set letters_told = letters_told || (due_email.template || ':' || due_email.cause)
    where id = p_subscription.id;
  end loop;
end $$;

-- Returns why an email about a box is not to be sent any more, or null. A reversal is sent only when the last email that was
-- sent, even an earlier one, had announced the opposite: an email that was called off announced nothing.
create or replace function public.box_email_error(p_email public.outbox, p_subscription public.subscriptions) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not exists (
      select from public.due_box_emails(p_subscription) n
      where p_email.dedupe_key = n.template || ':' || p_subscription.id || ':' || n.cause
    ) then 'It is no longer so'
    when reversal.announced is not null and reversal.announced is distinct from (
      select split_part(announced.letter, ':', 1)
      from unnest(p_subscription.letters_told) with ordinality as announced (letter, place)
      cross join replace(announced.letter, ':', ':' || p_subscription.id || ':') as key
      where split_part(announced.letter, ':', 1) in (reversal.announced, p_email.template) and key <> p_email.dedupe_key
        and not exists (select from public.outbox o where o.called_off and o.dedupe_key = key)
      order by announced.place desc limit 1
    ) then 'The recipient was not told of ' || reversal.words
  end
  from (select) as one
  left join (values ('box_resumed', 'box_cancelled', 'the cancellation'), ('box_unskipped', 'box_skipped', 'the skipped box'))
    as reversal (template, announced, words) on reversal.template = p_email.template
$$;

-- Returns {} for an order that was placed in the shop; for a later box of a subscription the number of the order that began it,
-- and the box's place, counted from 1 for the first box.
create or replace function public.renewal_position(p_order_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('boxOf', first_order.number, 'boxInTurn', (
      select count(*) from public.orders o
      where o.stripe_subscription_id = later.stripe_subscription_id and o.number <= later.number
    ))
    from public.orders later
    join public.subscriptions s on s.stripe_subscription_id = later.stripe_subscription_id
    join public.orders first_order on first_order.id = s.order_id
    where later.id = p_order_id and later.stripe_invoice_id is not null
  ), '{}')
$$;

-- Returns the order that began a subscription: the one that the shop's request named, unless it belongs to another subscription.
create or replace function public.first_order(p_subscription jsonb) returns public.orders
language sql stable security definer set search_path = '' as $$
  select o from public.orders o
  where p_subscription ->> 'orderId' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    and o.id = (p_subscription ->> 'orderId')::uuid and o.is_subscription and o.stripe_invoice_id is null
    and coalesce(o.stripe_subscription_id, p_subscription ->> 'id') = p_subscription ->> 'id'
    and o.currency = p_subscription ->> 'currency'
$$;

-- Returns the boxes in the words of the order that began the subscription, or of the catalogue when the owner has changed the
-- subscription since.
create or replace function public.subscription_boxes(p_order_id uuid, p_items jsonb) returns jsonb
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

-- Ends a cancelled subscription in the database when the provider does not have it, for instance after the account there was
-- changed: nothing can be charged for it.
create or replace function public.end_unknown_box(p_stripe_subscription_id text, p_now timestamptz default now()) returns void
language sql security definer set search_path = '' as $$
  update public.subscriptions set
    status = 'cancelled', ended_at = coalesce(ended_at, p_now), overdue_invoice_id = null, overdue_amount = null,
    overdue_cause = null, overdue_link = null,
    retry_at = null, updated_at = p_now, revision = revision + 1
  where stripe_subscription_id = p_stripe_subscription_id and ends_at is not null and status <> 'cancelled'
$$;

-- Returns the subscription that an order began, or of which it is a later box; null when there is none, or its first payment has
-- not been made. `dueAt` is the end of the paid period; `isSkipped` means that the payment due then is not taken.
create or replace function public.order_subscription(p_order public.orders) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'began', first_order.number, 'status', s.status, 'amount', s.amount, 'dueAt', s.current_period_end, 'isSkipped', s.skips_to is not null,
    'nextAt', coalesce(s.skips_to, s.current_period_end), 'endsAt', s.ends_at, 'endedAt', s.ended_at, 'overdue', s.overdue_amount,
    'retryAt', s.retry_at, 'cause', s.overdue_cause,
    'turn', (select count(*) from public.orders o where o.stripe_subscription_id = s.stripe_subscription_id and o.number <= p_order.number)
  )
  from public.subscriptions s join public.orders first_order on first_order.id = s.order_id
  where s.stripe_subscription_id = p_order.stripe_subscription_id and s.status <> 'incomplete'
$$;

grant execute on function public.end_unknown_box to service_role;
