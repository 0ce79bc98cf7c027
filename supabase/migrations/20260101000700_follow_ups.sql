-- Reminders of carts that were left: to whoever agreed, two at most, with a link that brings the cart back.

-- The reminders that an address got: one row an address, with the cart they were about (`guest:` or `account:` and its
-- id). It is what makes them two at most, however many carts the address has and however often they change. A new pair
-- may begin after an order, or when the box was ticked again a month after the last. Service role only.
create table public.cart_follow_ups (
  email_hash text primary key check (email_hash ~ '^[0-9a-f]{64}$'),
  cart text not null check (cart ~ '^(guest|account):[0-9a-f-]{36}$'),
  first_queued_at timestamptz not null,
  second_queued_at timestamptz
);
alter table public.cart_follow_ups enable row level security;
grant all on public.cart_follow_ups to service_role;

create index guest_carts_left on public.guest_carts (updated_at) where email is not null;
create index carts_left on public.carts (updated_at) where not checked_out;
create index orders_email on public.orders (lower(email), created_at);

-- A letter that was called off is one that its reader does not want, or does not need, any more. `failed_at` says when,
-- so that nobody tries it again, and `last_error` why; it is no failure.
alter table public.outbox add column called_off boolean not null default false;

-- The carts that were not emptied, with the address that each was left with. It is part of the statements that ask it, so
-- that they use the indexes; it has no rights of its own, and only functions of the owner may call it.
create function public.left_carts()
returns table (
  cart text, guest_id uuid, user_id uuid, email text, email_hash text, lines jsonb, changed_at timestamptz
)
language sql stable
as $$
  select 'guest:' || g.id, g.id, null::uuid, g.email, public.email_hash(g.email), g.cart_data, g.updated_at
  from public.guest_carts g where g.email is not null and g.cart_data <> '[]'
  union all
  select 'account:' || c.user_id, null::uuid, c.user_id, u.email, public.email_hash(u.email), c.items, c.updated_at
  from public.carts c join auth.users u on u.id = c.user_id
  where not c.checked_out and c.items <> '[]' and u.email_confirmed_at is not null
$$;

-- When somebody last ordered or began to pay, known by account or address; null is never. What was never paid does not
-- count once its time is over.
create function public.last_order_at(p_user_id uuid, p_email text) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select max(coalesce(o.paid_at, o.created_at)) from public.orders o
  where o.status not in ('expired', 'payment_failed') and (o.user_id = p_user_id or lower(o.email) = lower(p_email))
$$;

-- The lines of a cart as a letter shows them: {name, slug, quantity, unitAmount}, from the catalogue as it is now. What
-- is no longer listed is left out; what cannot be bought at the moment has no price.
create function public.reminder_lines(p_lines jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', p.name, 'slug', p.slug, 'quantity', (line -> 'quantity')::integer,
    'unitAmount', case when not p."isSoldOut" and not p."isComingSoon" and p.price > 0 and coalesce(p.stock, 1) > 0 then p.price end
  ) order by place), '[]')
  from jsonb_array_elements(p_lines) with ordinality as entry (line, place)
  join public.products p on p.id = (line ->> 'product_id')::uuid and p.active
$$;

-- Whether a cart gives anything to be reminded of.
create function public.is_any_for_sale(p_lines jsonb) returns boolean
language sql immutable set search_path = ''
as $$ select exists (select from jsonb_array_elements(p_lines) as line where line ->> 'unitAmount' is not null) $$;

-- Queues the reminders that are due, and answers how many: the first p_first_ms after a cart was last changed, the second
-- p_second_ms after. Of an address with several carts, the one that was changed last counts. An order ends it, also for
-- what the order left in the cart: what changed less than an hour after it is still part of it. A cart that was left a
-- week before its second reminder was due is let be: nothing is sent for carts of long ago when a shop opens again. One
-- process at a time queues; who comes meanwhile answers 0.
create function public.queue_cart_follow_ups(
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
      select distinct on (l.email_hash) l.* from public.left_carts() l
      where l.changed_at > p_now - second_wait - interval '7 days' order by l.email_hash, l.changed_at desc
    ) left_one
    join public.cart_reminder_consents c on c.email_hash = left_one.email_hash
    left join public.cart_follow_ups f on f.email_hash = left_one.email_hash
    cross join lateral public.last_order_at(left_one.user_id, left_one.email) as ordered_at
    cross join lateral (
      select f.email_hash is null or ordered_at >= f.first_queued_at
        or c.agreed_at > coalesce(f.second_queued_at, f.first_queued_at) + interval '30 days'
    ) as step (is_first)
    where left_one.changed_at <= p_now - first_wait
      and (ordered_at is null or ordered_at + interval '1 hour' < left_one.changed_at)
      and (step.is_first or (
        f.second_queued_at is null and left_one.changed_at <= p_now - second_wait
        and f.first_queued_at <= p_now - (second_wait - first_wait)
      ))
      and public.may_be_reminded(left_one.email)
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
grant execute on function public.queue_cart_follow_ups(bigint, bigint, integer, timestamptz) to service_role;

-- Why a queued reminder is not to be sent any more, or null: what stopped it from being queued may have happened since.
create function public.cart_follow_up_fault(p_letter public.outbox) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  found record;
  ordered_at timestamptz;
  named uuid := split_part(p_letter.data ->> 'cart', ':', 2);
begin
  if not public.may_be_reminded(p_letter.recipient) then return 'The recipient wants no such letters'; end if;
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

-- The last look at a letter that nobody needs, as it is about to be sent: {"refusal": why not, or null, "facts": what is
-- put into its data, as it is now}.
create function public.letter_at_sending(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  letter public.outbox;
  refusal text;
begin
  select * into letter from public.outbox o where o.id = p_id;
  if letter.template = 'cart_follow_up' then
    refusal := public.cart_follow_up_fault(letter);
    return jsonb_build_object('refusal', refusal, 'facts', case when refusal is null then
      jsonb_build_object('lines', public.reminder_lines(public.saved_cart(letter.data ->> 'cart'))) else '{}'::jsonb end);
  end if;
  if public.is_suppressed(letter.recipient) then refusal := 'The recipient wants no such letters'; end if;
  return jsonb_build_object('refusal', refusal, 'facts', '{}'::jsonb);
end $$;
grant execute on function public.letter_at_sending(uuid) to service_role;

-- A letter is not sent, for a reason that is no failure. Whoever has lost it to another worker since has no say.
create function public.call_off_letter(p_id uuid, p_attempt integer, p_reason text, p_now timestamptz default now()) returns void
language sql security definer set search_path = ''
as $$
  update public.outbox set claimed_until = null, last_error = left(p_reason, 500), failed_at = p_now, called_off = true
  where id = p_id and attempts = p_attempt and sent_at is null and failed_at is null
$$;
grant execute on function public.call_off_letter(uuid, integer, text, timestamptz) to service_role;

-- Forgets letters that were called off a month ago and reminders of a year ago. Answers how many of each.
create function public.forget_follow_ups(p_now timestamptz default now()) returns jsonb
language sql security definer set search_path = ''
as $$
  with
    letters as (delete from public.outbox where called_off and failed_at < p_now - interval '30 days' returning 1),
    reminders as (
      delete from public.cart_follow_ups
      where coalesce(second_queued_at, first_queued_at) < p_now - interval '1 year' returning 1
    )
  select jsonb_build_object('letters', (select count(*) from letters), 'reminders', (select count(*) from reminders))
$$;
grant execute on function public.forget_follow_ups(timestamptz) to service_role;

revoke execute on all functions in schema public from public;
