-- Returns whether an email address may be reminded of a cart: of a guest's or of the account's own (p_given_by 'guest' or
-- 'account'). It has agreed, and has not withdrawn that.
create or replace function public.has_reminder_consent(p_email text, p_given_by text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.cart_reminder_consents c where c.email_hash = public.hash_email(p_email) and c.given_by = p_given_by
  ) and not public.is_suppressed(p_email)
$$;

create or replace function public.cart_reminders() returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce((select public.has_reminder_consent(u.email, 'account') from auth.users u where u.id = auth.uid() and public.is_proved()), false)
$$;

-- Agrees to reminders of the account's cart, or withdraws that, also a guest's agreement for the address. The account's address
-- is confirmed, so that agreeing ends an earlier unsubscribe. p_wording is not read. For signed-in people, about themselves,
-- once they have proved all factors of their account.
create or replace function public.set_cart_reminders(
  p_agreed boolean, p_wording text default null, p_page text default null
) returns boolean language plpgsql security definer set search_path = '' as $$
declare address text := (select u.email from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null);
begin
  if not public.is_proved() then raise sqlstate 'PT401' using message = 'Please sign in'; end if;
  if address is null then return false; end if;
  if p_agreed is not true then
    delete from public.cart_reminder_consents c where c.email_hash = public.hash_email(address);
    return false;
  end if;
  insert into public.cart_reminder_consents (email_hash, given_by, wording, page)
  values (public.hash_email(address), 'account', public.consent_wording('cart_reminders'), public.clean_page_path(p_page))
  on conflict (email_hash, given_by) do update set wording = excluded.wording, page = excluded.page, agreed_at = now();
  delete from public.suppressions s where s.email_hash = public.hash_email(address);
  return true;
end $$;

-- Moves an account's consent and the record of its reminders to the new email address, because the old one may belong to somebody
-- else by now.
create or replace function public.move_reminder_consent() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  old_hash text := public.hash_email(old.email);
  new_hash text := case when tg_op = 'UPDATE' then public.hash_email(new.email) end;
begin
  if old_hash is not distinct from new_hash then return null; end if;
  delete from public.cart_reminder_consents c
  where c.given_by = 'account' and (c.email_hash = new_hash
    or (c.email_hash = old_hash and (new_hash is null or public.is_suppressed(new.email))));
  update public.cart_reminder_consents c set email_hash = new_hash where c.given_by = 'account' and c.email_hash = old_hash;
  update public.cart_follow_ups f set email_hash = new_hash
  where f.email_hash = old_hash and f.cart = 'account:' || old.id
    and new_hash is not null and not exists (select from public.cart_follow_ups o where o.email_hash = new_hash);
  return null;
end $$;
create or replace trigger users_move_consent after update of email or delete on auth.users
  for each row execute function public.move_reminder_consent();

-- Returns the lines of a reminder. Products that are no longer listed are left out; those that cannot be bought now have no
-- price.
create or replace function public.reminder_lines(p_lines jsonb) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', p.name, 'slug', p.slug, 'quantity', (line -> 'quantity')::integer,
    'unitAmount', case when not p."isSoldOut" and not p."isComingSoon" and p.price > 0 and coalesce(p.stock, 1) > 0 then p.price end
  ) order by place), '[]')
  from jsonb_array_elements(p_lines) with ordinality as entry (line, place)
  join public.products p on p.id = (line ->> 'product_id')::uuid and p.active
$$;

