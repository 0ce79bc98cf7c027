-- Locks a product for a change and returns it; raises a conflict when there is none. Its prices are locked first, as in
-- `complete_catalogue_job`, so that the two cannot deadlock.
create or replace function public.lock_product(p_product uuid) returns public.products
language plpgsql security definer set search_path = '' as $$
declare found public.products;
begin
  perform from public.prices r where r.product_id = p_product for no key update;
  select * into found from public.products p where p.id = p_product for no key update;
  if found.id is null then perform public.raise_conflict(null); end if;
  return found;
end $$;

-- Changes a counted stock by p_by, even if pieces have been sold since the caller saw it. Returns the stock that is left.
create or replace function public.desk_move_stock(p_product uuid, p_by integer, p_request uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare found public.products;
begin
  perform public.require_staff();
  found := public.lock_product(p_product);
  if public.is_request_logged('product:' || p_product, p_request) then return found.stock; end if;
  if found.stock is null then raise sqlstate 'PT400' using message = found.name || ' is not counted. Start counting first.'; end if;
  if found.stock + p_by < 0 then
    raise sqlstate 'PT400' using message = 'Stock can’t go below zero: ' || found.stock || ' left of ' || found.name || '.';
  elsif found.stock + p_by > 1000000 then
    raise sqlstate 'PT400' using message = 'That is more than the shop can count: a million is the most.';
  end if;
  update public.products p set stock = p.stock + p_by where p.id = p_product;
  perform public.log_desk_action('stock', 'product:' || p_product, jsonb_build_object('stock', found.stock),
    jsonb_build_object('stock', found.stock + p_by, 'request', p_request));
  return found.stock + p_by;
end $$;

-- Sets a product's stock; null stops counting it. p_before is the stock that the caller saw.
create or replace function public.desk_set_stock(p_product uuid, p_stock integer, p_before integer) returns void
language plpgsql security definer set search_path = '' as $$
declare found public.products;
begin
  perform public.require_staff();
  if p_stock not between 0 and 1000000 then
    raise sqlstate 'PT400' using message = 'Stock is a whole number from 0 to a million.';
  end if;
  found := public.lock_product(p_product);
  if found.stock is not distinct from p_stock then return; end if;
  if found.stock is distinct from p_before then perform public.raise_conflict(jsonb_build_object('stock', found.stock)); end if;
  update public.products p set stock = p_stock where p.id = p_product;
  perform public.log_desk_action('stock', 'product:' || p_product, jsonb_build_object('stock', found.stock), jsonb_build_object('stock', p_stock));
end $$;

-- Returns the stock of each product, for packers: {"counts": {"all", "low", "sold-out"}, "rows": […]}. It has no price, and
-- nothing of how a product is described or made. p_state: 'all', 'low' or 'sold-out'.
create or replace function public.desk_stock(
  p_search text default '', p_state text default 'all', p_limit integer default 50, p_offset integer default 0
) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  shown_state text := case when p_state in ('low', 'sold-out') then p_state else 'all' end;
  search_result record;
begin
  perform public.require_staff('packer');
  select * into search_result from public.search_products(p_search, shown_state, p_limit, p_offset);
  return jsonb_build_object(
    'counts', jsonb_build_object('all', search_result.counts -> 'all', 'low', search_result.counts -> 'low', 'sold-out', search_result.counts -> 'sold-out'),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'number', p."Sort_order", 'name', p.name, 'image', p.image_url[1], 'tint', p.tint,
        'net', trim_scale(p.net_quantity) || ' ' || p.net_unit, 'sizes', to_jsonb(p.sizes), 'stock', p.stock,
        'state', public.product_state(p.active, p."isSoldOut" or coalesce(p.stock = 0, false), p."isComingSoon")
      ) order by p."Sort_order", p.id), '[]')
      from public.products p where p.id = any (search_result.page)
    )
  );
end $$;

