-- What packers see of the stock, and two changes of the desk that say what they are based on and by whom they were made.

-- ── The stock list ──────────────────────────────────────────────────────────────────────────────

-- What a list of products counts and which of them it shows, in the order of the album. p_search: part of a name, a tag, or a
-- number. Without one, what is counted stands in the index of the shelves; the few that are nearly gone, and those with a gap
-- in their label, stand in their own.
create or replace function public.products_sought(
  p_search text, p_state text, p_limit integer, p_offset integer, out counts jsonb, out page uuid[], out gaps uuid[]
) language plpgsql stable security definer set search_path = '' as $$
declare
  wanted text := left(coalesce(public.trim_text(p_search), ''), 100);
  most integer := least(greatest(p_limit, 1), 500);
  skipped integer := greatest(p_offset, 0);
  few uuid[];
  gone uuid[];
begin
  -- As `labels_incomplete` has it, by the index of both.
  gaps := array(
    select p.id from public.products p where public.is_food_category(p.category) and (
      p.ingredients = '{}' or p.allergens is null or p.net_quantity is null or p.storage is null
      or not coalesce(p.allergen_answers ?& array['celery', 'gluten', 'crustaceans', 'eggs', 'fish', 'lupin', 'milk', 'molluscs',
        'mustard', 'nuts', 'peanuts', 'sesame', 'soya', 'sulphites'], true)
    )
  );
  if wanted <> '' then
    with found as materialized (
      select s.*, s.id in (select unnest(gaps)) as is_incomplete from public.products_standing(wanted) s
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
      order by f.place, f.id limit most offset skipped
    ) into counts, page;
  else
    select coalesce(array_agg(p.id) filter (where p.active and not p."isSoldOut" and not p."isComingSoon"), '{}'),
      coalesce(array_agg(p.id) filter (where p.active and not p."isSoldOut" and p.stock = 0), '{}') into few, gone
    from public.products p where p.stock <= 5;
    with shelves as materialized (
      select count(*) as n, count(*) filter (where not p.active) as hidden, count(*) filter (where p.active and p."isSoldOut") as sold_out,
        count(*) filter (where p.active and not p."isSoldOut" and p."isComingSoon" and not p.id in (select unnest(gone))) as coming_soon
      from public.products p
    )
    select jsonb_build_object(
      'all', s.n, 'live', s.n - s.hidden - s.sold_out - s.coming_soon - cardinality(gone), 'sold-out', s.sold_out + cardinality(gone),
      'coming-soon', s.coming_soon, 'hidden', s.hidden, 'low', cardinality(few), 'label-incomplete', cardinality(gaps)
    ) into counts from shelves s;
    page := array(
      select p.id from public.products p
      where case p_state
        when 'all' then true
        when 'low' then p.id in (select unnest(few))
        when 'label-incomplete' then p.id in (select unnest(gaps))
        else p_state = public.product_state(p.active, p."isSoldOut" or p.id in (select unnest(gone)), p."isComingSoon")
      end
      order by p."Sort_order", p.id limit most offset skipped
    );
  end if;
end $$;

-- What there is of each product, for whoever packs: {"counts": {"all", "low", "sold-out"}, "rows": […]}. No price, and nothing
-- of how a product is described or made. p_state: 'all', 'low' or 'sold-out'.
create or replace function public.desk_stock(
  p_search text default '', p_state text default 'all', p_limit integer default 50, p_offset integer default 0
) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  shown text := case when p_state in ('low', 'sold-out') then p_state else 'all' end;
  sought record;
begin
  perform public.desk_enter('packer');
  select * into sought from public.products_sought(p_search, shown, p_limit, p_offset);
  return jsonb_build_object(
    'counts', jsonb_build_object('all', sought.counts -> 'all', 'low', sought.counts -> 'low', 'sold-out', sought.counts -> 'sold-out'),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'number', p."Sort_order", 'name', p.name, 'image', p.image_url[1], 'tint', p.tint,
        'net', trim_scale(p.net_quantity) || ' ' || p.net_unit, 'sizes', to_jsonb(p.sizes), 'stock', p.stock,
        'state', public.product_state(p.active, p."isSoldOut" or coalesce(p.stock = 0, false), p."isComingSoon")
      ) order by p."Sort_order", p.id), '[]')
      from public.products p where p.id = any (sought.page)
    )
  );
end $$;

-- ── Sold out ────────────────────────────────────────────────────────────────────────────────────

-- How often a product was put on another shelf: sold out or not, coming soon or not, hidden or not. Whoever switches it says
-- which of these they saw, for a switch that went to and fro meanwhile looks as it did.
alter table public.products add column if not exists shelf_version integer not null default 1;

create or replace function public.count_shelf() returns trigger language plpgsql set search_path = '' as $$
begin
  new.shelf_version := old.shelf_version + 1;
  return new;
