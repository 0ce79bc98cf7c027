-- What was in the last box that went out, for each kind of box: at most one row of each. The owner's words, written at the desk.
create table public.last_boxes (
  kind text primary key check (kind in ('bear', 'twink')),
  month text not null check (length(month) between 1 and 40), -- as it is said: 'October 2026'
  contents text[] not null check (cardinality(contents) between 1 and 20),
  version integer not null default 1
);
alter table public.last_boxes enable row level security;
grant select on public.last_boxes to anon, authenticated;
create policy "Anyone reads what was in the last boxes" on public.last_boxes for select to anon, authenticated using (true);

create trigger last_boxes_announce after insert or update or delete on public.last_boxes
  for each row execute function public.announce_catalogue();
create trigger last_boxes_tell_desk after insert or update or delete on public.last_boxes
  for each statement execute function public.tell_desk('words');

create function public.last_box_content(p_kind text) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', b.kind, 'month', b.month, 'contents', to_jsonb(b.contents), 'version', b.version)
  from public.last_boxes b where b.kind = p_kind
$$;

-- As it was, with "lastBoxes".
create or replace function public.desk_words() returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.desk_enter();
  return jsonb_build_object(
    'bar', public.bar_content(), 'holiday', public.holiday_content(),
    'delivery', (select coalesce(jsonb_agg(jsonb_build_object(
      'id', d.id, 'name', d.name, 'description', d.description, 'price', coalesce(d.next_price, d.price), 'sells', d.price
    ) order by d."Sort_order"), '[]') from public.delivery_methods d),
    'lastBoxes', (select coalesce(jsonb_agg(public.last_box_content(b.kind) order by b.kind), '[]') from public.last_boxes b),
    'testimonials', (select coalesce(jsonb_agg(public.testimonial_content(t) order by t.page, t.position, t.id), '[]') from public.testimonials t),
    'faqs', (select coalesce(jsonb_agg(public.faq_content(f) order by f.position, f.id), '[]') from public.faqs f)
  );
end $$;

-- p_contents: a thing a line; none of them takes the row away, and the answer is null.
create function public.desk_set_last_box(p_kind text, p_month text, p_contents text, p_version integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  was jsonb;
  title text := coalesce(public.plain_line(p_month), '');
  things text[] := array(
    select public.plain_line(t.thing) from regexp_split_to_table(coalesce(p_contents, ''), '[\r\n]+') with ordinality as t (thing, place)
    where public.plain_line(t.thing) <> '' order by t.place
  );
begin
  perform public.desk_enter();
  if coalesce(p_kind, '') not in ('bear', 'twink') then raise sqlstate 'PT400' using message = 'There is no such box.';
  elsif cardinality(things) > 20 then raise sqlstate 'PT400' using message = 'There is room for 20 lines.';
  elsif exists (select from unnest(things) as t (thing) where length(t.thing) > 120) then
    raise sqlstate 'PT400' using message = 'A line has at most 120 letters.';
  elsif cardinality(things) > 0 and length(title) not between 1 and 40 then
    raise sqlstate 'PT400' using message = 'The month has 1 to 40 letters.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('last_boxes', 20260955));
  was := public.last_box_content(p_kind);
  if cardinality(things) = 0 and was is null then return null; end if;
  if was - 'version' = jsonb_build_object('kind', p_kind, 'month', title, 'contents', to_jsonb(things)) then return was; end if;
  if (was ->> 'version')::integer is distinct from p_version then perform public.desk_conflict(was); end if;
  if cardinality(things) = 0 then delete from public.last_boxes b where b.kind = p_kind;
  else
    insert into public.last_boxes as b (kind, month, contents) values (p_kind, title, things)
    on conflict (kind) do update set month = excluded.month, contents = excluded.contents, version = b.version + 1;
  end if;
  perform public.desk_note('last_box', 'last_box:' || p_kind, was, public.last_box_content(p_kind));
  return public.last_box_content(p_kind);
end $$;

grant all on public.last_boxes to service_role;
revoke execute on function public.last_box_content from public, anon, authenticated, service_role;
revoke execute on function public.desk_set_last_box from public, anon;
grant execute on function public.desk_set_last_box to authenticated, service_role;
