-- Begins a refund under the id that the desk gave it, so that a second press finds the first, even once the money has gone.
-- p_left is the amount left to refund that the caller saw.
create or replace function public.begin_desk_refund(p_request uuid, p_number bigint, p_amount integer, p_lines jsonb, p_restock boolean, p_left integer)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  target_order public.orders;
  existing public.refunds;
  refundable integer;
  refund jsonb;
begin
  if p_request is null then raise sqlstate 'PT400' using message = 'Please load the page again.'; end if;
  target_order := public.require_order(p_number);
  refundable := public.refundable_amount(target_order);
  select * into existing from public.refunds r where r.id = p_request and r.order_id = target_order.id;
  if existing.id is not null then
    return public.refund_response(target_order, existing, refundable, false) || jsonb_build_object('isBooked', existing.booked_at is not null);
  end if;
  if refundable is distinct from p_left then perform public.raise_conflict(jsonb_build_object('left', refundable)); end if;
  refund := public.begin_refund(p_number, p_amount, p_lines, p_restock, now());
  if refund ? 'error' then raise sqlstate 'PT400' using message = (refund -> 'error' ->> 'message') || '.'; end if;
  if not (refund -> 'isNew')::boolean then
    raise sqlstate 'PT400' using message = 'The same ' || public.format_pence((refund ->> 'amount')::integer) || ' of order ' || p_number
      || ' is being refunded already. If it should go back twice, wait until the first has gone through.';
  end if;
  update public.refunds set id = p_request where id = (refund ->> 'id')::uuid;
  return refund || jsonb_build_object('id', p_request, 'isBooked', false);
end $$;

-- Records a refund; the function `desk-orders` then asks the provider. p_lines: [{"position", "quantity", "restock"}], p_amount is
-- an additional amount in pence. A second call with the same p_request is the same refund.
create or replace function public.desk_pay_back(p_request uuid, p_number bigint, p_amount integer, p_lines jsonb, p_reason text, p_left integer)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  clean_reason text;
  refund jsonb;
begin
  perform public.require_fresh_code();
  clean_reason := public.parse_optional_line(p_reason, 'A reason');
  if p_amount is null and coalesce(jsonb_array_length(p_lines), 0) = 0 then
    raise sqlstate 'PT400' using message = 'Please choose what goes back.';
  end if;
  refund := public.begin_desk_refund(p_request, p_number, p_amount, nullif(p_lines, '[]'), false, p_left);
  if (refund -> 'isNew')::boolean then
    update public.refunds set reason = clean_reason where id = p_request;
    perform public.log_desk_action('pay_back', 'order:' || p_number, jsonb_build_object('left', p_left),
      jsonb_build_object('refund', p_request, 'amount', refund -> 'amount'));
  end if;
  return refund;
end $$;

-- Returns the amount of an order that has neither been refunded, nor requested to be refunded, nor taken back by a bank.
create or replace function public.refundable_amount(p_order public.orders) returns integer language sql stable security definer set search_path = '' as $$
  select case when p_order.paid_at is null then 0 else greatest(0, p_order.total - p_order.refunded - public.disputed_amount(p_order.id) - coalesce((
    select sum(r.amount) from public.refunds r where r.order_id = p_order.id and r.booked_at is null
  ), 0))::integer end
$$;

-- Begins to cancel an order that has not been sent, though it may be on hold: records the refund of all that is left of its money. The order is cancelled
-- once that refund is booked (`record_refunded_pieces`).
create or replace function public.desk_cancel_order(p_request uuid, p_number bigint, p_restock boolean, p_words text, p_left integer)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  message_text text;
  target_order public.orders;
  refund jsonb;
begin
  perform public.require_fresh_code();
  message_text := public.parse_optional_line(p_words, 'A line');
  target_order := public.require_order(p_number);
  if not exists (select from public.refunds r where r.id = p_request and r.order_id = target_order.id) then
    if target_order.dispute_state in ('open', 'lost') and public.disputed_amount(target_order.id) > 0 then
      raise sqlstate 'PT400' using message = 'The bank has taken the payment of order ' || p_number || ' back itself: cancelling would pay it back twice.';
    elsif target_order.status not in ('paid', 'partially_refunded') or target_order.fulfilled_at is not null or target_order.sold_out_at is not null
      or exists (select from public.part_parcels p where p.order_id = target_order.id) then
      raise sqlstate 'PT400' using message = 'Order ' || p_number || ' has left, or was paid back: it cannot be cancelled any more.';
    elsif exists (select from public.order_packing k where k.order_id = target_order.id and k.packed_at is not null) then
      raise sqlstate 'PT400' using message = 'Order ' || p_number || ' is packed. Unpack it first, or pay it back.';
    end if;
  end if;
  refund := public.begin_desk_refund(p_request, p_number, null, null, coalesce(p_restock, false), p_left);
  if (refund -> 'isNew')::boolean then
    update public.refunds set cancels = true, words = message_text where id = p_request;
    update public.order_packing set pick_list = null where order_id = target_order.id;
    perform public.log_desk_action('cancel', 'order:' || p_number, jsonb_build_object('left', p_left),
      jsonb_build_object('refund', p_request, 'amount', refund -> 'amount'));
  end if;
  return refund;
