-- Boxes among a person's data: they are in the copy, they have to be stopped before somebody is erased, and they lose
-- the name with the order that began them.

-- As before, with the box that an order began; the provider's ids stand in the order already.
create or replace function public.order_data(p_user_id uuid, p_email text) returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(
    to_jsonb(o) - array['stripe_session_url', 'cart_hash'] || jsonb_build_object(
      'lines', (select jsonb_agg(to_jsonb(i) - array['id', 'order_id'] order by i.position) from public.order_items i where i.order_id = o.id),
      'box', (
        select to_jsonb(s) - array['id', 'order_id', 'user_id', 'revision', 'asked_at'] from public.subscriptions s where s.order_id = o.id
      ),
      'payment_notices', (
        select coalesce(jsonb_agg(to_jsonb(e) - array['order_id'] order by e.received_at), '[]')
        from public.payment_events e where e.order_id = o.id
      )
    ) order by o.number
  ), '[]') from public.orders_of(p_user_id, p_email) o
$$;

-- As before, and whoever is erased first stops their boxes: nobody would know where the next ones go.
create or replace function public.erasure_hindrance(p_user_id uuid, p_email text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case
    when count(*) filter (where status <> 'pending') > 0 then public.checkout_error('order_open',
      'We still need your name and address to send order '
        || string_agg(number::text, ', ' order by number) filter (where status <> 'pending')
        || '. Please come back when it has been sent, or write to us to cancel it.')
    when count(*) > 0 then public.checkout_error('payment_open',
      'A payment of yours is still open. Please finish it, or wait until it has come in or run out, and come back.')
    when exists (
      select from public.subscriptions s join public.orders_of(p_user_id, p_email) o on o.id = s.order_id
      where s.status not in ('cancelled', 'incomplete') and s.ends_at is null
    ) then public.checkout_error('box_open',
      'Your box is still coming. Please cancel it in your account, or write to us, and come back.')
  end
  from public.orders_of(p_user_id, p_email)
  where (status in ('paid', 'partially_refunded') and fulfilled_at is null)
    or (status = 'pending' and stripe_session_id is not null)
$$;

-- As before, with the boxes that the orders began.
create or replace function public.make_orders_anonymous(p_ids uuid[], p_now timestamptz) returns void
language sql security definer set search_path = ''
as $$
  update public.orders set
    user_id = null, email = '', delivery_address = null, stripe_session_url = null, discount_code = null,
    erased_at = p_now, updated_at = p_now
  where id = any (p_ids);
  update public.subscriptions set user_id = null, email = '', updated_at = p_now, revision = revision + 1
  where order_id = any (p_ids);
$$;

-- As before, but an order keeps its address for as long as the box that it began goes on.
create or replace function public.outdated_orders(p_now timestamptz) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(o.id), '{}') from public.orders o
  where o.erased_at is null and case
    when o.status = 'pending' then false
    when o.status in ('expired', 'payment_failed') then o.created_at < p_now - interval '90 days'
    else public.tax_year_end(coalesce(o.paid_at, o.created_at)) + interval '6 years' < (p_now at time zone 'Europe/London')::date
  end and not exists (
    select from public.subscriptions s where s.order_id = o.id and s.status not in ('cancelled', 'incomplete')
  )
$$;

revoke execute on all functions in schema public from public;