-- Marks a product as sold out, or not; p_version is the version that the caller saw. A call without a version marks it as sold
-- out whatever was changed meanwhile: that harms nobody, and may be urgent. Returns the new version.
create or replace function public.desk_set_sold_out(p_product uuid, p_is_sold_out boolean, p_version integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  found public.products;
  version integer;
begin
  perform public.require_staff();
  found := public.lock_product(p_product);
  if found."isSoldOut" = p_is_sold_out then return found.shelf_version; end if;
  if found.shelf_version is distinct from p_version and not (p_is_sold_out and p_version is null) then
    perform public.raise_conflict(jsonb_build_object(
      'state', public.product_state(found.active, found."isSoldOut", found."isComingSoon"), 'version', found.shelf_version
    ));
  end if;
  update public.products p set "isSoldOut" = p_is_sold_out where p.id = p_product returning p.shelf_version into version;
  perform public.log_desk_action('sold_out', 'product:' || p_product, jsonb_build_object('isSoldOut', found."isSoldOut"),
    jsonb_build_object('isSoldOut', p_is_sold_out));
  return version;
end $$;

-- Returns the price of a product in pence; if a new price waits for the payment provider, returns the new one. Null is "Price TBA".
create or replace function public.upcoming_price(p_product uuid) returns integer language sql stable security definer set search_path = '' as $$
  select nullif(coalesce(r.next_amount, r.unit_amount), 0) from public.prices r where r.product_id = p_product order by r.position limit 1
$$;

-- Sets the price of a product in pence; null is "Price TBA". Of the product's prices the first by position is in use; it is created
-- if there is none. A trigger may let the changed price wait for the payment provider (`defer_price_change`).
create or replace function public.update_product_price(p_product uuid, p_pence integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_pence = 0 then raise sqlstate 'PT400' using message = '£0.00 is not a price. Leave it empty for Price TBA.'; end if;
  if p_pence not between 1 and 1000000 then raise sqlstate 'PT400' using message = 'A price is between £0.01 and £10,000.00.'; end if;
  if public.upcoming_price(p_product) is not distinct from p_pence then return; end if;
  update public.prices r set unit_amount = coalesce(p_pence, 0)
  where r.id = (select x.id from public.prices x where x.product_id = p_product order by x.position limit 1);
  if not found and p_pence is not null then
    insert into public.prices (product_id, unit_amount) values (p_product, p_pence);
  end if;
end $$;

-- Sets the price of a product; p_before is the price that the caller saw.
create or replace function public.desk_set_price(p_product uuid, p_pence integer, p_before integer) returns void
language plpgsql security definer set search_path = '' as $$
declare former integer;
begin
  perform public.require_staff();
  perform public.lock_product(p_product);
  former := public.upcoming_price(p_product);
  if former is not distinct from p_pence then return; end if;
  if former is distinct from p_before then perform public.raise_conflict(jsonb_build_object('price', former)); end if;
  perform public.update_product_price(p_product, p_pence);
  perform public.log_desk_action('price', 'product:' || p_product, jsonb_build_object('price', former), jsonb_build_object('price', p_pence));
end $$;

-- Saves a product with p_content, the content of the editor, and publishes it. p_before is the content that the edit was based on,
-- null for a new product. A product that goes on sale, or whose label changes, needs all data of `product_gaps`. A product that is
-- on sale already may lack the data that it lacked before, if its label stays the same or only warns of more allergens; then an
-- answer to an allergen question may also become "not known". A product that is hidden or coming soon may lack any data.
create or replace function public.desk_publish(p_product uuid, p_content jsonb, p_before jsonb, p_request uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  previous jsonb;
  validation_error text;
  gaps text[];
  clean_name text;
  recipe text[];
  answers jsonb;
  former_text text;
  label text;
  not_food_label text;
  states jsonb;
  new_slug text;
  is_former_content boolean;
  is_same_label boolean;
  found public.products;
begin
  perform public.require_staff();
  perform from public.prices r where r.product_id = p_product for no key update;
  select * into found from public.products p where p.id = p_product for no key update;
  previous := public.product_content(p_product);
  if public.is_request_logged('product:' || p_product, p_request) then return previous; end if;
  -- A desk of an earlier version does not send newer fields: they keep their values.
  if (previous is null) <> (p_before is null) or previous || p_before is distinct from previous then perform public.raise_conflict(previous); end if;
  p_content := coalesce(previous, '{}') || p_content;
  validation_error := public.validate_content(p_content);
  -- A fault that was there before, such as a photo from another site, does not block another change.
  if validation_error is not null and (previous is null or validation_error is distinct from public.validate_content(previous)) then
    raise sqlstate 'PT400' using message = validation_error;
  end if;
  -- A product that was on sale with this content before may go on sale again, with the label that it had then.
  is_former_content := exists (
    select from public.desk_log l
    where l.subject = 'product:' || p_product and l.action = 'publish' and p_content || l.before = p_content and l.done_at > now() - interval '30 days'
  );
  recipe := array(select public.trim_text(part) from jsonb_array_elements_text(p_content -> 'ingredients') as part);
  is_same_label := previous ->> 'category' = p_content ->> 'category' and previous -> 'answers' is not distinct from p_content -> 'answers'
    and previous -> 'ingredients' = to_jsonb(recipe);
  gaps := public.product_gaps(p_content);
  answers := nullif(p_content -> 'answers', 'null');
  if found.active and (not found."isComingSoon" or found."isSoldOut" and p_content ->> 'shelf' = 'sold-out') and (
    is_same_label or previous ->> 'category' = p_content ->> 'category' and public.only_adds_warnings(found, public.recipe_text(recipe), answers)
  ) then
    -- "Not known" is allowed in place of "free from", because it is more cautious.
    gaps := array(select gap from unnest(gaps) as gap where gap <> all (public.product_gaps(previous) || 'all fourteen allergens'::text));
  end if;
  if p_content ->> 'shelf' in ('live', 'sold-out') and gaps <> '{}' and not is_former_content then
    raise sqlstate 'PT400' using message = 'It cannot go on sale yet. It still needs: ' || array_to_string(gaps, ', ') || '.';
  end if;
  clean_name := public.clean_line(p_content ->> 'name');
  -- Answers that nobody changed leave out the warnings that only the text states.
  if answers is null or answers = found.allergen_answers then former_text := found.allergens; end if;
  if p_content ->> 'shelf' in ('live', 'sold-out') or public.count_unanswered_allergens(answers) = 0 or former_text is not null then
    label := coalesce(public.allergen_label(
      public.recipe_text(recipe) || '. ' || public.contains_sentences(case when answers is null then former_text end),
      public.allergen_states(public.recipe_text(recipe), former_text, answers)
    ), (select 'Not known: ' || string_agg(a.label, ', ' order by a.place) || '.' from public.allergen_words() a where answers is not null));
  end if;
  new_slug := public.slugify(clean_name);
  if is_former_content then label := p_content ->> 'allergens'; end if;
  -- A label that nobody changed stays as it is, such as that of a box, or one that is older than the allergen questions.
  if is_same_label or not public.is_food_category(p_content ->> 'category') then label := previous ->> 'allergens'; end if;
  if p_content ->> 'category' = 'merchandise' then
    not_food_label := 'Not food, so there is no allergen label to read.';
    states := public.allergen_states(public.recipe_text(recipe), case when answers is null then label end, answers);
    if not is_former_content and (not is_same_label or coalesce(label, not_food_label) = not_food_label) then
      -- Some of the product has become edible, or is no longer edible.
      if exists (select from jsonb_each_text(states) as s where s.value in ('contains', 'may')) then
        label := public.allergen_label(public.recipe_text(recipe), states);
      elsif exists (select from jsonb_each_text(public.allergen_states('', label, null)) as s where s.value in ('contains', 'may')) then
        label := not_food_label;
      end if;
    end if;
    label := coalesce(label, not_food_label);
  end if;
  if previous is null then
    while exists (select from public.products p where p.slug = new_slug) loop new_slug := public.slugify(clean_name) || '-' || substr(gen_random_uuid()::text, 1, 4); end loop;
    insert into public.products (id, slug, name, category, active, "Sort_order")
    values (p_product, new_slug, clean_name, p_content ->> 'category', false, (select coalesce(max(p."Sort_order"), 0) + 1 from public.products p));
  end if;
  perform public.update_product_price(p_product, (p_content ->> 'price')::integer);
  perform public.update_product_content(p_product, p_content, clean_name, recipe, label);
  perform public.log_desk_action('publish', 'product:' || p_product, previous, public.product_content(p_product) || jsonb_build_object('request', p_request));
  return public.product_content(p_product);
end $$;

-- Puts coming-soon products on sale whose day has come, if their label is complete. The owner is warned by email, once for each
-- product and day, from two days before that day on while the label is incomplete. The server calls it once an hour. Returns how
-- many went on sale.
create or replace function public.release_coming_soon(p_business_email text, p_now timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  released integer := 0;
  today date := (p_now at time zone 'Europe/London')::date;
begin
  for due in
    select p.id, p.name, p.on_sale_from, public.product_gaps(public.product_content(p.id)) as gaps from public.products p
    where p.active and p."isComingSoon" and p.on_sale_from <= today + 2
    order by p.id for no key update skip locked
  loop
    if due.gaps <> '{}' then
      perform public.queue_email('label_warning', p_business_email, jsonb_build_object(
        'name', due.name, 'product', due.id, 'day', due.on_sale_from, 'gaps', to_jsonb(due.gaps)
      ), due.id || ':' || due.on_sale_from, p_now);
    elsif due.on_sale_from <= today then
      update public.products p set "isComingSoon" = false, on_sale_from = null where p.id = due.id;
      insert into public.desk_log (who, action, subject, before)
      values ('The shop', 'on_sale', 'product:' || due.id, jsonb_build_object('onSaleFrom', due.on_sale_from));
      released := released + 1;
    end if;
  end loop;
  return released;
end $$;

create or replace function public.desk_set_weight(p_product uuid, p_grams integer, p_before integer) returns void
language plpgsql security definer set search_path = '' as $$
declare found public.products;
begin
  perform public.require_staff('packer');
  if p_grams not between 1 and 30000 then
    raise sqlstate 'PT400' using message = 'A piece weighs from 1 g to 30,000 g.';
  end if;
  found := public.lock_product(p_product);
  if found.weight_grams is not distinct from p_grams then return; end if;
  if found.weight_grams is distinct from p_before then
    perform public.raise_conflict(jsonb_build_object('weightGrams', found.weight_grams));
  end if;
  update public.products p set weight_grams = p_grams where p.id = p_product;
  perform public.log_desk_action('weight', 'product:' || p_product, jsonb_build_object('weightGrams', found.weight_grams),
    jsonb_build_object('weightGrams', p_grams));
end $$;

grant execute on function
  public.desk_move_stock,
  public.desk_set_stock,
  public.desk_stock,
  public.desk_set_sold_out,
  public.desk_set_price,
  public.desk_publish,
  public.desk_set_weight
to authenticated, service_role;
grant execute on function public.release_coming_soon to service_role;
