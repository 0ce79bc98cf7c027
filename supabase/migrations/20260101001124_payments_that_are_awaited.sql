-- Whoever pays in a way that takes days hears at once that the order came in, and what happens next.

-- As before, and the shopper is written to, once, with the sums that they agreed to pay: a code that was typed on the
-- payment page is known only from there.
create or replace function public.settle_agreed(p_order public.orders, p_facts jsonb, p_now timestamptz) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.note_payment_details(p_order.id, p_facts, p_now);
  if p_order.status not in ('pending', 'expired') or public.is_settling(p_order) then return 'waiting for the money'; end if;
  if p_order.user_id is not null and p_order.status = 'pending' then
    perform public.empty_cart(p_order.user_id, p_order.id);
  end if;
  perform public.queue_letter('order_waiting', p_order.email, public.order_letter(p_order.id) || jsonb_build_object(
    'discount', coalesce((p_facts ->> 'amountDiscount')::integer, 0), 'total', (p_facts ->> 'amountTotal')::integer
  ), p_order.id::text, p_now);
  return 'waiting for the money';
end $$;

revoke execute on all functions in schema public from public;
