-- A letter about a box is about the box as it is: one that says what is no longer so is not sent, and whoever was told of
-- a cancellation is told when it is taken back.

-- As before, with when the next payment is taken; null when none is.
create or replace function public.box_letter(p_subscription public.subscriptions) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'number', o.number, 'boxes', p_subscription.boxes, 'amount', p_subscription.amount,
    'overdueAmount', p_subscription.overdue_amount, 'retryAt', p_subscription.retry_at,
    'nextAt', case when p_subscription.ends_at is null and p_subscription.status <> 'cancelled' then p_subscription.current_period_end end,
    'endsAt', coalesce(p_subscription.ended_at, p_subscription.ends_at), 'isOver', p_subscription.status = 'cancelled',
    'reason', p_subscription.end_reason
  ) from public.orders o where o.id = p_subscription.order_id
$$;

-- As before, and of a box that goes on after a cancellation that was told: that it does, by that cancellation.
create or replace function public.box_news(p_subscription public.subscriptions) returns table (template text, cause text)
language sql stable set search_path = ''
as $$
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
$$;

-- What was taken back before there was a letter for it is not told now.
update public.subscriptions s set letters_told = s.letters_told || array(
  select n.template || ':' || n.cause from public.box_news(s) n where n.template = 'box_resumed'
);

-- Why a letter about a box is not to be sent any more, or null. `queue_box_letters` has named box and cause in its key. That
-- a box goes on is no news to whoever was not told of its end.
create function public.box_letter_fault(p_letter public.outbox, p_subscription public.subscriptions) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when not exists (
      select from public.box_news(p_subscription) n
      where p_letter.dedupe_key = n.template || ':' || p_subscription.id || ':' || n.cause
    ) then 'It is no longer so'
    when p_letter.template = 'box_resumed' and exists (
      select from public.outbox o
      where o.called_off and o.dedupe_key = 'box_cancelled:' || split_part(p_letter.dedupe_key, ':', 2) || ':' || split_part(p_letter.dedupe_key, ':', 3)
    ) then 'The recipient was not told of the cancellation'
  end
$$;

-- As before, also for a letter about a box, which its customer gets whatever other mail they want.
create or replace function public.letter_at_sending(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  letter public.outbox;
  box public.subscriptions;
  refusal text;
begin
  select * into letter from public.outbox o where o.id = p_id;
  if letter.template in ('box_cancelled', 'box_resumed', 'box_payment_failed') then
    select * into box from public.subscriptions s
    where s.id = substring(letter.dedupe_key from ':([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):')::uuid;
    if box.id is not null then refusal := public.box_letter_fault(letter, box); end if;
    return jsonb_build_object('refusal', refusal, 'facts', case when box.id is not null then public.box_letter(box) else '{}'::jsonb end);
  end if;
  if letter.template = 'cart_follow_up' then
    refusal := public.cart_follow_up_fault(letter);
    return jsonb_build_object('refusal', refusal, 'facts', case when refusal is null then
      jsonb_build_object('lines', public.reminder_lines(public.saved_cart(letter.data ->> 'cart'))) else '{}'::jsonb end);
  end if;
  if public.is_suppressed(letter.recipient) then refusal := 'The recipient wants no such letters'; end if;
  return jsonb_build_object('refusal', refusal, 'facts', '{}'::jsonb);
end $$;

revoke execute on all functions in schema public from public;
