create or replace function public.testimonial_content(p_row public.testimonials) returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'id', p_row.id, 'page', p_row.page, 'author', p_row.author, 'location', p_row.location, 'words', p_row.words,
    'isSample', p_row.is_sample, 'version', p_row.version
  )
$$;

-- Saves a testimonial. p_place is its position on its page, counted from 1; null keeps the position, and puts a new testimonial
-- last.
create or replace function public.desk_save_testimonial(
  p_id uuid, p_page text, p_author text, p_location text, p_words text, p_is_sample boolean, p_version integer, p_place integer default null
) returns void language plpgsql security definer set search_path = '' as $$
declare
  previous public.testimonials;
  new_content jsonb := jsonb_build_object(
    'id', p_id, 'page', p_page, 'author', public.clean_line(p_author), 'location', public.clean_line(p_location),
    'words', public.clean_line(p_words), 'isSample', coalesce(p_is_sample, false)
  );
  tints constant text[] := array['butter', 'grape', 'mint', 'blush', 'peach', 'sky', 'jazz', 'lime', 'lilac'];
  validation_error text;
begin
  perform public.require_staff();
  validation_error := case
    when p_id is null then 'It needs an id.'
    when coalesce(p_page, '') not in ('testimonials', 'consultancy', 'catering', 'contact') then 'Please choose a page.'
    when coalesce(length(new_content ->> 'author'), 0) not between 1 and 60 then 'A name has 1 to 60 characters.'
    when coalesce(length(new_content ->> 'location'), 0) not between 1 and 60 then 'A place has 1 to 60 characters.'
    when coalesce(length(new_content ->> 'words'), 0) not between 1 and 160 then 'The words have 1 to 160 characters, so that they fit their sticker.'
  end;
  if validation_error is not null then raise sqlstate 'PT400' using message = validation_error; end if;
  perform pg_advisory_xact_lock(hashtextextended('testimonials', 20260955));
  select * into previous from public.testimonials t where t.id = p_id;
  if previous.id is not null and public.testimonial_content(previous) - 'version' = new_content then return; end if;
  if previous.version is distinct from p_version then
    perform public.raise_conflict(case when previous.id is not null then public.testimonial_content(previous) end);
  end if;
  insert into public.testimonials as t (id, page, position, author, location, words, color, is_sample)
  select p_id, p_page, coalesce(max(o.position), 0) + 1, new_content ->> 'author', new_content ->> 'location', new_content ->> 'words',
    tints[(1 + count(*) % cardinality(tints))::integer], coalesce(p_is_sample, false)
  from public.testimonials o where o.page = p_page and o.id <> p_id
  on conflict (id) do update set page = excluded.page, author = excluded.author, location = excluded.location, words = excluded.words,
    is_sample = excluded.is_sample, version = t.version + 1, position = case when t.page = excluded.page then t.position else excluded.position end;
  if p_place is not null then perform public.move_testimonial(p_id, p_place); end if;
  perform public.log_desk_action('testimonial', 'testimonial:' || p_id, case when previous.id is not null then public.testimonial_content(previous) end, new_content);
end $$;

create or replace function public.desk_remove_testimonial(p_id uuid, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare previous public.testimonials;
begin
  perform public.require_staff();
  select * into previous from public.testimonials t where t.id = p_id for update;
  if previous.id is null then return; end if;
  if previous.version is distinct from p_version then perform public.raise_conflict(public.testimonial_content(previous)); end if;
  delete from public.testimonials t where t.id = p_id;
  perform public.log_desk_action('testimonial_gone', 'testimonial:' || p_id, public.testimonial_content(previous));
end $$;

-- Moves a testimonial to position p_place, counted from 1, and renumbers all testimonials of its page.
create or replace function public.move_testimonial(p_id uuid, p_place integer) returns void language sql security definer set search_path = '' as $$
  with placed as (
    select t.id, row_number() over (order by t.position, t.id) as place from public.testimonials t
    where t.page = (select m.page from public.testimonials m where m.id = p_id)
  ), moved as (
    select p.id, row_number() over (order by case when p.id <> p_id then p.place
      when p_place > p.place then p_place + 0.5 else p_place - 0.5 end) as place from placed p
  )
  update public.testimonials t set position = m.place from moved m where m.id = t.id and t.position <> m.place
$$;

-- Moves a testimonial to another position; p_from is the position that the caller saw.
create or replace function public.desk_move_testimonial(p_id uuid, p_to integer, p_from integer) returns void
language plpgsql security definer set search_path = '' as $$
declare place integer;
begin
  perform public.require_staff();
  perform pg_advisory_xact_lock(hashtextextended('testimonials', 20260955));
  select count(*) into place from public.testimonials t join public.testimonials m on m.id = p_id
  where t.page = m.page and (t.position, t.id) <= (m.position, m.id);
  if place = p_to then return; end if;
  if place is distinct from p_from or p_to is null then perform public.raise_conflict(jsonb_build_object('place', place)); end if;
  perform public.move_testimonial(p_id, p_to);
  perform public.log_desk_action('testimonial_moved', 'testimonial:' || p_id, jsonb_build_object('place', place), jsonb_build_object('place', p_to));
end $$;

grant execute on function
  public.desk_save_testimonial,
  public.desk_remove_testimonial,
  public.desk_move_testimonial
to authenticated, service_role;
