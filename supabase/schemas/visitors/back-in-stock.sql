-- Returns whether a product can be bought; `canBuy` of domain/availability.ts has the same rule.
create or replace function public.is_available(p_product public.products) returns boolean language sql immutable set search_path = '' as $$
  select p_product.active and not p_product."isSoldOut" and not p_product."isComingSoon" and coalesce(p_product.price, 0) > 0
    and coalesce(p_product.stock, 1) > 0
$$;

-- Queues an email for everybody who waits for a product, unless one is queued for them already. It waits half a minute, in
-- which the switch, the stock or the price that brought the product back can be undone: nothing is sent about a product that is
-- gone again.
create or replace function public.queue_back_in_stock_emails(p_product public.products, p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  with notified as (
    update public.tell_me_requests r set letter_id = gen_random_uuid()
    where r.product_id = p_product.id and r.confirmed_at is not null and not exists (
      select from public.outbox o where o.id = r.letter_id and o.sent_at is null and o.failed_at is null
    ) returning r.id, r.email, r.letter_id
  )
  insert into public.outbox (id, template, recipient, data, next_attempt_at, created_at)
  select t.letter_id, 'tell_me', t.email, jsonb_build_object(
    'waiting', t.id, 'emailHash', public.hash_email(t.email), 'name', p_product.name, 'slug', p_product.slug, 'price', p_product.price
  ), p_now + public.desk_email_delay(), p_now from notified t
$$;

-- Queues emails in the transaction that makes a product available again: by stock, a switch at the desk, its day, or a price.
create or replace function public.notify_back_in_stock() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if public.is_available(new) and not public.is_available(old) then perform public.queue_back_in_stock_emails(new, now()); end if;
  return null;
end $$;
create or replace trigger products_notify_back_in_stock after update on public.products
  for each row when (new.active and not new."isSoldOut" and not new."isComingSoon") execute function public.notify_back_in_stock();

-- Deletes a request to be told about a product once its email has been sent.
create or replace function public.delete_sent_request() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.tell_me_requests r where r.id = (new.data ->> 'waiting')::uuid and r.letter_id = new.id;
  return null;
end $$;
create or replace trigger outbox_delete_sent_request after update of sent_at on public.outbox
  for each row when (new.template = 'tell_me' and new.sent_at is not null) execute function public.delete_sent_request();

-- Stores a request to be told about a product: confirmed at once when the caller is signed in with the email address, otherwise
-- with an email that asks for confirmation, at most three a day for an address. An unconfirmed request of an earlier day is
-- replaced. Returns 'noted' to the account with the address, 'asked' to other callers, whether the address is known or not; 'here'
-- when the product can be bought now, 'no-product' when there is none.
create or replace function public.request_back_in_stock(p_product uuid, p_email text, p_account uuid default null, p_now timestamptz default now())
returns text language plpgsql security definer set search_path = '' as $$
declare
  product public.products;
  request public.tell_me_requests;
begin
  if not public.is_email_address(p_email) then raise exception 'Please enter a valid email address.' using errcode = '22023'; end if;
  -- A change of the product takes a lock, too: either the change finds this request, or this request finds the change.
  select * into product from public.products p where p.id = p_product and p.active for share;
  if product.id is null then return 'no-product'; end if;
  if public.is_available(product) then return 'here'; end if;
  delete from public.tell_me_requests r
  where r.product_id = p_product and lower(r.email) = lower(p_email) and r.confirmed_at is null and r.created_at < p_now - interval '1 day';
  insert into public.tell_me_requests (product_id, email, created_at) values (p_product, p_email, p_now)
  on conflict do nothing returning * into request;
  if exists (select from auth.users u where u.id = p_account and lower(u.email) = lower(p_email) and u.email_confirmed_at is not null) then
    update public.tell_me_requests r set confirmed_at = p_now
    where r.product_id = p_product and lower(r.email) = lower(p_email) and r.confirmed_at is null;
    return 'noted';
  end if;
  if request.id is not null and (
    select count(*) from public.outbox o
    where o.template = 'tell_me_confirm' and lower(o.recipient) = lower(p_email) and o.created_at > p_now - interval '1 day'
  ) < 3 then
    perform public.queue_email('tell_me_confirm', p_email, jsonb_build_object(
      'tellMe', request.id, 'emailHash', public.hash_email(p_email), 'name', product.name, 'slug', product.slug
    ), request.id::text, p_now);
  end if;
  return 'asked';
end $$;

-- Confirms a request; if the product has come back meanwhile, its email is queued at once. Returns whether there is such a
-- request.
create or replace function public.confirm_back_in_stock(p_id uuid, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = '' as $$
declare product public.products;
begin
  select p.* into product from public.products p join public.tell_me_requests r on r.product_id = p.id where r.id = p_id for share of p;
  update public.tell_me_requests r set confirmed_at = coalesce(r.confirmed_at, p_now) where r.id = p_id;
  if not found then return false; end if;
  if public.is_available(product) then perform public.queue_back_in_stock_emails(product, p_now); end if;
  return true;
end $$;

grant execute on function
  public.request_back_in_stock,
  public.confirm_back_in_stock
to service_role;
