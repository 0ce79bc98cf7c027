-- People: what an account holds, how they sign in, and everything that is held about somebody, handed out and erased.
-- `tests/personal-data/coverage.test.ts` fails when a table that can name somebody is left out.

-- The extension of three letters may lie in any schema.
select set_config('search_path', format('public, extensions, %I', n.nspname), true)
from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';

-- One row an account, made with it. Its owner reads it and may change the name and the welcome flag.
create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  full_name text check (length(full_name) <= 100),
  welcome_email_sent boolean not null default false,
  welcomed_back_at timestamptz,
  created_at timestamptz not null default now()
);
create index profiles_words on public.profiles using gin (full_name gin_trgm_ops);
alter table public.profiles enable row level security;
grant select (id, full_name, welcome_email_sent, created_at) on public.profiles to authenticated;
grant update (full_name, welcome_email_sent) on public.profiles to authenticated;
create policy "People read their own profile" on public.profiles for select to authenticated using (id = (select auth.uid()));
create policy "People change their own profile" on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy "A code is asked for where there is one" on public.profiles as restrictive for all to authenticated
  using ((select public.is_proved()));
create trigger profiles_guard before update on public.profiles for each statement execute function public.refuse_suspects();

-- A name is made plain on whichever way it comes, and not refused: an account needs its profile.
create function public.clean_profile() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if length(new.full_name) <= 100 then new.full_name := nullif(public.plain_line(new.full_name), ''); end if;
  return new;
end $$;
create trigger profiles_clean before insert or update of full_name on public.profiles
  for each row execute function public.clean_profile();

create function public.create_profile() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, full_name)
  values (new.id, left(nullif(trim(new.raw_user_meta_data ->> 'full_name'), ''), 100))
  on conflict (id) do nothing;
  return new;
end $$;
create trigger users_create_profile after insert on auth.users for each row execute function public.create_profile();

-- Greets whoever has signed in: 'welcome_email' once in the life of an account, 'welcome_back' for a sign-in of the last
-- ten minutes and once a day, the day of the welcome included. Answers 'queued' or why not.
create function public.queue_welcome(p_user_id uuid, p_slug text, p_now timestamptz default now()) returns text
language plpgsql security definer set search_path = '' as $$
declare
  account record;
  email_key text := p_user_id || case when p_slug = 'welcome_back' then to_char(p_now at time zone 'UTC', '":"YYYY-MM-DD"T"HH24:MI:SS') else '' end;
begin
  if p_slug is null or p_slug not in ('welcome_email', 'welcome_back') then
    raise exception 'No such welcome' using errcode = '22023';
  end if;
  -- The row is locked, so that two tabs cause one email.
  select p.full_name, p.welcome_email_sent as is_welcomed, p.welcomed_back_at, u.email, u.email_confirmed_at, u.last_sign_in_at
  into account
  from public.profiles p join auth.users u on u.id = p.id where p.id = p_user_id for update of p;
  if not found or account.email is null then return 'unknown account'; end if;
  if account.email_confirmed_at is null then return 'not confirmed'; end if;
  if p_slug = 'welcome_email' and account.is_welcomed then return 'welcomed before'; end if;
  if p_slug = 'welcome_back' then
    if not account.is_welcomed then return 'not welcomed yet'; end if;
    if account.welcomed_back_at > p_now - interval '1 day' then return 'not today'; end if;
    if account.last_sign_in_at is null or account.last_sign_in_at < p_now - interval '10 minutes' then return 'no sign-in'; end if;
  end if;
  update public.profiles set welcome_email_sent = true, welcomed_back_at = p_now where id = p_user_id;
  -- An account may set its own flag back; it is still welcomed only once.
  if exists (select from public.outbox o where o.dedupe_key = p_slug || ':' || email_key) then return 'welcomed before'; end if;
  perform public.queue_letter(p_slug, account.email, jsonb_build_object('name', account.full_name), email_key, p_now);
  return 'queued';
end $$;

-- ── Sessions ────────────────────────────────────────────────────────────────────────────────────

