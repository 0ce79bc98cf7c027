-- Sends some pieces ahead of the rest, p_lines [{"position", "quantity", "versions", "latest"}], the last two of a line whose
-- label has changed since the order. It has a mail of its own that waits as long as any. p_left is how many pieces of the order
-- whoever asks believes are to be sent.
create or replace function public.desk_send_part(
  p_number bigint, p_lines jsonb, p_carrier text, p_tracking text, p_left integer, p_request uuid default null
) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  with_carrier text;
  number_or_link text := nullif(public.trim_text(p_tracking), '');
  concerned public.orders;
  goods jsonb;
  pieces jsonb;
  chosen integer;
  whole integer;
  sent_part uuid := coalesce(p_request, gen_random_uuid());
  asked jsonb;
  choice record;
  fault text;
begin
  perform public.desk_enter('packer');
  with_carrier := public.checked_carrier(p_carrier);
  concerned := public.wanted_order(p_number);
  if exists (select from public.part_parcels p where p.id = p_request and p.order_id = concerned.id) then return p_request; end if;
  if concerned.on_hold_since is not null and concerned.fulfilled_at is null then
    raise sqlstate 'PT400' using message = public.hold_words(concerned);
  end if;
  if not public.is_to_send(concerned) then raise sqlstate 'PT400' using message = 'Order ' || p_number || ' has left, or was paid back.'; end if;
  select sum(t.pieces) into whole from public.pieces_to_send(concerned.id) t;
  if whole is distinct from p_left then perform public.desk_conflict(jsonb_build_object('left', whole)); end if;
  select sum(line.quantity), jsonb_agg(jsonb_build_object('name', i.name, 'slug', i.slug, 'quantity', line.quantity, 'size', i.size) order by i.position),
    jsonb_agg(jsonb_build_object('position', line.position, 'quantity', line.quantity) order by i.position)
  into chosen, goods, pieces
  from jsonb_to_recordset(p_lines) as line ("position" integer, quantity integer)
  join public.pieces_to_send(concerned.id) t on t.position = line.position join public.order_items i on i.id = t.item_id
  where line.quantity between 1 and t.pieces;
  if chosen is null or jsonb_array_length(goods) <> jsonb_array_length(p_lines)
    or (select count(*) <> count(distinct line -> 'position') from jsonb_array_elements(p_lines) as line) then
    raise sqlstate 'PT400' using message = 'Please choose pieces of order ' || p_number || ' that are still to be sent.';
  elsif chosen = whole then
    raise sqlstate 'PT400' using message = 'That is all that is left of order ' || p_number || ': mark it as sent.';
  elsif public.is_tracking(number_or_link) is false then
    raise sqlstate 'PT400' using message = public.no_tracking(number_or_link);
  end if;
  -- While the pieces still count as those to come.
  select coalesce(jsonb_agg(jsonb_build_object('item', c.item_id, 'versions', line.versions, 'latest', line.latest) order by i.position), '[]')
  into asked
  from public.recipe_choices(array[concerned.id]) c join public.order_items i on i.id = c.item_id
  join jsonb_to_recordset(p_lines) as line ("position" integer, versions integer[], latest integer) on line.position = i.position;
  insert into public.part_parcels (id, order_id, lines, carrier, tracking) values (sent_part, concerned.id, pieces, with_carrier, number_or_link);
  for choice in select * from jsonb_to_recordset(asked) as c (item uuid, versions integer[], latest integer) loop
    fault := public.choose_recipe(choice.item, sent_part, choice.versions, case when choice.versions is null then (
      select max(r.latest_version) from public.recipe_options(choice.item) r
    ) else choice.latest end);
    if fault = 'changed' then perform public.desk_conflict(jsonb_build_object('item', choice.item)); end if;
    if fault is not null then raise sqlstate 'PT400' using message = 'Order ' || p_number || ': ' || fault || '.'; end if;
  end loop;
  delete from public.line_picks x using public.order_items i
  where i.id = x.item_id and i.order_id = concerned.id and i.position in (select (line ->> 'position')::integer from jsonb_array_elements(pieces) as line);
  perform public.queue_letter('order_sent', concerned.email, public.sent_letter(concerned.id) || jsonb_build_object(
    'carrier', with_carrier, 'lines', goods, 'isPart', true, 'recipes', public.packed_recipe_notes(concerned.id, sent_part),
    'trackingNumber', case when number_or_link not like 'https://%' then number_or_link end,
    'trackingLink', case when number_or_link like 'https://%' then number_or_link end
  ), concerned.id || ':' || sent_part, now());
  update public.outbox set next_attempt_at = now() + public.time_to_undo() where dedupe_key = 'order_sent:' || concerned.id || ':' || sent_part;
  perform public.desk_note('send_part', 'order:' || p_number, null, jsonb_build_object('lines', pieces, 'carrier', with_carrier));
  return sent_part;
end $$;

revoke execute on all functions in schema public from public;
grant execute on function public.desk_send_part to authenticated, service_role;
