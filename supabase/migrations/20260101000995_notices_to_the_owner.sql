-- What the owner is told: which box of whose order a parcel is, and the orders of somebody who is to be forgotten.

create index orders_of_box on public.orders (stripe_subscription_id) where stripe_subscription_id is not null;

-- Which box a later one is, as {"boxOf", "boxInTurn"}: the order that it began with, and its place, counted from 1 for
-- that. {} for what was ordered in the shop.
create function public.box_in_turn(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
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

-- As before, and the owner's notice of a later box says that it is one: its contents are those of the box before, and
-- are not packed twice by mistake, nor left out.
create or replace function public.queue_order_letter(p_template text, p_order_id uuid, p_recipient text, p_note text, p_now timestamptz) returns void
language sql security definer set search_path = ''
as $$
  insert into public.outbox (template, recipient, data, dedupe_key, next_attempt_at, created_at)
  select p_template, p_recipient,
    public.order_letter(p_order_id)
      || case when p_note is null then '{}'::jsonb else jsonb_build_object('note', p_note) end
      || case when p_template = 'order_notice' then public.box_in_turn(p_order_id) else '{}'::jsonb end,
    p_template || ':' || p_order_id, p_now, p_now
  where coalesce(p_recipient, '') <> ''
  on conflict (dedupe_key) do nothing
$$;

-- As before, with the numbers of the orders that were paid: the owner's mailbox and papers know somebody by these, the
-- payment provider by its payments.
create or replace function public.queue_erasure_notice(p_orders uuid[], p_business_email text, p_now timestamptz) returns void
language sql security definer set search_path = ''
as $$
  insert into public.outbox (template, recipient, data, next_attempt_at, created_at)
  select 'erasure_notice', p_business_email,
    jsonb_build_object('orders', coalesce(found.numbers, '[]'), 'payments', coalesce(found.payments, '[]')), p_now, p_now
  from (
    select
      (
        select jsonb_agg(o.number order by o.number) from public.orders o
        where o.id = any (p_orders) and o.status in ('paid', 'fulfilled', 'partially_refunded', 'refunded')
      ) as numbers,
      (
        select jsonb_agg(known.id order by known.id) from (
          select distinct unnest(array[o.stripe_payment_intent_id, o.stripe_subscription_id]) as id
          from public.orders o where o.id = any (p_orders)
        ) known where known.id is not null
      ) as payments
  ) found
  where coalesce(found.numbers, found.payments) is not null
$$;

revoke execute on all functions in schema public from public;
