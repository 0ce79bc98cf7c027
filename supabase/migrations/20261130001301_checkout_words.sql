-- Messages for a shopper whose cart cannot be bought, without a developer's words.

-- What a fault of `checkout_lines` says of a product that cannot be bought just now; null of the faults whose words are
-- specified.
create or replace function public.unsellable_words(p_fault text) returns text language sql immutable set search_path = '' as $$
  select case
    when p_fault like '% - sold out' then ' has sold out'
    when p_fault like '% - coming soon' then ' isn’t out yet'
    when p_fault like '% - no longer available' then ' is no longer sold'
  end
$$;

create or replace function public.take_out_words(p_count bigint) returns text language sql immutable set search_path = '' as $$
  select '. Please take ' || case p_count when 1 then 'it' else 'them' end || ' out of your cart to go on.'
$$;

-- What is wrong with a cart, the worst first, or null. The payment page takes three fields, and twenty lines beside a box.
create or replace function public.checkout_fault(p_lines jsonb) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare found record;
begin
  select
    jsonb_agg(public.named_product(product_id, name, unit_amount, stripe_price_id) order by position) filter (where fault is not null) as unsellable,
    string_agg(fault, ', ' order by position) as faults,
    string_agg(name || public.unsellable_words(fault), ', ' order by position)
      filter (where public.unsellable_words(fault) is not null) as plain,
    count(*) filter (where fault is not null and public.unsellable_words(fault) is null) as unknown,
    count(fault) as faulty,
    jsonb_agg(public.named_product(product_id, name, unit_amount, stripe_price_id) order by position) filter (where moved) as moved,
    string_agg(name || ' is now ' || public.pounds(unit_amount), ', ' order by position) filter (where moved) as moves,
    count(distinct recurring_interval || recurring_interval_count) as rhythms,
    count(*) filter (where cardinality(sizes) > 0) as sized,
    count(*) filter (where recurring_interval is null) as once
  into found from public.checkout_lines(p_lines);
  return case
    when found.unknown > 0 then
      public.checkout_error('unavailable', 'Invalid items in cart: ' || found.faults, found.unsellable)
    when found.faulty > 0 then
      public.checkout_error('unavailable', found.plain || public.take_out_words(found.faulty), found.unsellable)
    when found.moves is not null then
      public.checkout_error('price_changed', 'The price has changed: ' || found.moves || '. Please check your cart and try again.', found.moved)
    when found.rhythms > 1 then
      public.checkout_error('mixed_boxes', 'Monthly and quarterly boxes are paid at different times. Please order them separately.')
    when found.sized > 3 then
      public.checkout_error('too_many_sizes', 'Please order no more than three products with sizes at a time.')
    when found.once > case when found.rhythms > 0 then 19 else 99 end then
      public.checkout_error('too_many_lines', 'There are too many different products in this cart. Please split them into two orders.')
  end;
end $$;

-- Writes the pending order of a cart that has been checked, and takes its stock for as long as its shopper may hold it;
-- without a reservation it must be there all the same. Answers with the order, or with the error that not enough is left.
create or replace function public.place_order(
  p_user_id uuid, p_email text, p_lines jsonb, p_delivery public.delivery_methods, p_hash text, p_terms_version text, p_now timestamptz
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  placed public.orders;
  short jsonb;
  words text;
  sum integer;
  held interval;
begin
  perform public.lock_stock(array(select product_id from public.checkout_lines(p_lines)));
  select jsonb_agg(public.named_product(l.product_id, l.name, l.unit_amount, l.stripe_price_id) || jsonb_build_object('left', p.stock) order by l.position),
    string_agg(case when p.stock = 0 then l.name || ' has sold out' else 'there ' || case p.stock when 1 then 'is' else 'are' end
      || ' only ' || p.stock || ' left of ' || l.name end, ', ' order by l.position)
  into short, words
  from public.checkout_lines(p_lines) l join public.products p on p.id = l.product_id where p.stock < l.quantity;
  if words is not null then
    return public.checkout_error('out_of_stock', upper(left(words, 1)) || substr(words, 2) || '. Please change your cart to go on.', short);
  end if;

  if exists (select from public.checkout_lines(p_lines) l join public.products p on p.id = l.product_id where p.stock is not null) then
    held := public.reservation_left(p_user_id, p_now);
  end if;
  select sum(l.unit_amount * l.quantity) into sum from public.checkout_lines(p_lines) l;
  insert into public.orders (
    user_id, email, subtotal, delivery_price, total, delivery_method_id, delivery_name, delivery_stripe_id, cart_hash,
    stock_held, is_subscription, session_expires_at, reserved_until, opening_until, terms_version, created_at, updated_at
  ) values (
    p_user_id, p_email, sum, p_delivery.price, sum + p_delivery.price, p_delivery.id, p_delivery.name, p_delivery.stripe_id, p_hash,
    false, exists (select from public.checkout_lines(p_lines) l where l.recurring_interval is not null),
    p_now + interval '1 hour', p_now + held, p_now + interval '5 seconds', p_terms_version, p_now, p_now
  ) returning * into placed;
  insert into public.order_items (
    order_id, position, product_id, slug, name, image, unit_amount, quantity, allergens, sizes, recurring_interval,
    recurring_interval_count, stripe_price_id
  )
  select placed.id, l.position, l.product_id, l.slug, l.name, l.image, l.unit_amount, l.quantity, l.allergens, l.sizes,
    l.recurring_interval, l.recurring_interval_count, l.stripe_price_id
  from public.checkout_lines(p_lines) l;
  if held is null or held > interval '0' then perform public.take_stock(placed.id); end if;
  return jsonb_build_object('order', public.order_for_payment(placed), 'session', null);
end $$;

revoke execute on all functions in schema public from public;
