-- Which boxes the sweep asks the provider about: not for ever about those whose first payment never came, and also about
-- those that were paid for before boxes were kept.

create index orders_of_boxes on public.orders (asked_at) where is_subscription and stripe_invoice_id is null;

-- As before: those whose payment is due or overdue every quarter of an hour, the others once a day. A first payment that
-- has not come after three days does not come; a paid order of a box of which nothing is known is asked about once a day.
create or replace function public.subscriptions_to_ask(p_limit integer, p_now timestamptz default now())
returns table (id text, number bigint)
language sql security definer set search_path = ''
as $$
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
