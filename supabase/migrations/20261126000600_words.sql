-- Notices and words that the owner writes at the desk: the bar over every page, a holiday of the kitchen, what delivery costs,
-- what was in the last boxes, and what the pages say of customers' words and of questions. Days are London's, the first and
-- the last of them counted.

-- ── What the shop shows ─────────────────────────────────────────────────────────────────────────

-- At most one row: the bar over every page. No `starts_on` is at once, no `ends_on` until it is switched off. Nobody reads it
-- but `shop_notices` and the desk.
create table public.announcement_bar (
  id boolean primary key default true check (id),
  words text not null check (length(words) between 1 and 140),
  link text check (link ~ '^/' and length(link) <= 200), -- a page of the shop
  starts_on date,
  ends_on date check (ends_on >= starts_on),
  is_on boolean not null,
  version integer not null default 1
);
alter table public.announcement_bar enable row level security;
create trigger announcement_bar_tell_desk after insert or update or delete on public.announcement_bar
  for each statement execute function public.tell_desk('words');
create trigger announcement_bar_announce after insert or update or delete on public.announcement_bar
  for each row execute function public.announce_catalogue();

-- At most one row: while the kitchen is closed nothing is sent, and on `sends_on` it begins again. Read as the bar is.
create table public.holiday (
  id boolean primary key default true check (id),
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  sends_on date not null check (sends_on > ends_on),
  words text not null default '' check (length(words) <= 140),
  is_on boolean not null,
  version integer not null default 1
);
alter table public.holiday enable row level security;
create trigger holiday_tell_desk after insert or update or delete on public.holiday
  for each statement execute function public.tell_desk('words');
create trigger holiday_announce after insert or update or delete on public.holiday
  for each row execute function public.announce_catalogue();

-- What customers said, by the page that shows it. `is_sample` is said beside the words until real ones take their place.
create table public.testimonials (
  id uuid primary key default gen_random_uuid(),
  page text not null check (page in ('testimonials', 'consultancy', 'catering', 'contact')),
  position integer not null,
  author text not null check (length(author) between 1 and 60),
  location text not null check (length(location) between 1 and 60),
  words text not null check (length(words) between 1 and 160),
  color text not null check (color in ('butter', 'grape', 'mint', 'blush', 'peach', 'sky', 'jazz', 'lime', 'lilac', 'ink')),
  is_sample boolean not null default false,
  version integer not null default 1
);
create index testimonials_of_page on public.testimonials (page, position);
alter table public.testimonials enable row level security;
grant select on public.testimonials to anon, authenticated;
create policy "Anyone reads the testimonials" on public.testimonials for select to anon, authenticated using (true);
create trigger testimonials_tell_desk after insert or update or delete on public.testimonials
  for each statement execute function public.tell_desk('words');
create trigger testimonials_announce after insert or update or delete on public.testimonials
  for each row execute function public.announce_catalogue();

-- `id` is the question's anchor on the page. An answer has its paragraphs parted by an empty line, marks (**bold**,
-- [words](/path)), and facts in braces, as `faq_fault` has them.
create table public.faqs (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(id) <= 60),
  position integer not null,
  question text not null check (length(question) between 1 and 160),
  answer text not null check (length(answer) between 1 and 4000),
  version integer not null default 1
);
alter table public.faqs enable row level security;
grant select on public.faqs to anon, authenticated;
create policy "Anyone reads the questions" on public.faqs for select to anon, authenticated using (true);
create trigger faqs_tell_desk after insert or update or delete on public.faqs
  for each statement execute function public.tell_desk('words');
create trigger faqs_announce after insert or update or delete on public.faqs
  for each row execute function public.announce_catalogue();

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
create trigger last_boxes_tell_desk after insert or update or delete on public.last_boxes
  for each statement execute function public.tell_desk('words');
create trigger last_boxes_announce after insert or update or delete on public.last_boxes
  for each row execute function public.announce_catalogue();

-- The holiday that an order of this moment falls into, {"closedUntil", "leavesOn", "words"}, or null.
create function public.holiday_at(p_at timestamptz) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('closedUntil', h.ends_on, 'leavesOn', h.sends_on, 'words', h.words) from public.holiday h
  where h.is_on and (p_at at time zone 'Europe/London')::date between h.starts_on and h.sends_on - 1
