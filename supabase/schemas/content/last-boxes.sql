create or replace function public.last_box_content(p_kind text) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', b.kind, 'month', b.month, 'contents', to_jsonb(b.contents), 'version', b.version)
  from public.last_boxes b where b.kind = p_kind
$$;

-- Saves the contents of the latest subscription box of a kind, and its month. p_contents has one line for each item; when it is
-- empty, the row is deleted and null is returned.
create or replace function public.desk_set_last_box(p_kind text, p_month text, p_contents text, p_version integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  previous jsonb;
  title text := coalesce(public.clean_line(p_month), '');
  items text[] := array(
    select public.clean_line(t.item) from regexp_split_to_table(coalesce(p_contents, ''), '[\r\n]+') with ordinality as t (item, place)
    where public.clean_line(t.item) <> '' order by t.place
  );
begin
  perform public.require_staff();
  if coalesce(p_kind, '') not in ('bear', 'twink') then raise sqlstate 'PT400' using message = 'There is no such box.';
  elsif cardinality(items) > 20 then raise sqlstate 'PT400' using message = 'There is room for 20 lines.';
  elsif exists (select from unnest(items) as t (item) where length(t.item) > 120) then
    raise sqlstate 'PT400' using message = 'A line has at most 120 characters.';
  elsif cardinality(items) > 0 and length(title) not between 1 and 40 then
    raise sqlstate 'PT400' using message = 'The month has 1 to 40 characters.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('last_boxes', 20260955));
  previous := public.last_box_content(p_kind);
  if cardinality(items) = 0 and previous is null then return null; end if;
  if previous - 'version' = jsonb_build_object('kind', p_kind, 'month', title, 'contents', to_jsonb(items)) then return previous; end if;
  if (previous ->> 'version')::integer is distinct from p_version then perform public.raise_conflict(previous); end if;
  if cardinality(items) = 0 then delete from public.last_boxes b where b.kind = p_kind;
  else
    insert into public.last_boxes as b (kind, month, contents) values (p_kind, title, items)
    on conflict (kind) do update set month = excluded.month, contents = excluded.contents, version = b.version + 1;
  end if;
  perform public.log_desk_action('last_box', 'last_box:' || p_kind, previous, public.last_box_content(p_kind));
  return public.last_box_content(p_kind);
end $$;

grant execute on function public.desk_set_last_box to authenticated, service_role;
