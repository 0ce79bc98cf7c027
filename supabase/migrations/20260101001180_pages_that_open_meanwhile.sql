-- Older attempts of a shopper that get their payment page while another cart begins are closed at the provider first.

-- As before. Whether an older attempt has a session yet is judged under its row's lock, not by what the statement saw
-- when it began: one that has got its session meanwhile stays open, and is among those that "expire" names. Given up
-- unseen it could still be paid, with a code that is then free for another order.
create or replace function public.begin_checkout(
  p_user_id uuid, p_lines jsonb, p_delivery_method_id text, p_terms_version text, p_settling uuid[] default '{}',
  p_now timestamptz default now(), p_discount_code text default null, p_started_at timestamptz default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  address text;
  pieces integer;
  delivery public.delivery_methods;
  hash text;
  fault jsonb;
  open public.orders;
  older jsonb;
  code text := nullif(public.plain_code(p_discount_code), '');
  refusal text;
  begun jsonb;
begin
  if not public.is_checkout(p_lines) then return public.checkout_error('invalid_request', 'No valid items in cart'); end if;
  select email into address from auth.users where id = p_user_id;
  if address is null then return public.checkout_error('sign_in_required', 'Please sign in to complete your purchase.'); end if;
  perform pg_advisory_xact_lock(hashtextextended(p_user_id::text, 20260101));
  select sum((line ->> 'quantity')::integer) into pieces from jsonb_array_elements(p_lines) as line;
  delivery := public.checkout_delivery(p_delivery_method_id, pieces);
  if delivery.id is null then return public.checkout_error('unknown_delivery', 'Please choose a delivery option before proceeding to checkout.'); end if;
  fault := public.checkout_fault(p_lines);
  if fault is not null then return fault; end if;
  if delivery.stripe_id is null then return public.checkout_error('delivery_not_configured', 'Selected delivery method is missing Stripe configuration'); end if;

  -- Another code is another sum, and so another order.
  hash := public.checkout_hash(p_lines, delivery) || coalesce(':' || code, '');
  select * into open from public.orders where user_id = p_user_id and cart_hash = hash and status = 'pending';
  if open.id is not null then
    if open.stripe_session_id is not null and open.stripe_session_url is null or open.id = any (p_settling) then
      return public.checkout_error('payment_processing', 'Your payment for this order is still being processed. We will e-mail you as soon as it is through.');
    elsif open.reserved_until > open.created_at and open.reserved_until <= p_now + interval '1 minute' then
      null; -- Its time is nearly up, so it is closed like any older attempt.
    elsif open.stripe_session_id is not null and open.session_expires_at > p_now + interval '1 minute' then
      return jsonb_build_object('order', public.order_for_payment(open),
        'session', jsonb_build_object('id', open.stripe_session_id, 'url', open.stripe_session_url));
    elsif open.stripe_session_id is null and open.session_expires_at > p_now + interval '35 minutes' then
      if open.opening_until > p_now then return jsonb_build_object('wait', true); end if;
      update public.orders set opening_until = p_now + interval '5 seconds' where id = open.id;
      return jsonb_build_object('order', public.order_for_payment(open), 'session', null);
    end if;
  end if;

  if exists (
    select from public.orders
    where user_id = p_user_id and status = 'pending' and cart_hash <> hash and created_at >= p_started_at and id <> all (p_settling)
  ) then return public.checkout_error('cart_changed', 'Your cart was changed in another tab. Please check it and try again.'); end if;
  perform public.release_unattached(id, p_now) from public.orders
  where user_id = p_user_id and status = 'pending' and id <> all (p_settling) and stripe_session_id is null;
  select jsonb_agg(jsonb_build_object('orderId', id, 'sessionId', stripe_session_id) order by created_at) into older
  from public.orders
  where user_id = p_user_id and status = 'pending' and id <> all (p_settling) and stripe_session_url is not null;
  if older is not null then return jsonb_build_object('expire', older); end if;
  if code is not null then
    refusal := public.discount_refusal(code, address, p_now);
    if refusal is not null then return public.checkout_error('discount_refused', refusal); end if;
  end if;
  begun := public.place_order(p_user_id, address, p_lines, delivery, hash, p_terms_version, p_now);
  if code is null or begun ? 'error' then return begun; end if;
  return jsonb_build_object('order', public.apply_discount((begun -> 'order' ->> 'id')::uuid, code), 'session', null);
end $$;

revoke execute on all functions in schema public from public;
