-- A person's data: everything that is held about somebody, handed out as one JSON, and erased. Whoever has an account
-- proves who they are by session and password, everybody else by a link in a mail. Everything here is for the service
-- role; `tests/personal-data/coverage.test.ts` fails when a table that can name somebody is left out.

-- ── Whose is what ───────────────────────────────────────────────────────────────────────────────

-- When an order lost its name: it has no shopper, no address, no code and an empty e-mail address from then on. Sums,
-- lines and the payment provider's ids stay, for the books.
alter table public.orders add column erased_at timestamptz;

-- A code names its owner by the hash of an address; when it goes, its orders stay.
alter table public.orders
  drop constraint orders_discount_code_fkey,
  add constraint orders_discount_code_fkey foreign key (discount_code) references public.discount_codes
    on update cascade on delete set null;

-- The account of a person: the one that is named, else the one with the address.
create function public.account_of(p_user_id uuid, p_email text) returns auth.users
language sql stable security definer set search_path = ''
as $$
  select u from auth.users u
  where case when p_user_id is null then lower(u.email) = lower(trim(p_email)) else u.id = p_user_id end
  limit 1
$$;

-- The orders of a person. An address goes from one person to another, so it finds only orders without an account.
create function public.orders_of(p_user_id uuid, p_email text) returns setof public.orders
language sql stable security definer set search_path = ''
as $$
  select * from public.orders o
  where o.user_id = p_user_id or (o.user_id is null and o.email <> '' and lower(o.email) = lower(trim(p_email)))
$$;

-- The letters to a person, and those to the business about them.
create function public.letters_of(p_user_id uuid, p_email text) returns setof public.outbox
language sql stable security definer set search_path = ''
as $$
  select * from public.outbox l
  where lower(l.recipient) = lower(trim(p_email)) or lower(l.data ->> 'email') = lower(trim(p_email))
    or l.data ->> 'number' in (select o.number::text from public.orders_of(p_user_id, p_email) o)
$$;

-- The guard's notes that name a person: by account, by address, or by the reference of an enquiry of theirs. Notes of
-- failed sign-ins hold seals alone, which nobody can turn back into an address, and are found by none.
create function public.notes_of(p_user_id uuid, p_email text) returns setof public.security_audit_log
language sql stable security definer set search_path = ''
as $$
  select * from public.security_audit_log l
  where l.user_id = p_user_id
    or exists (select from jsonb_each_text(l.details) d where lower(d.value) = lower(trim(p_email)))
    or l.details ->> 'reference' in (select e.reference from public.enquiries e where lower(e.email) = lower(trim(p_email)))
$$;

-- The counters of a person's attempts, by seal or in clear. All are forgotten after a day.
create function public.counters_of(p_user_id uuid, p_email text) returns setof public.rate_limits
language sql stable security definer set search_path = ''
as $$
  select * from public.rate_limits r
  where split_part(r.key, ':', 2) in (public.guard_seal(p_email), public.guard_seal(p_user_id::text))
    or r.key in ('sendEmailBySlug:recipient:' || p_email, 'sendEmailBySlug:user:' || p_user_id)
$$;

-- ── A copy ──────────────────────────────────────────────────────────────────────────────────────

-- What belongs to an account; null without one. Passwords, tokens and codes are secrets, no facts about somebody.
create function public.account_data(p_account auth.users) returns json
language sql stable security definer set search_path = ''
as $$
  select json_build_object(
    'id', p_account.id, 'email', p_account.email, 'created_at', p_account.created_at,
    'email_confirmed_at', p_account.email_confirmed_at, 'last_sign_in_at', p_account.last_sign_in_at,
    'phone', p_account.phone, 'address_it_is_moving_to', nullif(p_account.email_change, ''),
    'typed_at_sign_up', p_account.raw_user_meta_data, 'has_password', p_account.encrypted_password is not null,
    'profile', (select to_jsonb(p) from public.profiles p where p.id = p_account.id),
    'ways_to_sign_in', (
      select coalesce(json_agg(json_build_object('provider', i.provider, 'email', i.email, 'details', i.identity_data)), '[]')
      from auth.identities i where i.user_id = p_account.id
    ),
    'open_sign_ins', (
      select coalesce(json_agg(json_build_object(
        'since', s.created_at, 'last_used_at', s.refreshed_at, 'browser', s.user_agent, 'network_address', host(s.ip)
      ) order by s.created_at), '[]') from auth.sessions s where s.user_id = p_account.id
    ),
    'links_sent', (
      select coalesce(json_agg(json_build_object('for', t.token_type, 'to', t.relates_to, 'at', t.created_at)), '[]')
      from auth.one_time_tokens t where t.user_id = p_account.id
    ),
    'cart', (select to_jsonb(c) from public.carts c where c.user_id = p_account.id)
  ) where p_account.id is not null
