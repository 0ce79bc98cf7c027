-- Returns the terms of a price or a rate at the provider, where neither can ever be changed.
create or replace function public.price_terms(p_amount integer, p_interval text, p_interval_count smallint) returns jsonb
language sql immutable set search_path = ''
as $$ select jsonb_build_object('amount', p_amount, 'interval', p_interval, 'count', p_interval_count) $$;

create or replace function public.rate_terms(p_amount integer, p_name text) returns jsonb language sql immutable set search_path = ''
as $$ select jsonb_build_object('amount', p_amount, 'name', p_name) $$;

-- Keeps a new amount in next_amount while the old price is sold, until the provider has the new one. Removing a price (0) takes
-- effect at once.
create or replace function public.defer_price_change() returns trigger language plpgsql set search_path = '' as $$
begin
  if old.stripe_price_id is null or new.stripe_price_id is distinct from old.stripe_price_id then
    if new.unit_amount <> old.unit_amount then new.next_amount := null; end if;
  elsif new.unit_amount = 0 then
    new.stripe_price_id := null;
    new.next_amount := null;
  else
    new.next_amount := nullif(new.unit_amount, old.unit_amount);
    new.unit_amount := old.unit_amount;
  end if;
  return new;
end $$;
create or replace trigger prices_defer_amount before update of unit_amount on public.prices for each row execute function public.defer_price_change();

-- A subscription box with another interval is not sold until the provider has the new interval.
create or replace function public.freeze_interval() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.stripe_price_id is not distinct from old.stripe_price_id then new.stripe_price_id := null; end if;
  return new;
end $$;
create or replace trigger prices_freeze_interval before update of recurring_interval, recurring_interval_count on public.prices for each row when (
    (old.recurring_interval, old.recurring_interval_count) is distinct from (new.recurring_interval, new.recurring_interval_count)
  ) execute function public.freeze_interval();

create or replace function public.defer_delivery_price_change() returns trigger language plpgsql set search_path = '' as $$
begin
  if old.stripe_id is null or new.stripe_id is distinct from old.stripe_id then
    if new.price <> old.price then new.next_price := null; end if;
  else
    new.next_price := nullif(new.price, old.price);
    new.price := old.price;
  end if;
  return new;
end $$;
create or replace trigger delivery_methods_defer_price before update of price on public.delivery_methods
  for each row execute function public.defer_delivery_price_change();

-- Returns how long prices and rates that are no longer sold stay active at the provider: twice as long as a payment page stays
-- open.
create or replace function public.archive_delay() returns interval language sql immutable set search_path = '' as $$ select interval '2 hours' $$;

-- Returns the settings of a delivery method for the carrier's CSV file: {"serviceCode", "packageSize", "packagingGrams"}.
create or replace function public.delivery_service(p_method public.delivery_methods) returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_object('serviceCode', p_method.service_code, 'packageSize', p_method.package_size, 'packagingGrams', p_method.packaging_grams)
$$;
