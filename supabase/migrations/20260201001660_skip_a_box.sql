-- One box is skipped: the payment falls out, no order is made, and the subscription goes on. What the log says of boxes is what
-- became of them, and a desk whose session was ended locks itself.

-- When the next payment is taken after all, the one at `current_period_end` being skipped; null while none is.
alter table public.subscriptions add column skips_to timestamptz;
grant select (skips_to) on public.subscriptions to authenticated;

-- As in *_subscriptions.sql, with what is skipped: `skippedAt` is when that payment would have been taken.
create or replace function public.box_letter(p_subscription public.subscriptions) returns jsonb
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

-- As in *_subscriptions.sql, and that a box is skipped, or is no longer, by when it was due and how often that has changed:
-- what was told last of it is not told again.
create or replace function public.box_news(p_subscription public.subscriptions) returns table (template text, cause text)
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

-- As in *_subscriptions.sql: that something was taken back is news only to whoever was told of it.
create or replace function public.box_letter_fault(p_letter public.outbox, p_subscription public.subscriptions) returns text
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

-- As in *_tell_me.sql, for every email about how a box stands.
create or replace function public.letter_at_sending(p_id uuid) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  email public.outbox;
  box public.subscriptions;
  product public.products;
  refusal text;
  facts jsonb := '{}';
begin
  select * into email from public.outbox o where o.id = p_id;
  if email.template like 'box\_%' and email.template <> 'box_renewal' then
    select * into box from public.subscriptions s
    where s.id = substring(email.dedupe_key from ':([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):')::uuid;
    if box.id is not null then
      refusal := public.box_letter_fault(email, box);
      facts := public.box_letter(box);
    end if;
  elsif email.template = 'tell_me' then
    select p.* into product from public.products p join public.tell_me_requests r on r.product_id = p.id
    where r.id = (email.data ->> 'waiting')::uuid and r.letter_id = email.id;
    if product.id is null then refusal := 'The recipient does not wait for it any more';
    elsif not public.is_here(product) then refusal := 'It is gone again: the recipient waits on';
    else facts := jsonb_build_object('name', product.name, 'slug', product.slug, 'price', product.price);
    end if;
  elsif email.template = 'cart_follow_up' then
    refusal := public.cart_follow_up_fault(email);
    if refusal is null then facts := jsonb_build_object('lines', public.reminder_lines(public.saved_cart(email.data ->> 'cart'))); end if;
  elsif public.is_suppressed(email.recipient) then
    refusal := 'The recipient wants no such emails';
  end if;
  return jsonb_build_object('refusal', refusal, 'facts', facts);
end $$;

-- As in *_subscriptions.sql, with what is skipped.
create or replace function public.write_subscription(p_order public.orders, p_subscription jsonb, p_now timestamptz) returns public.subscriptions
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

-- As in *_desk_orders.sql: `dueAt` is the end of the paid time, and `isSkipped` that the payment then is not taken.
create or replace function public.box_of_order(p_order public.orders) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'began', founding.number, 'status', s.status, 'amount', s.amount, 'dueAt', s.current_period_end, 'isSkipped', s.skips_to is not null,
    'nextAt', coalesce(s.skips_to, s.current_period_end), 'endsAt', s.ends_at, 'endedAt', s.ended_at, 'overdue', s.overdue_amount,
    'retryAt', s.retry_at,
    'turn', (select count(*) from public.orders o where o.stripe_subscription_id = s.stripe_subscription_id and o.number <= p_order.number)
  )
  from public.subscriptions s join public.orders founding on founding.id = s.order_id
  where s.stripe_subscription_id = p_order.stripe_subscription_id and s.status <> 'incomplete'
$$;

-- Notes who has the box that is due at p_due skipped, or takes that back, and answers the provider's id. `isDone` is false
-- until the payment provider has said yes (desk_box_done).
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

-- As in *_desk_orders.sql, with `isDone`.
create or replace function public.desk_stop_box(p_number bigint, p_at_once boolean) returns text language plpgsql security definer set search_path = '' as $$
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

-- Notes that the payment provider did what was asked for last. For the server, which has asked it.
create or replace function public.desk_box_done(p_number bigint, p_action text) returns void language sql security definer set search_path = '' as $$
  update public.desk_log l set after = l.after || '{"isDone": true}' where l.id = (
    select max(one.id) from public.desk_log one
    where one.subject = 'order:' || p_number and one.action = p_action and one.after ->> 'isDone' = 'false'
  );
  select realtime.send('{}', told, 'desk', true) from unnest(array['log', 'boxes']) as told;
$$;

-- A box that is skipped, stopped or not paid somewhere else is seen by every desk that is open.
create trigger subscriptions_tell_desk after insert or update or delete on public.subscriptions
  for each row execute function public.tell_desk('boxes');

-- Whoever was signed out, or has no place any more, is told at once.
create or replace trigger desk_log_tell_team after insert on public.desk_log for each row
  when (new.action in ('remove', 'end_sessions')) execute function public.tell_desk('team');

revoke execute on all functions in schema public from public;
grant execute on function public.desk_skip_box to authenticated, service_role;
grant execute on function public.desk_box_done to service_role;
