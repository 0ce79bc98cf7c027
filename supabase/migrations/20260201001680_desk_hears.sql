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

-- As it was, but of thousands that wait none is put in its place, and their pieces are summed together.
create or replace function public.desk_today() returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare answer jsonb;
begin
  perform public.desk_enter('packer');
  with waiting as materialized (
    select o.id, o.number, o.delivery_method_id = 'priority' as is_priority, coalesce(o.paid_at, o.created_at) as since, k.packed_at is not null as is_packed
    from public.orders o left join public.order_packing k on k.order_id = o.id
    where o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null
  ), ahead as materialized (
    select w.id from waiting w where not w.is_packed and w.id in (select p.order_id from public.part_parcels p)
  )
  select jsonb_build_object('toPack', (
    select jsonb_build_object(
      'orders', count(*) filter (where not w.is_packed), 'priority', count(*) filter (where w.is_priority and not w.is_packed),
      'packed', count(*) filter (where w.is_packed),
      -- Of orders that went ahead in part each line is looked at; the others are summed in one go.
      'pieces', coalesce((select sum(t.pieces) from ahead a cross join lateral public.pieces_to_send(a.id) t), 0) + coalesce((
        select sum(i.quantity - i.refunded_quantity) from public.order_items i
        where i.order_id in (select x.id from waiting x where not x.is_packed and x.id not in (select a.id from ahead a))
      ), 0),
      'lastSent', (select x.fulfilled_at from public.orders x where x.fulfilled_at is not null order by x.fulfilled_at desc limit 1),
      'oldest', (select jsonb_build_object('number', x.number, 'since', x.since) from waiting x where not x.is_packed order by x.since, x.number limit 1),
      'first', (
        select coalesce(jsonb_agg(jsonb_build_object('row', public.parcel_row(f), 'pieces', (select coalesce(sum(t.pieces), 0) from public.pieces_to_send(f.id) t)) order by n.place), '[]')
        from unnest(public.numbers_to_pack(false, 2, 0)) with ordinality as n (number, place) join public.orders f on f.number = n.number
      )
    ) from waiting w
  ), 'runningLow', public.running_low()) into answer;
  if public.staff_role() <> 'owner' then return answer; end if;
  return answer || jsonb_build_object(
    'toAnswer', (
      select jsonb_build_object('count', count(*), 'oldest', (array_agg(jsonb_build_object('name', e.name, 'about', coalesce(e.event_type, e.business_name), 'since', e.created_at) order by e.created_at))[1])
      from public.enquiries_to_answer() e
    ),
    'stuckMail', (
      select jsonb_build_object('count', count(*), 'latest', (array_agg(jsonb_build_object('template', o.template, 'number', o.data ->> 'number', 'error', o.last_error) order by o.failed_at desc))[1])
      from public.outbox o where o.failed_at is not null and not o.called_off and o.template <> 'stuck_notice'
    ),
    'boxPayments', (
      select jsonb_build_object('count', count(*), 'names', coalesce(to_jsonb((array_agg(o.delivery_address ->> 'name' order by s.updated_at desc) filter (where o.delivery_address ->> 'name' is not null))[1:3]), '[]'), 'retryAt', min(s.retry_at))
      from public.subscriptions s join public.orders o on o.id = s.order_id where s.overdue_invoice_id is not null and s.status <> 'cancelled'
    ),
    'labels', public.labels_incomplete(),
    'stuck', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', w.kind, 'amount', w.amount, 'since', w.since, 'detail', w.details[1])), '[]')
      from public.stuck_work(now() - interval '30 days', now()) w where w.kind in ('late_letters', 'payments', 'catalogue', 'backup', 'balance')
    ),
    'taken', public.taken_on(now()),
    'takenLastWeek', public.taken_on((now() at time zone 'Europe/London' - interval '7 days') at time zone 'Europe/London')
  );
end $$;

revoke execute on all functions in schema public from public;