end $$;
create or replace trigger products_count_shelf before update of active, "isSoldOut", "isComingSoon" on public.products
  for each row when ((old.active, old."isSoldOut", old."isComingSoon") is distinct from (new.active, new."isSoldOut", new."isComingSoon"))
  execute function public.count_shelf();

-- Says what a changed product changes: 'all', or 'product:<slug> product:<id>', the names under which its own page reads
-- it, for what that page alone shows. Of the stock, lists show whether there is any, and its own page up to 99 pieces, the
-- most that a line may hold; no number is 99, too. When it last changed is shown to search engines only, who can wait. What
-- counts its shelves is the desk's, and grows with what is shown of them.
create or replace function public.announce_product() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  unseen constant text[] := array['stock', 'shelf_version', 'created_at', 'updated_at'];
  on_its_page constant text[] := array['storage', 'sizes', 'recipeideas', 'stats',
    'image_alt', 'allergen_answers', 'on_sale_from', 'recipe_changed_at'];
  before constant jsonb := to_jsonb(old) - unseen;
  after constant jsonb := to_jsonb(new) - unseen;
begin
  if not old.active and not new.active then return null; end if;
  if before - on_its_page <> after - on_its_page
    or (old.stock is not distinct from 0) <> (new.stock is not distinct from 0)
  then perform public.announce('all');
  elsif before <> after or least(old.stock, 99) <> least(new.stock, 99)
  then perform public.announce(format('product:%s product:%s', new.slug, new.id));
  end if;
  return null;
end $$;

-- The list of products for owners: {"counts": {"all", "live", …}, "rows": […]}.
create or replace function public.desk_products(
  p_search text default '', p_state text default 'all', p_limit integer default 50, p_offset integer default 0
) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare sought record;
begin
  perform public.desk_enter();
  select * into sought from public.products_sought(p_search, p_state, p_limit, p_offset);
  return jsonb_build_object('counts', sought.counts, 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'slug', p.slug, 'number', p."Sort_order", 'name', p.name, 'image', p.image_url[1], 'tint', p.tint,
      'state', public.product_state(p.active, p."isSoldOut" or coalesce(p.stock = 0, false), p."isComingSoon"),
      'isIncomplete', p.id in (select unnest(sought.gaps)), 'isSoldOut', p."isSoldOut", 'shelfVersion', p.shelf_version,
      'stock', p.stock, 'onSaleFrom', p.on_sale_from, 'price', nullif(coalesce(r.next_amount, r.unit_amount), 0)
    ) order by p."Sort_order", p.id), '[]')
    from public.products p left join lateral (select * from public.prices x where x.product_id = p.id order by x.position limit 1) r on true
    where p.id = any (sought.page)
  ));
end $$;

-- p_version is that of the shelf which was shown. Gives the one that it is now.
drop function if exists public.desk_set_sold_out(uuid, boolean);
create or replace function public.desk_set_sold_out(p_product uuid, p_is_sold_out boolean, p_version integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  found public.products;
  version integer;
begin
  perform public.desk_enter();
  found := public.product_to_change(p_product);
  if found."isSoldOut" = p_is_sold_out then return found.shelf_version; end if;
  if found.shelf_version is distinct from p_version then
    perform public.desk_conflict(jsonb_build_object(
      'state', public.product_state(found.active, found."isSoldOut", found."isComingSoon"), 'version', found.shelf_version
    ));
  end if;
  update public.products p set "isSoldOut" = p_is_sold_out where p.id = p_product returning p.shelf_version into version;
  perform public.desk_note('sold_out', 'product:' || p_product, jsonb_build_object('isSoldOut', found."isSoldOut"),
    jsonb_build_object('isSoldOut', p_is_sold_out));
  return version;
end $$;

-- ── Refunds ─────────────────────────────────────────────────────────────────────────────────────

-- A refund that was asked for and of which the provider has said nothing, to ask for it again: {"number", "id", "amount", …}.
-- What has gone back already is not asked for, so nothing is noted of it.
create or replace function public.desk_refund_again(p_request uuid) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  kept public.refunds;
  concerned public.orders;
begin
  perform public.desk_enter_fresh();
  select * into kept from public.refunds r where r.id = p_request;
  if kept.id is null then raise sqlstate 'PT400' using message = 'There is no such refund any more.'; end if;
  select * into concerned from public.orders o where o.id = kept.order_id;
  if kept.booked_at is null then
    perform public.desk_note('pay_back_again', 'order:' || concerned.number, null,
      jsonb_build_object('request', kept.id, 'amount', kept.amount));
  end if;
  return public.refund_begun(concerned, kept, public.left_to_pay_back(concerned), false)
    || jsonb_build_object('isBooked', kept.booked_at is not null, 'number', concerned.number);
end $$;

revoke execute on all functions in schema public from public;
grant execute on function public.desk_stock, public.desk_set_sold_out to authenticated, service_role;