$$;

-- What every page may have to say today: {"bar": {"words", "link"}, "holiday": as `holiday_at`}, each null when there is none.
create function public.shop_notices() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'bar', (
      select jsonb_build_object('words', b.words, 'link', b.link) from public.announcement_bar b
      where b.is_on and (now() at time zone 'Europe/London')::date
        between coalesce(b.starts_on, '-infinity') and coalesce(b.ends_on, 'infinity')
    ),
    'holiday', public.holiday_at(now())
  )
$$;

-- ── The desk's reading ──────────────────────────────────────────────────────────────────────────

create function public.bar_content() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('words', b.words, 'link', b.link, 'from', b.starts_on, 'until', b.ends_on, 'isOn', b.is_on, 'version', b.version)
  from public.announcement_bar b
$$;

create function public.holiday_content() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'from', h.starts_on, 'until', h.ends_on, 'sendsOn', h.sends_on, 'words', h.words, 'isOn', h.is_on, 'version', h.version
  ) from public.holiday h
$$;

create function public.testimonial_content(p_row public.testimonials) returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'id', p_row.id, 'page', p_row.page, 'author', p_row.author, 'location', p_row.location, 'words', p_row.words,
    'isSample', p_row.is_sample, 'version', p_row.version
  )
$$;

create function public.faq_content(p_row public.faqs) returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_object('id', p_row.id, 'question', p_row.question, 'answer', p_row.answer, 'version', p_row.version)
$$;

create function public.last_box_content(p_kind text) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', b.kind, 'month', b.month, 'contents', to_jsonb(b.contents), 'version', b.version)
  from public.last_boxes b where b.kind = p_kind
$$;

-- All of the screen: {"bar", "holiday", "delivery": […], "lastBoxes": […], "testimonials": […], "faqs": […]}. A delivery's
-- `price` is what it is to cost, `sells` what it costs until the payment provider has that; pence.
create function public.desk_words() returns jsonb language plpgsql stable security definer set search_path = '' as $$
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

-- ── The desk's changes ──────────────────────────────────────────────────────────────────────────

-- Each takes the version that it was based on, null for what is new; the same change sent again does nothing.

-- 31 February and the like are refused where they are read; what is left to say of days is said here.
create function public.days_fault(p_from date, p_until date) returns text language sql immutable set search_path = '' as $$
  select case
    when p_until < p_from then 'The last day is before the first.'
    when p_from < date '2020-01-01' or p_until > date '2100-01-01' then 'That day is too far away.'
  end
$$;

