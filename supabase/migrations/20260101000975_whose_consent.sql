-- Whose consent it is: a guest, who has proved nothing, agrees to reminders of guests' carts alone; those of an account's
-- cart ask for the account's own word, which nobody else can give, nor give again after it was taken back.

-- One row an address and giver. Who gave an earlier consent is not known for certain, so that all become a guest's:
-- a customer who wants reminders ticks the box on the account page once more. What waited for the end of an unsubscribe goes.
alter table public.cart_reminder_consents
  add column given_by text not null default 'guest' check (given_by in ('guest', 'account')),
  drop constraint cart_reminder_consents_pkey,
  add primary key (email_hash, given_by);
delete from public.cart_reminder_consents c using public.suppressions s where s.email_hash = c.email_hash;
alter table public.cart_reminder_consents alter column given_by drop default;

-- Whether an address may be reminded of the carts of a giver, 'guest' or 'account': who agreed, and has not taken it back.
drop function public.may_be_reminded(text);
create function public.may_be_reminded(p_email text, p_given_by text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.cart_reminder_consents c where c.email_hash = public.email_hash(p_email) and c.given_by = p_given_by
  ) and not public.is_suppressed(p_email)
$$;
grant execute on function public.may_be_reminded(text, text) to service_role;

-- As before, but a guest's agreement is for guests' carts; and one for an address that has unsubscribed is not kept, so
-- that it does not wait for the day on which its owner wants other mails again.
create or replace function public.save_guest_email(
  p_cart_id uuid, p_email text, p_cart_data jsonb, p_agreed boolean, p_page text, p_now timestamptz default now()
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare stored uuid;
begin
  if p_cart_id is not null or jsonb_array_length(p_cart_data) > 0 then
    stored := public.store_guest_cart(p_cart_id, p_email, p_cart_data);
  end if;
  if p_agreed and not public.is_suppressed(p_email) then
    insert into public.cart_reminder_consents (email_hash, given_by, wording, page, agreed_at)
    values (public.email_hash(p_email), 'guest', public.consent_wording('cart_reminders'), public.clean_page(p_page), p_now)
    on conflict (email_hash, given_by) do update set wording = excluded.wording, page = excluded.page, agreed_at = excluded.agreed_at;
  end if;
  return stored;
end $$;

-- Whether the caller is reminded of the cart of the account.
create or replace function public.cart_reminders() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((select public.may_be_reminded(u.email, 'account') from auth.users u where u.id = auth.uid()), false)
$$;

-- As before, for the account's cart. Whoever takes it back, takes back what a guest agreed to for the same address, too.
create or replace function public.set_cart_reminders(
  p_agreed boolean, p_wording text default null, p_page text default null
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare address text := (select u.email from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null);
begin
  if address is null then return false; end if;
  if p_agreed is not true then
    delete from public.cart_reminder_consents c where c.email_hash = public.email_hash(address);
    return false;
  end if;
  insert into public.cart_reminder_consents (email_hash, given_by, wording, page)
  values (public.email_hash(address), 'account', public.consent_wording('cart_reminders'), public.clean_page(p_page))
  on conflict (email_hash, given_by) do update set wording = excluded.wording, page = excluded.page, agreed_at = now();
  delete from public.suppressions s where s.email_hash = public.email_hash(address);
  return true;
end $$;

-- As before, but a cart counts only when its own kind of shopper, guest or account, has agreed; of these, the one that
-- was changed last.
create or replace function public.queue_cart_follow_ups(
  p_first_ms bigint, p_second_ms bigint, p_limit integer default 200, p_now timestamptz default now()
) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  first_wait interval := make_interval(secs => p_first_ms / 1000.0);
  second_wait interval := make_interval(secs => p_second_ms / 1000.0);
  due record;
  queued integer := 0;
begin
  if p_first_ms <= 0 or p_second_ms <= p_first_ms then
    raise exception 'The second reminder comes after the first' using errcode = '22023';
  end if;
  if not pg_try_advisory_xact_lock(hashtextextended('cart_follow_ups', 20260101)) then return 0; end if;
  for due in
    select left_one.*, step.is_first
    from (
      select distinct on (l.email_hash) l.*, c.agreed_at from public.left_carts() l
      join public.cart_reminder_consents c on c.email_hash = l.email_hash and c.given_by = split_part(l.cart, ':', 1)
      where l.changed_at > p_now - second_wait - interval '7 days' order by l.email_hash, l.changed_at desc
    ) left_one
    left join public.cart_follow_ups f on f.email_hash = left_one.email_hash
    cross join lateral public.last_order_at(left_one.user_id, left_one.email) as ordered_at
    cross join lateral (
      select f.email_hash is null or ordered_at >= f.first_queued_at
        or left_one.agreed_at > coalesce(f.second_queued_at, f.first_queued_at) + interval '30 days'
    ) as step (is_first)
    where left_one.changed_at <= p_now - first_wait
      and (ordered_at is null or ordered_at + interval '1 hour' < left_one.changed_at)
      and (step.is_first or (
        f.second_queued_at is null and left_one.changed_at <= p_now - second_wait
        and f.first_queued_at <= p_now - (second_wait - first_wait)
      ))
      and not public.is_suppressed(left_one.email)
      and public.is_any_for_sale(public.reminder_lines(left_one.lines))
    order by left_one.changed_at limit p_limit
  loop
    insert into public.cart_follow_ups as f (email_hash, cart, first_queued_at) values (due.email_hash, due.cart, p_now)
    on conflict (email_hash) do update set
      cart = excluded.cart,
      first_queued_at = case when due.is_first then p_now else f.first_queued_at end,
      second_queued_at = case when due.is_first then null else p_now end;
    insert into public.outbox (template, recipient, data, dedupe_key, next_attempt_at, created_at) values (
      'cart_follow_up', due.email,
      jsonb_build_object('which', case when due.is_first then 'first' else 'second' end, 'cart', due.cart, 'emailHash', due.email_hash),
      'cart_follow_up:' || due.email_hash || ':' || floor(extract(epoch from p_now) * 1000), p_now, p_now
    );
    queued := queued + 1;
  end loop;
  return queued;
end $$;

-- As before, with the consent for the kind of cart that the letter is about.
create or replace function public.cart_follow_up_fault(p_letter public.outbox) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  found record;
  ordered_at timestamptz;
  named uuid := split_part(p_letter.data ->> 'cart', ':', 2);
begin
  if not public.may_be_reminded(p_letter.recipient, split_part(p_letter.data ->> 'cart', ':', 1)) then return 'The recipient wants no such letters'; end if;
  select * into found from public.left_carts() l
  where l.cart = p_letter.data ->> 'cart' and (l.guest_id = named or l.user_id = named);
  if found.cart is null then return 'The cart was emptied'; end if;
  if found.email_hash <> p_letter.data ->> 'emailHash' then return 'The cart belongs to another address now'; end if;
  ordered_at := public.last_order_at(found.user_id, found.email);
  if ordered_at + interval '1 hour' >= found.changed_at then return 'The recipient has ordered'; end if;
  if found.changed_at > p_letter.created_at then return 'The shopper has come back to the cart'; end if;
  if p_letter.data ->> 'which' = 'first' and exists (
    select from public.cart_follow_ups f where f.email_hash = p_letter.data ->> 'emailHash' and f.second_queued_at > p_letter.created_at
  ) then return 'The second reminder takes its place'; end if;
  if not public.is_any_for_sale(public.reminder_lines(found.lines)) then return 'Nothing in the cart can be bought now'; end if;
  return null;
end $$;

-- As before, with both consents. Names of columns are the keys.
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
    )
  );