$$;

-- The orders of a person with their lines and what the payment provider said of them.
create function public.order_data(p_user_id uuid, p_email text) returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(
    to_jsonb(o) - array['stripe_session_url', 'cart_hash'] || jsonb_build_object(
      'lines', (select jsonb_agg(to_jsonb(i) - array['id', 'order_id'] order by i.position) from public.order_items i where i.order_id = o.id),
      'payment_notices', (
        select coalesce(jsonb_agg(to_jsonb(e) - array['order_id'] order by e.received_at), '[]')
        from public.payment_events e where e.order_id = o.id
      )
    ) order by o.number
  ), '[]') from public.orders_of(p_user_id, p_email) o
$$;

-- Everything that is held about the owner of an account, an e-mail address, or both. Names of columns are the keys.
create function public.personal_data(p_user_id uuid, p_email text, p_now timestamptz default now()) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account auth.users := public.account_of(p_user_id, p_email);
  address text := nullif(lower(coalesce(account.email, trim(p_email))), '');
begin
  return json_build_object(
    'made_at', p_now,
    'about', address,
    'account', public.account_data(account),
    'an_account_waits_to_move_here', exists (select from auth.users u where lower(u.email_change) = address),
    'orders', public.order_data(account.id, address),
    -- Without its id, which is the key to it: anybody may have typed this address beside their cart.
    'guest_carts', (select coalesce(json_agg(to_jsonb(g) - array['id']), '[]') from public.guest_carts g where lower(g.email) = address),
    'enquiries', (select coalesce(json_agg(to_jsonb(e) order by e.created_at), '[]') from public.enquiries e where lower(e.email) = address),
    'newsletter', (select to_jsonb(n) from public.newsletter_signups n where lower(n.email) = address),
    'cart_reminders', (select to_jsonb(c) from public.cart_reminder_consents c where c.email_hash = public.email_hash(address)),
    -- Without the cart that they were about, whose id is its key.
    'cart_reminders_sent', (select to_jsonb(f) - array['cart'] from public.cart_follow_ups f where f.email_hash = public.email_hash(address)),
    'discount_code', (select to_jsonb(d) from public.discount_codes d where d.email_hash = public.email_hash(address)),
    'no_marketing_since', (select s.created_at from public.suppressions s where s.email_hash = public.email_hash(address)),
    'letters', (
      -- Links, codes and ids that open something stay out.
      select coalesce(json_agg(json_build_object(
        'template', l.template, 'recipient', l.recipient, 'written_at', l.created_at, 'sent_at', l.sent_at,
        'data', case when l.template not like 'auth\_%' then l.data - 'cart' end
      ) order by l.created_at), '[]') from public.letters_of(account.id, address) l
    ),
    'guards_notes', (select coalesce(json_agg(to_jsonb(l) order by l.id), '[]') from public.notes_of(account.id, address) l),
    'counted_attempts', (select coalesce(json_agg(to_jsonb(r)), '[]') from public.counters_of(account.id, address) r),
    'data_requests', (
      select coalesce(json_agg(to_jsonb(r) - array['id'] order by r.created_at), '[]')
      from public.data_requests r where lower(r.email) = address
    )
  );
end $$;

-- ── Erasure ─────────────────────────────────────────────────────────────────────────────────────