-- Queues the reminders that are due, for an email address the cart that was changed last, and returns how many. An order ends them,
-- also for carts that changed less than an hour after it. So does the link that brings the cart back: a new pair needs a cart
-- that was changed since. A cart whose second reminder was due more than a week ago is skipped, for instance after the shop was
-- closed. One process at a time queues; a concurrent call returns 0.
create or replace function public.queue_cart_follow_ups(
  p_first_ms bigint, p_second_ms bigint, p_limit integer default 200, p_now timestamptz default now()
) returns integer language plpgsql security definer set search_path = '' as $$
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
    select latest_cart.*, step.is_first
    from (
      select distinct on (l.email_hash) l.*, c.agreed_at from public.abandoned_carts() l
      join public.cart_reminder_consents c on c.email_hash = l.email_hash and c.given_by = split_part(l.cart, ':', 1)
      where l.changed_at > p_now - second_wait - interval '7 days' order by l.email_hash, l.changed_at desc
    ) latest_cart
    left join public.cart_follow_ups f on f.email_hash = latest_cart.email_hash
    cross join lateral public.last_order_at(latest_cart.user_id, latest_cart.email) as ordered_at
    cross join lateral (
      select f.email_hash is null or ordered_at >= f.first_queued_at
        or latest_cart.agreed_at > coalesce(f.second_queued_at, f.first_queued_at) + interval '30 days'
    ) as step (is_first)
    where latest_cart.changed_at <= p_now - first_wait
      and (ordered_at is null or ordered_at + interval '1 hour' < latest_cart.changed_at)
      and (f.brought_back_at is null or (step.is_first and f.brought_back_at < latest_cart.changed_at))
      and (step.is_first or (
        f.second_queued_at is null and latest_cart.changed_at <= p_now - second_wait
        and f.first_queued_at <= p_now - (second_wait - first_wait)
      ))
      and not public.is_suppressed(latest_cart.email)
      and public.reminder_lines(latest_cart.lines) @? '$[*].unitAmount ? (@ != null)'
    order by latest_cart.changed_at limit p_limit
  loop
    insert into public.cart_follow_ups as f (email_hash, cart, first_queued_at) values (due.email_hash, due.cart, p_now)
    on conflict (email_hash) do update set
      cart = excluded.cart,
      first_queued_at = case when due.is_first then p_now else f.first_queued_at end,
      second_queued_at = case when due.is_first then null else p_now end,
      brought_back_at = null;
    perform public.queue_email('cart_follow_up', due.email, jsonb_build_object(
      'which', case when due.is_first then 'first' else 'second' end, 'cart', due.cart, 'emailHash', due.email_hash
    ), due.email_hash || ':' || floor(extract(epoch from p_now) * 1000), p_now);
    queued := queued + 1;
  end loop;
  return queued;
end $$;

-- Returns why a queued reminder is not to be sent any more, or null: a reason not to queue it may have arisen since.
create or replace function public.cart_reminder_error(p_email public.outbox) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not public.has_reminder_consent(p_email.recipient, split_part(named.cart, ':', 1)) then 'The recipient wants no such emails'
    when l.cart is null then 'The cart was emptied'
    when l.email_hash <> p_email.data ->> 'emailHash' then 'The cart belongs to another address now'
    when public.last_order_at(l.user_id, l.email) + interval '1 hour' >= l.changed_at then 'The recipient has ordered'
    when l.changed_at > p_email.created_at then 'The shopper has come back to the cart'
    when f.brought_back_at is not null then 'The cart was brought back'
    when p_email.data ->> 'which' = 'first' and f.second_queued_at > p_email.created_at then 'The second reminder takes its place'
    when not public.reminder_lines(l.lines) @? '$[*].unitAmount ? (@ != null)' then 'Nothing in the cart can be bought now'
  end
  from (select p_email.data ->> 'cart', split_part(p_email.data ->> 'cart', ':', 2)::uuid) as named (cart, id)
  left join public.abandoned_carts() l on l.cart = named.cart and (l.guest_id = named.id or l.user_id = named.id)
  left join public.cart_follow_ups f on f.email_hash = p_email.data ->> 'emailHash'
$$;

-- Returns the carts that were neither emptied nor checked out, each with its email address. PostgreSQL inlines it into the calling
-- statements, so that they use the indexes, because it is not SECURITY DEFINER; so only functions that are may call it.
create or replace function public.abandoned_carts()
returns table (
  cart text, guest_id uuid, user_id uuid, email text, email_hash text, lines jsonb, changed_at timestamptz
) language sql stable as $$
  select 'guest:' || g.id, g.id, null::uuid, g.email, public.hash_email(g.email), g.cart_data, g.updated_at
  from public.guest_carts g where g.email is not null and g.cart_data <> '[]'
  union all
  select 'account:' || c.user_id, null::uuid, c.user_id, u.email, public.hash_email(u.email), c.items, c.updated_at
  from public.carts c join auth.users u on u.id = c.user_id
  where not c.checked_out and c.items <> '[]' and u.email_confirmed_at is not null
$$;

-- Returns when a person last ordered or began to pay, by account or email address; null means never. An unpaid order does not count
-- once it has expired. Later boxes of a subscription do not count, because they are paid automatically.
create or replace function public.last_order_at(p_user_id uuid, p_email text) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select max(coalesce(o.paid_at, o.created_at)) from public.orders o
  where o.status not in ('expired', 'payment_failed') and o.stripe_invoice_id is null
    and (o.user_id = p_user_id or lower(o.email) = lower(p_email))
$$;

grant execute on function
  public.has_reminder_consent,
  public.queue_cart_follow_ups
to service_role;
grant execute on function
  public.cart_reminders,
  public.set_cart_reminders
to authenticated, service_role;
