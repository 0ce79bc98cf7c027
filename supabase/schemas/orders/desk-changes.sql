-- Begins a refund under the id that the desk gave it, so that a second press finds the first, even once the money has gone.
-- p_left is the amount left to refund that the caller saw.
create or replace function public.begin_desk_refund(p_request uuid, p_number bigint, p_amount integer, p_lines jsonb, p_restock boolean, p_left integer)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  concerned public.orders;
  kept public.refunds;
  left_over integer;
  begun jsonb;
begin
  if p_request is null then raise sqlstate 'PT400' using message = 'Please load the page again.'; end if;
  concerned := public.require_order(p_number);
  left_over := public.refundable_amount(concerned);
  select * into kept from public.refunds r where r.id = p_request and r.order_id = concerned.id;
  if kept.id is not null then
    return public.refund_response(concerned, kept, left_over, false) || jsonb_build_object('isBooked', kept.booked_at is not null);
  end if;
  if left_over is distinct from p_left then perform public.raise_conflict(jsonb_build_object('left', left_over)); end if;
  begun := public.begin_refund(p_number, p_amount, p_lines, p_restock, now());
  if begun ? 'error' then raise sqlstate 'PT400' using message = (begun -> 'error' ->> 'message') || '.'; end if;
  update public.refunds set id = p_request where id = (begun ->> 'id')::uuid;
  return begun || jsonb_build_object('id', p_request, 'isBooked', false);
end $$;

-- Records a refund; the function `desk-orders` then asks the provider. p_lines: [{"position", "quantity", "restock"}], p_amount
-- pence beside them. A second call with the same p_request is the same refund.
create or replace function public.desk_pay_back(p_request uuid, p_number bigint, p_amount integer, p_lines jsonb, p_reason text, p_left integer)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  why text;
  begun jsonb;
begin
  perform public.require_fresh_code();
  why := public.parse_optional_line(p_reason, 'A reason');
  if p_amount is null and coalesce(jsonb_array_length(p_lines), 0) = 0 then
    raise sqlstate 'PT400' using message = 'Please choose what goes back.';
  end if;
  begun := public.begin_desk_refund(p_request, p_number, p_amount, nullif(p_lines, '[]'), false, p_left);
  if (begun -> 'isNew')::boolean then
    update public.refunds set reason = why where id = p_request;
    perform public.log_desk_action('pay_back', 'order:' || p_number, jsonb_build_object('left', p_left),
      jsonb_build_object('refund', p_request, 'amount', begun -> 'amount'));
  end if;
  return begun;
end $$;

-- Returns the amount that has neither been refunded nor been asked to be.
create or replace function public.refundable_amount(p_order public.orders) returns integer language sql stable security definer set search_path = '' as $$
  select case when p_order.paid_at is null then 0 else greatest(0, p_order.total - p_order.refunded - public.disputed_amount(p_order.id) - coalesce((
    select sum(r.amount) from public.refunds r where r.order_id = p_order.id and r.booked_at is null
  ), 0))::integer end
$$;

-- Cancels an order that has not been sent, and records the refund of all that is left of its money.
create or replace function public.desk_cancel_order(p_request uuid, p_number bigint, p_restock boolean, p_words text, p_left integer)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  line_for_them text;
  concerned public.orders;
  begun jsonb;
begin
  perform public.require_fresh_code();
  line_for_them := public.parse_optional_line(p_words, 'A line');
  concerned := public.require_order(p_number);
  if not exists (select from public.refunds r where r.id = p_request and r.order_id = concerned.id) then
    if concerned.dispute_state in ('open', 'lost') and public.disputed_amount(concerned.id) > 0 then
      raise sqlstate 'PT400' using message = 'The bank has taken the payment of order ' || p_number || ' back itself: cancelling would pay it back twice.';
    elsif not public.is_awaiting_dispatch(concerned) and concerned.on_hold_since is null or exists (select from public.part_parcels p where p.order_id = concerned.id) then
      raise sqlstate 'PT400' using message = 'Order ' || p_number || ' has left, or was paid back: it cannot be cancelled any more.';
    elsif exists (select from public.order_packing k where k.order_id = concerned.id and k.packed_at is not null) then
      raise sqlstate 'PT400' using message = 'Order ' || p_number || ' is packed. Unpack it first, or pay it back.';
    end if;
  end if;
  begun := public.begin_desk_refund(p_request, p_number, null, null, coalesce(p_restock, false), p_left);
  if (begun -> 'isNew')::boolean then
    update public.refunds set cancels = true, words = line_for_them where id = p_request;
    update public.order_packing set pick_list = null where order_id = concerned.id;
    perform public.log_desk_action('cancel', 'order:' || p_number, jsonb_build_object('left', p_left),
      jsonb_build_object('refund', p_request, 'amount', begun -> 'amount'));
  end if;
  return begun;
