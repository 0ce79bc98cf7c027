-- Returns whether a value is a stored cart: at most a hundred lines and 8,192 characters, each line {"product_id": uuid,
-- "quantity": 1..99} without any other key, such as a price.
create or replace function public.is_cart(p_items jsonb) returns boolean language sql immutable set search_path = '' as $$
  select jsonb_typeof(p_items) = 'array' and jsonb_array_length(p_items) <= 100 and length(p_items::text) <= 8192 and not exists (
    select from jsonb_array_elements(p_items) as line
    where jsonb_typeof(line) <> 'object'
      or jsonb_typeof(line -> 'product_id') is distinct from 'string'
      or (line ->> 'product_id') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      or jsonb_typeof(line -> 'quantity') is distinct from 'number'
      or (line ->> 'quantity') !~ '^[1-9][0-9]?$'
      or line - 'product_id' - 'quantity' <> '{}'
  )
$$;
alter table public.carts drop constraint if exists carts_items_check,
  add constraint carts_items_check check (public.is_cart(items));
alter table public.guest_carts drop constraint if exists guest_carts_cart_data_check,
  add constraint guest_carts_cart_data_check check (public.is_cart(cart_data));

-- Returns a cart with only the two known keys of each line. A value that is not a list, a list of more than a hundred lines, and a
-- line that is not an object are left unchanged, so that the check constraint refuses them. The lines are counted first, because
-- reading the tens of thousands that a request may contain takes 90 ms.
create or replace function public.normalise_cart(p_items jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(p_items) is distinct from 'array' then p_items when jsonb_array_length(p_items) > 100 then p_items else (
    select coalesce(jsonb_agg(
      case when jsonb_typeof(line) = 'object'
        then jsonb_build_object('product_id', line -> 'product_id', 'quantity', line -> 'quantity') else line end
      order by place
    ), '[]')
    from jsonb_array_elements(p_items) with ordinality as entry (line, place)
  ) end
$$;

create or replace function public.log_large_cart() returns trigger language plpgsql security definer set search_path = '' as $$
declare lines integer := jsonb_array_length(to_jsonb(new) -> tg_argv[0]);
begin
  if coalesce(auth.role(), 'service_role') = 'service_role' then return null; end if;
  if lines <= 50 or (tg_op = 'UPDATE' and jsonb_array_length(to_jsonb(old) -> tg_argv[0]) > 50) then return null; end if;
  perform public.record_security_event(
    'suspicious_form_submission', public.request_details() || jsonb_build_object('form', tg_table_name, 'lines', lines),
    public.visitor_address(), now(), 20
  );
  return null;
end $$;
create or replace trigger carts_log_large after insert or update of items on public.carts for each row execute function public.log_large_cart('items');
create or replace trigger guest_carts_log_large after insert or update of cart_data on public.guest_carts
  for each row execute function public.log_large_cart('cart_data');

create or replace function public.stamp_cart() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.email := (select u.email from auth.users u where u.id = new.user_id);
  new.updated_at := now();
  return new;
end $$;
create or replace trigger carts_stamp before insert or update on public.carts for each row execute function public.stamp_cart();

-- PostgreSQL runs triggers in the order of their names: `carts_normalise` runs before the table's other BEFORE triggers, and all
-- of them run before its check constraint.
create or replace function public.normalise_account_cart() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.items := public.normalise_cart(new.items);
  return new;
end $$;
create or replace trigger carts_normalise before insert or update of items on public.carts for each row execute function public.normalise_account_cart();

-- Keeps `checked_out` true when a browser stores the empty cart after an order: it also writes checked_out = false then
-- (specification, section 4), but an empty cart is no new cart.
create or replace function public.keep_checked_out() returns trigger language plpgsql set search_path = '' as $$
begin
  if old.checked_out and new.items = '[]' then new.checked_out := true; end if;
  return new;
end $$;
create or replace trigger carts_stay_checked_out before update on public.carts for each row execute function public.keep_checked_out();

grant execute on function public.is_cart to anon, authenticated, service_role;
