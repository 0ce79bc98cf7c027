-- Writes a product as the editor has it, and with that shows it everywhere. p_before is what it was based on, null for a new
-- one. What goes on sale, or is sold with another label than before, needs a whole one. What is on sale with the same label
-- may lack what it lacked: another photo or name makes it no worse. What is hidden or coming soon is kept with its gaps.
create or replace function public.desk_publish(p_product uuid, p_content jsonb, p_before jsonb, p_request uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  was jsonb;
  fault text;
  gaps text[];
  title text;
  recipe text[];
  answers jsonb;
  label text;
  path text;
  is_old boolean;
  is_same_label boolean;
begin
  perform public.desk_enter();
  fault := public.content_fault(p_content);
  if fault is not null then raise sqlstate 'PT400' using message = fault; end if;
  perform from public.prices r where r.product_id = p_product for no key update;
  perform from public.products p where p.id = p_product for no key update;
  was := public.product_content(p_product);
  if public.is_done('product:' || p_product, p_request) then return was; end if;
  if was is distinct from p_before then perform public.desk_conflict(was); end if;
  -- What was on sale like this before may be again, in the words that its label had.
  is_old := exists (
    select from public.desk_log l
    where l.subject = 'product:' || p_product and l.action = 'publish' and l.before = p_content and l.done_at > now() - interval '30 days'
  );
  recipe := array(select public.trim_text(part) from jsonb_array_elements_text(p_content -> 'ingredients') as part);
  is_same_label := was ->> 'category' = p_content ->> 'category' and was -> 'answers' is not distinct from p_content -> 'answers'
    and was -> 'ingredients' = to_jsonb(recipe);
  gaps := public.product_gaps(p_content);
  if is_same_label and exists (select from public.products p where p.id = p_product and p.active and not p."isComingSoon") then
    gaps := array(select gap from unnest(gaps) as gap where gap <> all (public.product_gaps(was)));
  end if;
  if p_content ->> 'shelf' in ('live', 'sold-out') and gaps <> '{}' and not is_old then
    raise sqlstate 'PT400' using message = 'It cannot go on sale yet. It still needs: ' || array_to_string(gaps, ', ') || '.';
  end if;
  title := public.plain_line(p_content ->> 'name');
  answers := nullif(p_content -> 'answers', 'null');
  label := public.allergen_label(public.plain_recipe(recipe), coalesce(answers, '{}'));
  path := public.slug_of(title);
  if is_old then label := p_content ->> 'allergens'; end if;
  -- Words that nobody touched stay as they are, such as those of a box, or of a label of before there were answers.
  if is_same_label or not public.is_food_category(p_content ->> 'category') then label := was ->> 'allergens'; end if;
  if p_content ->> 'category' = 'merchandise' then label := coalesce(label, 'Not food, so there is no allergen label to read.'); end if;
  if was is null then
    while exists (select from public.products p where p.slug = path) loop path := public.slug_of(title) || '-' || substr(gen_random_uuid()::text, 1, 4); end loop;
    insert into public.products (id, slug, name, category, active, "Sort_order")
    values (p_product, path, title, p_content ->> 'category', false, (select coalesce(max(p."Sort_order"), 0) + 1 from public.products p));
  end if;
  perform public.write_price(p_product, (p_content ->> 'price')::integer);
  update public.products p set
    name = title, tagline = public.plain_line(coalesce(p_content ->> 'tagline', '')),
    description = public.trim_text(coalesce(p_content ->> 'description', '')), category = p_content ->> 'category',
    image_url = array(select jsonb_array_elements_text(p_content -> 'images')),
    image_alt = array(select public.plain_line(alt) from jsonb_array_elements_text(p_content -> 'alts') as alt),
    net_quantity = (p_content ->> 'net')::numeric, net_unit = case when p_content ->> 'net' is not null then p_content ->> 'unit' end,
    pack = nullif(public.plain_line(p_content ->> 'pack'), ''),
    sizes = array(select public.plain_line(size) from jsonb_array_elements_text(p_content -> 'sizes') as size),
    ingredients = recipe, allergen_answers = answers, allergens = label,
    storage = nullif(public.plain_line(p_content ->> 'storage'), ''), heat = (p_content ->> 'heat')::smallint,
    tags = array(select tag from jsonb_array_elements_text(p_content -> 'tags') as tag),
    "isHot" = (p_content ->> 'isHot')::boolean, "isSeasonalLimited" = (p_content ->> 'isLimited')::boolean,
    "isBestSeller" = (p_content ->> 'isBestSeller')::boolean,
    active = p_content ->> 'shelf' <> 'hidden', "isSoldOut" = p_content ->> 'shelf' = 'sold-out',
    "isComingSoon" = p_content ->> 'shelf' = 'coming-soon',
    on_sale_from = case when p_content ->> 'shelf' = 'coming-soon' then (p_content ->> 'onSaleFrom')::date end
  where p.id = p_product;
  perform public.desk_note('publish', 'product:' || p_product, was, public.product_content(p_product) || jsonb_build_object('request', p_request));
  return public.product_content(p_product);
end $$;
