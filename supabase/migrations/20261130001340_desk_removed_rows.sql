-- A row that a change was based on may be gone: the change is answered with a conflict like any other, with null as the current
-- row.

-- p_now is what there is now, null when the row was removed. The detail of an error must not be null.
create or replace function public.desk_conflict(p_now jsonb) returns void language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PT409' using
    message = case when p_now is null then 'It was removed meanwhile.' else 'Somebody else changed this first.' end,
    detail = coalesce(p_now, 'null')::text;
end $$;

-- The version that a change of an existing place was based on says that there was one.
create or replace function public.desk_save_venue(p_venue jsonb, p_slug text default null, p_version integer default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  was public.venues;
  given public.venues;
begin
  perform public.desk_enter();
  given.name := public.line_typed(p_venue ->> 'name', 'The name of the place', 80);
  given.street := public.line_typed(p_venue ->> 'street', 'The street', 120);
  given.locality := public.line_typed(p_venue ->> 'locality', 'The town', 60);
  given.postcode := regexp_replace(upper(replace(coalesce(p_venue ->> 'postcode', ''), ' ', '')), '(.{3})$', ' \1');
  given.website := nullif(public.trim_text(coalesce(p_venue ->> 'website', '')), '');
  if given.postcode !~ '^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$' then perform public.refuse_date('That’s not a postcode.'); end if;
  if given.website !~ '^https://[^[:space:]<>"]+$' or length(given.website) > 300 then
    perform public.refuse_date('The website begins with https://.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('dates', 20261550));
  select * into was from public.venues v where v.slug = p_slug;
  if p_slug is not null and was.slug is null then perform public.desk_conflict(null); end if;
  if was.version is distinct from p_version then perform public.desk_conflict(to_jsonb(was)); end if;
  given.slug := coalesce(p_slug, public.slug_of(given.name));
  while was.slug is null and exists (select from public.venues v where v.slug = given.slug) loop
    given.slug := public.slug_of(given.name) || '-' || substr(gen_random_uuid()::text, 1, 4);
  end loop;
  insert into public.venues (slug, name, street, locality, postcode, website)
  values (given.slug, given.name, given.street, given.locality, given.postcode, given.website)
  on conflict (slug) do update set name = excluded.name, street = excluded.street, locality = excluded.locality,
    postcode = excluded.postcode, website = excluded.website, version = venues.version + 1;
  perform public.desk_note('venue', 'venue:' || given.slug, case when was.slug is not null then to_jsonb(was) end, to_jsonb(given) - 'version');
  return given.slug;
end $$;

-- The series that is asked for, for this change alone, if it is what the change was based on.
create or replace function public.series_at_hand(p_slug text, p_version integer) returns public.dates
language plpgsql security definer set search_path = '' as $$
declare hand public.dates;
begin
  perform public.desk_enter();
  perform pg_advisory_xact_lock(hashtextextended('dates', 20261550));
  select * into hand from public.dates d where d.slug = p_slug for update;
  if hand.slug is null then perform public.desk_conflict(null); end if;
  if p_version is not null and hand.version <> p_version then perform public.desk_conflict(to_jsonb(hand)); end if;
  return hand;
end $$;

-- The evening that is asked for, if it is to come and as it was seen. One after the last of its series was taken away.
create or replace function public.evening_at_hand(p_slug text, p_day text, p_seen integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  asked date := public.day_typed(p_day, 'That');
  series public.dates := public.series_at_hand(p_slug, null);
  found jsonb;
begin
  select to_jsonb(e) into found from public.evenings(asked, asked) as e where e.series = p_slug and e.planned = asked;
  if found is null and asked > series.until then perform public.desk_conflict(null); end if;
  if found is null then perform public.refuse_date('There is no such evening.'); end if;
  if (found ->> 'seen')::integer is distinct from p_seen then perform public.desk_conflict(found); end if;
  if greatest((found ->> 'day')::date, asked) < public.london_today() then perform public.refuse_date('That evening’s over.'); end if;
  return found;
end $$;

create or replace function public.desk_set_delivery_price(p_method text, p_pence integer, p_before integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  way public.delivery_methods;
  former integer;
begin
  perform public.desk_enter();
  if coalesce(p_pence, -1) not between 0 and 5000 then
    raise sqlstate 'PT400' using message = 'Delivery costs from nothing to £50.00.';
  end if;
  select * into way from public.delivery_methods d where d.id = p_method for no key update;
  if way.id is null then perform public.desk_conflict(null); end if;
  former := coalesce(way.next_price, way.price);
  if former = p_pence then return; end if;
  if former is distinct from p_before then perform public.desk_conflict(jsonb_build_object('price', former)); end if;
  update public.delivery_methods d set price = p_pence where d.id = p_method;
  perform public.desk_note('delivery_price', 'delivery:' || p_method, jsonb_build_object('price', former), jsonb_build_object('price', p_pence));
end $$;

-- Finds and locks a product for a change, its prices first, as the catalogue's worker does.
create or replace function public.product_to_change(p_product uuid) returns public.products
language plpgsql security definer set search_path = '' as $$
declare found public.products;
begin
  perform from public.prices r where r.product_id = p_product for no key update;
  select * into found from public.products p where p.id = p_product for no key update;
  if found.id is null then perform public.desk_conflict(null); end if;
  return found;
end $$;

-- The one that is asked for, locked.
create or replace function public.enquiry_at_hand(p_id uuid) returns public.enquiries language plpgsql security definer set search_path = '' as $$
declare found public.enquiries;
begin
  select * into found from public.enquiries e where e.id = p_id for update;
  if found.id is null then perform public.desk_conflict(null); end if;
  return found;
end $$;

-- Locks and returns the code if it still has the revision that the change is based on.
create or replace function public.code_to_change(p_code text, p_revision integer) returns public.discount_codes
language plpgsql security definer set search_path = '' as $$
declare found public.discount_codes;
begin
  select * into found from public.discount_codes d where d.code = public.plain_code(p_code) and d.email_hash is null for update;
  if found.code is null then perform public.desk_conflict(null); end if;
  if found.revision is distinct from p_revision then perform public.desk_conflict(public.code_row(found)); end if;
  return found;
end $$;

revoke execute on all functions in schema public from public;
