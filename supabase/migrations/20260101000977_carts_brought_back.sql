-- A reminder has done its work when its link has brought the cart back, wherever that was and whoever buys it then.

-- When the link of the reminders was last used; null again with the first reminder of a new pair.
alter table public.cart_follow_ups add column brought_back_at timestamptz;
create index cart_follow_ups_cart on public.cart_follow_ups (cart);

-- The lines of a stored cart, as `saved_cart`, for whoever holds its signed link; from then on nothing reminds of it.
create function public.bring_back_cart(p_subject text, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare lines jsonb := public.saved_cart(p_subject);
begin
  if lines <> '[]' then
    update public.cart_follow_ups set brought_back_at = p_now where cart = p_subject;
  end if;
  return lines;
end $$;
grant execute on function public.bring_back_cart(text, timestamptz) to service_role;

-- As before, but after a cart was brought back by its link there is no second reminder; a new pair, for one of the
-- reasons that there are, asks for a cart that was changed since.
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
      and (f.brought_back_at is null or (step.is_first and f.brought_back_at < left_one.changed_at))
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
      second_queued_at = case when due.is_first then null else p_now end,
      brought_back_at = null;
    insert into public.outbox (template, recipient, data, dedupe_key, next_attempt_at, created_at) values (
      'cart_follow_up', due.email,
      jsonb_build_object('which', case when due.is_first then 'first' else 'second' end, 'cart', due.cart, 'emailHash', due.email_hash),
      'cart_follow_up:' || due.email_hash || ':' || floor(extract(epoch from p_now) * 1000), p_now, p_now
    );
    queued := queued + 1;
  end loop;
  return queued;
end $$;

-- As before, and a cart that was brought back since needs no letter.
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
  if exists (
    select from public.cart_follow_ups f
    where f.email_hash = p_letter.data ->> 'emailHash' and f.brought_back_at is not null
  ) then return 'The cart was brought back'; end if;
  if p_letter.data ->> 'which' = 'first' and exists (
    select from public.cart_follow_ups f where f.email_hash = p_letter.data ->> 'emailHash' and f.second_queued_at > p_letter.created_at
  ) then return 'The second reminder takes its place'; end if;
  if not public.is_any_for_sale(public.reminder_lines(found.lines)) then return 'Nothing in the cart can be bought now'; end if;
  return null;
end $$;

revoke execute on all functions in schema public from public;