-- Where somebody is signed in, the latest used first. For themselves.
create function public.my_sessions()
returns table (id uuid, created_at timestamptz, used_at timestamptz, user_agent text, is_this boolean)
language sql stable security definer set search_path = '' as $$
  select s.id, s.created_at, greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc'), s.user_agent,
    s.id::text = auth.jwt() ->> 'session_id'
  from auth.sessions s
  where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now()) and public.is_signed_in() and public.is_proved()
  order by 3 desc limit 100
$$;

-- Signs somebody out on one of their devices. Answers whether there was such a session.
create function public.end_session(p_session uuid) returns boolean language sql security definer set search_path = '' as $$
  with ended as (
    delete from auth.sessions s
    where s.id = p_session and s.user_id = auth.uid() and public.is_signed_in() and public.is_proved()
    returning s.id
  ) select exists (select from ended)
$$;

-- ── Recovery codes ──────────────────────────────────────────────────────────────────────────────

-- Of each code its hash, over the account's id. A code takes the app's codes off an account, once, if the account has asked
-- for them since before the code was made. Nobody reads this table.
create table public.recovery_codes (
  user_id uuid not null references auth.users on delete cascade,
  code_hash text not null check (length(code_hash) = 64),
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);
alter table public.recovery_codes enable row level security;

create function public.recovery_hash(p_code text) returns text language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(auth.uid()::text || regexp_replace(lower(left(p_code, 100)), '[^0-9a-f]', '', 'g'), 'utf8')), 'hex')
$$;