create function public.desk_set_announcement(
  p_words text, p_link text, p_from date, p_until date, p_is_on boolean, p_version integer
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  was jsonb;
  line text := public.plain_line(p_words);
  fault text := public.days_fault(p_from, p_until);
begin
  perform public.desk_enter();
  if coalesce(length(line), 0) not between 1 and 140 then fault := 'The bar has 1 to 140 letters.';
  elsif p_link is not null and (p_link !~ '^/([A-Za-z0-9][A-Za-z0-9/?=&#_.-]*)?$' or length(p_link) > 200) then
    fault := 'The link is a page of the shop, such as /shop.';
  elsif p_is_on is null then fault := 'The bar is on or off.';
  end if;
  if fault is not null then raise sqlstate 'PT400' using message = fault; end if;
  perform pg_advisory_xact_lock(hashtextextended('announcement_bar', 20260955));
  was := public.bar_content();
  if was - 'version' = jsonb_build_object('words', line, 'link', p_link, 'from', p_from, 'until', p_until, 'isOn', p_is_on) then return was; end if;
  if (was ->> 'version')::integer is distinct from p_version then perform public.desk_conflict(was); end if;
  insert into public.announcement_bar as b (words, link, starts_on, ends_on, is_on) values (line, p_link, p_from, p_until, p_is_on)
  on conflict (id) do update set words = excluded.words, link = excluded.link, starts_on = excluded.starts_on, ends_on = excluded.ends_on,
    is_on = excluded.is_on, version = b.version + 1;
  perform public.desk_note('announcement', 'bar', was, public.bar_content());
  return public.bar_content();
end $$;

create function public.desk_set_holiday(
  p_from date, p_until date, p_sends_on date, p_words text, p_is_on boolean, p_version integer
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  was jsonb;
  line text := coalesce(public.plain_line(p_words), '');
  fault text := public.days_fault(p_from, p_until);
begin
  perform public.desk_enter();
  if p_from is null or p_until is null or p_sends_on is null then fault := 'A holiday has a first day, a last day, and a day of sending again.';
  elsif fault is null and p_sends_on <= p_until then fault := 'Sending begins again after the last day.';
  elsif fault is null and p_sends_on > p_from + 120 then fault := 'That is more than four months without a parcel. Did the year slip?';
  elsif length(line) > 140 then fault := 'The line about it has at most 140 letters.';
  elsif p_is_on is null then fault := 'The holiday is on or off.';
  end if;
  if fault is not null then raise sqlstate 'PT400' using message = fault; end if;
  perform pg_advisory_xact_lock(hashtextextended('holiday', 20260955));
  was := public.holiday_content();
  if was - 'version' = jsonb_build_object('from', p_from, 'until', p_until, 'sendsOn', p_sends_on, 'words', line, 'isOn', p_is_on) then return was; end if;
  if (was ->> 'version')::integer is distinct from p_version then perform public.desk_conflict(was); end if;
  insert into public.holiday as h (starts_on, ends_on, sends_on, words, is_on) values (p_from, p_until, p_sends_on, line, p_is_on)
  on conflict (id) do update set starts_on = excluded.starts_on, ends_on = excluded.ends_on, sends_on = excluded.sends_on,
    words = excluded.words, is_on = excluded.is_on, version = h.version + 1;
  perform public.desk_note('holiday', 'holiday', was, public.holiday_content());
  return public.holiday_content();
end $$;

-- What a way of delivery is to cost, in pence. The till charges it, and the pages show it, once the payment provider has a
-- rate of it: the worker of the catalogue sees to that.
create function public.desk_set_delivery_price(p_method text, p_pence integer, p_before integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  way public.delivery_methods;
  former integer;
begin
  perform public.desk_enter();
  if coalesce(p_pence, -1) not between 0 and 5000 then
    raise sqlstate 'PT400' using message = 'Delivery costs from nothing to £50.00.';
  end if;
  select * into way from public.delivery_methods d where d.id = p_method for no key update;
  if way.id is null then raise sqlstate 'PT400' using message = 'There is no such way of delivery.'; end if;
  former := coalesce(way.next_price, way.price);
  if former = p_pence then return; end if;
  if former is distinct from p_before then perform public.desk_conflict(jsonb_build_object('price', former)); end if;
  update public.delivery_methods d set price = p_pence where d.id = p_method;
  perform public.desk_note('delivery_price', 'delivery:' || p_method, jsonb_build_object('price', former), jsonb_build_object('price', p_pence));
end $$;

-- p_place: where it stands on its page, counted from 1; null leaves it where it is, and puts a new one last.
create function public.desk_save_testimonial(
  p_id uuid, p_page text, p_author text, p_location text, p_words text, p_is_sample boolean, p_version integer, p_place integer default null
) returns void language plpgsql security definer set search_path = '' as $$
declare
  was public.testimonials;
  wanted jsonb := jsonb_build_object(
    'id', p_id, 'page', p_page, 'author', public.plain_line(p_author), 'location', public.plain_line(p_location),
    'words', public.plain_line(p_words), 'isSample', coalesce(p_is_sample, false)
  );
  tints constant text[] := array['butter', 'grape', 'mint', 'blush', 'peach', 'sky', 'jazz', 'lime', 'lilac'];
  fault text;
begin
  perform public.desk_enter();
  fault := case
    when p_id is null then 'It needs an id.'
    when coalesce(p_page, '') not in ('testimonials', 'consultancy', 'catering', 'contact') then 'Please choose a page.'
    when coalesce(length(wanted ->> 'author'), 0) not between 1 and 60 then 'A name has 1 to 60 letters.'
    when coalesce(length(wanted ->> 'location'), 0) not between 1 and 60 then 'A place has 1 to 60 letters.'
    when coalesce(length(wanted ->> 'words'), 0) not between 1 and 160 then 'The words have 1 to 160 letters, so that they fit their sticker.'
  end;
  if fault is not null then raise sqlstate 'PT400' using message = fault; end if;
  perform pg_advisory_xact_lock(hashtextextended('testimonials', 20260955));
  select * into was from public.testimonials t where t.id = p_id;
  if was.id is not null and public.testimonial_content(was) - 'version' = wanted then return; end if;
  if was.version is distinct from p_version then
    perform public.desk_conflict(case when was.id is not null then public.testimonial_content(was) end);
  end if;
  insert into public.testimonials as t (id, page, position, author, location, words, color, is_sample)
  select p_id, p_page, coalesce(max(o.position), 0) + 1, wanted ->> 'author', wanted ->> 'location', wanted ->> 'words',
    tints[(1 + count(*) % cardinality(tints))::integer], coalesce(p_is_sample, false)
  from public.testimonials o where o.page = p_page and o.id <> p_id
  on conflict (id) do update set page = excluded.page, author = excluded.author, location = excluded.location, words = excluded.words,
    is_sample = excluded.is_sample, version = t.version + 1, position = case when t.page = excluded.page then t.position else excluded.position end;
  if p_place is not null then perform public.place_testimonial(p_id, p_place); end if;
  perform public.desk_note('testimonial', 'testimonial:' || p_id, case when was.id is not null then public.testimonial_content(was) end, wanted);
end $$;

create function public.desk_remove_testimonial(p_id uuid, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare was public.testimonials;
begin
  perform public.desk_enter();
  select * into was from public.testimonials t where t.id = p_id for update;
  if was.id is null then return; end if;
  if was.version is distinct from p_version then perform public.desk_conflict(public.testimonial_content(was)); end if;
  delete from public.testimonials t where t.id = p_id;
  perform public.desk_note('testimonial_gone', 'testimonial:' || p_id, public.testimonial_content(was));
end $$;

-- Puts one where it is to stand among those of its page, and counts all of them anew. p_place from 1.
create function public.place_testimonial(p_id uuid, p_place integer) returns void language sql security definer set search_path = '' as $$
  with placed as (
    select t.id, row_number() over (order by t.position, t.id) as place from public.testimonials t
    where t.page = (select m.page from public.testimonials m where m.id = p_id)
  ), moved as (
    select p.id, row_number() over (order by case when p.id <> p_id then p.place
      when p_place > p.place then p_place + 0.5 else p_place - 0.5 end) as place from placed p
  )
  update public.testimonials t set position = m.place from moved m where m.id = t.id and t.position <> m.place
$$;

create function public.place_faq(p_id text, p_place integer) returns void language sql security definer set search_path = '' as $$
  with placed as (select f.id, row_number() over (order by f.position, f.id) as place from public.faqs f),
  moved as (
    select p.id, row_number() over (order by case when p.id <> p_id then p.place
      when p_place > p.place then p_place + 0.5 else p_place - 0.5 end) as place from placed p
  )
  update public.faqs f set position = m.place from moved m where m.id = f.id and f.position <> m.place
$$;

-- p_from is where whoever moves it saw it.
create function public.desk_move_testimonial(p_id uuid, p_to integer, p_from integer) returns void
language plpgsql security definer set search_path = '' as $$
declare place integer;
begin
  perform public.desk_enter();
  perform pg_advisory_xact_lock(hashtextextended('testimonials', 20260955));
  select count(*) into place from public.testimonials t join public.testimonials m on m.id = p_id
  where t.page = m.page and (t.position, t.id) <= (m.position, m.id);
  if place = p_to then return; end if;
  if place is distinct from p_from or p_to is null then perform public.desk_conflict(jsonb_build_object('place', place)); end if;
  perform public.place_testimonial(p_id, p_to);
  perform public.desk_note('testimonial_moved', 'testimonial:' || p_id, jsonb_build_object('place', place), jsonb_build_object('place', p_to));
end $$;

create function public.desk_move_faq(p_id text, p_to integer, p_from integer) returns void
language plpgsql security definer set search_path = '' as $$
declare place integer;
begin
  perform public.desk_enter();
  perform pg_advisory_xact_lock(hashtextextended('faqs', 20260955));
  select count(*) into place from public.faqs f join public.faqs m on m.id = p_id where (f.position, f.id) <= (m.position, m.id);
  if place = p_to then return; end if;
  if place is distinct from p_from or p_to is null then perform public.desk_conflict(jsonb_build_object('place', place)); end if;
  perform public.place_faq(p_id, p_to);
  perform public.desk_note('faq_moved', 'faq:' || p_id, jsonb_build_object('place', place), jsonb_build_object('place', p_to));
end $$;

-- What cannot be kept of a question, in words. {delivery}: each way with its price and time; {diets}: what is vegan,
-- vegetarian or neither, on lines of its own; {email}: the shop's address.
create function public.faq_fault(p_question text, p_answer text) returns text language sql immutable set search_path = '' as $$
  select case
    when coalesce(length(p_question), 0) not between 1 and 160 then 'A question has 1 to 160 letters.'
    when coalesce(length(p_answer), 0) not between 1 and 4000 then 'An answer has 1 to 4,000 letters.'
    when replace(replace(replace(p_answer, '{delivery}', ''), '{diets}', ''), '{email}', '') ~ '[{}]'
      then 'The facts in braces are {delivery}, {diets} and {email}.'
    when exists (
      select from regexp_matches(p_answer, '\]\(([^)]*)\)', 'g') as found (link)
      where link[1] !~ '^(/(?![/\\])|#|https://|mailto:)[^\s<>"]*$'
    ) then 'A link leads to a page of the shop, such as [words](/shop), to https:// or to mailto:.'
  end
$$;

create function public.desk_save_faq(p_id text, p_question text, p_answer text, p_version integer, p_place integer default null)
returns void language plpgsql security definer set search_path = '' as $$
declare
  was public.faqs;
  line text := public.plain_line(p_question);
  paragraphs text := public.trim_text(regexp_replace(replace(p_answer, E'\r', ''), '[\u0001-\u0009\u000B-\u001F\u007F-\u009F]', ' ', 'g'));
  fault text := public.faq_fault(line, paragraphs);
begin
  perform public.desk_enter();
  if coalesce(p_id !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or length(p_id) > 60, true) then fault := 'It needs a short name for its address.'; end if;
  if fault is not null then raise sqlstate 'PT400' using message = fault; end if;
  perform pg_advisory_xact_lock(hashtextextended('faqs', 20260955));
  select * into was from public.faqs f where f.id = p_id;
  if was.question = line and was.answer = paragraphs then return; end if;
  if was.version is distinct from p_version then
    perform public.desk_conflict(case when was.id is not null then public.faq_content(was) end);
  end if;
  insert into public.faqs as f (id, position, question, answer)
  select p_id, coalesce(max(o.position), 0) + 1, line, paragraphs from public.faqs o
  on conflict (id) do update set question = excluded.question, answer = excluded.answer, version = f.version + 1;
  if p_place is not null then perform public.place_faq(p_id, p_place); end if;
  perform public.desk_note('faq', 'faq:' || p_id, case when was.id is not null then public.faq_content(was) end,
    jsonb_build_object('question', line, 'answer', paragraphs));
end $$;

create function public.desk_remove_faq(p_id text, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare was public.faqs;
begin
  perform public.desk_enter();
  select * into was from public.faqs f where f.id = p_id for update;
  if was.id is null then return; end if;
  if was.version is distinct from p_version then perform public.desk_conflict(public.faq_content(was)); end if;
  delete from public.faqs f where f.id = p_id;
  perform public.desk_note('faq_gone', 'faq:' || p_id, public.faq_content(was));
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

grant all on public.announcement_bar, public.holiday, public.testimonials, public.faqs, public.last_boxes
  to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.desk_words, public.desk_set_announcement, public.desk_set_holiday,
  public.desk_set_delivery_price, public.desk_save_testimonial, public.desk_remove_testimonial,
  public.desk_move_testimonial, public.desk_move_faq, public.desk_save_faq, public.desk_remove_faq,
  public.desk_set_last_box to authenticated, service_role;
grant execute on function public.shop_notices to anon, authenticated, service_role;
