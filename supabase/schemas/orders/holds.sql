-- Updates `dispute_state` of an order, and whether it is on hold. A dispute that is open or lost holds it, since there may be no
-- money for it; so does a failed refund of pieces or of all of it, since those were not to be sent; and an address where the
-- shop does not deliver. When an owner releases the hold, only a later dispute, one that
-- becomes worse, or a later failed refund holds it again.
create or replace function public.update_order_hold(p_order_id uuid, p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  update public.orders o set dispute_state = current.state, on_hold_since = case when current.held then coalesce(o.on_hold_since, p_now) end
  from (
    select x.id, (
      select case when bool_or(public.dispute_state(d.status) = 'open') then 'open'
        when bool_or(public.dispute_state(d.status) = 'lost') then 'lost' when count(*) > 0 then 'won' end
      from public.disputes d where d.order_id = x.id
    ) as state, exists (
      select from public.disputes d where d.order_id = x.id and public.dispute_state(d.status) <> 'won'
        and greatest(d.noted_at, d.worsened_at) > coalesce(x.hold_released_at, '-infinity')
    ) or exists (
      select from public.failed_refunds f where f.order_id = x.id and f.settled_at is null
        and (f.cancels or f.lines <> '[]' or f.amount = x.total) and f.failed_at > coalesce(x.hold_released_at, '-infinity')
    ) or x.hold_released_at is null and public.undeliverable_area(x) is not null as held
    from public.orders x where x.id = p_order_id
  ) current
  where o.id = current.id
    and (o.dispute_state, o.on_hold_since is not null) is distinct from (current.state, current.held)
$$;

-- Returns the orders that are not to be packed though they are paid: [{"number", "name", "why", "area", "since", "isPacked"}],
-- `why` 'open' or 'lost' (a dispute), 'refund' or 'area'.
create or replace function public.desk_holds() returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.require_staff('packer');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'number', o.number, 'name', o.delivery_address ->> 'name', 'since', o.on_hold_since,
      'isPacked', exists (select from public.order_packing k where k.order_id = o.id and k.packed_at is not null),
      'why', case when o.dispute_state in ('open', 'lost') then o.dispute_state when public.undeliverable_area(o) is not null then 'area' else 'refund' end,
      'area', public.undeliverable_area(o)
    ) order by o.on_hold_since, o.number), '[]')
    from public.orders o
    where o.on_hold_since is not null and o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null
  );
end $$;

-- Returns in a sentence why an order is on hold.
create or replace function public.hold_reason(p_order public.orders) returns text language sql immutable set search_path = '' as $$
  select 'Order ' || p_order.number || ' is on hold: ' || case p_order.dispute_state
    when 'open' then 'the bank has questioned its payment. Don’t pack or send it.'
    when 'lost' then 'the bank has taken its payment back for good. Don’t pack or send it.'
    else coalesce(
      'its address is in ' || public.undeliverable_area(p_order) || ', where we don’t deliver', 'its refund failed'
    ) || '. Don’t pack or send it until an owner has looked at it.'
  end
$$;

-- Releases the hold of an order.
create or replace function public.desk_release_hold(p_number bigint) returns void language plpgsql security definer set search_path = '' as $$
declare target_order public.orders;
begin
  perform public.require_staff();
  target_order := public.require_order(p_number);
  if target_order.on_hold_since is null then return; end if;
  update public.orders set hold_released_at = now(), on_hold_since = null where id = target_order.id;
  perform public.log_desk_action('release_hold', 'order:' || p_number);
end $$;

grant execute on function
  public.desk_holds,
  public.desk_release_hold
to authenticated, service_role;
