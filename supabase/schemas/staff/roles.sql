create or replace function public.notify_account() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is not null then
    perform realtime.send('{}', tg_argv[0], 'account:' || new.user_id::text, true);
  end if;
  return null;
end $$;
create or replace trigger orders_notify_account_change after update on public.orders for each row
  when (old.status <> new.status or old.sold_out_at is distinct from new.sold_out_at
    or old.stripe_session_url is distinct from new.stripe_session_url)
  execute function public.notify_account('order');
create or replace trigger carts_notify_account after insert on public.carts for each row execute function public.notify_account('cart');
create or replace trigger carts_notify_account_change after update on public.carts
  for each row when (old.items is distinct from new.items) execute function public.notify_account('cart');
create or replace trigger orders_notify_account_hold after update on public.orders for each row
  when (old.status = new.status and (old.dispute_state, old.on_hold_since, old.refunded, old.fulfilled_at, old.tracking)
    is distinct from (new.dispute_state, new.on_hold_since, new.refunded, new.fulfilled_at, new.tracking))
  execute function public.notify_account('order');

-- Returns 'owner', 'packer', or null for everybody else: also for staff whose session has ended, whose role was removed, and
-- for an owner who has not given a code of their app.
create or replace function public.staff_role() returns text language sql stable security definer set search_path = '' as $$
  select s.role from public.staff s
  where s.user_id = auth.uid() and public.is_signed_in()
    and case s.role when 'owner' then coalesce(auth.jwt() ->> 'aal', '') = 'aal2' else public.is_proved() end
$$;

-- Raises an error unless the caller is signed in to the desk. It is the first statement of every change. p_role 'packer'
-- admits both roles.
create or replace function public.require_staff(p_role text default 'owner') returns void language plpgsql stable security definer set search_path = '' as $$
declare role text := public.staff_role();
begin
  if role is null then
    raise sqlstate 'PT401' using message = 'Please sign in to the desk again.';
  elsif role <> p_role and p_role = 'owner' then
    raise sqlstate 'PT403' using message = 'Only an owner can do that.';
  end if;
end $$;

-- Raises an error (hint `fresh_code`, on which the desk asks for a code) unless the caller is staff and has_recent_second_factor.
create or replace function public.require_fresh_code() returns void language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.require_staff();
  if not public.has_recent_second_factor() then
    raise sqlstate 'PT403' using message = 'Please type a fresh code from your app first.', hint = 'fresh_code';
  end if;
end $$;

-- Raises an error about a change that was based on an older state. p_now is the present state, null when the row was removed.
-- The detail of an error must not be null.
create or replace function public.raise_conflict(p_now jsonb) returns void language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PT409' using
    message = case when p_now is null then 'It was removed meanwhile.' else 'Somebody else changed this first.' end,
    detail = coalesce(p_now, 'null')::text;
end $$;

create or replace function public.log_desk_action(p_action text, p_subject text, p_before jsonb default null, p_after jsonb default null) returns void
language sql security definer set search_path = '' as $$
  insert into public.desk_log (user_id, who, action, subject, before, after)
  select auth.uid(), coalesce((select s.name from public.staff s where s.user_id = auth.uid()), 'Command'), p_action, p_subject, p_before, p_after
$$;

create or replace function public.notify_desk() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}', tg_argv[0], 'desk', true);
  return null;
end $$;
create or replace trigger desk_log_notify_desk after insert on public.desk_log for each statement execute function public.notify_desk('log');
-- Notifies open desks at once when a member of staff was removed or signed out.
create or replace trigger desk_log_notify_team after insert on public.desk_log for each row
  when (new.action in ('remove', 'end_sessions')) execute function public.notify_desk('team');
create or replace trigger products_notify_desk after insert or update or delete on public.products for each statement execute function public.notify_desk('products');
-- Notifies desks of a changed price by this table, because a new price waits here for the provider long before its product has it.
create or replace trigger prices_notify_desk after insert or update or delete on public.prices for each statement execute function public.notify_desk('products');
create or replace trigger delivery_methods_notify_desk after update on public.delivery_methods
  for each statement execute function public.notify_desk('words');
create or replace trigger venues_notify_desk after insert or update or delete on public.venues for each statement execute function public.notify_desk('dates');
create or replace trigger dates_notify_desk after insert or update or delete on public.dates for each statement execute function public.notify_desk('dates');
create or replace trigger date_changes_notify_desk after insert or update or delete on public.date_changes for each statement execute function public.notify_desk('dates');
create or replace trigger announcement_bar_notify_desk after insert or update or delete on public.announcement_bar
  for each statement execute function public.notify_desk('words');
create or replace trigger holiday_notify_desk after insert or update or delete on public.holiday
  for each statement execute function public.notify_desk('words');
create or replace trigger testimonials_notify_desk after insert or update or delete on public.testimonials
  for each statement execute function public.notify_desk('words');
create or replace trigger faqs_notify_desk after insert or update or delete on public.faqs
  for each statement execute function public.notify_desk('words');
create or replace trigger last_boxes_notify_desk after insert or update or delete on public.last_boxes
  for each statement execute function public.notify_desk('words');
create or replace trigger outbox_notify_desk after update on public.outbox for each row
  when (old.failed_at is distinct from new.failed_at and not new.called_off) execute function public.notify_desk('mail');
