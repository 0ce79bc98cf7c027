-- Returns whether the announcement bar on top of every page may get another text: it has none, or one whose last day is over. A
-- text without a last day, or for a later day, must not be replaced, even if it is switched off.
create or replace function public.is_announcement_bar_free() returns boolean language plpgsql stable security definer set search_path = '' as $$
begin return coalesce((public.announcement_bar_content() ->> 'until')::date < public.london_today(), public.announcement_bar_content() is null); end $$;

-- Returns the text of the announcement bar about a cancelled event.
create or replace function public.cancellation_bar_text(p_title text, p_words text) returns text language sql immutable security definer set search_path = '' as $$
  select left(public.clean_line(p_title || ' is cancelled today. ' || p_words), 140)
$$;

-- Returns the shop holiday in which an order placed at this time falls, as {"closedUntil", "leavesOn", "words"}; null outside of
-- holidays.
create or replace function public.holiday_at(p_at timestamptz) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('closedUntil', h.ends_on, 'leavesOn', h.sends_on, 'words', h.words) from public.holiday h
  where h.is_on and (p_at at time zone 'Europe/London')::date between h.starts_on and h.sends_on - 1
$$;

-- Returns today's notices for every page: {"bar": {"words", "link"}, "holiday": as `holiday_at`}, each null when there is none.
create or replace function public.shop_notices() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'bar', (
      select jsonb_build_object('words', b.words, 'link', b.link) from public.announcement_bar b
      where b.is_on and (now() at time zone 'Europe/London')::date
        between coalesce(b.starts_on, '-infinity') and coalesce(b.ends_on, 'infinity')
    ),
    'holiday', public.holiday_at(now())
  )
$$;

create or replace function public.announcement_bar_content() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('words', b.words, 'link', b.link, 'from', b.starts_on, 'until', b.ends_on, 'isOn', b.is_on, 'version', b.version)
  from public.announcement_bar b
$$;

create or replace function public.holiday_content() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'from', h.starts_on, 'until', h.ends_on, 'sendsOn', h.sends_on, 'words', h.words, 'isOn', h.is_on, 'version', h.version
  ) from public.holiday h
$$;

-- Returns the data of the desk's screen of site content: {"bar", "holiday", "delivery": […], "lastBoxes": […], "testimonials":
-- […], "faqs": […]}. A delivery's `price` is the new price, `sells` the one that is charged until the payment provider has that;
-- in pence.
create or replace function public.desk_words() returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.require_staff();
  return jsonb_build_object(
    'bar', public.announcement_bar_content(), 'holiday', public.holiday_content(),
    'delivery', (select coalesce(jsonb_agg(jsonb_build_object(
      'id', d.id, 'name', d.name, 'description', d.description, 'price', coalesce(d.next_price, d.price), 'sells', d.price
    ) order by d."Sort_order"), '[]') from public.delivery_methods d),
    'lastBoxes', (select coalesce(jsonb_agg(public.last_box_content(b.kind) order by b.kind), '[]') from public.last_boxes b),
    'testimonials', (select coalesce(jsonb_agg(public.testimonial_content(t) order by t.page, t.position, t.id), '[]') from public.testimonials t),
    'faqs', (select coalesce(jsonb_agg(public.faq_content(f) order by f.position, f.id), '[]') from public.faqs f)
  );
end $$;

