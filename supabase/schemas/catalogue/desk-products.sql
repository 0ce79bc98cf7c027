-- Lists what a product still needs before it is sold, in the order of the desk's form. domain/product-gaps.ts has the same rule
-- and the texts for the desk.
create or replace function public.product_gaps(p_content jsonb) returns text[] language sql immutable security definer set search_path = '' as $$
  select coalesce(array_agg(gap order by place), '{}') from (values
    (1, 'picture', coalesce(jsonb_array_length(p_content -> 'images'), 0) = 0),
    (2, 'what the picture shows', p_content -> 'images' ->> 0 not like '/generated/%' and coalesce(public.trim_text(p_content -> 'alts' ->> 0), '') = ''),
    (3, 'name', coalesce(public.trim_text(p_content ->> 'name'), '') = ''),
    (4, 'price', coalesce((p_content ->> 'price')::integer, 0) <= 0),
    (5, 'net quantity', public.is_food_category(p_content ->> 'category') and coalesce((p_content ->> 'net')::numeric, 0) <= 0),
    (6, 'ingredients', public.is_food_category(p_content ->> 'category') and coalesce(jsonb_array_length(p_content -> 'ingredients'), 0) = 0),
    (7, 'all fourteen allergens', public.is_food_category(p_content ->> 'category')
      and public.count_unanswered_allergens(nullif(p_content -> 'answers', 'null')) > 0),
    (8, 'allergens named in its ingredients', public.is_food_category(p_content ->> 'category') and exists (
      select from public.allergen_words() a
      where p_content -> 'answers' ->> a.id in ('may', 'free')
        and public.allergen_text(public.recipe_text(array(select jsonb_array_elements_text(p_content -> 'ingredients')))) ~* a.words
    )),
    (9, 'how to keep it', public.is_food_category(p_content ->> 'category') and coalesce(public.trim_text(p_content ->> 'storage'), '') = '')
  ) as gaps (place, gap, is_missing) where is_missing
$$;

-- Returns the state of a product: 'hidden', 'sold-out', 'coming-soon' or 'live'. The function has no SET clause, so that PostgreSQL
-- can inline it into the calling statement.
create or replace function public.product_state(p_active boolean, p_is_sold_out boolean, p_is_coming_soon boolean) returns text
language sql immutable as $$
  select case when not p_active then 'hidden' when p_is_sold_out then 'sold-out' when p_is_coming_soon then 'coming-soon' else 'live' end
$$;

-- Returns the products that match the typed words: a part of a name, with any kind of apostrophe, a tag, or a number.
create or replace function public.product_states(p_words text) returns table (id uuid, place integer, state text, is_low boolean)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  pattern text := public.like_pattern(p_words);
  search_number bigint := case when ltrim(p_words, '0') ~ '^-?[1-9][0-9]{0,9}$' then ltrim(p_words, '0')::bigint end;
begin
  return query select p.id, p."Sort_order", public.product_state(p.active, p."isSoldOut" or coalesce(p.stock = 0, false), p."isComingSoon"),
    p.active and coalesce(p.stock <= 5, false) and not p."isSoldOut" and not p."isComingSoon"
  from public.products p where p.name ilike pattern or public.tag_words(p.tags) ilike pattern or p."Sort_order" = search_number;
end $$;

-- Returns the `counts` of the matching products by state, the ids of a `page` of them, and as `gaps` the ids of all foods whose
-- label is incomplete.
create or replace function public.search_products(
  p_search text, p_state text, p_limit integer, p_offset integer, out counts jsonb, out page uuid[], out gaps uuid[]
) language plpgsql stable security definer set search_path = '' as $$
declare
  search_text text := left(coalesce(public.trim_text(p_search), ''), 100);
  page_size integer := least(greatest(p_limit, 1), 500);
  page_start integer := greatest(p_offset, 0);
  low_stock uuid[];
  out_of_stock uuid[];
begin
  -- The condition is the same as that of `incomplete_labels`, so that one index serves both.
  gaps := array(
    select p.id from public.products p where public.is_food_category(p.category) and (
      p.ingredients = '{}' or p.allergens is null or p.net_quantity is null or p.storage is null
      or public.count_unanswered_allergens(p.allergen_answers) > 0
    )
  );
  if search_text <> '' then
    with found as materialized (
      select s.*, s.id in (select unnest(gaps)) as is_incomplete from public.product_states(search_text) s
    )
    select (
      select jsonb_build_object(
        'all', count(*), 'live', count(*) filter (where f.state = 'live'), 'sold-out', count(*) filter (where f.state = 'sold-out'),
        'coming-soon', count(*) filter (where f.state = 'coming-soon'), 'hidden', count(*) filter (where f.state = 'hidden'),
        'low', count(*) filter (where f.is_low), 'label-incomplete', count(*) filter (where f.is_incomplete)
      ) from found f
    ), array(
      select f.id from found f
      where p_state = 'all' or f.state = p_state or (p_state = 'label-incomplete' and f.is_incomplete) or (p_state = 'low' and f.is_low)
      order by f.place, f.id limit page_size offset page_start
    ) into counts, page;
  else
    select coalesce(array_agg(p.id) filter (where p.active and not p."isSoldOut" and not p."isComingSoon"), '{}'),
      coalesce(array_agg(p.id) filter (where p.active and not p."isSoldOut" and p.stock = 0), '{}') into low_stock, out_of_stock
    from public.products p where p.stock <= 5;
    with shelves as materialized (
      select count(*) as n, count(*) filter (where not p.active) as hidden, count(*) filter (where p.active and p."isSoldOut") as sold_out,
        count(*) filter (where p.active and not p."isSoldOut" and p."isComingSoon" and not p.id in (select unnest(out_of_stock))) as coming_soon
      from public.products p
    )
    select jsonb_build_object(
      'all', s.n, 'live', s.n - s.hidden - s.sold_out - s.coming_soon - cardinality(out_of_stock), 'sold-out', s.sold_out + cardinality(out_of_stock),
      'coming-soon', s.coming_soon, 'hidden', s.hidden, 'low', cardinality(low_stock), 'label-incomplete', cardinality(gaps)
    ) into counts from shelves s;
    page := array(
      select p.id from public.products p
      where case p_state
        when 'all' then true
        when 'low' then p.id in (select unnest(low_stock))
        when 'label-incomplete' then p.id in (select unnest(gaps))
        else p_state = public.product_state(p.active, p."isSoldOut" or p.id in (select unnest(out_of_stock)), p."isComingSoon")
      end
      order by p."Sort_order", p.id limit page_size offset page_start
    );
  end if;
