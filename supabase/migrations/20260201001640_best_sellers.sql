-- What sells best, for shelves that lead with it.

-- The products of the newest thousand paid orders, those of which most pieces went out first. Anybody may ask: it tells an
-- order of products, and nothing of how many, to whom or when.
create or replace function public.best_sellers() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select i.product_id
  from (
    select o.id from public.orders o
    where o.status in ('paid', 'partially_refunded', 'fulfilled') and o.sold_out_at is null
    order by o.number desc limit 1000
  ) o
  join public.order_items i on i.order_id = o.id
  join public.products p on p.id = i.product_id and p.active
  group by i.product_id
  having sum(i.quantity - i.refunded_quantity) > 0
  order by sum(i.quantity - i.refunded_quantity) desc, i.product_id
  limit 24
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.best_sellers to anon, authenticated, service_role;
