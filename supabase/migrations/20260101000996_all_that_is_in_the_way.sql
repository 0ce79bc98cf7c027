-- As before, but whoever wants to be erased reads at once of all that they can do something about, orders, payments and
-- boxes, in the right number. The error's code is that of the first.
create or replace function public.erasure_hindrance(p_user_id uuid, p_email text) returns jsonb
language sql stable security definer set search_path = ''
as $$
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
    )
    when ids is not null then public.checkout_error('box_ending', ending) || jsonb_build_object('boxes', ids)
  end
  from said
$$;

revoke execute on all functions in schema public from public;
