-- 'Tell me when it's here' and '… when it's back': somebody asks to be written to once, when a product can be bought.

-- Who waits for what. Whoever typed an address has not shown that it is theirs, so only confirmed ones are written to: by
-- the link of a mail, or by being signed in with it. `letter_id` is the mail that tells them; with it, sent, the row goes.
-- It asked for one mail and is no marketing. Service role only: visitors write by the form, and read nothing.
create table if not exists public.tell_me_requests (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products on delete cascade,
  email text not null check (length(email) between 5 and 255 and email ~ '^[^\s<>"'';\\@,]+@[^\s<>"'';\\@,]+\.[^\s<>"'';\\@,]+$'),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  letter_id uuid
);
create unique index if not exists tell_me_requests_one on public.tell_me_requests (product_id, lower(email));
create index if not exists tell_me_requests_email on public.tell_me_requests (lower(email));
alter table public.tell_me_requests enable row level security;

-- Whether a product can be bought, as `canBuy` of domain/availability.ts has it.
create or replace function public.is_here(p_product public.products) returns boolean language sql immutable set search_path = '' as $$
  select p_product.active and not p_product."isSoldOut" and not p_product."isComingSoon" and coalesce(p_product.price, 0) > 0
    and coalesce(p_product.stock, 1) > 0
$$;

