-- One discount code an address, for ever: also after the code itself was erased, or forgotten when its time was over.

-- The addresses that were given a code, as hashes, like `suppressions`: it outlives the code and everything else about
-- somebody, or whoever has themselves erased could have a code each time. Service role only.
create table public.discount_codes_given (
  email_hash text primary key check (email_hash ~ '^[0-9a-f]{64}$'),
  given_at timestamptz not null default now()
);
alter table public.discount_codes_given enable row level security;
grant all on public.discount_codes_given to service_role;
insert into public.discount_codes_given (email_hash, given_at) select d.email_hash, d.created_at from public.discount_codes d;

-- As before, but an address whose code is gone gets no other: then "code" is null, as for one that was used, and no
-- letter goes. A code that ran out unused still gives way to a new one, as long as it is kept.
create or replace function public.give_discount_code(p_email text, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  given public.discount_codes;
  hash text := public.email_hash(p_email);
  new_code text :=
    'TEN' || upper(substr(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex'), 1, 9));
begin
  insert into public.discount_codes_given (email_hash, given_at) values (hash, p_now) on conflict do nothing;
  if found then
    insert into public.discount_codes (code, email_hash, created_at, expires_at)
    values (new_code, hash, p_now, p_now + interval '90 days') on conflict (email_hash) do nothing;
  else
    update public.discount_codes d set code = new_code, created_at = p_now, expires_at = p_now + interval '90 days'
    where d.email_hash = hash and d.used_at is null and d.expires_at <= p_now;
  end if;
  select * into given from public.discount_codes d where d.email_hash = hash;
  if given.code is null or given.used_at is not null then return jsonb_build_object('code', null); end if;
  insert into public.outbox (template, recipient, data, dedupe_key, next_attempt_at, created_at)
  select 'discount_code', p_email, jsonb_build_object(
    'code', given.code, 'percent', given.percent, 'expiresAt', given.expires_at, 'emailHash', given.email_hash
  ), 'discount_code:' || given.email_hash || ':' || given.code, p_now, p_now
  where not public.is_suppressed(p_email)
  on conflict (dedupe_key) do nothing;
  return jsonb_build_object('code', given.code, 'percent', given.percent, 'expiresAt', given.expires_at);
end $$;

-- As before, with when a code was given. Names of columns are the keys.
create or replace function public.personal_data(p_user_id uuid, p_email text, p_now timestamptz default now()) returns json
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
    )
  );
end $$;

revoke execute on all functions in schema public from public;