-- Ten new codes of 64 random bits, in place of earlier ones; shown this once. Only for a session of two factors.
create function public.make_recovery_codes() returns text[] language plpgsql security definer set search_path = '' as $$
declare codes text[];
begin
  if coalesce(auth.jwt() ->> 'aal', '') < 'aal2' or not public.is_signed_in() then
    raise sqlstate 'PT403' using message = 'Please give a code of your app first.';
  end if;
  select array_agg(regexp_replace(
    left(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex'), 16), '(.{4})(?=.)', '\1-', 'g'
  )) into codes from generate_series(1, 10);
  delete from public.recovery_codes where user_id = auth.uid();
  insert into public.recovery_codes (user_id, code_hash) select auth.uid(), public.recovery_hash(code) from unnest(codes) as code;
  return codes;
end $$;

-- Takes the app off the account of whoever has a code left, and ends their other sessions. Answers whether it was right.
-- Tries are counted, ten in an hour for an account and a thousand over all; one too many is refused (429).
create function public.use_recovery_code(p_code text) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  person uuid := auth.uid();
  wait integer;
begin
  if not public.is_signed_in() then raise sqlstate 'PT401' using message = 'Please sign in'; end if;
  wait := greatest(
    public.take_attempt('recovery-code:' || public.guard_seal(person::text), 10, 3600000),
    public.take_attempt('recovery-code', 1000, 3600000)
  );
  if wait > 0 then raise sqlstate 'PT429' using message = 'Please wait before trying again.', hint = wait::text; end if;
  delete from public.recovery_codes c
  where c.user_id = person and c.code_hash = public.recovery_hash(p_code) and exists (
    select from auth.mfa_factors f where f.user_id = person and f.status = 'verified' and f.created_at <= c.created_at
  );
  if not found then
    perform public.note_event('auth_failure', '{"reason": "recovery_code"}', public.visitor_address());
    return false;
  end if;
  perform set_config('shop.codes_end_by', 'recovery', true);
  delete from auth.mfa_factors where user_id = person;
  delete from public.recovery_codes where user_id = person;
  delete from auth.sessions s where s.user_id = person and s.id::text <> auth.jwt() ->> 'session_id';
  perform public.note_event('recovery_code_used', '{}', public.visitor_address());
  return true;
end $$;

-- Tells the owner of an account that its codes were turned on or off, and by a recovery code: it may have been somebody
-- else. Each once, and twenty a day at most.
create function public.tell_of_codes() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  change text := case tg_op when 'UPDATE' then 'on' else coalesce(nullif(current_setting('shop.codes_end_by', true), ''), 'off') end;
begin
  perform public.queue_letter('auth_codes', u.email, jsonb_build_object('change', change), old.id || change, now())
  from auth.users u where u.id = old.user_id and u.deleted_at is null and 20 > (
    select count(*) from public.outbox o
    where o.recipient = u.email and o.template = 'auth_codes' and o.created_at > now() - interval '1 day'
  );
  return null;
end $$;
create trigger factors_tell_of_codes_on after update on auth.mfa_factors for each row
  when (old.status = 'unverified' and new.status = 'verified') execute function public.tell_of_codes();
create trigger factors_tell_of_codes_off after delete on auth.mfa_factors for each row
  when (old.status = 'verified') execute function public.tell_of_codes();

-- ── Whose is what ───────────────────────────────────────────────────────────────────────────────

-- The account of a person: the one that is named, else the one with the address.
create function public.account_of(p_user_id uuid, p_email text) returns auth.users
language sql stable security definer set search_path = '' as $$
  select u from auth.users u
  where case when p_user_id is null then lower(u.email) = lower(trim(p_email)) else u.id = p_user_id end
  limit 1
$$;

-- The orders of a person. An address goes from one person to another, so it finds only orders without an account.
create function public.orders_of(p_user_id uuid, p_email text) returns setof public.orders
language sql stable security definer set search_path = '' as $$
  select * from public.orders o
  where o.user_id = p_user_id or (o.user_id is null and o.email <> '' and lower(o.email) = lower(trim(p_email)))
$$;

-- The emails to a person, and those to the business about them.
create function public.letters_of(p_user_id uuid, p_email text) returns setof public.outbox
language sql stable security definer set search_path = '' as $$
  select * from public.outbox l
  where lower(l.recipient) = lower(trim(p_email)) or lower(l.data ->> 'email') = lower(trim(p_email))
    or l.data ->> 'number' in (select o.number::text from public.orders_of(p_user_id, p_email) o)
$$;

-- The guard's notes by account, address, or an enquiry's reference. Failed sign-ins hold seals alone; none finds them.
create function public.notes_of(p_user_id uuid, p_email text) returns setof public.security_audit_log
language sql stable security definer set search_path = '' as $$
  select * from public.security_audit_log l
  where l.user_id = p_user_id
    or exists (select from jsonb_each_text(l.details) d where lower(d.value) = lower(trim(p_email)))
    or l.details ->> 'reference' in (select e.reference from public.enquiries e where lower(e.email) = lower(trim(p_email)))
$$;

-- The counters of a person's attempts, by seal or in clear. All are forgotten after a day.
create function public.counters_of(p_user_id uuid, p_email text) returns setof public.rate_limits
language sql stable security definer set search_path = '' as $$
  select * from public.rate_limits r
  where split_part(r.key, ':', 2) in (public.guard_seal(p_email), public.guard_seal(p_user_id::text))
    or r.key in ('sendEmailBySlug:recipient:' || p_email, 'sendEmailBySlug:user:' || p_user_id)
$$;

-- ── A copy ──────────────────────────────────────────────────────────────────────────────────────

-- What belongs to an account; null without one. Passwords, tokens and codes are secrets, no facts about somebody.
create function public.account_data(p_account auth.users) returns json language sql stable security definer set search_path = '' as $$
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
    'recovery_codes_left', (select count(*) from public.recovery_codes c where c.user_id = p_account.id),
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

create function public.order_data(p_user_id uuid, p_email text) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(
    to_jsonb(o) - array['stripe_session_url', 'cart_hash'] || jsonb_build_object(
      'lines', (select jsonb_agg(to_jsonb(i) - array['id', 'order_id'] order by i.position) from public.order_items i where i.order_id = o.id),
      'refunds', (
        select coalesce(jsonb_agg(to_jsonb(r) - array['id', 'order_id', 'request'] order by r.asked_at), '[]')
        from public.refunds r where r.order_id = o.id
      ),
      'box', (
        select to_jsonb(s) - array['id', 'order_id', 'user_id', 'revision', 'asked_at'] from public.subscriptions s where s.order_id = o.id
      ),
      'payment_notices', (
        select coalesce(jsonb_agg(to_jsonb(e) - array['order_id'] order by e.received_at), '[]')
        from public.payment_events e where e.order_id = o.id
      )
    ) order by o.number
  ), '[]') from public.orders_of(p_user_id, p_email) o