end $$;

-- Returns the list of products for owners: {"counts": {"all", "live", …}, "rows": […]}.
create or replace function public.desk_products(
  p_search text default '', p_state text default 'all', p_limit integer default 50, p_offset integer default 0
) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare search_result record;
begin
  perform public.require_staff();
  select * into search_result from public.search_products(p_search, p_state, p_limit, p_offset);
  return jsonb_build_object('counts', search_result.counts, 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'slug', p.slug, 'number', p."Sort_order", 'name', p.name, 'image', p.image_url[1], 'tint', p.tint,
      'state', public.product_state(p.active, p."isSoldOut" or coalesce(p.stock = 0, false), p."isComingSoon"),
      'isIncomplete', p.id in (select unnest(search_result.gaps)),
      'openAnswers', case when p.id in (select unnest(search_result.gaps)) then public.count_unknown_allergens(p) else 0 end, 'isSoldOut', p."isSoldOut", 'shelfVersion', p.shelf_version,
      'stock', p.stock, 'onSaleFrom', p.on_sale_from, 'price', nullif(coalesce(r.next_amount, r.unit_amount), 0)
    ) order by p."Sort_order", p.id), '[]')
    from public.products p left join lateral (select * from public.prices x where x.product_id = p.id order by x.position limit 1) r on true
    where p.id = any (search_result.page)
  ));
end $$;

-- Returns what the editor shows of a product in addition to the content that it edits. Null when there is no such product.
-- `unwritten`: how many readers are still to be written to about its recipe; `misled`: how many of them were written to about a
-- recipe that is not the present one.
create or replace function public.desk_product(p_product uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare found public.products;
begin
  perform public.require_staff();
  select * into found from public.products p where p.id = p_product;
  if found.id is null then return null; end if;
  return jsonb_build_object(
    'id', found.id, 'slug', found.slug, 'number', found."Sort_order", 'tint', found.tint, 'stock', found.stock,
    'recipeChangedAt', case when found.recipe_changed_at > now() - interval '3 months' then found.recipe_changed_at end, 'newAllergens', public.new_allergens(p_product),
    'questions', public.label_question_list(p_product), 'content', public.product_content(p_product),
    'buyers', (select coalesce(jsonb_agg(jsonb_build_object('number', b.number, 'name', b.buyer, 'at', b.bought_at) order by b.bought_at desc), '[]')
      from (select * from public.recipe_buyers(p_product) limit 200) b),
    'written', (
      select count(*) from public.recipe_emails(p_product) m
      where m.version = (select max(v.version) from public.recipe_versions v where v.product_id = p_product)
    ),
    'olds', (
      select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'at', l.done_at, 'who', l.who, 'content', l.before) order by l.id desc), '[]')
      from public.desk_log l
      where l.subject = 'product:' || p_product and l.action = 'publish' and l.before is not null and l.done_at > now() - interval '30 days'
    )
  ) || (select jsonb_build_object('unwritten', count(*), 'misled', count(r.emailed_at)) from public.recipe_email_recipients(p_product) r);
end $$;

-- Returns how many people asked to be told about each product: {"<id>": 12}.
create or replace function public.desk_products_wanted() returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.require_staff();
  return (
    select coalesce(jsonb_object_agg(w.product_id, w.people), '{}') from (
      select r.product_id, count(*) as people from public.tell_me_requests r where r.confirmed_at is not null group by r.product_id
    ) w
  );
end $$;

-- Returns how many pieces of each product were sold by paid orders of the last thirty days, and not refunded: {"<id>": 31}.
create or replace function public.desk_products_sold() returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.require_staff();
  return (
    select coalesce(jsonb_object_agg(s.product_id, s.pieces), '{}') from (
      select i.product_id, sum(i.quantity - i.refunded_quantity) as pieces
      from public.orders o join public.order_items i on i.order_id = o.id
      where o.created_at > now() - interval '30 days' and o.paid_at is not null and o.sold_out_at is null and i.product_id is not null
      group by i.product_id
    ) s
  );
end $$;

grant execute on function
  public.desk_products,
  public.desk_product,
  public.desk_products_wanted,
  public.desk_products_sold
to authenticated, service_role;
