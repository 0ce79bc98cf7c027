create or replace function public.error_response(p_code text, p_message text, p_products jsonb default '[]') returns jsonb
language sql immutable set search_path = ''
as $$ select jsonb_build_object('error', jsonb_build_object('code', p_code, 'message', p_message, 'products', p_products)) $$;

-- Returns whether a value has the lines of a checkout: 1 to 200 of {"product_id", "quantity", "unit_amount",
-- "stripe_price_id"}, each product once, each quantity a whole number from 1 to 99. The amount may be null (the cart knew
-- none).
create or replace function public.is_valid_checkout(p_lines jsonb) returns boolean language sql immutable set search_path = '' as $$
  select jsonb_typeof(p_lines) = 'array' and jsonb_array_length(p_lines) between 1 and 200 and not exists (
    select from jsonb_array_elements(p_lines) as line
    where jsonb_typeof(line) <> 'object'
      or jsonb_typeof(line -> 'product_id') is distinct from 'string'
      or (line ->> 'product_id') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      or jsonb_typeof(line -> 'quantity') is distinct from 'number'
      or (line ->> 'quantity') !~ '^[1-9][0-9]?$'
      or coalesce(jsonb_typeof(line -> 'unit_amount'), '') not in ('number', 'null')
      or (line ->> 'unit_amount') !~ '^[0-9]{1,9}$'
      or jsonb_typeof(line -> 'stripe_price_id') is distinct from 'string'
  ) and (select count(distinct line ->> 'product_id') = count(*) from jsonb_array_elements(p_lines) as line)
$$;

-- Returns the lines that the browser sent, beside the catalogue's present values: `fault` in words when a line cannot be sold,
-- `moved` when its price has changed.
create or replace function public.checkout_lines(p_lines jsonb)
returns table (
  "position" integer, product_id uuid, quantity integer, slug text, name text, image text, allergens text, sizes text[],
  unit_amount integer, stripe_price_id text, recurring_interval text, recurring_interval_count smallint,
  fault text, moved boolean
) language sql stable security definer set search_path = '' as $$
  select
    (sent.ordinality - 1)::integer, (sent.line ->> 'product_id')::uuid, (sent.line ->> 'quantity')::integer,
    p.slug, p.name, p.image_url[1], p.allergens, coalesce(p.sizes, '{}'),
    first.unit_amount, first.stripe_price_id, first.recurring_interval, first.recurring_interval_count,
    case
      when p.id is null then 'Invalid product data'
      when not p.active then p.name || ' - no longer available'
      when p."isComingSoon" then p.name || ' - coming soon'
      when p."isSoldOut" then p.name || ' - sold out'
      when coalesce(first.unit_amount, 0) = 0 or first.stripe_price_id is null then p.name || ' - missing price information'
    end,
    first.unit_amount is distinct from (sent.line ->> 'unit_amount')::integer
      or first.stripe_price_id is distinct from sent.line ->> 'stripe_price_id'
  from jsonb_array_elements(p_lines) with ordinality as sent (line, ordinality)
  left join public.products p on p.id = (sent.line ->> 'product_id')::uuid
  left join lateral (
    select * from public.prices where prices.product_id = p.id order by prices.position limit 1
  ) as first on true
$$;

-- Returns a product as errors of the checkout contain it, with the values that the cart page needs to apply a change.
create or replace function public.error_product(p_id uuid, p_name text, p_unit_amount integer, p_price_id text) returns jsonb
language sql immutable set search_path = ''
as $$ select jsonb_build_object('id', p_id, 'name', p_name, 'unitAmount', p_unit_amount, 'stripePriceId', p_price_id) $$;

