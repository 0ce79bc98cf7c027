-- The email about a changed recipe: to whom it goes, what each of them has or will get, and what it says, shown before it is sent.

-- Who would be written to: {"version", "readers": [{"name", "number", "orders"}]}, those first who have nothing yet.
create or replace function public.desk_recipe_readers(p_product uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.desk_enter();
  return jsonb_build_object('version', public.recipe_readers_version(p_product), 'readers', (
    select coalesce(jsonb_agg(jsonb_build_object('name', r.buyer, 'number', r.number, 'orders', r.orders)
      order by (r.orders @> '[{"stage": "waiting"}]') desc, (r.orders @> '[{"stage": "sent"}]') desc, r.number), '[]')
    from public.recipe_news_readers(p_product) r
  ));
end $$;

-- The email of one of them, by the order that it names, as `desk_mail` gives what was sent: {"mail": {"template"}, "data"}.
create or replace function public.desk_recipe_letter(p_product uuid, p_number bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare letter jsonb;
begin
  perform public.desk_enter();
  select public.recipe_letter(p_product, to_jsonb(r)) into letter from public.recipe_news_readers(p_product) r where r.number = p_number limit 1;
  if letter is null then raise sqlstate 'PT400' using message = 'Nobody is to be written to about order ' || coalesce(p_number::text, '') || ' any more.'; end if;
  return jsonb_build_object('mail', jsonb_build_object('template', 'recipe_news'), 'data', letter);
end $$;

-- Writes to each of them. It leaves after thirty seconds; until then it can be taken back. p_version is of the readers that
-- whoever presses was shown. Answers to how many.
create or replace function public.desk_send_recipe_news(p_product uuid, p_version text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  found public.products;
  latest integer;
  reader record;
  written integer := 0;
begin
  perform public.desk_enter();
  found := public.product_to_change(p_product);
  if not exists (select from public.recipe_news_readers(p_product)) then
    if coalesce(found.recipe_changed_at <= now() - interval '3 months', true) then
      raise sqlstate 'PT400' using message = 'The recipe of ' || found.name || ' has not changed lately.';
    end if;
    return 0;
  end if;
  if public.recipe_readers_version(p_product) is distinct from p_version then
    perform public.desk_conflict(jsonb_build_object('readers', (select count(*) from public.recipe_news_readers(p_product))));
  end if;
  select max(v.version) into latest from public.recipe_versions v where v.product_id = p_product;
  for reader in select * from public.recipe_news_readers(p_product) loop
    perform public.queue_letter('recipe_news', reader.email, public.recipe_letter(p_product, to_jsonb(reader)),
      concat_ws(':', p_product, latest, encode(sha256(convert_to(lower(reader.email), 'utf8')), 'hex'), reader.letter),
      now() + interval '30 seconds');
    written := written + 1;
  end loop;
  perform public.desk_note('recipe_news', 'product:' || p_product, null, jsonb_build_object('people', written));
  return written;
end $$;

-- A desk that was opened before this asked nothing before it sent.
create or replace function public.desk_write_recipe_news(p_product uuid) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  perform public.desk_enter();
  raise sqlstate 'PT400' using message = 'Please load the desk again: it shows who reads this, and what, before it is sent.';
end $$;

revoke execute on all functions in schema public from public;
grant execute on function public.desk_recipe_readers, public.desk_recipe_letter, public.desk_send_recipe_news,
  public.desk_write_recipe_news to authenticated, service_role;