-- Writes to all who wait for a product, but those whose mail is waiting to leave already.
create or replace function public.tell_who_waits(p_product public.products, p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  with told as (
    update public.tell_me_requests r set letter_id = gen_random_uuid()
    where r.product_id = p_product.id and r.confirmed_at is not null and not exists (
      select from public.outbox o where o.id = r.letter_id and o.sent_at is null and o.failed_at is null
    ) returning r.id, r.email, r.letter_id
  )
  insert into public.outbox (id, template, recipient, data, next_attempt_at, created_at)
  select t.letter_id, 'tell_me', t.email, jsonb_build_object(
    'waiting', t.id, 'emailHash', public.email_hash(t.email), 'name', p_product.name, 'slug', p_product.slug, 'price', p_product.price
  ), p_now, p_now from told t
$$;

-- With whatever brings it: stock, a switch at the desk, its day, a price. In the same transaction.
create or replace function public.tell_of_return() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if public.is_here(new) and not public.is_here(old) then perform public.tell_who_waits(new, now()); end if;
  return null;
end $$;
create or replace trigger products_tell_of_return after update on public.products
  for each row when (new.active and not new."isSoldOut" and not new."isComingSoon") execute function public.tell_of_return();

-- Who was written to waits no more.
create or replace function public.forget_told() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.tell_me_requests r where r.id = (new.data ->> 'waiting')::uuid and r.letter_id = new.id;
  return null;
end $$;
create or replace trigger outbox_forget_told after update of sent_at on public.outbox
  for each row when (new.template = 'tell_me' and new.sent_at is not null) execute function public.forget_told();

-- Takes a request, for whoever is signed in with the address at once, and else with a mail that asks; three of those a day
-- are the end, whoever types an address how often. One of yesterday that nobody confirmed gives way. Answers 'noted' to the
-- account with the address, 'asked' to anybody else, whether the address is known or not; 'here' and 'no-product'.
create or replace function public.ask_to_be_told(p_product uuid, p_email text, p_account uuid default null, p_now timestamptz default now())
returns text language plpgsql security definer set search_path = '' as $$
declare
  product public.products;
  request public.tell_me_requests;
begin
  if not public.is_address(p_email) then raise exception 'Please enter a valid email address.' using errcode = '22023'; end if;
  -- A change of the product locks it, too: either it finds the request, or the request finds the change.
  select * into product from public.products p where p.id = p_product and p.active for share;
  if product.id is null then return 'no-product'; end if;
  if public.is_here(product) then return 'here'; end if;
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
    perform public.queue_letter('tell_me_confirm', p_email, jsonb_build_object(
      'tellMe', request.id, 'emailHash', public.email_hash(p_email), 'name', product.name, 'slug', product.slug
    ), request.id::text, p_now);
  end if;
  return 'asked';
end $$;

-- The owner of the address has said yes; what came meanwhile is told of at once. Says whether there is such a request.
create or replace function public.confirm_tell_me(p_id uuid, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = '' as $$
declare product public.products;
begin
  select p.* into product from public.products p join public.tell_me_requests r on r.product_id = p.id where r.id = p_id for share of p;
  update public.tell_me_requests r set confirmed_at = coalesce(r.confirmed_at, p_now) where r.id = p_id;
  if not found then return false; end if;
  if public.is_here(product) then perform public.tell_who_waits(product, p_now); end if;
  return true;
end $$;

-- As in *_carts.sql, and the mail that tells of a product: gone again it is not sent, and its reader waits on. Whoever wants
-- no marketing has asked for this one all the same.
create or replace function public.letter_at_sending(p_id uuid) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  email public.outbox;
  box public.subscriptions;
  product public.products;
  refusal text;
  facts jsonb := '{}';
begin
  select * into email from public.outbox o where o.id = p_id;
  if email.template in ('box_cancelled', 'box_resumed', 'box_payment_failed') then
    select * into box from public.subscriptions s
    where s.id = substring(email.dedupe_key from ':([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):')::uuid;
    if box.id is not null then
      refusal := public.box_letter_fault(email, box);
      facts := public.box_letter(box);
    end if;
  elsif email.template = 'tell_me' then
    select p.* into product from public.products p join public.tell_me_requests r on r.product_id = p.id
    where r.id = (email.data ->> 'waiting')::uuid and r.letter_id = email.id;
    if product.id is null then refusal := 'The recipient does not wait for it any more';
    elsif not public.is_here(product) then refusal := 'It is gone again: the recipient waits on';
    else facts := jsonb_build_object('name', product.name, 'slug', product.slug, 'price', product.price);
    end if;
  elsif email.template = 'cart_follow_up' then
    refusal := public.cart_follow_up_fault(email);
    if refusal is null then facts := jsonb_build_object('lines', public.reminder_lines(public.saved_cart(email.data ->> 'cart'))); end if;
  elsif public.is_suppressed(email.recipient) then
    refusal := 'The recipient wants no such emails';
  end if;
  return jsonb_build_object('refusal', refusal, 'facts', facts);
end $$;

-- The link that confirms is for its reader alone, too.
create or replace function public.is_key_letter(p_template text, p_data jsonb) returns boolean language sql immutable set search_path = '' as $$
  select p_data ?| array['link', 'token', 'request', 'signup', 'tellMe'] or (p_template like 'auth\_%' and p_data ? 'code')
$$;

-- ── Whose they are, and how long ────────────────────────────────────────────────────────────────

-- Out of all of it: whoever waits for a product and has had enough waits no more either.
create or replace function public.unsubscribe(p_email_hash text) returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into public.suppressions (email_hash) values (p_email_hash) on conflict do nothing;
  delete from public.newsletter_signups n where public.email_hash(n.email) = p_email_hash;
  delete from public.cart_reminder_consents c where c.email_hash = p_email_hash;
  delete from public.tell_me_requests r where public.email_hash(r.email) = p_email_hash;
end $$;

create or replace function public.personal_data(p_user_id uuid, p_email text, p_now timestamptz default now()) returns json
language plpgsql stable security definer set search_path = '' as $$
declare held json := public.shop_data(p_user_id, p_email, p_now);
begin
  return (
    select json_object_agg(e.key, e.value order by e.place) from (
      select h.key, h.value, h.place from json_each(held) with ordinality as h (key, value, place)
      union all
      select 'desk_note', (select to_json(n) from public.person_notes n where n.email = held ->> 'about'), 1000
      union all
      select 'waits_for', (
        select coalesce(json_agg(json_build_object(
          'product', p.name, 'email', r.email, 'asked_at', r.created_at, 'confirmed_at', r.confirmed_at
        ) order by r.created_at), '[]')
        from public.tell_me_requests r join public.products p on p.id = r.product_id where lower(r.email) = held ->> 'about'
      ), 1001
    ) e
  );
end $$;

create or replace function public.erase_person(p_user_id uuid, p_email text, p_business_email text, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  account auth.users := public.account_of(p_user_id, p_email);
  address text := lower(coalesce(account.email, trim(p_email)));
  outcome jsonb := public.erase_shop_data(p_user_id, p_email, p_business_email, p_now);
begin
  if outcome ? 'erased' then
    delete from public.person_notes n where n.email = address;
    delete from public.tell_me_requests r where lower(r.email) = address;
  end if;
  return outcome;
end $$;

-- What nobody confirms goes after thirty days, and who has waited for a year waits no more.
create or replace function public.tidy_up(p_now timestamptz default now()) returns jsonb language plpgsql security definer set search_path = '' as $$
declare notes integer; requests integer;
begin
  delete from public.person_notes n where n.changed_at < p_now - interval '2 years';
  get diagnostics notes = row_count;
  delete from public.tell_me_requests r
  where r.created_at < p_now - case when r.confirmed_at is null then interval '30 days' else interval '1 year' end;
  get diagnostics requests = row_count;
  return public.tidy_shop(p_now) || jsonb_build_object('deskNotes', notes, 'tellMe', requests);
end $$;

-- How many wait for each product: {"<id>": 12}.
create or replace function public.desk_products_wanted() returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.desk_enter();
  return (
    select coalesce(jsonb_object_agg(w.product_id, w.people), '{}') from (
      select r.product_id, count(*) as people from public.tell_me_requests r where r.confirmed_at is not null group by r.product_id
    ) w
  );
end $$;

grant all on public.tell_me_requests to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.ask_to_be_told, public.confirm_tell_me to service_role;
grant execute on function public.desk_products_wanted to authenticated, service_role;
