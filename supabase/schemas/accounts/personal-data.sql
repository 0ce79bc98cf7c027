-- Returns the orders of a person. An email address may pass from one person to another, so it finds only orders without an account.
create or replace function public.person_orders(p_user_id uuid, p_email text) returns setof public.orders
language sql stable security definer set search_path = '' as $$
  select * from public.orders o
  where o.user_id = p_user_id or (o.user_id is null and o.email <> '' and lower(o.email) = lower(trim(p_email)))
$$;

-- Returns the emails to a person, and the emails to the business about that person.
create or replace function public.person_emails(p_user_id uuid, p_email text) returns setof public.outbox
language sql stable security definer set search_path = '' as $$
  select * from public.outbox l
  where lower(l.recipient) = lower(trim(p_email)) or lower(l.data ->> 'email') = lower(trim(p_email))
    or l.data ->> 'number' in (select o.number::text from public.person_orders(p_user_id, p_email) o)
$$;

-- Returns the security log's entries about an account, an address, or the reference of one of its enquiries. An account's id is
-- in the entry's column, or in its details in clear or hashed. Failed sign-ins by the password, and forms with a typed address,
-- contain that address only hashed together with the sender's network: anybody may have typed it, so they are never found.
create or replace function public.person_log_entries(p_user_id uuid, p_email text) returns setof public.security_audit_log
language sql stable security definer set search_path = '' as $$
  select * from public.security_audit_log l
  where l.user_id = p_user_id
    or exists (
      select from jsonb_each_text(l.details) d
      where lower(d.value) in (lower(trim(p_email)), p_user_id::text, (select public.keyed_hash(p_user_id::text)))
    )
    or l.details ->> 'reference' in (select e.reference from public.enquiries e where lower(e.email) = lower(trim(p_email)))
$$;

-- Returns the counters of a person's attempts, whose keys contain the address or the account's id, hashed or (counters of
-- earlier versions) in clear. All are deleted after a day.
create or replace function public.person_rate_limits(p_user_id uuid, p_email text) returns setof public.rate_limits
language sql stable security definer set search_path = '' as $$
  select * from public.rate_limits r
  where split_part(r.key, ':', 2) in (public.keyed_hash(p_email), public.keyed_hash(p_user_id::text))
    or r.key in ('sendEmailBySlug:recipient:' || p_email, 'sendEmailBySlug:user:' || p_user_id)
$$;

-- Returns the data of an account; null without one. Passwords, tokens and codes are left out, as they are secrets and not facts
-- about a person.
create or replace function public.account_data(p_account auth.users) returns json language sql stable security definer set search_path = '' as $$
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
    'sign_in_codes', (
      select coalesce(json_agg(json_build_object('app', f.friendly_name, 'since', f.created_at, 'is_on', f.status = 'verified')), '[]')
      from auth.mfa_factors f where f.user_id = p_account.id
    ),
    'recovery_codes_left', (select count(*) from public.recovery_codes c where c.user_id = p_account.id and c.used_by is null),
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

create or replace function public.person_order_data(p_user_id uuid, p_email text) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(
    to_jsonb(o) - array['stripe_session_url', 'cart_hash'] || jsonb_build_object(
      'lines', (
        select jsonb_agg(to_jsonb(i) - array['id', 'order_id'] || coalesce((
          select jsonb_build_object('packed_recipes', jsonb_agg(to_jsonb(r) - array['id', 'item_id', 'part_id', 'version', 'latest_version'] order by r.chosen_at, r.version))
          from public.packed_recipes r where r.item_id = i.id having count(*) > 0
        ), '{}') order by i.position) from public.order_items i where i.order_id = o.id
      ),
      'refunds', (
        select coalesce(jsonb_agg(to_jsonb(r) - array['id', 'order_id', 'request'] order by r.asked_at), '[]')
        from public.refunds r where r.order_id = o.id
      ),
      'box', (
        select to_jsonb(s) - array['id', 'order_id', 'user_id', 'revision', 'asked_at', 'overdue_link'] from public.subscriptions s where s.order_id = o.id
      ),
      'payment_notices', (
        select coalesce(jsonb_agg(to_jsonb(e) - array['order_id'] order by e.received_at), '[]')
        from public.payment_events e where e.order_id = o.id
      )
    ) order by o.number
  ), '[]') from public.person_orders(p_user_id, p_email) o
$$;

-- Returns everything that is held about the owner of an account, an email address, or both. Rows are shown with the names of
-- their columns as keys.
create or replace function public.personal_data(p_user_id uuid, p_email text, p_now timestamptz default now()) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  account auth.users := public.find_account(p_user_id, p_email);
  address text := nullif(lower(coalesce(account.email, trim(p_email))), '');
