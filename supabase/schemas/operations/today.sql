-- Returns the work for today. A packer gets only the orders to pack and the stock. An enquiry that waits for an answer is not
-- listed for follow-up. Every open desk calls this at every order, and planning took longer than executing, so the plan is
-- generic.
create or replace function public.desk_today() returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  next_numbers bigint[];
  result jsonb;
begin
  perform public.require_staff('packer');
  next_numbers := public.order_numbers_to_pack(false, 2, 0);
  result := jsonb_build_object('toPack', public.count_orders_to_pack() || jsonb_build_object(
    'lastSent', (select x.fulfilled_at from public.orders x where x.fulfilled_at is not null order by x.fulfilled_at desc limit 1),
    'first', (
      select coalesce(jsonb_agg(jsonb_build_object('row', r.row_data, 'pieces', (
        select coalesce(sum((line ->> 'pieces')::integer), 0) from jsonb_array_elements(r.row_data -> 'lines') line
      )) order by array_position(next_numbers, (r.row_data ->> 'number')::bigint)), '[]')
      from public.parcel_rows(array(select o.id from public.orders o where o.number = any (next_numbers))) r
    )
  ), 'runningLow', public.low_stock_products());
  if public.staff_role() <> 'owner' then return result; end if;
  return result || jsonb_build_object(
    'toAnswer', (
      select jsonb_build_object('count', count(*), 'oldest', (array_agg(jsonb_build_object('name', e.name, 'about', coalesce(e.event_type, e.business_name), 'since', e.created_at) order by e.created_at))[1])
      from public.unanswered_enquiries() e
    ),
    'followUps', (
      select jsonb_build_object('count', count(*), 'names', coalesce(to_jsonb((array_agg(e.name order by e.follow_up_on, e.created_at))[1:3]), '[]'))
      from public.desk_enquiries e where e.is_due and e.follow_up_on is not null and e.stage <> 'new'
    ),
    'stuckMail', (
      select jsonb_build_object('count', count(*), 'latest', (array_agg(jsonb_build_object('template', o.template, 'number', o.data ->> 'number', 'error', o.last_error) order by o.failed_at desc))[1])
      from public.outbox o where o.failed_at is not null and not o.called_off and o.template <> 'stuck_notice'
    ),
    'boxPayments', (
      select jsonb_build_object('count', count(*), 'names', coalesce(to_jsonb((array_agg(o.delivery_address ->> 'name' order by s.updated_at desc) filter (where o.delivery_address ->> 'name' is not null))[1:3]), '[]'), 'retryAt', min(s.retry_at))
      from public.subscriptions s join public.orders o on o.id = s.order_id where s.overdue_invoice_id is not null and s.status <> 'cancelled'
    ),
    'disputes', public.unanswered_disputes(),
    'failedRefunds', public.unsettled_refunds(),
    'labels', public.incomplete_labels(),
    'stuck', (
      select coalesce(jsonb_agg(to_jsonb(w)), '[]') from (
        select s.kind, s.amount, s.since, s.details[1] as detail
        from public.stuck_work(now() - interval '30 days', now()) s where s.kind in ('late_letters', 'payments', 'catalogue', 'balance')
        union all
        select 'backup', 1, b.succeeded_at, left(b.reason, 300) from public.last_backup b where public.has_backup_problem(b)
      ) w
    ),
    'taken', public.takings_until(now()),
    'takenLastWeek', public.takings_until((now() at time zone 'Europe/London' - interval '7 days') at time zone 'Europe/London')
  );
end $$;

-- Returns the counted products for sale of which at most five pieces are left.
create or replace function public.low_stock_products() returns jsonb language sql stable security definer set search_path = '' as $$
  with low as (
    select p.name, p.stock from public.products p where p.active and p.stock <= 5 and not p."isSoldOut" and not p."isComingSoon"
  )
  select jsonb_build_object('count', (select count(*) from low), 'first', (
    select coalesce(jsonb_agg(to_jsonb(f) order by f.stock, f.name), '[]') from (select * from low order by low.stock, low.name limit 3) f
  ))
$$;

grant execute on function public.desk_today to authenticated, service_role;