end $$;

-- Returns a refund that the provider has not answered, to request it again: {"number", "id", "amount", …}. A refund that has
-- gone through is not requested again, so it is not logged.
create or replace function public.desk_refund_again(p_request uuid) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  refund public.refunds;
  target_order public.orders;
begin
  perform public.require_fresh_code();
  select * into refund from public.refunds r where r.id = p_request;
  if refund.id is null then raise sqlstate 'PT400' using message = 'There is no such refund any more.'; end if;
  select * into target_order from public.orders o where o.id = refund.order_id;
  if refund.booked_at is null then
    perform public.log_desk_action('pay_back_again', 'order:' || target_order.number, null,
      jsonb_build_object('request', refund.id, 'amount', refund.amount));
  end if;
  return public.refund_response(target_order, refund, public.refundable_amount(target_order), false)
    || jsonb_build_object('isBooked', refund.booked_at is not null, 'number', target_order.number);
end $$;

-- Returns how long an email that the desk sends waits in the outbox, so that it can be undone.
create or replace function public.desk_email_delay() returns interval language sql immutable set search_path = ''
as $$ select interval '30 seconds' $$;

-- Sends the email of a paid order again after half a minute, with the data of the first email if the outbox still has it, but
-- the present state of its recipes. A second call with the same p_request sends no second email.
create or replace function public.desk_resend(p_number bigint, p_request uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  target_order public.orders;
  first_email record;
  mail_key text;
begin
  perform public.require_staff();
  target_order := public.require_order(p_number);
  if p_request is null or target_order.paid_at is null then raise sqlstate 'PT400' using message = 'Order ' || p_number || ' was not paid, so it has no mail.'; end if;
  if target_order.email = '' then raise sqlstate 'PT400' using message = 'Order ' || p_number || ' has no address any more.'; end if;
  select o.template, o.data into first_email from public.outbox o
  where o.dedupe_key in ('order_confirmation:' || target_order.id, 'box_renewal:' || target_order.id) limit 1;
  mail_key := coalesce(first_email.template, 'order_confirmation') || ':' || target_order.id || ':' || p_request;
  if exists (select from public.outbox o where o.dedupe_key = mail_key) then return; end if;
  perform public.queue_email(
    coalesce(first_email.template, 'order_confirmation'), target_order.email,
    coalesce(first_email.data, public.order_email(target_order.id)) || jsonb_build_object('recipes', public.order_recipe_notes(target_order.id)),
    target_order.id || ':' || p_request, now()
  );
  update public.outbox set next_attempt_at = now() + public.desk_email_delay() where dedupe_key = mail_key;
  perform public.log_desk_action('resend', 'order:' || p_number);
end $$;

-- Cancels the email that `desk_resend` has queued, as long as no worker has tried to send it. An email that was cancelled before
-- stays cancelled.
create or replace function public.desk_undo_resend(p_number bigint, p_request uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  target_order public.orders;
  email_keys text[];
begin
  perform public.require_staff();
  target_order := public.require_order(p_number);
  email_keys := array(select template || ':' || target_order.id || ':' || p_request from unnest(array['order_confirmation', 'box_renewal']) as template);
  delete from public.outbox where dedupe_key = any (email_keys) and sent_at is null and attempts = 0;
  if not found and not exists (select from public.outbox where dedupe_key = any (email_keys)) then return;
  elsif not found then raise sqlstate 'PT400' using message = 'That mail has gone, so it cannot be called back.'; end if;
  perform public.log_desk_action('undo_resend', 'order:' || p_number);
end $$;

grant execute on function
  public.desk_pay_back,
  public.desk_cancel_order,
  public.desk_refund_again,
  public.desk_resend,
  public.desk_undo_resend
to authenticated, service_role;