end $$;

-- Returns a refund that the provider has not answered, to request it again: {"number", "id", "amount", …}. A refund that has
-- gone through is not requested again, so it is not logged.
create or replace function public.desk_refund_again(p_request uuid) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  kept public.refunds;
  concerned public.orders;
begin
  perform public.require_fresh_code();
  select * into kept from public.refunds r where r.id = p_request;
  if kept.id is null then raise sqlstate 'PT400' using message = 'There is no such refund any more.'; end if;
  select * into concerned from public.orders o where o.id = kept.order_id;
  if kept.booked_at is null then
    perform public.log_desk_action('pay_back_again', 'order:' || concerned.number, null,
      jsonb_build_object('request', kept.id, 'amount', kept.amount));
  end if;
  return public.refund_response(concerned, kept, public.refundable_amount(concerned), false)
    || jsonb_build_object('isBooked', kept.booked_at is not null, 'number', concerned.number);
end $$;

-- Returns how long an email of the desk waits, so that it can be undone.
create or replace function public.desk_email_delay() returns interval language sql immutable set search_path = ''
as $$ select interval '30 seconds' $$;

-- Sends the email of a paid order again after half a minute, as the outbox has it, with the present state of its recipes. A second
-- call with the same p_request sends no second email.
create or replace function public.desk_resend(p_number bigint, p_request uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  concerned public.orders;
  first record;
  mail_key text;
begin
  perform public.require_staff();
  concerned := public.require_order(p_number);
  if p_request is null or concerned.paid_at is null then raise sqlstate 'PT400' using message = 'Order ' || p_number || ' was not paid, so it has no mail.'; end if;
  if concerned.email = '' then raise sqlstate 'PT400' using message = 'Order ' || p_number || ' has no address any more.'; end if;
  select o.template, o.data into first from public.outbox o
  where o.dedupe_key in ('order_confirmation:' || concerned.id, 'box_renewal:' || concerned.id) limit 1;
  mail_key := coalesce(first.template, 'order_confirmation') || ':' || concerned.id || ':' || p_request;
  if exists (select from public.outbox o where o.dedupe_key = mail_key) then return; end if;
  perform public.queue_email(
    coalesce(first.template, 'order_confirmation'), concerned.email,
    coalesce(first.data, public.order_email(concerned.id)) || jsonb_build_object('recipes', public.order_recipe_notes(concerned.id)),
    concerned.id || ':' || p_request, now()
  );
  update public.outbox set next_attempt_at = now() + public.desk_email_delay() where dedupe_key = mail_key;
  perform public.log_desk_action('resend', 'order:' || p_number);
end $$;

-- Calls it back, as long as nobody has tried to send it.
create or replace function public.desk_undo_resend(p_number bigint, p_request uuid) returns void language plpgsql security definer set search_path = '' as $$
declare concerned public.orders;
begin
  perform public.require_staff();
  concerned := public.require_order(p_number);
  delete from public.outbox o
  where split_part(o.dedupe_key, ':', 2) = concerned.id::text and split_part(o.dedupe_key, ':', 3) = p_request::text
    and o.sent_at is null and o.attempts = 0;
  if not found then raise sqlstate 'PT400' using message = 'That mail has gone, so it cannot be called back.'; end if;
  perform public.log_desk_action('undo_resend', 'order:' || p_number);
end $$;

grant execute on function
  public.desk_pay_back,
  public.desk_cancel_order,
  public.desk_refund_again,
  public.desk_resend,
  public.desk_undo_resend
to authenticated, service_role;