-- Notifies desks of emails that were sent or called off. A change that queues an email writes the log, whose event makes desks
-- refetch the emails, too.
create or replace trigger outbox_notify_desk_emails after update on public.outbox for each row
  when ((old.sent_at, old.called_off) is distinct from (new.sent_at, new.called_off)) execute function public.notify_desk('letters');
create or replace trigger enquiries_notify_desk after insert on public.enquiries for each row execute function public.notify_desk('enquiries');
create or replace trigger enquiries_notify_desk_change after update or delete on public.enquiries
  for each statement execute function public.notify_desk('enquiries');
create or replace trigger tell_me_requests_notify_desk after insert or update or delete on public.tell_me_requests
  for each statement execute function public.notify_desk('wanted');
create or replace trigger codes_notify_desk after insert or update on public.discount_codes for each row
  when (new.email_hash is null) execute function public.notify_desk('codes');
create or replace trigger orders_notify_desk after update on public.orders for each row
  when (old.paid_at is distinct from new.paid_at and new.sold_out_at is null) execute function public.notify_desk('new_order');
create or replace trigger orders_notify_desk_change after update on public.orders for each row
  when (new.paid_at is not null
    and (old.status, old.fulfilled_at, old.refunded, old.erased_at) is distinct from (new.status, new.fulfilled_at, new.refunded, new.erased_at))
  execute function public.notify_desk('orders');
create or replace trigger orders_notify_desk_codes after update on public.orders for each row
  when (new.discount_code is not null and (old.status, old.refunded) is distinct from (new.status, new.refunded))
  execute function public.notify_desk('codes');
-- Notifies every open desk when a box is skipped, stopped or not paid.
create or replace trigger subscriptions_notify_desk after insert or update or delete on public.subscriptions
  for each row execute function public.notify_desk('boxes');
create or replace trigger payment_events_notify_desk after update on public.payment_events for each row
  when (old.outcome <> new.outcome and new.outcome = 'set aside') execute function public.notify_desk('mail');
create or replace trigger order_packing_notify_desk after insert or update or delete on public.order_packing
  for each statement execute function public.notify_desk('orders');
create or replace trigger line_picks_notify_desk after insert or delete on public.line_picks
  for each statement execute function public.notify_desk('picks');
create or replace trigger part_parcels_notify_desk after insert or delete on public.part_parcels
  for each statement execute function public.notify_desk('orders');
create or replace trigger last_backup_notify_desk after update on public.last_backup for each row
  when ((old.succeeded_at, old.failed_at, old.begun_at) is distinct from (new.succeeded_at, new.failed_at, new.begun_at))
  execute function public.notify_desk('mail');
create or replace trigger orders_notify_desk_hold after update on public.orders for each row
  when ((old.dispute_state, old.on_hold_since) is distinct from (new.dispute_state, new.on_hold_since))
  execute function public.notify_desk('orders');
create or replace trigger packed_recipes_notify_desk after insert or delete on public.packed_recipes
  for each statement execute function public.notify_desk('orders');

-- Notifies desks of staff who sign in or are signed out, also by themselves on another device; once however many sessions end.
create or replace function public.notify_desk_of_session() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.staff s where s.user_id in (select c.user_id from changed c)) then
    perform realtime.send('{}', 'team', 'desk', true);
  end if;
  return null;
end $$;
create or replace trigger sessions_notify_desk after insert on auth.sessions
  referencing new table as changed for each statement execute function public.notify_desk_of_session();
create or replace trigger sessions_notify_desk_of_end after delete on auth.sessions
  referencing old table as changed for each statement execute function public.notify_desk_of_session();

-- Makes Realtime authorise the open channels of staff again who lose their role, or get another, so that they receive at once no
-- more than the new one may. Hosted Supabase has no such function: it does so when their token is renewed, within an hour.
create or replace function public.notify_staff_rights_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if to_regprocedure('realtime.notify_rights_changed(uuid)') is not null then
    execute 'select realtime.notify_rights_changed($1)' using old.user_id;
  end if;
  return null;
end $$;
create or replace trigger staff_notify_realtime after delete or update of role on public.staff
  for each row execute function public.notify_staff_rights_changed();

-- Returns how far the caller's sign-in has come: {"role", "name", "email", "isIn", "hasApp", "hasPassword", "hasFreshCode",
-- "now"}; the role is null for everybody who is not staff. Undo ends by the shop's clock, not by the device's.
create or replace function public.desk_me() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'role', s.role, 'name', s.name, 'email', u.email, 'isIn', public.staff_role() is not null,
    'hasApp', exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'),
    'hasPassword', u.encrypted_password is not null,
    'hasFreshCode', public.has_recent_second_factor(), 'now', now()
  )
  from auth.users u left join public.staff s on s.user_id = u.id where u.id = auth.uid() and public.is_signed_in()
$$;

-- Every open desk receives a broadcast with the name of what has changed, and refetches it.
drop policy if exists "The desk hears what has changed" on realtime.messages;
create policy "The desk hears what has changed" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and realtime.topic() = 'desk' and (select public.staff_role()) is not null);

drop policy if exists "Owners put photos of products" on storage.objects;
create policy "Owners put photos of products" on storage.objects for insert to authenticated
  with check (bucket_id = 'products' and (select public.staff_role()) = 'owner');

drop policy if exists "Owners see photos of products" on storage.objects;
create policy "Owners see photos of products" on storage.objects for select to authenticated
  using (bucket_id = 'products' and (select public.staff_role()) = 'owner');

grant execute on function
  public.staff_role,
  public.desk_me
to authenticated, service_role;
