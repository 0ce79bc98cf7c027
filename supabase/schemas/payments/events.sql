-- Records an event of the provider, or a response that the server requested by itself, once. Returns false when it was recorded
-- before.
create or replace function public.record_payment_event(p_id text, p_type text, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.payment_events (id, type, outcome, received_at) values (p_id, p_type, 'ignored', p_now) on conflict (id) do nothing;
  return found;
end $$;

-- Records the outcome of an event, and returns a result like `settle_payment`. A response that the server requested by itself is
-- recorded only if it changes something.
create or replace function public.close_payment_event(p_id text, p_is_asked boolean, p_order public.orders, p_problem text, p_change text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare event_outcome text := case when p_problem is not null then 'set aside' when p_change is not null then 'applied' else 'ignored' end;
begin
  if p_is_asked and event_outcome = 'ignored' then
    delete from public.payment_events where id = p_id;
  else
    update public.payment_events set outcome = event_outcome, detail = coalesce(p_problem, p_change), order_id = p_order.id where id = p_id;
  end if;
  return jsonb_build_object('outcome', event_outcome, 'detail', coalesce(p_problem, p_change), 'number', p_order.number);
end $$;

-- Applies a notification of the provider to its order, and returns the change in words, or null. The provider sends the sum of all
-- refunds; the returned text names the difference.
create or replace function public.apply_payment_event(
  p_order public.orders, p_event_type text, p_facts jsonb, p_business_email text, p_now timestamptz
) returns text language plpgsql security definer set search_path = '' as $$
declare newly_refunded integer := (p_facts ->> 'amountRefunded')::integer + public.refunded_elsewhere(p_order.id) - p_order.refunded;
begin
  if p_event_type = 'charge.refunded' then
    perform public.record_refunded_pieces(p_order, p_facts -> 'refunds', p_now);
    perform public.apply_refund(p_order.id, newly_refunded + p_order.refunded, p_now);
    return case when newly_refunded > 0 then 'refunded ' || public.format_pence(newly_refunded) else 'refunded nothing more' end;
  elsif p_event_type = 'checkout.session.async_payment_failed' then
    -- A paid order stays paid: a late event about a failed payment does not change it.
    if p_order.status not in ('pending', 'expired') then return null; end if;
    update public.orders set status = 'payment_failed', stripe_session_url = null, updated_at = p_now where id = p_order.id;
    perform public.return_stock(p_order.id);
    perform public.queue_order_email('payment_failed', p_order.id, p_order.email, null, p_now);
    return 'payment failed';
  elsif p_event_type = 'checkout.session.expired' then
    return case when public.release_order(p_order.id, p_now) then 'expired' end;
  elsif p_facts ->> 'paymentStatus' in ('paid', 'no_payment_required') then
    return public.mark_order_paid(p_order, p_facts, p_business_email, p_now);
  elsif p_event_type = 'checkout.session.completed' then
    return public.apply_authorised_payment(p_order, p_facts, p_now);
  end if;
  return null;
end $$;
