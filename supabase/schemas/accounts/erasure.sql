-- Returns why a person cannot be erased yet, or null. It names at once all reasons that the person can do something about; the
-- error's code is that of the first, and `hindrances` has the codes of all. A box that was cancelled and still runs may be
-- charged for an overdue payment, and may be resumed: when nothing else prevents the erasure, its provider's id is returned
-- beside the error, for the server to end it.
create or replace function public.erasure_error(p_user_id uuid, p_email text) returns jsonb
language sql stable security definer set search_path = '' as $$
  with matching_orders as (select * from public.person_orders(p_user_id, p_email)), open_boxes as (
    select s.stripe_subscription_id as id, s.ends_at is not null as is_cancelled, (
      select coalesce(sum((box ->> 'quantity')::integer), 1) from jsonb_array_elements(s.boxes) as box
    ) as boxes
    from public.subscriptions s join matching_orders o on o.id = s.order_id where s.status not in ('cancelled', 'incomplete')
  ), to_send as (
    select count(*) as orders, regexp_replace(string_agg(number::text, ', ' order by number), ', (\d+)$', ' and \1') as numbers
    from matching_orders where status in ('paid', 'partially_refunded') and fulfilled_at is null
  ), disputed as (
    select regexp_replace(string_agg(number::text, ', ' order by number), ', (\d+)$', ' and \1') as numbers from matching_orders where dispute_state = 'open'
  ), reasons as (
    select
      case
        when t.orders = 1 then 'We still need your name and address to send order ' || t.numbers
          || '. Please come back when it has been sent, or write to us to cancel it.'
        when t.orders > 1 then 'We still need your name and address to send orders ' || t.numbers
          || '. Please come back when they have been sent, or write to us to cancel them.'
      end as orders,
      case when q.numbers is not null then 'Your bank is looking at your payment for order ' || q.numbers
        || '. Please come back when it has decided.'
      end as disputes,
      case when exists (select from matching_orders where status = 'pending' and stripe_session_id is not null) then
        'You have a payment that isn’t finished. Please finish it, or wait until it goes through or times out, and come back.'
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
    ) b cross join disputed q
  )
  select case
    when coalesce(orders, disputes, payments, boxes) is not null then public.error_response(
      case when orders is not null then 'order_open' when disputes is not null then 'dispute_open' when payments is not null then 'payment_open' else 'box_open' end,
      concat_ws(' ', orders, disputes, payments, boxes)
    ) || jsonb_build_object('hindrances', array_remove(array[
      case when orders is not null then 'order_open' end, case when disputes is not null then 'dispute_open' end, case when payments is not null then 'payment_open' end,
      case when boxes is not null then 'box_open' end
    ], null))
    when ids is not null then public.error_response('box_ending', ending) || jsonb_build_object('boxes', ids)
  end
  from reasons
$$;

-- Removes everything that names a person from orders, and from the subscriptions that these orders began; the amounts stay.
-- Triggers on `erased_at` also remove gift notes, packing notes, tracking of part parcels and reasons of refunds.
create or replace function public.anonymise_orders(p_ids uuid[], p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  update public.orders set
    user_id = null, email = '', delivery_address = null, stripe_session_url = null, discount_code = null,
    carrier = null, tracking = null, erased_at = p_now, updated_at = p_now
  where id = any (p_ids);
  update public.subscriptions set user_id = null, email = '', updated_at = p_now, revision = revision + 1
  where order_id = any (p_ids);
  delete from public.sent_recipe_emails where order_id = any (p_ids);
$$;

-- Emails the owner the part of an erasure that the shop cannot do: the paid orders to delete from the mailbox and from papers,
-- and the payments whose data the payment provider is to redact. Queues nothing when there is neither.
create or replace function public.queue_erasure_notice(p_orders uuid[], p_business_email text, p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  select public.queue_email('erasure_notice', p_business_email,
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

-- Erases a person in one transaction. Orders and entries of the security log stay, without anything that names the person. The
-- hashes of the address in `suppressions` and `discount_codes_given` stay, too: they prevent marketing emails and a second code.
-- Returns {"erased": true}, or the error of `erasure_error`.
create or replace function public.erase_person(
  p_user_id uuid, p_email text, p_business_email text, p_now timestamptz default now()
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  account auth.users := public.find_account(p_user_id, p_email);
  address text := nullif(lower(coalesce(account.email, trim(p_email))), '');
  unpaid uuid;
  error jsonb;
begin
  -- This is the lock that a checkout takes, so that no checkout begins during the erasure.
  perform pg_advisory_xact_lock(hashtextextended(coalesce(account.id::text, address), 20260101));
  -- This is the lock that storing a guest's cart takes, so that a cart that is being stored does not keep the address.
  perform pg_advisory_xact_lock(hashtextextended(address, 20260103));
  perform from public.orders where id in (select o.id from public.person_orders(account.id, address) o) for update;
  error := public.erasure_error(account.id, address);
  if error is not null then return error; end if;

  for unpaid in select o.id from public.person_orders(account.id, address) o where o.status = 'pending' loop
    perform public.release_order(unpaid, p_now);
  end loop;
  -- Rows that are found through orders and enquiries are erased before the orders and enquiries themselves.
  delete from public.outbox where id in (select l.id from public.person_emails(account.id, address) l);
  update public.security_audit_log l set user_id = null, details = (
    select coalesce(jsonb_object_agg(d.key, d.value), '{}') from jsonb_each(l.details) d
    where d.key in ('form', 'field', 'lines', 'version', 'address')
  ) where l.id in (select n.id from public.person_log_entries(account.id, address) n);
  perform public.queue_erasure_notice(array(select o.id from public.person_orders(account.id, address) o), p_business_email, p_now);
  perform public.anonymise_orders(array(select o.id from public.person_orders(account.id, address) o), p_now);
  delete from public.discount_codes where email_hash = public.hash_email(address);
  delete from public.enquiries where lower(email) = address;
  delete from public.newsletter_signups where lower(email) = address;
  delete from public.cart_reminder_consents where email_hash = public.hash_email(address);
  delete from public.cart_follow_ups where email_hash = public.hash_email(address);
  delete from public.guest_carts where lower(email) = address;
  delete from public.rate_limits where key in (select c.key from public.person_rate_limits(account.id, address) c);
  delete from public.data_requests where lower(email) = address;
  delete from public.person_notes where email = address;
  delete from public.staff_invitations where lower(email) = address;
  delete from public.tell_me_requests where lower(email) = address;
  -- Another account may be changing its address to this one; it keeps its own address.
  delete from auth.one_time_tokens where lower(relates_to) = address;
  update auth.users set email_change = '', email_change_token_new = '', email_change_token_current = ''
  where lower(email_change) = address;
  -- Deleting the account cascades to its profile, cart, sessions and one-time tokens. Refresh tokens have no foreign key to it.
  delete from auth.refresh_tokens where user_id = account.id::text;
  delete from auth.users where id = account.id;
  return jsonb_build_object('erased', true);
end $$;

create or replace function public.erase_by_request(p_request_id uuid, p_business_email text, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare address text;
begin
  select email into address from public.data_requests where id = p_request_id and expires_at > p_now for update;
  if address is null then return public.error_response('no_link', 'This link is no longer good.'); end if;
  return coalesce(public.data_link_error(address), public.erase_person(null, address, p_business_email, p_now));
end $$;

grant execute on function
  public.erase_person,
  public.erase_by_request
to service_role;
