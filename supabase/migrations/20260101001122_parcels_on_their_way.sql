-- A parcel that leaves is told to its shopper, with who carries it and where to follow it, as far as the owner says so.
-- The letter waits for ten minutes, in which the owner may take it back.

-- Who carries it, and the carrier's number for it or the https address where it is followed. They go with the name when
-- an order is made anonymous.
alter table public.orders
  add column carrier text check (length(carrier) between 1 and 60 and carrier !~ '[[:cntrl:]]'),
  add column tracking text check (
    tracking ~ '^[0-9A-Za-z][0-9A-Za-z -]{2,39}$'
    or length(tracking) <= 1000 and tracking ~ '^https://[0-9A-Za-z._-]+(:[0-9]+)?([/?#][^[:space:]"<>]*)?$'
  );

-- As before, and what was marked as sent by mistake goes back to what it was.
create or replace function public.guard_order_status() returns trigger
language plpgsql set search_path = ''
as $$
declare
  reachable text[] := case old.status
    when 'pending' then '{paid,payment_failed,expired}'
    when 'expired' then '{paid,payment_failed}'
    when 'payment_failed' then '{paid}'
    when 'paid' then '{fulfilled,partially_refunded,refunded}'
    when 'fulfilled' then '{paid,partially_refunded,refunded}'
    when 'partially_refunded' then '{fulfilled,refunded}'
    else '{}'
  end;
begin
  if new.status <> old.status and not new.status = any (reachable) then
    raise exception 'An order cannot go from % to %', old.status, new.status using errcode = '23514';
  end if;
  return new;
end $$;

-- How long a parcel that was marked as sent can be taken back.
create function public.time_to_undo() returns interval
language sql immutable set search_path = ''
as $$ select interval '10 minutes' $$;

-- A parcel as its letter shows it (SentLetter of mail/letters.ts): what is in it, which is not what was paid back.
create function public.sent_letter(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'number', o.number, 'placedAt', o.created_at, 'deliveryName', o.delivery_name,
    'deliveryTime', nullif(d.description, ''), 'address', o.delivery_address, 'carrier', o.carrier,
    'trackingNumber', case when o.tracking not like 'https://%' then o.tracking end,
    'trackingLink', case when o.tracking like 'https://%' then o.tracking end,
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', i.name, 'slug', i.slug, 'quantity', i.quantity - i.refunded_quantity, 'size', i.size
      ) order by i.position), '[]')
      from public.order_items i where i.order_id = o.id and i.quantity > i.refunded_quantity
    )
  ) from public.orders o join public.delivery_methods d on d.id = o.delivery_method_id where o.id = p_order_id
$$;

-- Marks an order as sent and queues the letter that says so, for when it can no longer be undone. Answers with its
-- number, or an error that says why not.
drop function public.fulfil_order(bigint, timestamptz);
create function public.fulfil_order(
  p_number bigint, p_now timestamptz default now(), p_carrier text default null, p_tracking text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare concerned public.orders;
begin
  select * into concerned from public.orders where number = p_number for update;
  if concerned.id is null then return public.checkout_error('not_found', 'There is no order ' || p_number); end if;
  if concerned.status not in ('paid', 'partially_refunded') then
    return public.checkout_error('wrong_status', 'Order ' || p_number || ' is ' || replace(concerned.status, '_', ' ') || ' and cannot be fulfilled');
  end if;
  if concerned.fulfilled_at is not null then
    return public.checkout_error('wrong_status', 'Order ' || p_number || ' was sent already');
  end if;
  if concerned.sold_out_at is not null then
    return public.checkout_error('wrong_status', 'Order ' || p_number || ' was sold out and is paid back, so there is nothing to send');
  end if;
  update public.orders set
    status = 'fulfilled', fulfilled_at = p_now, carrier = p_carrier, tracking = p_tracking, updated_at = p_now
  where id = concerned.id;
  insert into public.outbox (template, recipient, data, dedupe_key, next_attempt_at, created_at)
  select 'order_sent', concerned.email, public.sent_letter(concerned.id), 'order_sent:' || concerned.id,
    p_now + public.time_to_undo(), p_now
  where concerned.email <> ''
  on conflict (dedupe_key) do nothing;
  return jsonb_build_object('number', p_number, 'status', 'fulfilled');
end $$;
grant execute on function public.fulfil_order(bigint, timestamptz, text, text) to service_role;

-- Takes back that an order was sent, with its letter, as long as that has not gone out. Answers with its number, or an
-- error that says why not.
create function public.undo_fulfilment(p_number bigint, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  concerned public.orders;
  letter_key text;
begin
  select * into concerned from public.orders where number = p_number for update;
  if concerned.id is null then return public.checkout_error('not_found', 'There is no order ' || p_number); end if;
  if concerned.fulfilled_at is null then
    return public.checkout_error('wrong_status', 'Order ' || p_number || ' is not marked as sent');
  end if;
  if concerned.erased_at is not null then
    return public.checkout_error('wrong_status', 'Order ' || p_number || ' no longer has a name and address, so it stays as sent');
  end if;
  letter_key := 'order_sent:' || concerned.id;
  -- Not a letter that somebody has claimed: the mail server may have it.
  delete from public.outbox where dedupe_key = letter_key and sent_at is null and attempts = 0 and p_now < concerned.fulfilled_at + public.time_to_undo();
  if not found and exists (select from public.outbox where dedupe_key = letter_key and (sent_at is not null or attempts > 0)) then
    return public.checkout_error('told', 'The shopper has been told that order ' || p_number || ' is on its way, so that cannot be undone');
  end if;
  if p_now >= concerned.fulfilled_at + public.time_to_undo() then
    return public.checkout_error('too_late', 'Order ' || p_number || ' was marked as sent more than ten minutes ago, so that cannot be undone');
  end if;
  update public.orders set
    status = case when status <> 'fulfilled' then status when refunded > 0 then 'partially_refunded' else 'paid' end,
    fulfilled_at = null, carrier = null, tracking = null, updated_at = p_now
  where id = concerned.id returning * into concerned;
  return jsonb_build_object('number', p_number, 'status', concerned.status);
end $$;
grant execute on function public.undo_fulfilment(bigint, timestamptz) to service_role;

-- As before, and with the name goes where its parcel could be followed.
create or replace function public.make_orders_anonymous(p_ids uuid[], p_now timestamptz) returns void
language sql security definer set search_path = ''
as $$
  update public.orders set
    user_id = null, email = '', delivery_address = null, stripe_session_url = null, discount_code = null,
    carrier = null, tracking = null, erased_at = p_now, updated_at = p_now
  where id = any (p_ids);
  update public.subscriptions set user_id = null, email = '', updated_at = p_now, revision = revision + 1
  where order_id = any (p_ids);
$$;

revoke execute on all functions in schema public from public;