begin
  return json_build_object(
    'made_at', p_now,
    'about', address,
    'account', public.account_data(account),
    'an_account_waits_to_move_here', exists (select from auth.users u where lower(u.email_change) = address),
    'orders', public.person_order_data(account.id, address),
    -- A guest cart's id is left out, because it gives access to the cart, and anybody may have typed this address beside their
    -- cart.
    'guest_carts', (select coalesce(json_agg(to_jsonb(g) - array['id']), '[]') from public.guest_carts g where lower(g.email) = address),
    'enquiries', (select coalesce(json_agg(to_jsonb(e) order by e.created_at), '[]') from public.enquiries e where lower(e.email) = address),
    'newsletter', (select to_jsonb(n) from public.newsletter_signups n where lower(n.email) = address),
    'cart_reminders', (
      select coalesce(json_agg(to_jsonb(c) order by c.given_by), '[]')
      from public.cart_reminder_consents c where c.email_hash = public.hash_email(address)
    ),
    -- The cart is left out, because its id gives access to it.
    'cart_reminders_sent', (select to_jsonb(f) - array['cart'] from public.cart_follow_ups f where f.email_hash = public.hash_email(address)),
    'discount_code', (select to_jsonb(d) from public.discount_codes d where d.email_hash = public.hash_email(address)),
    'discount_code_given_at', (select g.given_at from public.discount_codes_given g where g.email_hash = public.hash_email(address)),
    'no_marketing_since', (select s.created_at from public.suppressions s where s.email_hash = public.hash_email(address)),
    'letters', (
      -- Emails with a link or a code that only their recipient may see are listed without their data. The id of a cart gives
      -- access to it, and the link of an overdue payment to its invoice.
      select coalesce(json_agg(json_build_object(
        'template', l.template, 'recipient', l.recipient, 'written_at', l.created_at, 'sent_at', l.sent_at,
        'data', case when not public.is_secret_email(l.template, l.data) then l.data - array['cart', 'payLink'] end
      ) order by l.created_at), '[]') from public.person_emails(account.id, address) l
    ),
    'guards_notes', (select coalesce(json_agg(to_jsonb(l) order by l.id), '[]') from public.person_log_entries(account.id, address) l),
    'counted_attempts', (select coalesce(json_agg(to_jsonb(r)), '[]') from public.person_rate_limits(account.id, address) r),
    'data_requests', (
      select coalesce(json_agg(to_jsonb(r) - array['id'] order by r.created_at), '[]')
      from public.data_requests r where lower(r.email) = address
    ),
    'desk_invitations', (
      select coalesce(json_agg(json_build_object('role', i.role, 'invited_at', i.created_at, 'expires_at', i.expires_at, 'used_at', i.used_at)
        order by i.created_at), '[]')
      from public.staff_invitations i where lower(i.email) = address
    ),
    'desk_note', (select to_json(n) from public.person_notes n where n.email = address),
    'waits_for', (
      select coalesce(json_agg(json_build_object(
        'product', p.name, 'email', r.email, 'asked_at', r.created_at, 'confirmed_at', r.confirmed_at
      ) order by r.created_at), '[]')
      from public.tell_me_requests r join public.products p on p.id = r.product_id where lower(r.email) = address
    )
  );
end $$;

-- Emails an address a link to its personal data, if any is held, at most three times a day. Returns whether it did; the visitor
-- gets the same response in any case, so that nobody can find out whose data is held.
create or replace function public.request_personal_data(p_email text, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  address text := lower(trim(p_email));
  new_request public.data_requests;
begin
  perform pg_advisory_xact_lock(hashtextextended(address, 20260109));
  if (select count(*) from public.data_requests r where lower(r.email) = address and r.created_at > p_now - interval '1 day') >= 3
    or not exists (
      select from json_each(public.personal_data(null, address, p_now)) section
      where section.key not in ('made_at', 'about', 'counted_attempts', 'data_requests') and section.value::text not in ('null', '[]', 'false')
    ) then return false; end if;
  insert into public.data_requests (email, created_at, expires_at) values (address, p_now, p_now + interval '1 hour')
  returning * into new_request;
  perform public.queue_email('your_data', address, jsonb_build_object('request', new_request.id, 'expiresAt', new_request.expires_at), null, p_now);
  return true;
end $$;

-- Returns the copy for an emailed link, once for each request: null when the link was used before or has expired, and an error
-- for an account with two factors.
create or replace function public.personal_data_by_request(p_request_id uuid, p_now timestamptz default now()) returns json
language plpgsql security definer set search_path = '' as $$
declare
  address text;
  error jsonb := (
    select public.data_link_error(r.email) from public.data_requests r where r.id = p_request_id and r.expires_at > p_now
  );
begin
  if error is not null then return error; end if;
  update public.data_requests set downloaded_at = p_now
  where id = p_request_id and downloaded_at is null and expires_at > p_now returning email into address;
  return case when address is not null then public.personal_data(null, address, p_now) end;
end $$;

-- Returns why an emailed link does not open a person's data, or null. A mailbox is only one factor, so the owner of an account with
-- two factors must sign in with a code and get the copy or the erasure there.
create or replace function public.data_link_error(p_email text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select public.error_response('asks_code', 'This account asks for a code. Please sign in.')
  from public.find_account(null, p_email) a
  where exists (select from auth.mfa_factors f where f.user_id = a.id and f.status = 'verified')
$$;

grant execute on function
  public.personal_data,
  public.request_personal_data,
  public.personal_data_by_request
to service_role;
