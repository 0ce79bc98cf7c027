-- What a carrier's import asks of a parcel beside its address: the weight of what is in it, and how the delivery method is
-- called there (Royal Mail, "Order import spreadsheet field specifications"). Null: not known yet, and left out of the file.
alter table public.products add column if not exists weight_grams integer check (weight_grams between 1 and 30000);
comment on column public.products.weight_grams is 'One piece with its jar or bag, without the parcel around it.';
alter table public.delivery_methods
  add column if not exists service_code text check (service_code ~ '^[A-Za-z0-9]{1,20}$'),
  add column if not exists package_size text check (package_size in ('large letter', 'small parcel', 'medium parcel', 'parcel')),
  add column if not exists packaging_grams integer not null default 150 check (packaging_grams between 0 and 5000);
comment on column public.delivery_methods.packaging_grams is 'The empty parcel: box, padding and slip.';

create or replace function public.delivery_service(p_method public.delivery_methods) returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_object('serviceCode', p_method.service_code, 'packageSize', p_method.package_size, 'packagingGrams', p_method.packaging_grams)
$$;

-- Parcels as the carrier's file names them: {"parcels", "products", "methods"}. A weight is null while one of its products has
-- none. Email addresses are the owner's to see.
create or replace function public.desk_parcel_file(p_numbers bigint[]) returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.desk_enter('packer');
  return (
    with wanted as materialized (
      select o.id, o.number, o.delivery_address, o.email, coalesce(o.paid_at, o.created_at) as since, d as method
      from public.orders o left join public.delivery_methods d on d.id = o.delivery_method_id
      where o.number = any (public.wanted_numbers(p_numbers)) and public.is_to_send(o)
    ), packed as materialized (
      select w.id as order_id, p.id, i.name, p.weight_grams, t.pieces
      from wanted w cross join lateral public.pieces_to_send(w.id) t
      join public.order_items i on i.id = t.item_id left join public.products p on p.id = i.product_id
      where t.pieces > 0
    )
    select jsonb_build_object(
      'parcels', (select coalesce(jsonb_agg(jsonb_build_object(
        'number', w.number, 'address', w.delivery_address,
        'email', case when public.staff_role() = 'owner' then nullif(w.email, '') end,
        'serviceCode', (w.method).service_code, 'packageSize', (w.method).package_size,
        'weightGrams', (
          select (w.method).packaging_grams + sum(k.pieces * k.weight_grams) from packed k
          where k.order_id = w.id having count(*) = count(k.weight_grams)
        )
      ) order by w.since, w.number), '[]') from wanted w),
      'products', (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'weightGrams', k.weight_grams) order by k.name), '[]')
        from (select distinct on (k.id) k.id, k.name, k.weight_grams from packed k where k.id is not null order by k.id, k.name) k),
      'methods', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name) || public.delivery_service(d) order by d."Sort_order"), '[]')
        from public.delivery_methods d where d.id in (select (w.method).id from wanted w))
    )
  );
end $$;

create or replace function public.desk_set_weight(p_product uuid, p_grams integer, p_before integer) returns void
language plpgsql security definer set search_path = '' as $$
declare found public.products;
begin
  perform public.desk_enter('packer');
  if p_grams not between 1 and 30000 then
    raise sqlstate 'PT400' using message = 'A piece weighs from 1 g to 30,000 g.';
  end if;
  found := public.product_to_change(p_product);
  if found.weight_grams is not distinct from p_grams then return; end if;
  if found.weight_grams is distinct from p_before then
    perform public.desk_conflict(jsonb_build_object('weightGrams', found.weight_grams));
  end if;
  update public.products p set weight_grams = p_grams where p.id = p_product;
  perform public.desk_note('weight', 'product:' || p_product, jsonb_build_object('weightGrams', found.weight_grams),
    jsonb_build_object('weightGrams', p_grams));
end $$;

-- p_service and p_before: {"serviceCode", "packageSize", "packagingGrams"}.
create or replace function public.desk_set_delivery_service(p_method text, p_service jsonb, p_before jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found public.delivery_methods;
  code text := nullif(public.trim_text(p_service ->> 'serviceCode'), '');
  wanted jsonb;
begin
  perform public.desk_enter('packer');
  if code !~ '^[A-Za-z0-9]{1,20}$' then
    raise sqlstate 'PT400' using message = 'A service code has up to 20 letters and digits, such as CRL48.';
  elsif p_service ->> 'packageSize' is not null and p_service ->> 'packageSize' not in ('large letter', 'small parcel', 'medium parcel', 'parcel') then
    raise sqlstate 'PT400' using message = 'Please choose a package size from the list.';
  elsif coalesce(p_service ->> 'packagingGrams', '') !~ '^\d{1,4}$' or (p_service ->> 'packagingGrams')::integer > 5000 then
    raise sqlstate 'PT400' using message = 'An empty parcel weighs from 0 g to 5,000 g.';
  end if;
  wanted := jsonb_build_object('serviceCode', code, 'packageSize', p_service ->> 'packageSize', 'packagingGrams', (p_service ->> 'packagingGrams')::integer);
  select * into found from public.delivery_methods d where d.id = p_method for no key update;
  if found.id is null then perform public.desk_conflict(null); end if;
  if public.delivery_service(found) = wanted then return; end if;
  if public.delivery_service(found) is distinct from p_before then perform public.desk_conflict(public.delivery_service(found)); end if;
  update public.delivery_methods d set service_code = code, package_size = wanted ->> 'packageSize', packaging_grams = (wanted ->> 'packagingGrams')::integer
  where d.id = p_method;
  perform public.desk_note('delivery_service', 'delivery:' || p_method, public.delivery_service(found), wanted);
end $$;

revoke execute on all functions in schema public from public;
grant execute on function public.desk_parcel_file, public.desk_set_weight, public.desk_set_delivery_service to authenticated, service_role;
