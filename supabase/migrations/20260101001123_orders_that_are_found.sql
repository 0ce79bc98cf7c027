-- The owner finds an order among a hundred thousand: by day, status, name, e-mail address, number or product, each by an
-- index, with how many there are.

-- Words are found anywhere in a name or an address by their groups of three letters.
create extension if not exists pg_trgm with schema extensions;
-- Where somebody has installed it before, it may lie in another schema; only until the end of this file's transaction.
select set_config('search_path', format('public, extensions, %I', n.nspname), true)
from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';

create index orders_words on public.orders using gin (email gin_trgm_ops, (delivery_address ->> 'name') gin_trgm_ops);
create index order_items_words on public.order_items using gin (name gin_trgm_ops);
create index orders_placed on public.orders (created_at);
create index orders_by_status on public.orders (status, number);
create index orders_to_send on public.orders (number)
  where status in ('paid', 'partially_refunded') and fulfilled_at is null and sold_out_at is null;

-- The numbers of the orders that somebody looks for, by one thing at a time: a status ('paid' are all that are to be
-- packed, also those that are partly paid back), a day in London, or words (of which fewer than three characters can
-- only be a number). Without any it is all of them.
create function public.orders_found(p_status text, p_day date, p_search text) returns setof bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := case when length(p_search) >= 3 then '%' || regexp_replace(p_search, '([\\%_])', '\\\1', 'g') || '%' end;
  wanted bigint := case when p_search ~ '^[0-9]{1,15}$' then p_search::bigint end;
begin
  if p_search is not null then
    return query
      select o.number from public.orders o where o.number = wanted
      union select o.number from public.orders o where o.email ilike pattern
      union select o.number from public.orders o where o.delivery_address ->> 'name' ilike pattern
      union select o.number from public.orders o
        where o.id in (select i.order_id from public.order_items i where i.name ilike pattern);
  elsif p_day is not null then
    return query select o.number from public.orders o
      where o.created_at >= p_day::timestamp at time zone 'Europe/London'
        and o.created_at < (p_day + 1)::timestamp at time zone 'Europe/London';
  elsif p_status = 'paid' then
    return query select o.number from public.orders o
      where o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null and o.sold_out_at is null;
  elsif p_status is not null then
    return query select o.number from public.orders o where o.status = p_status;
  else
    return query select o.number from public.orders o;
  end if;
end $$;

-- A page of these orders, the newest first, with what is in each, and how many there are in all: {"total", "orders"}.
create function public.list_orders(
  p_status text default null, p_day date default null, p_search text default null, p_limit integer default 50, p_offset integer default 0
) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with found as materialized (
    select f.number from public.orders_found(p_status, p_day, p_search) as f (number)
  ), page as (
    select found.number from found order by found.number desc limit p_limit offset p_offset
  )
  select jsonb_build_object('total', (select count(*) from found), 'orders', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'number', o.number, 'created_at', o.created_at, 'status', o.status, 'fulfilled_at', o.fulfilled_at, 'total', o.total,
      'email', o.email, 'erased_at', o.erased_at, 'name', o.delivery_address ->> 'name', 'lines', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'name', i.name, 'size', i.size, 'quantity', i.quantity, 'refunded_quantity', i.refunded_quantity
        ) order by i.position), '[]') from public.order_items i where i.order_id = o.id
      )
    ) order by o.number desc), '[]')
    from page join public.orders o on o.number = page.number
  ))
$$;
grant execute on function public.list_orders(text, date, text, integer, integer) to service_role;

revoke execute on all functions in schema public from public;