$$;

-- Everything that is held about the owner of an account, an e-mail address, or both. Names of columns are the keys.
create function public.personal_data(p_user_id uuid, p_email text, p_now timestamptz default now()) returns json
language plpgsql stable security definer set search_path = '' as $$
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
    'cart_reminders', (
      select coalesce(json_agg(to_jsonb(c) order by c.given_by), '[]')
      from public.cart_reminder_consents c where c.email_hash = public.email_hash(address)
    ),
    -- Without the cart that they were about, whose id is its key.
    'cart_reminders_sent', (select to_jsonb(f) - array['cart'] from public.cart_follow_ups f where f.email_hash = public.email_hash(address)),
    'discount_code', (select to_jsonb(d) from public.discount_codes d where d.email_hash = public.email_hash(address)),
    'discount_code_given_at', (select g.given_at from public.discount_codes_given g where g.email_hash = public.email_hash(address)),
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

-- ── Erasure ─────────────────────────────────────────────────────────────────────────────────────

-- Why somebody cannot be erased yet, or null. Whoever wants to be erased reads at once of all that they can do something
-- about; the error's code is that of the first. A box that was cancelled and still runs may be charged for what is overdue,
-- and be taken back: with nothing else in the way its provider's id is named beside the error, for the server to end.
create function public.erasure_hindrance(p_user_id uuid, p_email text) returns jsonb
language sql stable security definer set search_path = '' as $$
  with theirs as (select * from public.orders_of(p_user_id, p_email)), open_boxes as (
    select s.stripe_subscription_id as id, s.ends_at is not null as is_cancelled, (
      select coalesce(sum((box ->> 'quantity')::integer), 1) from jsonb_array_elements(s.boxes) as box
    ) as boxes
    from public.subscriptions s join theirs o on o.id = s.order_id where s.status not in ('cancelled', 'incomplete')
  ), to_send as (
    select count(*) as orders, regexp_replace(string_agg(number::text, ', ' order by number), ', (\d+)$', ' and \1') as numbers
    from theirs where status in ('paid', 'partially_refunded') and fulfilled_at is null
  ), said as (
    select
      case
        when t.orders = 1 then 'We still need your name and address to send order ' || t.numbers
          || '. Please come back when it has been sent, or write to us to cancel it.'
        when t.orders > 1 then 'We still need your name and address to send orders ' || t.numbers
          || '. Please come back when they have been sent, or write to us to cancel them.'
      end as orders,
      case when exists (select from theirs where status = 'pending' and stripe_session_id is not null) then
        'A payment of yours is still open. Please finish it, or wait until it has come in or run out, and come back.'
      end as payments,
      case
        when b.renewing = 1 then 'Your box is still coming. Please cancel it in your account, or write to us, and come back.'
        when b.renewing > 1 then 'Your boxes are still coming. Please cancel them in your account, or write to us, and come back.'
      end as boxes,
      case when b.ids is not null then
        case when b.ending = 1 then 'Your box is cancelled, but we could not end it' else 'Your boxes are cancelled, but we could not end them' end
          || ' at our payment provider just now. Nothing was erased. Please try again in a few minutes, or write to us.'
      end as ending, b.ids
    from to_send t cross join (
      select sum(boxes) filter (where not is_cancelled) as renewing, sum(boxes) as ending, jsonb_agg(id order by id) as ids
      from open_boxes
    ) b
  )
  select case
    when coalesce(orders, payments, boxes) is not null then public.checkout_error(
      case when orders is not null then 'order_open' when payments is not null then 'payment_open' else 'box_open' end,
      concat_ws(' ', orders, payments, boxes)
    )
    when ids is not null then public.checkout_error('box_ending', ending) || jsonb_build_object('boxes', ids)
  end
  from said
$$;

