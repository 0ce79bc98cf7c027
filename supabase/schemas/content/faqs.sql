create or replace function public.faq_content(p_row public.faqs) returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_object('id', p_row.id, 'question', p_row.question, 'answer', p_row.answer, 'version', p_row.version)
$$;

create or replace function public.move_faq(p_id text, p_place integer) returns void language sql security definer set search_path = '' as $$
  with placed as (select f.id, row_number() over (order by f.position, f.id) as place from public.faqs f),
  moved as (
    select p.id, row_number() over (order by case when p.id <> p_id then p.place
      when p_place > p.place then p_place + 0.5 else p_place - 0.5 end) as place from placed p
  )
  update public.faqs f set position = m.place from moved m where m.id = f.id and f.position <> m.place
$$;

create or replace function public.desk_move_faq(p_id text, p_to integer, p_from integer) returns void
language plpgsql security definer set search_path = '' as $$
declare place integer;
begin
  perform public.require_staff();
  perform pg_advisory_xact_lock(hashtextextended('faqs', 20260955));
  select count(*) into place from public.faqs f join public.faqs m on m.id = p_id where (f.position, f.id) <= (m.position, m.id);
  if place = p_to then return; end if;
  if place is distinct from p_from or p_to is null then perform public.raise_conflict(jsonb_build_object('place', place)); end if;
  perform public.move_faq(p_id, p_to);
  perform public.log_desk_action('faq_moved', 'faq:' || p_id, jsonb_build_object('place', place), jsonb_build_object('place', p_to));
end $$;

-- Returns an error message when a question cannot be stored. {delivery}: each method with its price and time; {diets}: the
-- products that are vegan, vegetarian or neither, on lines of their own; {email}: the shop's email address.
create or replace function public.validate_faq(p_question text, p_answer text) returns text language sql immutable set search_path = '' as $$
  select case
    when coalesce(length(p_question), 0) not between 1 and 160 then 'A question has 1 to 160 characters.'
    when coalesce(length(p_answer), 0) not between 1 and 4000 then 'An answer has 1 to 4,000 characters.'
    when replace(replace(replace(p_answer, '{delivery}', ''), '{diets}', ''), '{email}', '') ~ '[{}]'
      then 'The facts in braces are {delivery}, {diets} and {email}.'
    when exists (
      select from regexp_matches(p_answer, '\]\(([^)]*)\)', 'g') as found (link)
      where link[1] !~ '^(/(?![/\\])|#|https://|mailto:)[^\s<>"]*$'
    ) then 'A link leads to a page of the shop, such as [words](/shop), to https:// or to mailto:.'
  end
$$;

create or replace function public.desk_save_faq(p_id text, p_question text, p_answer text, p_version integer, p_place integer default null)
returns void language plpgsql security definer set search_path = '' as $$
declare
  previous public.faqs;
  title text := public.clean_line(p_question);
  paragraphs text := public.trim_text(regexp_replace(replace(p_answer, E'\r', ''), '[\u0001-\u0009\u000B-\u001F\u007F-\u009F]', ' ', 'g'));
  validation_error text := public.validate_faq(title, paragraphs);
begin
  perform public.require_staff();
  if coalesce(p_id !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or length(p_id) > 60, true) then validation_error := 'It needs a short name for its address.'; end if;
  if validation_error is not null then raise sqlstate 'PT400' using message = validation_error; end if;
  perform pg_advisory_xact_lock(hashtextextended('faqs', 20260955));
  select * into previous from public.faqs f where f.id = p_id;
  if previous.question = title and previous.answer = paragraphs then return; end if;
  if previous.version is distinct from p_version then
    perform public.raise_conflict(case when previous.id is not null then public.faq_content(previous) end);
  end if;
  insert into public.faqs as f (id, position, question, answer)
  select p_id, coalesce(max(o.position), 0) + 1, title, paragraphs from public.faqs o
  on conflict (id) do update set question = excluded.question, answer = excluded.answer, version = f.version + 1;
  if p_place is not null then perform public.move_faq(p_id, p_place); end if;
  perform public.log_desk_action('faq', 'faq:' || p_id, case when previous.id is not null then public.faq_content(previous) end,
    jsonb_build_object('question', title, 'answer', paragraphs));
end $$;

create or replace function public.desk_remove_faq(p_id text, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare previous public.faqs;
begin
  perform public.require_staff();
  select * into previous from public.faqs f where f.id = p_id for update;
  if previous.id is null then return; end if;
  if previous.version is distinct from p_version then perform public.raise_conflict(public.faq_content(previous)); end if;
  delete from public.faqs f where f.id = p_id;
  perform public.log_desk_action('faq_gone', 'faq:' || p_id, public.faq_content(previous));
end $$;

grant execute on function
  public.desk_move_faq,
  public.desk_save_faq,
  public.desk_remove_faq
to authenticated, service_role;
