-- Records who stops the box that began with an order, for the end of the paid time or at once, and returns the provider's id.
-- `isDone` is false until the payment provider has confirmed it (confirm_box_change).
create or replace function public.desk_stop_box(p_number bigint, p_at_once boolean) returns text language plpgsql security definer set search_path = '' as $$
declare box public.subscriptions;
begin
  perform public.require_staff();
  select s.* into box from public.subscriptions s join public.orders o on o.id = s.order_id
  where o.number = p_number and s.status <> 'incomplete';
  if box.id is null then
    raise sqlstate 'PT400' using message = 'No box began with order ' || coalesce(p_number::text, 'without a number') || '.';
  elsif box.status = 'cancelled' then
    raise sqlstate 'PT400' using message = 'The box of order ' || p_number || ' has ended already.';
  elsif box.ends_at is not null and not p_at_once then
    raise sqlstate 'PT400' using message = 'The box of order ' || p_number || ' is already set to end when the paid time is up.';
  end if;
  perform public.log_desk_action(
    'stop_box', 'order:' || p_number, to_jsonb(box.status), jsonb_build_object('atOnce', p_at_once, 'isDone', false)
  );
  return box.stripe_subscription_id;
end $$;

-- Records, like `desk_stop_box`, that the box that is due at p_due is skipped, so that its payment is not taken and no order is
-- made, or that it is not skipped any more. Returns null when that is so already.
create or replace function public.desk_skip_box(p_number bigint, p_due timestamptz, p_skips boolean) returns text
language plpgsql security definer set search_path = '' as $$
declare
  box public.subscriptions;
  box_text text := 'The box of order ' || coalesce(p_number::text, 'without a number');
begin
  perform public.require_staff();
  select s.* into box from public.subscriptions s join public.orders o on o.id = s.order_id
  where o.number = p_number and s.status <> 'incomplete';
  if box.id is null then
    raise sqlstate 'PT400' using message = 'No box began with order ' || coalesce(p_number::text, 'without a number') || '.';
  elsif box.status = 'cancelled' then
    raise sqlstate 'PT400' using message = box_text || ' has ended, so none of it is due.';
  elsif box.ends_at is not null then
    raise sqlstate 'PT400' using message = box_text || ' ends when the paid time is up, so no other is due.';
  elsif box.status <> 'active' or box.overdue_invoice_id is not null then
    raise sqlstate 'PT400' using message = box_text || ' has a payment that didn’t go through. Sort that out first.';
  elsif p_due is distinct from box.current_period_end then
    perform public.raise_conflict(to_jsonb(box.current_period_end));
  elsif (box.skips_to is not null) is not distinct from p_skips then
    return null;
  elsif p_due <= now() + interval '1 hour' then
    raise sqlstate 'PT400' using message = box_text || ' is due within the hour. That is too late to change it.';
  end if;
  perform public.log_desk_action(
    case when p_skips then 'skip_box' else 'unskip_box' end, 'order:' || p_number, null, '{"isDone": false}'
  );
  return box.stripe_subscription_id;
end $$;

-- Records that the payment provider has made the last requested change of a subscription. Only the server calls it, which has
-- requested the change.
create or replace function public.confirm_box_change(p_number bigint, p_action text) returns void language sql security definer set search_path = '' as $$
  update public.desk_log l set after = l.after || '{"isDone": true}' where l.id = (
    select max(entry.id) from public.desk_log entry
    where entry.subject = 'order:' || p_number and entry.action = p_action and entry.after ->> 'isDone' = 'false'
  );
  select realtime.send('{}', topic, 'desk', true) from unnest(array['log', 'boxes']) as topic;
$$;

grant execute on function
  public.desk_stop_box,
  public.desk_skip_box
to authenticated, service_role;
grant execute on function public.confirm_box_change to service_role;