-- Takes the name off orders and the boxes that they began, and keeps the figures.
create function public.make_orders_anonymous(p_ids uuid[], p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  update public.orders set
    user_id = null, email = '', delivery_address = null, stripe_session_url = null, discount_code = null,
    carrier = null, tracking = null, erased_at = p_now, updated_at = p_now
  where id = any (p_ids);
  update public.subscriptions set user_id = null, email = '', updated_at = p_now, revision = revision + 1
  where order_id = any (p_ids);
$$;

-- At which payments the provider still knows somebody, and the paid orders by which the business's papers do.
create function public.queue_erasure_notice(p_orders uuid[], p_business_email text, p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  select public.queue_letter('erasure_notice', p_business_email,
    jsonb_build_object('orders', coalesce(found.numbers, '[]'), 'payments', coalesce(found.payments, '[]')), null, p_now)
  from (
    select
      jsonb_agg(distinct o.number order by o.number) filter (where o.status in ('paid', 'fulfilled', 'partially_refunded', 'refunded')) as numbers,
      jsonb_agg(distinct known.id order by known.id) filter (where known.id is not null) as payments
    from public.orders o cross join unnest(array[o.stripe_payment_intent_id, o.stripe_subscription_id]) as known (id)
    where o.id = any (p_orders)
  ) found
  where coalesce(found.numbers, found.payments) is not null
$$;

-- In one transaction; orders and the guard's notes lose whatever names them. The list of those who want no marketing stays:
-- it keeps a promise to them. Answers {"erased": true}, or an error that says what has to end first.
create function public.erase_person(
  p_user_id uuid, p_email text, p_business_email text, p_now timestamptz default now()
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  account auth.users := public.account_of(p_user_id, p_email);
  address text := nullif(lower(coalesce(account.email, trim(p_email))), '');
  unpaid uuid;
  hindrance jsonb;
begin
  -- The lock of a checkout: none begins meanwhile.
  perform pg_advisory_xact_lock(hashtextextended(coalesce(account.id::text, address), 20260101));
  -- And that of a guest's cart: none that is being stored keeps the address.
  perform pg_advisory_xact_lock(hashtextextended(address, 20260103));
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
  delete from public.person_notes where email = address;
  delete from public.tell_me_requests where lower(email) = address;
  -- Somebody else's account may be waiting to move to this address; it stays where it is.
  delete from auth.one_time_tokens where lower(relates_to) = address;
  update auth.users set email_change = '', email_change_token_new = '', email_change_token_current = ''
  where lower(email_change) = address;
  -- Its profile, cart, sessions, tokens and links go with it.
  delete from auth.refresh_tokens where user_id = account.id::text;
  delete from auth.users where id = account.id;
  return jsonb_build_object('erased', true);
end $$;

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

-- Mails a link to an address, if anything is held about it, three times a day at most. Only the server learns whether.
create function public.request_personal_data(p_email text, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = '' as $$
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
  perform public.queue_letter('your_data', address, jsonb_build_object('request', asked.id, 'expiresAt', asked.expires_at), null, p_now);
  return true;
end $$;

create function public.requested_data(p_request_id uuid, p_now timestamptz default now()) returns json
language plpgsql security definer set search_path = '' as $$
declare address text;
begin
  update public.data_requests set downloaded_at = p_now
  where id = p_request_id and downloaded_at is null and expires_at > p_now returning email into address;
  return case when address is not null then public.personal_data(null, address, p_now) end;
end $$;

-- The erasure that a link is good for. What keeps it from happening does not use the link up.
create function public.erase_requested(p_request_id uuid, p_business_email text, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare address text;
begin
  select email into address from public.data_requests where id = p_request_id and expires_at > p_now for update;
  if address is null then return public.checkout_error('no_link', 'This link is no longer good.'); end if;
  return public.erase_person(null, address, p_business_email, p_now);
end $$;

grant all on public.profiles, public.recovery_codes, public.data_requests to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.queue_welcome, public.personal_data, public.erase_person,
  public.request_personal_data, public.requested_data, public.erase_requested to service_role;
grant execute on function public.my_sessions, public.end_session, public.make_recovery_codes, public.use_recovery_code
  to authenticated, service_role;