end $$;

-- As before, but a guest's consent lives as long as a guest's cart with the address, and an account's as long as the
-- account.
create or replace function public.tidy_up(p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer jsonb;
  names uuid[] := public.outdated_orders(p_now);
begin
  perform public.make_orders_anonymous(names, p_now);
  with
    counters as (delete from public.rate_limits where window_started_at < p_now - interval '1 day' returning 1),
    letters as (delete from public.outbox where coalesce(sent_at, failed_at) < p_now - interval '30 days' returning 1),
    carts as (delete from public.guest_carts where updated_at < p_now - interval '90 days' returning 1),
    events as (delete from public.security_audit_log where created_at < p_now - interval '1 year' returning 1),
    enquiries as (delete from public.enquiries where created_at < p_now - interval '2 years' returning 1),
    codes as (delete from public.discount_codes where coalesce(used_at, expires_at) < p_now - interval '2 years' returning 1),
    requests as (delete from public.data_requests where expires_at < p_now - interval '1 day' returning 1),
    accounts as (
      delete from auth.users where email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null
        and greatest(created_at, invited_at, confirmation_sent_at) < p_now - interval '30 days' returning 1
    ),
    sign_ins as (
      delete from auth.sessions
      where greatest(created_at, updated_at, refreshed_at at time zone 'utc') < p_now - interval '1 year' returning 1
    )
  select jsonb_build_object(
    'names', cardinality(names),
    'counters', (select count(*) from counters), 'letters', (select count(*) from letters),
    'carts', (select count(*) from carts), 'events', (select count(*) from events),
    'enquiries', (select count(*) from enquiries), 'codes', (select count(*) from codes),
    'requests', (select count(*) from requests), 'accounts', (select count(*) from accounts),
    'signIns', (select count(*) from sign_ins)
  ) into answer;
  -- After the carts, because a consent lives as long as the cart, or the account, that it is for.
  with consents as (
    delete from public.cart_reminder_consents c
    where c.agreed_at < p_now - interval '90 days' and (c.email_hash, c.given_by) not in (
      select public.email_hash(g.email), 'guest' from public.guest_carts g where g.email is not null
      union select public.email_hash(u.email), 'account' from auth.users u where u.email is not null
    ) returning 1
  )
  select answer || jsonb_build_object('consents', count(*)) into answer from consents;
  -- As long as somebody may be reminded, what they got is remembered: it makes reminders two at most.
  with reminders as (
    delete from public.cart_follow_ups f
    where coalesce(f.second_queued_at, f.first_queued_at) < p_now - interval '90 days'
      and not exists (select from public.cart_reminder_consents c where c.email_hash = f.email_hash) returning 1
  )
  select answer || jsonb_build_object('reminders', count(*)) into answer from reminders;
  return answer;
end $$;

revoke execute on all functions in schema public from public;
