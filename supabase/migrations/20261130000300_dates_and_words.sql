-- The dates on which customers can meet the shop: Taco Tuesdays, pop-ups, markets, the brewery. The shop's pages, calendars and
-- the desk read the same evenings (`evenings`); the desk adds, cancels, moves and restores them. Days and hours are London's.

-- Venues. Only the functions that use them read the three tables.
create table public.venues (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (length(name) between 1 and 80),
  street text not null check (length(street) between 1 and 120),
  locality text not null check (length(locality) between 1 and 60),
  postcode text not null check (postcode ~ '^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$'),
  website text check (length(website) <= 300 and website ~ '^https://[^[:space:]<>"]+$'),
  version integer not null default 1
);
alter table public.venues enable row level security;

-- A single date, or a weekly one from its day on. The slug is part of URLs and of calendar ids, and never changes; nor does the
-- day. `lines` is its text: with several, each week has the next. An end that is earlier than the beginning is on the next day.
create table public.dates (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug !~ '\d{4}-\d\d-\d\d$'),
  kind text not null check (kind in ('taco', 'pop-up', 'market', 'brewery')),
  venue text not null references public.venues,
  title text not null check (length(title) between 1 and 80),
  lines text[] not null default '{}' check (cardinality(lines) <= 12),
  day date not null,
  is_weekly boolean not null default false,
  until date check (until is null or (is_weekly and until >= day)),
  begins text not null check (begins ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  ends text not null check (ends ~ '^([01]\d|2[0-3]):[0-5]\d$' and ends <> begins),
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  request uuid unique
);
create index dates_of_venue on public.dates (venue);
alter table public.dates enable row level security;

-- The changes of one evening, by the day on which it was planned: 'cancelled', which pages show; 'off', which they do not;
-- 'moved', to the values that are not null; 'on' again. `sequence` only grows, so that calendars take over a change that was
-- undone, too.
create table public.date_changes (
  slug text not null references public.dates on delete cascade,
  day date not null,
  state text not null check (state in ('on', 'off', 'cancelled', 'moved')),
  to_day date,
  begins text check (begins ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  ends text check (ends ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  venue text references public.venues,
  words text not null default '' check (length(words) <= 200),
  sequence integer not null default 1,
  changed_at timestamptz not null default now(),
  primary key (slug, day),
  check (state = 'moved' or (to_day, begins, ends, venue) is not distinct from (null, null, null, null))
);
create index date_changes_of_venue on public.date_changes (venue);
alter table public.date_changes enable row level security;

-- The dates that the pages showed before there were rows. Venues, and all dates from 2026 on, are samples.
insert into public.venues (slug, name, street, locality, postcode, website) values
  ('mabels-in-the-square', 'Mabel’s in the Square', '4 Example Square', 'London', 'SE5 8ZZ', 'https://mabels.example'),
  ('the-formica-cafe', 'The Formica Café', '22 Example Parade', 'London', 'SE15 4QL', 'https://formica.example');
insert into public.dates (slug, kind, venue, day, begins, ends, title, lines, changed_at)
select slug, 'pop-up', 'mabels-in-the-square', day::date, '18:00', '22:00', title, array[line], '2026-11-20 12:00Z' from (values
  ('pop-up-june-2025', '2025-06-05', 'The first one in the square', 'Fried chicken, four sides and a queue with excellent manners.'),
  ('pop-up-july-2025', '2025-07-10', 'The hot one', '31 degrees outside, hotter on the plate. We ran out of slaw and apologised in person.'),
  ('pop-up-december-2026', '2026-12-10', 'Feast of St Dolly', 'Fried turkey, cornbread stuffing, sprouts in hot honey. Crackers, both kinds.'),
  ('pop-up-february-2027', '2027-02-11', 'Palentine’s night', 'Sharing plates for people who like each other. Couples admitted under protest.'),
  ('pop-up-june-2027', '2027-06-03', 'Pride warm-up', 'Line your stomach with mac and cheese before the month gets going.')
) as given (slug, day, title, line);
insert into public.dates (slug, kind, venue, title, lines, day, is_weekly, begins, ends, changed_at) values (
  'taco-tuesday', 'taco', 'the-formica-cafe', 'Taco Tuesday', array[
    'Hot chicken on a soft shell. Bring wet wipes and low expectations of your shirt.',
    'Brisket night. Come before eight or come for the beans.',
    'Three salsas, one of them a dare.',
    'Karaoke is not planned. Karaoke has never been planned.',
    'Frozen limes, salted rims, school tomorrow.'
  ], '2022-05-03', true, '17:30', '21:30', '2026-11-20 12:00Z'
);
insert into public.date_changes (slug, day, state, changed_at)
select 'taco-tuesday', day::date, 'off', '2026-11-20 12:00Z' from unnest(array['2026-12-22', '2026-12-29', '2027-01-05', '2027-03-30', '2027-08-31']) as day;

-- At most one row: the bar over every page. Without `starts_on` it starts at once, without `ends_on` it stays until it is
-- switched off. Only `shop_notices` and the desk read it.
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

-- At most one row: while the kitchen is closed nothing is sent, and on `sends_on` it begins again. It is read like the bar.
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

-- Testimonials, by the page that shows them. The page marks a row with `is_sample` as a sample, until real ones replace it.
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

-- `id` is the question's anchor on the page. An answer has its paragraphs separated by an empty line, marks (**bold**,
-- [words](/path)), and placeholders in braces, as in `faq_fault`.
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

-- The contents of the last box that was sent, for each kind of box: at most one row of each. The owner writes them at the desk.
create table public.last_boxes (
  kind text primary key check (kind in ('bear', 'twink')),
  month text not null check (length(month) between 1 and 40), -- as it is said: 'October 2026'
  contents text[] not null check (cardinality(contents) between 1 and 20),
  version integer not null default 1
);
alter table public.last_boxes enable row level security;
grant select on public.last_boxes to anon, authenticated;
create policy "Anyone reads what was in the last boxes" on public.last_boxes for select to anon, authenticated using (true);

grant all on public.venues, public.dates, public.date_changes to service_role;
grant all on public.announcement_bar, public.holiday, public.testimonials, public.faqs, public.last_boxes
  to service_role;
