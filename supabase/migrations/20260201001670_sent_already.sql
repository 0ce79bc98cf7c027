-- As in *_payments.sql; of an order that somebody else has sent it says so, and not that it "is fulfilled".
create or replace function public.fulfil_order(
  p_number bigint, p_now timestamptz default now(), p_carrier text default null, p_tracking text default null
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare concerned public.orders;
begin
  select * into concerned from public.orders where number = p_number for update;
  if concerned.id is null then return public.checkout_error('not_found', 'There is no order ' || p_number); end if;
  if concerned.fulfilled_at is not null then
    return public.checkout_error('wrong_status', 'Order ' || p_number || ' was sent already');
  end if;
  if concerned.status not in ('paid', 'partially_refunded') then
    return public.checkout_error('wrong_status', 'Order ' || p_number || ' is ' || replace(concerned.status, '_', ' ') || ' and cannot be fulfilled');
  end if;
  if concerned.sold_out_at is not null then
    return public.checkout_error('wrong_status', 'Order ' || p_number || ' was sold out and is paid back, so there is nothing to send');
  end if;
  update public.orders set
    status = 'fulfilled', fulfilled_at = p_now, carrier = p_carrier, tracking = p_tracking, updated_at = p_now
  where id = concerned.id;
  perform public.queue_letter('order_sent', concerned.email, public.sent_letter(concerned.id), concerned.id::text, p_now);
  update public.outbox set next_attempt_at = p_now + public.time_to_undo() where dedupe_key = 'order_sent:' || concerned.id;
  return jsonb_build_object('number', p_number, 'status', 'fulfilled');
end $$;
