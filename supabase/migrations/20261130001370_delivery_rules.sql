-- The rules of delivery are columns of their method, so that another method is a row alone.
alter table public.delivery_methods
  add column if not exists is_default boolean not null default false,
  add column if not exists is_priority boolean not null default false,
  add column if not exists automatic_above smallint check (automatic_above between 1 and 99),
  drop constraint if exists delivery_methods_default_is_chosen,
  add constraint delivery_methods_default_is_chosen check (not is_default or automatic_above is null);
comment on column public.delivery_methods.is_default is 'Later boxes go by it, and the home page names its price.';
comment on column public.delivery_methods.is_priority is 'Its orders are packed first.';
comment on column public.delivery_methods.automatic_above is
  'An order of more pieces than this goes by it, whatever was chosen, and nobody chooses it. Null for a method that shoppers choose.';
create unique index if not exists delivery_methods_default on public.delivery_methods (is_default) where is_default;

-- An order keeps the rule that it was sold under, as it keeps the name and the price of its method.
alter table public.orders add column if not exists is_priority boolean not null default false;

-- The rows of a shop that was opened before these columns. The rules of a method are never changed a second time.
update public.delivery_methods set
  is_default = id = 'standard', is_priority = id = 'priority', automatic_above = case when id = 'xl' then 5 end
where id in ('standard', 'priority', 'xl')
  and not exists (select from public.delivery_methods where is_default or is_priority or automatic_above is not null);
update public.orders o set is_priority = true
from public.delivery_methods d where d.id = o.delivery_method_id and d.is_priority and not o.is_priority
  and exists (select from pg_class where oid = to_regclass('public.orders_in_turn'));

-- In packing order.
create index if not exists orders_in_packing_order on public.orders (is_priority desc, coalesce(paid_at, created_at), number)
  where status in ('paid', 'partially_refunded') and fulfilled_at is null and sold_out_at is null;
drop index if exists public.orders_in_turn;
