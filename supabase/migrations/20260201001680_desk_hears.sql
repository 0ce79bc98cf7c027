-- What every open desk hears beside what it heard before, and by whose clock it counts.

-- A mail has left, or is not needed any more. One that waits is told of by whoever queued it.
create trigger outbox_tell_desk_letters after update on public.outbox for each row
  when ((old.sent_at, old.called_off) is distinct from (new.sent_at, new.called_off)) execute function public.tell_desk('letters');
-- A price that waits for the provider stands here long before the product has it.
create trigger prices_tell_desk after insert or update or delete on public.prices for each statement execute function public.tell_desk('products');
create trigger tell_me_requests_tell_desk after insert or update or delete on public.tell_me_requests
  for each statement execute function public.tell_desk('wanted');
create trigger payment_events_tell_desk after update on public.payment_events for each row
  when (old.outcome <> new.outcome and new.outcome = 'set aside') execute function public.tell_desk('mail');
-- Who is erased loses their name on every screen.
create or replace trigger orders_tell_desk_change after update on public.orders for each row
  when (new.paid_at is not null
    and (old.status, old.fulfilled_at, old.refunded, old.erased_at) is distinct from (new.status, new.fulfilled_at, new.refunded, new.erased_at))
  execute function public.tell_desk('orders');

-- Staff who sign in or are signed out, also by themselves on another device.
create function public.tell_desk_of_session() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.staff s where s.user_id = coalesce(new.user_id, old.user_id)) then
    perform realtime.send('{}', 'team', 'desk', true);
  end if;
  return null;
end $$;
create trigger sessions_tell_desk after insert or delete on auth.sessions for each row execute function public.tell_desk_of_session();

-- As it was, with "now": undo ends by the shop's clock, not by the device's.
create or replace function public.desk_me() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'role', s.role, 'name', s.name, 'email', u.email, 'isIn', public.staff_role() is not null,
    'hasApp', exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'),
    'hasFreshCode', public.has_fresh_code(), 'now', now()
  )
  from auth.users u left join public.staff s on s.user_id = u.id where u.id = auth.uid() and public.is_signed_in()
$$;

revoke execute on all functions in schema public from public;