-- Why somebody cannot be erased yet, as a value, or null. A paid order needs its name and address until it is sent, and
-- a payment that is open at the provider may still become one.
create function public.erasure_hindrance(p_user_id uuid, p_email text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case
    when count(*) filter (where status <> 'pending') > 0 then public.checkout_error('order_open',
      'We still need your name and address to send order '
        || string_agg(number::text, ', ' order by number) filter (where status <> 'pending')
        || '. Please come back when it has been sent, or write to us to cancel it.')
    when count(*) > 0 then public.checkout_error('payment_open',
      'A payment of yours is still open. Please finish it, or wait until it has come in or run out, and come back.')
  end
  from public.orders_of(p_user_id, p_email)
  where (status in ('paid', 'partially_refunded') and fulfilled_at is null)
    or (status = 'pending' and stripe_session_id is not null)
$$;

-- Takes the name off orders and keeps the figures.
create function public.make_orders_anonymous(p_ids uuid[], p_now timestamptz) returns void
language sql security definer set search_path = ''
as $$
  update public.orders set
    user_id = null, email = '', delivery_address = null, stripe_session_url = null, discount_code = null,
    erased_at = p_now, updated_at = p_now
  where id = any (p_ids)
$$;

-- Tells the business at which payments the provider still knows somebody who has been erased; nothing when there are none.
create function public.queue_erasure_notice(p_orders uuid[], p_business_email text, p_now timestamptz) returns void
language sql security definer set search_path = ''
as $$
  insert into public.outbox (template, recipient, data, next_attempt_at, created_at)
  select 'erasure_notice', p_business_email, jsonb_build_object('payments', jsonb_agg(known.id order by known.id)), p_now, p_now
  from (
    select distinct unnest(array[o.stripe_payment_intent_id, o.stripe_subscription_id]) as id
    from public.orders o where o.id = any (p_orders)
  ) known where known.id is not null
  having count(*) > 0
$$;

-- Erases a person, in this one transaction: account, sign-ins, carts, enquiries, sign-ups, consents, codes, letters and
-- requests go, orders and the guard's notes lose whatever names them. The list of those who want no marketing stays, as
-- hashes: it exists to keep a promise to them. The business is told which payments the provider should forget as well,
-- by their ids alone. Answers {"erased": true}, or an error that says what has to end first.
create function public.erase_person(
  p_user_id uuid, p_email text, p_business_email text, p_now timestamptz default now()
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  account auth.users := public.account_of(p_user_id, p_email);
  address text := nullif(lower(coalesce(account.email, trim(p_email))), '');
  unpaid uuid;
  hindrance jsonb;
begin
  -- The lock of a checkout: none begins meanwhile.
  perform pg_advisory_xact_lock(hashtextextended(coalesce(account.id::text, address), 20260101));
  perform from public.orders where id in (select o.id from public.orders_of(account.id, address) o) for update;
  hindrance := public.erasure_hindrance(account.id, address);
  if hindrance is not null then return hindrance; end if;

  for unpaid in select o.id from public.orders_of(account.id, address) o where o.status = 'pending' loop
    perform public.release_order(unpaid, p_now);
  end loop;
  -- What is found by orders and enquiries goes before these do.
  delete from public.outbox where id in (select l.id from public.letters_of(account.id, address) l);
  update public.security_audit_log l set user_id = null, details = (
    select coalesce(jsonb_object_agg(d.key, d.value), '{}') from jsonb_each(l.details) d
    where d.key in ('form', 'field', 'lines', 'version', 'address')
  ) where l.id in (select n.id from public.notes_of(account.id, address) n);
  perform public.queue_erasure_notice(array(select o.id from public.orders_of(account.id, address) o), p_business_email, p_now);
  perform public.make_orders_anonymous(array(select o.id from public.orders_of(account.id, address) o), p_now);
  delete from public.discount_codes where email_hash = public.email_hash(address);
  delete from public.enquiries where lower(email) = address;
  delete from public.newsletter_signups where lower(email) = address;
  delete from public.cart_reminder_consents where email_hash = public.email_hash(address);
  delete from public.cart_follow_ups where email_hash = public.email_hash(address);
  delete from public.guest_carts where lower(email) = address;
  delete from public.rate_limits where key in (select c.key from public.counters_of(account.id, address) c);
  delete from public.data_requests where lower(email) = address;
  -- Somebody else's account may be waiting to move to this address; it stays where it is.
  delete from auth.one_time_tokens where lower(relates_to) = address;
  update auth.users set email_change = '', email_change_token_new = '', email_change_token_current = ''
  where lower(email_change) = address;
  -- Its profile, cart, sessions, tokens and links go with it.
  delete from auth.refresh_tokens where user_id = account.id::text;
  delete from auth.users where id = account.id;
  return jsonb_build_object('erased', true);
end $$;

grant execute on function public.personal_data(uuid, text, timestamptz) to service_role;
grant execute on function public.erase_person(uuid, text, text, timestamptz) to service_role;

-- ── Links for guests ────────────────────────────────────────────────────────────────────────────

-- Somebody asked, by address, for what is held about them. The signed link of the mail names the row; it is good for an
-- hour, for one copy and one erasure (which removes the row). Service role only.
create table public.data_requests (
  id uuid primary key default gen_random_uuid(),
  email text not null check (length(email) between 5 and 255),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  downloaded_at timestamptz
);
create index data_requests_email on public.data_requests (lower(email));
alter table public.data_requests enable row level security;
grant all on public.data_requests to service_role;

-- Mails a link to the owner of an address, if anything is held about them, three times a day at most. Nobody who typed
-- the address learns whether. Says so to the server alone.
create function public.request_personal_data(p_email text, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  address text := lower(trim(p_email));
  asked public.data_requests;
begin
  perform pg_advisory_xact_lock(hashtextextended(address, 20260109));
  if (select count(*) from public.data_requests r where lower(r.email) = address and r.created_at > p_now - interval '1 day') >= 3
    or not exists (
      select from json_each(public.personal_data(null, address, p_now)) held
      where held.key not in ('made_at', 'about', 'counted_attempts', 'data_requests') and held.value::text not in ('null', '[]', 'false')
    ) then return false; end if;
  insert into public.data_requests (email, created_at, expires_at) values (address, p_now, p_now + interval '1 hour')
  returning * into asked;
  insert into public.outbox (template, recipient, data, next_attempt_at, created_at)
  values ('your_data', address, jsonb_build_object('request', asked.id, 'expiresAt', asked.expires_at), p_now, p_now);
  return true;
end $$;
grant execute on function public.request_personal_data(text, timestamptz) to service_role;

-- The copy that a link is good for, once; null when it is no longer.
create function public.requested_data(p_request_id uuid, p_now timestamptz default now()) returns json
language plpgsql security definer set search_path = ''
as $$
declare address text;
begin
  update public.data_requests set downloaded_at = p_now
  where id = p_request_id and downloaded_at is null and expires_at > p_now returning email into address;
  return case when address is not null then public.personal_data(null, address, p_now) end;
end $$;
grant execute on function public.requested_data(uuid, timestamptz) to service_role;

-- The erasure that a link is good for. What keeps it from happening does not use the link up.
create function public.erase_requested(p_request_id uuid, p_business_email text, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare address text;
begin
  select email into address from public.data_requests where id = p_request_id and expires_at > p_now for update;
  if address is null then return public.checkout_error('no_link', 'This link is no longer good.'); end if;
  return public.erase_person(null, address, p_business_email, p_now);
end $$;
grant execute on function public.erase_requested(uuid, text, timestamptz) to service_role;

-- As before, but an account that has been erased is not written down again by a browser that does not know it yet.
create or replace function public.log_security_event(event_type text, details jsonb default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare is_server boolean := auth.role() = 'service_role';
begin
  if jsonb_typeof(details) is distinct from 'object' then
    raise exception 'The details of an event are an object' using errcode = '22023';
  end if;
  if not is_server and public.take_attempt(
    'log_security_event:' || public.guard_seal(coalesce(public.visitor_address(), 'unknown')), 60, 300000
  ) > 0 then return; end if;
  insert into public.security_audit_log (event_type, severity, source, user_id, details)
  values (
    log_security_event.event_type, public.event_severity(log_security_event.event_type),
    case when is_server then 'server' else 'browser' end,
    (select u.id from auth.users u where u.id = auth.uid()), log_security_event.details
  );
end $$;

revoke execute on all functions in schema public from public;