-- Returns the worst problem of a cart, or null. The payment page allows three custom fields, one for each size, and twenty
-- one-time lines beside a subscription, one of which is the delivery.
create or replace function public.cart_error(p_lines jsonb) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare problems record;
begin
  select
    jsonb_agg(public.error_product(product_id, name, unit_amount, stripe_price_id) order by position) filter (where fault is not null) as unsellable,
    string_agg(fault, ', ' order by position) as faults,
    string_agg(name || public.unsellable_message(fault), ', ' order by position)
      filter (where public.unsellable_message(fault) is not null) as plain,
    count(*) filter (where fault is not null and public.unsellable_message(fault) is null) as unknown,
    count(fault) as faulty,
    jsonb_agg(public.error_product(product_id, name, unit_amount, stripe_price_id) order by position) filter (where moved) as moved,
    string_agg(name || ' is now ' || public.format_pence(unit_amount), ', ' order by position) filter (where moved) as moves,
    count(distinct recurring_interval || recurring_interval_count) as intervals,
    count(*) filter (where cardinality(sizes) > 0) as sized_lines,
    count(*) filter (where recurring_interval is null) as one_time_lines
  into problems from public.checkout_lines(p_lines);
  return case
    when problems.unknown > 0 then
      public.error_response('unavailable', 'Invalid items in cart: ' || problems.faults, problems.unsellable)
    when problems.faulty > 0 then
      public.error_response('unavailable', problems.plain || public.remove_from_cart_message(problems.faulty), problems.unsellable)
    when problems.moves is not null then
      public.error_response('price_changed', 'The price has changed: ' || problems.moves || '. Please check your cart and try again.', problems.moved)
    when problems.intervals > 1 then
      public.error_response('mixed_boxes', 'Monthly and quarterly boxes are paid at different times. Please order them separately.')
    when problems.sized_lines > 3 then
      public.error_response('too_many_sizes', 'Please order no more than three products with sizes at a time.')
    when problems.one_time_lines > case when problems.intervals > 0 then 19 else 99 end then
      public.error_response('too_many_lines', 'There are too many different products in this cart. Please split them into two orders.')
  end;
end $$;

-- Returns the delivery method for an order of this many pieces: the automatic one (`automatic_above`) whichever known method was
-- sent, or else the one that was sent. An automatic method is never a choice, so asking for it with fewer pieces finds nothing.
create or replace function public.checkout_delivery_method(p_method_id text, p_pieces integer) returns public.delivery_methods
language sql stable security definer set search_path = '' as $$
  select d from public.delivery_methods d
  where (p_pieces > d.automatic_above or (d.id = p_method_id and d.automatic_above is null))
    and exists (select from public.delivery_methods sent where sent.id = p_method_id)
  order by d.automatic_above desc nulls last, d.id limit 1
$$;

-- Returns a hash that is the same for one attempt to pay for exactly these things at these prices.
create or replace function public.hash_checkout(p_lines jsonb, p_delivery public.delivery_methods) returns text
language sql stable security definer set search_path = '' as $$
  select encode(sha256(convert_to(
    string_agg(concat_ws(':', product_id, quantity, unit_amount, stripe_price_id), ',' order by product_id)
      || concat_ws(':', '|', p_delivery.id, p_delivery.price, p_delivery.stripe_id), 'utf8')), 'hex')
  from public.checkout_lines(p_lines)
$$;

-- Returns the words for a product that cannot be bought now, by a fault of `checkout_lines`; null for the faults whose words the
-- specification fixes.
create or replace function public.unsellable_message(p_fault text) returns text language sql immutable set search_path = '' as $$
  select case
    when p_fault like '% - sold out' then ' has sold out'
    when p_fault like '% - coming soon' then ' isn’t out yet'
    when p_fault like '% - no longer available' then ' is no longer sold'
  end
$$;

create or replace function public.remove_from_cart_message(p_count bigint) returns text language sql immutable set search_path = '' as $$
  select '. Please take ' || case p_count when 1 then 'it' else 'them' end || ' out of your cart to go on.'
$$;

-- Queues a sync of everything in an order with the payment provider, because the provider refused to sell it or calculated another
-- sum.
create or replace function public.recheck_catalogue(p_order_id uuid) returns void language sql security definer set search_path = '' as $$
  select public.queue_catalogue_job(found.subject) from (
    select 'product:' || i.product_id as subject from public.order_items i where i.order_id = p_order_id and i.product_id is not null
    union
    select 'delivery:' || o.delivery_method_id from public.orders o where o.id = p_order_id
  ) found order by found.subject
$$;

grant execute on function public.recheck_catalogue to service_role;