create or replace function public.desk_set_announcement(
  p_words text, p_link text, p_from date, p_until date, p_is_on boolean, p_version integer
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  previous jsonb;
  clean_words text := public.clean_line(p_words);
  validation_error text := public.validate_days(p_from, p_until);
begin
  perform public.require_staff();
  if coalesce(length(clean_words), 0) not between 1 and 140 then validation_error := 'The bar has 1 to 140 characters.';
  elsif p_link is not null and (p_link !~ '^/([A-Za-z0-9][A-Za-z0-9/?=&#_.-]*)?$' or length(p_link) > 200) then
    validation_error := 'The link is a page of the shop, such as /shop.';
  elsif p_is_on is null then validation_error := 'The bar is on or off.';
  end if;
  if validation_error is not null then raise sqlstate 'PT400' using message = validation_error; end if;
  perform pg_advisory_xact_lock(hashtextextended('announcement_bar', 20260955));
  previous := public.announcement_bar_content();
  if previous - 'version' = jsonb_build_object('words', clean_words, 'link', p_link, 'from', p_from, 'until', p_until, 'isOn', p_is_on) then return previous; end if;
  if (previous ->> 'version')::integer is distinct from p_version then perform public.raise_conflict(previous); end if;
  insert into public.announcement_bar as b (words, link, starts_on, ends_on, is_on) values (clean_words, p_link, p_from, p_until, p_is_on)
  on conflict (id) do update set words = excluded.words, link = excluded.link, starts_on = excluded.starts_on, ends_on = excluded.ends_on,
    is_on = excluded.is_on, version = b.version + 1;
  perform public.log_desk_action('announcement', 'bar', previous, public.announcement_bar_content());
  return public.announcement_bar_content();
end $$;

create or replace function public.desk_set_holiday(
  p_from date, p_until date, p_sends_on date, p_words text, p_is_on boolean, p_version integer
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  previous jsonb;
  clean_words text := coalesce(public.clean_line(p_words), '');
  validation_error text := public.validate_days(p_from, p_until);
begin
  perform public.require_staff();
  if p_from is null or p_until is null or p_sends_on is null then validation_error := 'A holiday has a first day, a last day, and a day of sending again.';
  elsif validation_error is null and p_sends_on <= p_until then validation_error := 'Sending has to start again after the last day.';
  elsif validation_error is null and p_sends_on > p_from + 120 then validation_error := 'That is more than four months without a parcel. Did the year slip?';
  elsif length(clean_words) > 140 then validation_error := 'The line about it has at most 140 characters.';
  elsif p_is_on is null then validation_error := 'The holiday is on or off.';
  end if;
  if validation_error is not null then raise sqlstate 'PT400' using message = validation_error; end if;
  perform pg_advisory_xact_lock(hashtextextended('holiday', 20260955));
  previous := public.holiday_content();
  if previous - 'version' = jsonb_build_object('from', p_from, 'until', p_until, 'sendsOn', p_sends_on, 'words', clean_words, 'isOn', p_is_on) then return previous; end if;
  if (previous ->> 'version')::integer is distinct from p_version then perform public.raise_conflict(previous); end if;
  insert into public.holiday as h (starts_on, ends_on, sends_on, words, is_on) values (p_from, p_until, p_sends_on, clean_words, p_is_on)
  on conflict (id) do update set starts_on = excluded.starts_on, ends_on = excluded.ends_on, sends_on = excluded.sends_on,
    words = excluded.words, is_on = excluded.is_on, version = h.version + 1;
  perform public.log_desk_action('holiday', 'holiday', previous, public.holiday_content());
  return public.holiday_content();
end $$;

create or replace function public.desk_set_delivery_price(p_method text, p_pence integer, p_before integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  method public.delivery_methods;
  former integer;
begin
  perform public.require_staff();
  if coalesce(p_pence, -1) not between 0 and 5000 then
    raise sqlstate 'PT400' using message = 'Delivery costs from nothing to £50.00.';
  end if;
  select * into method from public.delivery_methods d where d.id = p_method for no key update;
  if method.id is null then perform public.raise_conflict(null); end if;
  former := coalesce(method.next_price, method.price);
  if former = p_pence then return; end if;
  if former is distinct from p_before then perform public.raise_conflict(jsonb_build_object('price', former)); end if;
  update public.delivery_methods d set price = p_pence where d.id = p_method;
  perform public.log_desk_action('delivery_price', 'delivery:' || p_method, jsonb_build_object('price', former), jsonb_build_object('price', p_pence));
end $$;

-- Sets the carrier's service for a delivery method. p_service and p_before are {"serviceCode", "packageSize", "packagingGrams"}.
create or replace function public.desk_set_delivery_service(p_method text, p_service jsonb, p_before jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found public.delivery_methods;
  code text := nullif(public.trim_text(p_service ->> 'serviceCode'), '');
  new_service jsonb;
begin
  perform public.require_staff('packer');
  if code !~ '^[A-Za-z0-9]{1,20}$' then
    raise sqlstate 'PT400' using message = 'A service code has up to 20 letters and digits, such as CRL48.';
  elsif p_service ->> 'packageSize' is not null and p_service ->> 'packageSize' not in ('large letter', 'small parcel', 'medium parcel', 'parcel') then
    raise sqlstate 'PT400' using message = 'Please choose a package size from the list.';
  elsif coalesce(p_service ->> 'packagingGrams', '') !~ '^\d{1,4}$' or (p_service ->> 'packagingGrams')::integer > 5000 then
    raise sqlstate 'PT400' using message = 'An empty parcel weighs from 0 g to 5,000 g.';
  end if;
  new_service := jsonb_build_object('serviceCode', code, 'packageSize', p_service ->> 'packageSize', 'packagingGrams', (p_service ->> 'packagingGrams')::integer);
  select * into found from public.delivery_methods d where d.id = p_method for no key update;
  if found.id is null then perform public.raise_conflict(null); end if;
  if public.delivery_service(found) = new_service then return; end if;
  if public.delivery_service(found) is distinct from p_before then perform public.raise_conflict(public.delivery_service(found)); end if;
  update public.delivery_methods d set service_code = code, package_size = new_service ->> 'packageSize', packaging_grams = (new_service ->> 'packagingGrams')::integer
  where d.id = p_method;
  perform public.log_desk_action('delivery_service', 'delivery:' || p_method, public.delivery_service(found), new_service);
end $$;

grant execute on function public.shop_notices to anon, authenticated, service_role;
grant execute on function
  public.desk_words,
  public.desk_set_announcement,
  public.desk_set_holiday,
  public.desk_set_delivery_price,
  public.desk_set_delivery_service
to authenticated, service_role;
