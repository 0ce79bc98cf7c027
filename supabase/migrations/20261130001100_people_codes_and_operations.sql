-- Enquiries from the first word to the last plate, and people: one search leads to all that the shop holds about somebody.

-- ── Enquiries ───────────────────────────────────────────────────────────────────────────────────

-- `is_due`: its day of following up has come, and nothing was written to them since it came, and since it was chosen.
create view public.desk_enquiries with (security_barrier) as
  select e.id, e.kind, e.reference, e.name, e.email, e.phone, e.event_type, e.guest_count, e.business_name, e.message, e.created_at,
    e.event_date as day_typed, e.event_on, coalesce(e.stage, 'new') as stage, coalesce(e.moved_at, e.created_at) as moved_at, e.follow_up_on,
    coalesce(e.desk_note, '') as note, coalesce(e.letters, '[]') as letters,
    (jsonb_path_query_array(e.letters, '$[*].quote.total') -> -1)::integer as quoted,
    (select count(*)::integer from public.orders o where lower(o.email) = lower(e.email) and o.paid_at is not null) as orders_before,
    coalesce(e.follow_up_on <= (now() at time zone 'Europe/London')::date and coalesce(e.stage, 'new') not in ('done', 'lost')
      and coalesce((e.letters -> -1 ->> 'at')::timestamptz
        < greatest(e.follow_up_on::timestamp at time zone 'Europe/London', e.follow_up_set_at), true), false) as is_due
  from public.enquiries e
  where (select public.staff_role()) = 'owner';
create index enquiries_to_follow_up on public.enquiries (follow_up_on) where follow_up_on is not null;

-- The one that is asked for, locked.
create function public.enquiry_at_hand(p_id uuid) returns public.enquiries language plpgsql security definer set search_path = '' as $$
declare found public.enquiries;
begin
  select * into found from public.enquiries e where e.id = p_id for update;
  if found.id is null then raise sqlstate 'PT400' using message = 'There is no such enquiry any more.'; end if;
  return found;
end $$;

-- Changes one thing of an enquiry: 'stage', 'note', 'eventOn' or 'followUpOn' (a day, or '' for none). p_seen is what it was
-- based on.
create function public.desk_change_enquiry(p_id uuid, p_field text, p_value text, p_seen text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  hand public.enquiries;
  now_it_is text;
begin
  perform public.desk_enter();
  hand := public.enquiry_at_hand(p_id);
  now_it_is := (select case p_field
    when 'stage' then e.stage when 'note' then e.note
    when 'eventOn' then coalesce(e.event_on::text, '') when 'followUpOn' then coalesce(e.follow_up_on::text, '')
  end from public.desk_enquiries e where e.id = p_id);
  if now_it_is is null or p_value is null then raise sqlstate 'PT400' using message = 'That cannot be changed here.'; end if;
  if now_it_is = p_value then return; end if;
  if now_it_is is distinct from p_seen then perform public.desk_conflict(to_jsonb(now_it_is)); end if;
  if p_field = 'stage' and p_value not in ('new', 'answered', 'quoted', 'confirmed', 'done', 'lost') then
    raise sqlstate 'PT400' using message = 'There is no such stage.';
  elsif p_field = 'note' and length(p_value) > 4000 then
    raise sqlstate 'PT400' using message = 'A note has room for 4,000 characters.';
  elsif p_field in ('eventOn', 'followUpOn') and p_value <> '' and not public.is_day(p_value) then
    raise sqlstate 'PT400' using message = 'That is not a real date.';
  end if;
  update public.enquiries e set
    stage = case p_field when 'stage' then p_value else e.stage end,
    moved_at = case p_field when 'stage' then now() else e.moved_at end,
    desk_note = case p_field when 'note' then p_value else e.desk_note end,
    event_on = case p_field when 'eventOn' then nullif(p_value, '')::date else e.event_on end,
    follow_up_on = case p_field when 'followUpOn' then nullif(p_value, '')::date else e.follow_up_on end,
    follow_up_set_at = case when p_field <> 'followUpOn' then e.follow_up_set_at
      when nullif(p_value, '')::date >= public.london_today() then now() end
  where e.id = p_id;
  -- What a note says of somebody stays with the enquiry.
  perform public.desk_note('enquiry', 'enquiry:' || hand.reference,
    case when p_field <> 'note' then jsonb_build_object(p_field, now_it_is) end,
    case when p_field = 'note' then jsonb_build_object('note', true) else jsonb_build_object(p_field, p_value) end);
end $$;

-- What is wrong with a quote, or null.
create function public.quote_fault(p_quote jsonb) returns text language sql stable set search_path = '' as $$
  select case
    when jsonb_typeof(p_quote -> 'lines') is distinct from 'array' then 'A quote has lines.'
    when jsonb_array_length(p_quote -> 'lines') not between 1 and 30 then 'A quote has one to thirty lines.'
    when exists (
      select from jsonb_array_elements(p_quote -> 'lines') as line
      where coalesce(length(public.trim_text(line ->> 'what')), 0) not between 1 and 200
        or coalesce(line ->> 'amount', '') !~ '^\d{1,8}$'
    ) then 'Each line of a quote says what it is and what it costs.'
    when (select sum((line ->> 'amount')::bigint) from jsonb_array_elements(p_quote -> 'lines') as line) > 99999999 then
      'A quote of a million pounds? Please look at its lines again.'
    when not coalesce(public.is_day(p_quote ->> 'validUntil'), false) then 'How long is the quote good for?'
    when (p_quote ->> 'validUntil')::date < (now() at time zone 'Europe/London')::date then 'That “good until” day has gone.'
  end
$$;

-- Queues a letter that somebody of the team wrote, once.
create function public.queue_desk_letter(p_template text, p_recipient text, p_data jsonb, p_letter uuid) returns void
language sql security definer set search_path = '' as $$
  select public.queue_letter(p_template, p_recipient, p_data, p_letter::text, now());
  update public.outbox set next_attempt_at = now() + public.time_to_call_back()
  where dedupe_key = p_template || ':' || p_letter and attempts = 0 and created_at = now();
$$;

-- A letter's words, between one and 4,000 characters.
create function public.letter_text(p_text text) returns text language plpgsql immutable set search_path = '' as $$
declare words text := public.trim_text(p_text);
begin
  if coalesce(length(words), 0) not between 1 and 4000 then
    raise sqlstate 'PT400' using message = 'A letter has between one and 4,000 characters.';
  end if;
  return words;
end $$;

-- Where an enquiry stands after a letter.
create function public.stage_after_letter(p_stage text, p_is_quote boolean) returns text language sql immutable set search_path = '' as $$
  select case when p_is_quote and p_stage in ('new', 'answered') then 'quoted' when p_stage = 'new' then 'answered' else p_stage end
$$;

-- Answers an enquiry by email, with a quote where p_quote has one, and moves it on. p_letter is a new id, so that pressing
-- twice sends once; p_seen is how many letters there were.
create function public.desk_answer_enquiry(p_id uuid, p_letter uuid, p_text text, p_seen integer, p_quote jsonb default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  hand public.enquiries;
  before jsonb;
  words text;
  fault text := case when p_quote is not null then public.quote_fault(p_quote) end;
  quote jsonb;
  stage_now text;
  stage_next text;
begin
  perform public.desk_enter();
  hand := public.enquiry_at_hand(p_id);
  before := coalesce(hand.letters, '[]');
  if p_letter is null or before @> jsonb_build_array(jsonb_build_object('id', p_letter)) then return; end if;
  if jsonb_array_length(before) is distinct from p_seen then perform public.desk_conflict(before); end if;
  if fault is not null then raise sqlstate 'PT400' using message = fault; end if;
  words := public.letter_text(p_text);
  if p_quote is not null then
    select jsonb_build_object('lines', jsonb_agg(jsonb_build_object(
      'what', public.trim_text(line ->> 'what'), 'amount', (line ->> 'amount')::integer
    ) order by place), 'total', sum((line ->> 'amount')::integer), 'validUntil', p_quote ->> 'validUntil') into quote
    from jsonb_array_elements(p_quote -> 'lines') with ordinality as entry (line, place);
  end if;
  stage_now := coalesce(hand.stage, 'new');
  stage_next := public.stage_after_letter(stage_now, quote is not null);
  perform public.queue_desk_letter('enquiry_reply', hand.email, jsonb_build_object(
    'reference', hand.reference, 'kind', hand.kind, 'text', words, 'quote', quote, 'thread', (
      select coalesce(jsonb_agg(o.id order by o.created_at), '[]') from public.outbox o
      where o.dedupe_key = hand.kind || '_followup:' || hand.id
        or o.dedupe_key in (select 'enquiry_reply:' || (letter ->> 'id') from jsonb_array_elements(before) as letter)
    )
  ), p_letter);
  update public.enquiries e set stage = stage_next, moved_at = case when stage_next <> stage_now then now() else e.moved_at end,
    letters = before || jsonb_build_array(jsonb_build_object(
      'id', p_letter, 'at', now(), 'by', (select s.name from public.staff s where s.user_id = auth.uid()), 'text', words,
      'quote', quote, 'from', stage_now, 'to', stage_next
    ))
  where e.id = hand.id;
  perform public.desk_note('answer', 'enquiry:' || hand.reference, null, jsonb_build_object('stage', stage_next, 'quoted', quote -> 'total'));
end $$;

-- Takes a letter of the desk back while it waits; an enquiry then stands where the other letters have brought it, unless
-- somebody has moved it since.
create function public.desk_unsend(p_letter uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  hand public.enquiries;
  letter jsonb;
  others jsonb := '[]';
  stood text; -- with the letter
  stands text; -- without it
begin
  perform public.desk_enter();
  select * into hand from public.enquiries e where e.letters @> jsonb_build_array(jsonb_build_object('id', p_letter)) for update;
  delete from public.outbox where dedupe_key in ('enquiry_reply:' || p_letter, 'person_letter:' || p_letter) and sent_at is null and attempts = 0;
  if not found then raise sqlstate 'PT400' using message = 'It has gone already.'; end if;
  if hand.id is not null then
    for letter in select l from jsonb_array_elements(hand.letters) as l loop
      if letter ->> 'id' = p_letter::text then
        stood := letter ->> 'to';
        stands := letter ->> 'from';
        continue;
      elsif letter ->> 'from' = stood then
        stood := letter ->> 'to';
        letter := letter || jsonb_build_object('from', stands);
        stands := public.stage_after_letter(stands, letter -> 'quote' <> 'null');
        letter := letter || jsonb_build_object('to', stands);
      else
        stood := null;
      end if;
      others := others || jsonb_build_array(letter);
    end loop;
    update public.enquiries e set letters = others, stage = case when e.stage = stood then stands else e.stage end where e.id = hand.id;
  end if;
  perform public.desk_note('unsend', coalesce('enquiry:' || hand.reference, 'letter:' || p_letter));
end $$;

-- ── People ──────────────────────────────────────────────────────────────────────────────────────

-- What the desk notes about somebody, by address. Only the functions below read and write it.
create table public.person_notes (
  email text primary key check (email = lower(email) and length(email) between 5 and 255),
  note text not null check (length(note) between 1 and 4000),
  changed_at timestamptz not null default now()
);
alter table public.person_notes enable row level security;

-- A note goes with its account to another address; the old one may be somebody else's by now.
create function public.move_person_note() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.person_notes n where n.email = lower(new.email) and lower(old.email) <> lower(new.email);
  update public.person_notes n set email = lower(new.email) where n.email = lower(old.email);
  return null;
end $$;
create trigger users_move_note after update of email on auth.users for each row
  when (old.email is distinct from new.email and new.email is not null) execute function public.move_person_note();

-- Who in the log of the desk is meant, without naming them.
create function public.person_subject(p_email text) returns text language sql immutable set search_path = ''
as $$ select 'person:' || left(public.email_hash(p_email), 12) $$;

-- Rows that speak of somebody, each with the address, account, name and postcode that it knows, and when: by the number of an
-- order, the reference of an enquiry, the beginning of a postcode, or three characters of a name or an address; of each kind the newest three hundred.
create function public.people_found(p_search text) returns table (email text, user_id uuid, name text, postcode text, at timestamptz)
language plpgsql stable security definer rows 50 set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  words text := public.trim_text(p_search);
  pattern text := case when length(words) >= 3 then public.words_anywhere(words) end;
  wanted bigint := case when words ~ '^#?[0-9]{1,15}$' then ltrim(words, '#')::bigint end;
  area text := case when upper(replace(words, ' ', '')) ~ '^[A-Z]{1,2}[0-9][A-Z0-9]{0,5}$' then upper(replace(words, ' ', '')) || '%' end;
begin
  return query
    select o.email, o.user_id, o.delivery_address ->> 'name', o.delivery_address ->> 'postcode', o.created_at
    from public.orders o where o.number = wanted;
  return query select e.email, null::uuid, e.name, null, e.created_at from public.enquiries e where e.reference = upper(words);
  if area is not null then
    return query
      select o.email, o.user_id, o.delivery_address ->> 'name', o.delivery_address ->> 'postcode', o.created_at
      from public.orders o where replace(o.delivery_address ->> 'postcode', ' ', '') ilike area
      order by o.number desc limit 300;
  end if;
  if pattern is null then return; end if;
  return query (
    select o.email, o.user_id, o.delivery_address ->> 'name', o.delivery_address ->> 'postcode', o.created_at
    from public.orders o where o.email ilike pattern or o.delivery_address ->> 'name' ilike pattern
    order by o.number desc limit 300
  ) union all (
    select u.email::text, u.id, p.full_name, null, u.created_at
    from auth.users u left join public.profiles p on p.id = u.id
    where u.id = any (array(
      -- Accounts keep their addresses in small letters.
      select a.id from auth.users a where a.email like lower(pattern)
      union all select n.id from public.profiles n where n.full_name ilike pattern
    ))
    order by u.created_at desc limit 300
  ) union all (
    select e.email, null, e.name, null, e.created_at from public.enquiries e where e.email ilike pattern or e.name ilike pattern
    order by e.created_at desc limit 300
  ) union all (
    select n.email, null, n.name, null, n.created_at from public.newsletter_signups n where n.email ilike pattern or n.name ilike pattern
    order by n.created_at desc limit 300
  ) union all (
    select g.email, null, null, null, g.updated_at from public.guest_carts g where g.email ilike pattern
    order by g.updated_at desc limit 300
  );
end $$;

-- Who fits, whoever was heard of last first: {"people": [{"email", "name", "postcode", "orders", "boxes", "enquiry"}], "isAll"}.
create function public.desk_find_people(p_search text, p_limit integer default 20) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare most integer := least(greatest(coalesce(p_limit, 20), 1), 50);
begin
  perform public.desk_enter();
  return (
    with people as (
      select lower(coalesce(u.email, f.email)) as email, (array_agg(u.id) filter (where u.id is not null))[1] as user_id, max(f.at) as at,
        (array_agg(f.name order by f.at desc) filter (where f.name <> ''))[1] as name,
        (array_agg(f.postcode order by f.at desc) filter (where f.postcode <> ''))[1] as postcode
      from public.people_found(p_search) f left join auth.users u on u.id = f.user_id
      where coalesce(u.email, f.email) <> ''
      group by 1 order by max(f.at) desc limit most + 1
    ), page as (select * from people order by at desc limit most)
    select jsonb_build_object('isAll', (select count(*) from people) <= most, 'people', coalesce(jsonb_agg(jsonb_build_object(
      'email', p.email, 'name', coalesce(p.name, bought.name), 'postcode', coalesce(p.postcode, bought.postcode), 'orders', bought.paid,
      'boxes', (
        select count(*) from public.subscriptions s where s.order_id = any (bought.ids) and s.status not in ('cancelled', 'incomplete')
      ),
      'enquiry', (
        select coalesce(e.stage, 'new') from public.enquiries e where lower(e.email) = p.email order by e.created_at desc limit 1
      )
    ) order by p.at desc), '[]'))
    from page p cross join lateral (
      select array_agg(o.id) as ids, count(*) filter (where o.paid_at is not null) as paid,
        (array_agg(o.delivery_address ->> 'name' order by o.number desc) filter (where o.delivery_address ->> 'name' <> ''))[1] as name,
        (array_agg(o.delivery_address ->> 'postcode' order by o.number desc) filter (where o.delivery_address ->> 'postcode' <> ''))[1] as postcode
      from public.orders_of(
        -- Accounts keep their addresses in small letters.
        coalesce(p.user_id, (select u.id from auth.users u where u.email = p.email and u.is_sso_user = false)), p.email
      ) o
    ) bought
  );
end $$;

-- What they said about being written to, with the words that they saw.
create function public.consents_of(p_email text) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(said) order by said.at), '[]') from (
    select 'newsletter' as "of", coalesce(n.confirmed_at, n.created_at) as at, n.consent_page as page, n.consent_wording as words,
      n.confirmed_at is not null as "isYes"
    from public.newsletter_signups n where lower(n.email) = lower(p_email)
    union all
    select 'reminders', c.agreed_at, c.page, c.wording, true
    from public.cart_reminder_consents c where c.email_hash = public.email_hash(p_email)
    union all
    select 'nothing', s.created_at, null, null, false from public.suppressions s where s.email_hash = public.email_hash(p_email)
  ) said
$$;

-- All of one person for the desk, of orders and emails the latest fifty; null when nothing is held about the address. Codes and
-- links of emails stay out.
create function public.desk_person(p_email text) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  account auth.users;
  address text;
  told jsonb;
begin
  perform public.desk_enter();
  account := public.account_of(null, p_email);
  address := lower(coalesce(account.email, public.trim_text(p_email)));
  select jsonb_build_object(
    'email', address, 'since', account.created_at,
    'isStaff', exists (select from public.staff s where s.user_id = account.id),
    'bought', (
      select jsonb_build_object('orders', count(*), 'total', coalesce(sum(o.total), 0), 'refunded', coalesce(sum(o.refunded), 0))
      from public.orders_of(account.id, address) o where o.paid_at is not null
    ),
    'orders', (
      select coalesce(jsonb_agg(public.order_row(o, k.packed_at is not null) order by o.number desc), '[]')
      from (select * from public.orders_of(account.id, address) x order by x.number desc limit 50) o
      left join public.order_packing k on k.order_id = o.id
    ),
    'name', coalesce((select p.full_name from public.profiles p where p.id = account.id), (
      select o.delivery_address ->> 'name' from public.orders_of(account.id, address) o
      where o.delivery_address ->> 'name' <> '' order by o.number desc limit 1
    ), (select e.name from public.enquiries e where lower(e.email) = address order by e.created_at desc limit 1),
      (select n.name from public.newsletter_signups n where lower(n.email) = address)),
    'address', (
      select o.delivery_address from public.orders_of(account.id, address) o
      where o.delivery_address is not null order by o.number desc limit 1
    ),
    'boxes', (
      select coalesce(jsonb_agg(
        public.box_of_order(o) || jsonb_build_object('names', jsonb_path_query_array(s.boxes, '$[*].name')) order by o.number desc
      ), '[]')
      from public.subscriptions s join public.orders_of(account.id, address) o on o.id = s.order_id where s.status <> 'incomplete'
    ),
    'enquiries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'reference', e.reference, 'title', coalesce(e.event_type, e.business_name, 'Consultancy'), 'at', e.created_at,
        'stage', coalesce(e.stage, 'new')
      ) order by e.created_at desc), '[]') from public.enquiries e where lower(e.email) = address
    ),
    'consents', public.consents_of(address),
    'carts', (
      select coalesce(jsonb_agg(jsonb_build_object('at', c.at, 'lines', public.reminder_lines(c.lines)) order by c.at desc), '[]') from (
        select a.updated_at as at, a.items as lines from public.carts a
        where a.user_id = account.id and not a.checked_out and a.items <> '[]'
        union all
        select g.updated_at, g.cart_data from public.guest_carts g where lower(g.email) = address and g.cart_data <> '[]'
      ) c
    ),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'template', l.template, 'number', l.data -> 'number', 'reference', l.data -> 'reference', 'at', coalesce(l.sent_at, l.created_at),
        'state', case when l.sent_at is not null then 'sent' when l.called_off then 'called off' when l.failed_at is not null then 'stuck' else 'waiting' end
      ) order by l.created_at desc), '[]')
      from (select * from public.outbox o where lower(o.recipient) = address order by o.created_at desc limit 50) l
    ),
    'code', (
      select jsonb_build_object('code', d.code, 'percent', d.percent, 'usedAt', d.used_at, 'expiresAt', d.expires_at, 'withdrawnAt', d.withdrawn_at)
      from public.discount_codes d where d.email_hash = public.email_hash(address)
    ),
    'note', coalesce((select n.note from public.person_notes n where n.email = address), ''),
    'hindrances', coalesce(public.erasure_hindrance(account.id, address) -> 'hindrances', '[]'),
    -- For a desk that was opened before there were several.
    'hindrance', public.erasure_hindrance(account.id, address) -> 'error' ->> 'code'
  ) into told;
  return case when account.id is null and (
    select bool_and(value in ('[]', 'null', '""', 'false')) from jsonb_each(told) where key not in ('email', 'bought')
  ) then null else told end;
end $$;

-- p_seen is the note that it was based on; '' removes it.
create function public.desk_note_person(p_email text, p_note text, p_seen text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address text := lower(public.trim_text(p_email));
  now_it_is text;
begin
  perform public.desk_enter();
  if length(p_note) > 4000 then raise sqlstate 'PT400' using message = 'A note has room for 4,000 characters.'; end if;
  if not coalesce(public.is_address(address), false) or p_note is null then raise sqlstate 'PT400' using message = 'Who is that about?'; end if;
  perform pg_advisory_xact_lock(hashtextextended(address, 20261540));
  now_it_is := coalesce((select n.note from public.person_notes n where n.email = address), '');
  if now_it_is = public.trim_text(p_note) then return; end if;
  if now_it_is is distinct from p_seen then perform public.desk_conflict(to_jsonb(now_it_is)); end if;
  delete from public.person_notes n where n.email = address;
  insert into public.person_notes (email, note) select address, public.trim_text(p_note) where public.trim_text(p_note) <> '';
  perform public.desk_note('note', public.person_subject(address));
end $$;

-- Writes to somebody by email. p_letter is a new id, so that pressing twice sends once.
create function public.desk_write_person(p_email text, p_letter uuid, p_subject text, p_text text) returns void
language plpgsql security definer set search_path = '' as $$
declare subject text := public.plain_line(p_subject);
begin
  perform public.desk_enter();
  if p_letter is null or not coalesce(public.is_address(p_email), false) then raise sqlstate 'PT400' using message = 'That is not an e-mail address.'; end if;
  if coalesce(length(subject), 0) not between 1 and 150 then raise sqlstate 'PT400' using message = 'What is it about? A few words, please.'; end if;
  if exists (select from public.outbox o where o.dedupe_key = 'person_letter:' || p_letter) then return; end if;
  perform public.queue_desk_letter('person_letter', p_email, jsonb_build_object('subject', subject, 'text', public.letter_text(p_text)), p_letter);
  perform public.desk_note('write', public.person_subject(p_email));
end $$;

-- A copy of everything that is held, by the same rules as they get it themselves.
create function public.desk_export_person(p_email text) returns json language plpgsql security definer set search_path = '' as $$
begin
  perform public.desk_enter();
  perform public.desk_note('export', public.person_subject(p_email));
  return public.personal_data(null, public.trim_text(p_email));
end $$;

-- Erases somebody by the same rules as they do it themselves; p_typed is the address, typed. Answers as `erase_person` does.
-- The function `desk-person` calls it as whoever asks, and ends cancelled boxes that are in the way.
create function public.desk_erase_person(p_email text, p_typed text, p_business_email text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  account auth.users;
  address text := lower(public.trim_text(p_email));
  outcome jsonb;
begin
  perform public.desk_enter_fresh();
  if coalesce(address, '') = '' or lower(public.trim_text(p_typed)) is distinct from address then
    raise sqlstate 'PT400' using message = 'That is not the address. Nothing was erased.';
  end if;
  account := public.account_of(null, address);
  if exists (select from public.staff s where s.user_id = account.id) then
    raise sqlstate 'PT400' using message = 'They work at the desk. End their access first.';
  end if;
  outcome := public.erase_person(account.id, address, p_business_email);
  if outcome ? 'erased' then perform public.desk_note('erase', public.person_subject(address)); end if;
  return outcome;
end $$;
grant select on public.desk_enquiries to authenticated;

-- ══ Codes ════════════════════════════════════════════════════════════════════════════════════════

-- Who may use a code, and the owner's codes at the desk.

-- ── Who may use one ─────────────────────────────────────────────────────────────────────────────

-- Whether one of the owner's codes has been used as often as it may be, in all or by this shopper; orders that are open
-- count where p_with_open, for they may yet be paid. Who uses another address is another shopper.
create function public.is_used_up(p_code public.discount_codes, p_email text, p_with_open boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(p_code.max_uses <= (
    select count(*) from public.orders o
    where p_code.max_uses is not null and o.discount_code = p_code.code and o.sold_out_at is null
      and o.status not in ('expired', 'payment_failed') and (p_with_open or o.status <> 'pending')
  ), false) or coalesce(p_code.max_each <= (
    select count(*) from public.orders o
    where p_code.max_each is not null and o.discount_code = p_code.code and o.sold_out_at is null
      and o.status not in ('expired', 'payment_failed') and (p_with_open or o.status <> 'pending')
      and o.id in ( -- by two indexes
        select x.id from public.orders x where lower(x.email) = lower(p_email)
        union all
        select x.id from public.orders x where x.user_id in (select u.id from auth.users u where u.email = lower(p_email))
      )
  ), false)
$$;

-- Why a code gives nothing, or null; p_email null leaves whose it is to the checkout. Somebody else's looks like none, and so
-- does one that has not begun or was withdrawn.
create function public.discount_fault(p_code public.discount_codes, p_email text, p_now timestamptz) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not is_there and p_email is null then 'This code is not valid.'
    when not is_there or (p_email is not null and p_code.email_hash <> public.email_hash(p_email))
      then 'This code is not valid for your e-mail address.'
    when p_code.used_at is not null or public.is_used_up(p_code, p_email, false) then 'This code has been used.'
    when least(p_code.expires_at, p_code.ends_at) <= p_now then 'This code has expired.'
  end
  from (select p_code.code is not null and p_code.withdrawn_at is null and coalesce(p_code.starts_at <= p_now, true) as is_there) as one
$$;

-- What a typed code takes off: {"code", "percent" or "pence", "whole" of what is on the delivery too}, {"error"}, or {"error",
-- "wait"}, which says nothing of the code. Anyone may ask: sixty times in five minutes an account, 120 an address, which no
-- street reaches by mistyping.
create function public.discount_of(p_code text) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  address text := coalesce(public.visitor_address(), 'unknown');
  wait integer := (public.admit(
    'discount_of', coalesce(auth.uid()::text, address), case when auth.uid() is null then 120 else 60 end,
    address, 120, 300000, public.seen_request(), now(), false
  ) ->> 'wait')::integer;
  found public.discount_codes;
  fault text;
begin
  if wait > 0 then return jsonb_build_object('error', 'Please wait before trying again.', 'wait', wait); end if;
  select * into found from public.discount_codes d where d.code = public.plain_code(left(p_code, 60));
  fault := public.discount_fault(found, (select u.email from auth.users u where u.id = auth.uid()), now());
  return case when fault is not null then jsonb_build_object('error', fault) else jsonb_strip_nulls(jsonb_build_object(
    'code', found.code, 'percent', found.percent, 'pence', found.pence, 'whole', nullif(found.whole_order, false)
  )) end;
end $$;

-- Why somebody cannot place an order with a code, or null. Locks the code: while an order with one of an address is open or
-- paid, it is for no other, so that one code is one payment. An order that was sold out keeps its code from no other.
create function public.discount_refusal(p_code text, p_email text, p_now timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  found public.discount_codes;
  fault text;
begin
  select * into found from public.discount_codes d where d.code = p_code for update;
  fault := public.discount_fault(found, p_email, p_now);
  if fault is null and (public.is_used_up(found, p_email, true) or found.email_hash is not null and exists (
    select from public.orders o
    where o.discount_code = p_code and o.status not in ('expired', 'payment_failed') and o.sold_out_at is null
  )) then return 'This code has been used.'; end if;
  return fault;
end $$;

-- An order without a name keeps the owner's code, which names nobody: it counts as a use for ever.
create function public.keep_owners_code() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select d.code into new.discount_code from public.discount_codes d where d.code = old.discount_code and d.email_hash is null;
  return new;
end $$;
create trigger orders_keep_owners_code before update of erased_at on public.orders for each row
  when (old.erased_at is null and new.erased_at is not null and old.discount_code is not null)
  execute function public.keep_owners_code();

-- ── The desk ────────────────────────────────────────────────────────────────────────────────────

-- What a code is, and what came of it, pence. "uses" are orders that were paid, "open" those that may be.
create function public.code_row(p_code public.discount_codes) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'code', p_code.code, 'percent', p_code.percent, 'pence', p_code.pence, 'isWhole', p_code.whole_order,
    'startsOn', (p_code.starts_at at time zone 'Europe/London')::date,
    'endsOn', (p_code.ends_at at time zone 'Europe/London')::date - 1,
    'maxUses', p_code.max_uses, 'maxEach', p_code.max_each, 'createdAt', p_code.created_at, 'revision', p_code.revision,
    'state', case
      when p_code.withdrawn_at is not null then 'withdrawn'
      when p_code.ends_at <= now() then 'ended'
      when p_code.max_uses <= came.uses then 'used-up'
      when p_code.starts_at > now() then 'soon'
      else 'live'
    end,
    'uses', came.uses, 'open', came.open, 'off', came.off, 'taken', came.taken, 'paidBack', came.back
  )
  from (
    select count(*) filter (where paid) as uses, count(*) filter (where o.status = 'pending') as open,
      coalesce(sum(o.discount) filter (where paid), 0) as off,
      coalesce(sum(o.total - o.refunded) filter (where paid), 0) as taken,
      coalesce(sum(o.refunded) filter (where paid), 0) as back
    from public.orders o cross join lateral (select o.paid_at is not null and o.sold_out_at is null as paid) as state
    where o.discount_code = p_code.code
  ) as came
$$;

-- The owner's codes, those that work or will first, then the newest: {"total", "codes"}; with the codes for leaving an
-- address in one line, "own": how many were given, and how many used.
create function public.desk_codes(p_limit integer default 50, p_offset integer default 0) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.desk_enter();
  return jsonb_build_object(
    'total', (select count(*) from public.discount_codes d where d.email_hash is null),
    'codes', (
      select coalesce(jsonb_agg(public.code_row(page.code) order by page.is_over, (page.code).created_at desc, (page.code).code), '[]') from (
        select d as code, d.withdrawn_at is not null or coalesce(d.ends_at <= now(), false) as is_over
        from public.discount_codes d where d.email_hash is null order by is_over, d.created_at desc, d.code
        limit least(p_limit, 200) offset p_offset
      ) as page
    ),
    'own', (
      select jsonb_build_object('given', count(*), 'used', count(d.used_at)) from public.discount_codes d where d.email_hash is not null
    )
  );
end $$;

-- One of them, with its latest orders; null when there is none.
create function public.desk_code(p_code text) returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.desk_enter();
  return (
    select public.code_row(d) || jsonb_build_object('orders', (
      select coalesce(jsonb_agg(to_jsonb(latest) order by latest.number desc), '[]') from (
        select o.number, o.paid_at as "paidAt", coalesce(o.delivery_address ->> 'name', nullif(o.email, '')) as name,
          o.discount as off, o.total, o.refunded as "paidBack"
        from public.orders o where o.discount_code = d.code and o.paid_at is not null and o.sold_out_at is null
        order by o.number desc limit 20
      ) as latest
    ))
    from public.discount_codes d where d.code = public.plain_code(p_code) and d.email_hash is null
  );
end $$;

create function public.code_day_start(p_day date) returns timestamptz language sql immutable set search_path = ''
as $$ select p_day::timestamp at time zone 'Europe/London' $$;

-- Why a code cannot be so, or null.
create function public.code_fault(p_code text, p_percent integer, p_pence integer, p_starts date, p_ends date, p_max_uses integer, p_max_each integer)
returns text language sql stable set search_path = '' as $$
  select case
    when p_code !~ '^[A-Z0-9]{3,24}$' or p_code is null then 'A code is 3 to 24 letters and digits.'
    when (p_percent is null) = (p_pence is null) then 'Say what it takes off: a percentage, or a sum.'
    when p_percent not between 1 and 100 then 'The percentage goes from 1 to 100.'
    when p_pence not between 1 and 99999 then 'The sum is 1p to £999.99.'
    when p_ends < (now() at time zone 'Europe/London')::date then 'The last day has gone.'
    when p_ends < p_starts then 'It ends before it begins.'
    when p_max_uses not between 1 and 100000 then 'Uses in total are 1 to 100,000.'
    when p_max_each not between 1 and 1000 then 'Uses for each person are 1 to 1,000.'
  end
$$;

-- Makes a code. Days are London's, both included; null is no limit. Gives the code as people are to type it.
create function public.desk_add_code(
  p_code text, p_percent integer default null, p_pence integer default null, p_whole_order boolean default false,
  p_starts date default null, p_ends date default null, p_max_uses integer default null, p_max_each integer default null
) returns text language plpgsql security definer set search_path = '' as $$
declare
  made public.discount_codes;
  fault text := public.code_fault(public.plain_code(p_code), p_percent, p_pence, p_starts, p_ends, p_max_uses, p_max_each);
begin
  perform public.desk_enter();
  if fault is not null then raise sqlstate 'PT400' using message = fault; end if;
  insert into public.discount_codes (code, percent, pence, whole_order, expires_at, starts_at, ends_at, max_uses, max_each)
  values (
    public.plain_code(p_code), p_percent, p_pence, coalesce(p_whole_order, false), null, public.code_day_start(p_starts),
    public.code_day_start(p_ends + 1), p_max_uses, p_max_each
  ) on conflict (code) do nothing returning * into made;
  if made.code is null then
    raise sqlstate 'PT400' using message = 'There is a code ' || public.plain_code(p_code) || ' already.';
  end if;
  perform public.desk_note('add_code', 'code:' || made.code, null, public.code_row(made) - '{uses,open,off,taken,paidBack}'::text[]);
  return made.code;
end $$;

-- The code, locked, while it is as whoever changes it saw it.
create function public.code_to_change(p_code text, p_revision integer) returns public.discount_codes
language plpgsql security definer set search_path = '' as $$
declare found public.discount_codes;
begin
  select * into found from public.discount_codes d where d.code = public.plain_code(p_code) and d.email_hash is null for update;
  if found.code is null then raise sqlstate 'PT400' using message = 'There is no such code.'; end if;
  if found.revision is distinct from p_revision then perform public.desk_conflict(public.code_row(found)); end if;
  return found;
end $$;

-- Another last day, and more uses; what it takes off stays as it was promised. Gives its revision.
create function public.desk_change_code(
  p_code text, p_revision integer, p_ends date default null, p_max_uses integer default null
) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  was public.discount_codes;
  became public.discount_codes;
  fault text;
begin
  perform public.desk_enter();
  was := public.code_to_change(p_code, p_revision);
  fault := case
    when public.code_day_start(p_ends + 1) is not distinct from was.ends_at then null
    else public.code_fault(was.code, was.percent, was.pence, (was.starts_at at time zone 'Europe/London')::date, p_ends, null, null)
  end;
  fault := coalesce(fault, case
    when p_max_uses not between 1 and 100000 then 'Uses in total are 1 to 100,000.'
    when p_max_uses < was.max_uses or (was.max_uses is null and p_max_uses is not null) then 'You can allow more uses, not fewer: '
      || coalesce(was.max_uses || ' times', 'without end') || ' was promised. To stop it, withdraw it.'
  end);
  if fault is not null then raise sqlstate 'PT400' using message = fault; end if;
  if (public.code_day_start(p_ends + 1), p_max_uses) is not distinct from (was.ends_at, was.max_uses) then return was.revision; end if;
  update public.discount_codes d set ends_at = public.code_day_start(p_ends + 1), max_uses = p_max_uses, revision = d.revision + 1
  where d.code = was.code returning * into became;
  perform public.desk_note('change_code', 'code:' || was.code,
    jsonb_build_object('endsOn', (was.ends_at at time zone 'Europe/London')::date - 1, 'maxUses', was.max_uses),
    jsonb_build_object('endsOn', p_ends, 'maxUses', p_max_uses));
  return became.revision;
end $$;

-- Stops a code at once, or takes that back. Who has it on a payment page already pays with it. Gives its revision.
create function public.desk_withdraw_code(p_code text, p_withdrawn boolean, p_revision integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  was public.discount_codes;
  became public.discount_codes;
begin
  perform public.desk_enter();
  was := public.code_to_change(p_code, p_revision);
  if (was.withdrawn_at is not null) = coalesce(p_withdrawn, true) then return was.revision; end if;
  update public.discount_codes d set withdrawn_at = case when coalesce(p_withdrawn, true) then now() end, revision = d.revision + 1
  where d.code = was.code returning * into became;
  perform public.desk_note('withdraw_code', 'code:' || was.code,
    jsonb_build_object('withdrawn', was.withdrawn_at is not null), jsonb_build_object('withdrawn', became.withdrawn_at is not null));
  return became.revision;
end $$;

-- ══ Operations ═══════════════════════════════════════════════════════════════════════════════════

-- What the owner and whoever watches over the shop are told, what is kept for how long, and what was done at the desk.

-- ── Backups ─────────────────────────────────────────────────────────────────────────────────────

-- When the shop was backed up, in one row: `succeeded_at`, `file` and `bytes` are of the last whole archive, `failed_at`
-- and `reason` of a failure since, `begun_at` is when a process took it on itself, `asked_at` when an owner asked for one that
-- nobody has begun yet, and `looked_at` when a process that makes them last looked whether there is one to make. Service role
-- only.
create table public.last_backup (
  only_row boolean primary key default true check (only_row),
  succeeded_at timestamptz,
  file text,
  bytes bigint,
  failed_at timestamptz,
  reason text,
  begun_at timestamptz,
  asked_at timestamptz,
  looked_at timestamptz
);
alter table public.last_backup enable row level security;
grant select, insert, update, delete on public.last_backup to service_role;

-- Whether the owner has to look after a backup: the last one failed, or none was made for two days where the shop's machine makes
-- them, nightly or when it is asked to. In a shop that has had none the days count from when its first owner came.
create function public.is_backup_wanted(p_backup public.last_backup) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_backup.failed_at > coalesce(p_backup.succeeded_at, '-infinity') or coalesce(
    p_backup.looked_at > now() - interval '15 minutes'
      and coalesce(p_backup.succeeded_at, (select min(s.created_at) from public.staff s)) < now() - interval '2 days', false
  )
$$;
create trigger last_backup_tells_desk after update on public.last_backup for each row
  when ((old.succeeded_at, old.failed_at, old.begun_at) is distinct from (new.succeeded_at, new.failed_at, new.begun_at))
  execute function public.tell_desk('mail');
insert into public.last_backup default values;

create function public.is_backup_under_way(p_backup public.last_backup) returns boolean language sql stable set search_path = '' as $$
  select coalesce(p_backup.begun_at > now() - interval '1 hour'
    and p_backup.begun_at > greatest(coalesce(p_backup.succeeded_at, '-infinity'), coalesce(p_backup.failed_at, '-infinity')), false)
$$;

-- Whether the caller shall make a backup: the one that was due at p_due, when no whole one is younger and nobody began one
-- within an hour; and at once where an owner has asked for one and none is under way.
create function public.begin_backup(p_due timestamptz, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.last_backup set looked_at = p_now where only_row;
  update public.last_backup b set begun_at = p_now, asked_at = null
  where (b.asked_at is not null and not public.is_backup_under_way(b))
    or (p_due is not null and (b.succeeded_at is null or b.succeeded_at < p_due) and (b.begun_at is null or b.begun_at <= p_now - interval '1 hour'));
  return found;
end $$;

-- Asks for a backup. Whoever presses twice gets one, and one of the last minute is a backup of now.
create function public.desk_back_up() returns void language plpgsql security definer set search_path = '' as $$
declare now_kept public.last_backup;
begin
  perform public.desk_enter();
  select * into now_kept from public.last_backup for update;
  if now_kept.looked_at is null or now_kept.looked_at < now() - interval '15 minutes' then
    raise sqlstate 'PT400' using message = 'The shop cannot make a backup here.';
  end if;
  if now_kept.asked_at is not null or public.is_backup_under_way(now_kept) or now_kept.succeeded_at > now() - interval '1 minute' then return; end if;
  update public.last_backup set asked_at = now() where only_row;
  perform public.desk_note('backup', 'backup');
  perform pg_notify('backups', '');
end $$;

-- ── What is stuck ───────────────────────────────────────────────────────────────────────────────

-- All that waits for a person, one row a kind, with up to ten lines that tell them apart where no command does, without a
-- customer's name. What failed for good counts after p_after only. Each kind has its words in the email `stuck_notice`.
create function public.stuck_work(p_after timestamptz, p_now timestamptz)
returns table (kind text, amount integer, since timestamptz, details text[])
language sql stable security definer set search_path = '' as $$
  -- That the notice itself cannot be sent is for the log.
  select 'failed_letters', count(*)::integer, min(o.failed_at), '{}'::text[]
  from public.outbox o
  where o.failed_at > p_after and not o.called_off and o.template <> 'stuck_notice'
  having count(*) > 0
  union all
  select 'late_letters', count(*)::integer, min(o.created_at), '{}'
  from public.outbox o
  where o.sent_at is null and o.failed_at is null and o.created_at <= p_now - interval '3 hours' and o.template <> 'stuck_notice'
  having count(*) > 0
  union all
  select 'payments', count(*)::integer, min(e.received_at), (array_agg(
    left(e.type || ' ' || e.id || coalesce(': ' || e.detail, '') || coalesce(' (order ' || o.number || ')', ''), 300)
    order by e.received_at desc
  ))[1:10]
  from public.payment_events e left join public.orders o on o.id = e.order_id
  where e.outcome = 'set aside' and e.received_at > p_after
  having count(*) > 0
  union all
  select 'catalogue', count(*)::integer, min(c.since), (array_agg(c.detail order by c.since, c.detail))[1:10]
  from public.stuck_catalogue(p_now - interval '1 hour') c
  having count(*) > 0
  union all
  -- Nightly backups that are tried, and fail or have not succeeded for two days.
  select 'backup', 1, b.succeeded_at, array_remove(array[left(b.reason, 300)], null)
  from public.last_backup b
  where b.begun_at > p_now - interval '3 days'
    and (b.failed_at > coalesce(b.succeeded_at, '-infinity') or b.succeeded_at <= p_now - interval '2 days')
  union all
  -- A balance that could not be read for an hour.
  select 'balance', 1, r.failing_since, array_remove(array[r.reason], null)
  from public.balance_reading r where r.failing_since <= p_now - interval '1 hour'
$$;

-- Tells the owner what is stuck, one email a day at most. p_seen is what only the process sees. Answers what it tells, '[]'
-- for none. The first one looks back thirty days, later ones to the one before.
create function public.tell_what_is_stuck(p_business_email text, p_seen jsonb default '[]', p_now timestamptz default now())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  told_at timestamptz;
  stuck jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('stuck_notice', 20260101));
  select max(o.created_at) into told_at from public.outbox o where o.template = 'stuck_notice';
  if told_at > p_now - interval '1 day' then return '[]'; end if;
  select coalesce(jsonb_agg(to_jsonb(work)), '[]') || p_seen into stuck
  from public.stuck_work(coalesce(told_at, p_now - interval '30 days'), p_now) work;
  if stuck <> '[]' then
    perform public.queue_letter('stuck_notice', p_business_email, jsonb_build_object('stuck', stuck), null, p_now);
  end if;
  return stuck;
end $$;

-- For /metrics; of what is stuck that of the last thirty days. It reads indexes, so that it may be asked every few seconds.
create function public.shop_figures(p_now timestamptz default now()) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'orders', (
      select coalesce(jsonb_object_agg(counted.status, counted.amount), '{}')
      from (select o.status, count(*) as amount from public.orders o group by o.status) counted
    ),
    'outbox', (
      select jsonb_build_object(
        'waiting', count(*), 'oldestSeconds', coalesce(greatest(0, extract(epoch from p_now - min(o.created_at))), 0)
      ) from public.outbox o where o.sent_at is null and o.failed_at is null
    ) || jsonb_build_object(
      'failed', (select count(*) from public.outbox o where o.failed_at is not null and not o.called_off)
    ),
    'stuck', (
      select coalesce(jsonb_object_agg(work.kind, work.amount), '{}')
      from public.stuck_work(p_now - interval '30 days', p_now) work
    )
  )
$$;

-- How the shop is: {"mails", "catalogue", "payments", "backup"}.
create function public.desk_health() returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare kept public.last_backup;
begin
  perform public.desk_enter();
  select * into kept from public.last_backup;
  return jsonb_build_object(
    'mails', (
      select jsonb_build_object('waiting', count(*), 'oldest', min(o.next_attempt_at) filter (where o.next_attempt_at <= now()),
        'lastSentAt', (select max(s.sent_at) from public.outbox s where s.sent_at is not null))
      from public.outbox o where o.sent_at is null and o.failed_at is null
    ),
    'catalogue', jsonb_build_object(
      'waiting', (select count(*) from public.catalogue_jobs j join public.payment_accounts a on a.account = j.account and a.is_in_use),
      'stuck', (select coalesce(jsonb_agg(jsonb_build_object('since', c.since, 'detail', c.detail) order by c.since), '[]') from (
        select * from public.stuck_catalogue(now() - interval '1 hour') order by since limit 20
      ) c)
    ),
    'payments', jsonb_build_object(
      'lastHeardAt', (select max(e.received_at) from public.payment_events e),
      'setAside', (select coalesce(jsonb_agg(to_jsonb(e) order by e.at desc), '[]') from (
        select e.received_at as at, e.type, o.number, e.detail from public.payment_events e left join public.orders o on o.id = e.order_id
        where e.outcome = 'set aside' and e.received_at > now() - interval '30 days' order by e.received_at desc limit 20
      ) e)
    ),
    'backup', jsonb_build_object(
      'succeededAt', kept.succeeded_at, 'bytes', kept.bytes, 'file', regexp_replace(kept.file, '^.*[/\\]', ''),
      'failedAt', kept.failed_at, 'reason', kept.reason, 'isAsked', kept.asked_at is not null,
      'isUnderWay', public.is_backup_under_way(kept), 'canBeAsked', coalesce(kept.looked_at > now() - interval '15 minutes', false),
      'isOverdue', coalesce(kept.succeeded_at < now() - interval '2 days', true)
    )
  );
end $$;

-- ── What happened ───────────────────────────────────────────────────────────────────────────────

-- What a subject of the log is called, where it has a name of its own: a product, or somebody of the team.
create function public.subject_name(p_subject text) returns text language sql stable security definer set search_path = '' as $$
  select case
    when p_subject ~ '^product:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (select p.name from public.products p where p.id = substr(p_subject, 9)::uuid)
    when p_subject ~ '^person:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (select s.name from public.staff s where s.user_id = substr(p_subject, 8)::uuid)
  end
$$;

-- What changed between two states, as [{"what", "from", "to"}]: short values only, for the rest is read where it stands.
create function public.log_changes(p_before jsonb, p_after jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('what', k.name, 'from', k.old, 'to', k.new) order by k.name), '[]') from (
    select name, case when length((b.was -> name)::text) <= 120 then b.was -> name end as old,
      case when length((b.is -> name)::text) <= 120 then b.is -> name end as new
    from (select case jsonb_typeof(p_before) when 'object' then p_before else '{}' end as was,
      case jsonb_typeof(p_after) when 'object' then p_after else '{}' end as is) b
    cross join lateral (select distinct jsonb_object_keys(b.was || b.is) as name) names
    where name <> 'request' and (b.was -> name) is distinct from (b.is -> name)
    order by name limit 30
  ) k
$$;

create function public.log_people() returns text[] language sql stable security definer set search_path = '' as $$
  with recursive people as (
    (select l.who from public.desk_log l order by l.who limit 1)
    union all
    select (select l.who from public.desk_log l where l.who > p.who order by l.who limit 1) from people p where p.who is not null
  )
  select coalesce(array_agg(who order by who), '{}') from (select who from people where who is not null limit 100) p
$$;

-- What was done at the desk, the newest first, before the entry p_before: all of it, or what one person did, or what
-- was done to subjects of some kinds ('order', 'product') or to one ('product:<id>').
create function public.desk_what_happened(
  p_who text default null, p_kinds text[] default null, p_subject text default null, p_before bigint default null, p_limit integer default 50
) returns jsonb language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  perform public.desk_enter();
  return jsonb_build_object('people', public.log_people(), 'name', public.subject_name(p_subject), 'entries', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', l.id, 'at', l.done_at, 'who', l.who, 'action', l.action, 'subject', l.subject,
      'name', left(coalesce(public.subject_name(l.subject), l.after ->> 'title', l.before ->> 'title', l.after ->> 'name', l.before ->> 'name',
        l.after ->> 'question', l.before ->> 'question', l.after ->> 'author', l.before ->> 'author'), 80),
      'count', case jsonb_typeof(l.after) when 'array' then jsonb_array_length(l.after) end,
      'changes', public.log_changes(l.before, l.after)
    ) order by l.id desc), '[]')
    from (
      select l.* from public.desk_log l
      where (p_who is null or l.who = p_who) and (p_subject is null or l.subject = p_subject)
        and (p_kinds is null or split_part(l.subject, ':', 1) = any (p_kinds)) and (p_before is null or l.id < p_before)
      order by l.id desc limit least(greatest(coalesce(p_limit, 50), 1), 200)
    ) l
  ));
end $$;

-- ── Retention ───────────────────────────────────────────────────────────────────────────────────

-- Orders whose names are no longer needed: six years after the tax year of a paid one, ninety days after one that was
-- never paid. An order keeps its address for as long as the box that it began goes on.
create function public.outdated_orders(p_now timestamptz) returns uuid[] language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(o.id), '{}') from public.orders o
  cross join lateral (select (coalesce(o.paid_at, o.created_at) at time zone 'Europe/London')::date) as sold (day)
  where o.erased_at is null and case
    when o.status = 'pending' then false
    when o.status in ('expired', 'payment_failed') then o.created_at < p_now - interval '90 days'
    else make_date(extract(year from sold.day)::integer + case when to_char(sold.day, 'MMDD') > '0405' then 7 else 6 end, 4, 5)
      < (p_now at time zone 'Europe/London')::date
  end and not exists (
    select from public.subscriptions s where s.order_id = o.id and s.status not in ('cancelled', 'incomplete')
  )
$$;

-- Every period stands in the privacy policy. Answers how many of each kind went.
create function public.tidy_up(p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  names uuid[] := public.outdated_orders(p_now);
  answer jsonb := jsonb_build_object('names', cardinality(names));
  step record;
  gone integer;
begin
  perform public.make_orders_anonymous(names, p_now);
  for step in select * from (values
    ('counters', 'public.rate_limits', 'window_started_at', '1 day', 'true'),
    ('announcements', 'public.announcements', 'announced_at', '1 hour', 'true'),
    ('signUps', 'public.newsletter_signups', 'created_at', '30 days', 'confirmed_at is null'),
    ('letters', 'public.outbox', 'coalesce(sent_at, failed_at)', '30 days', 'true'),
    ('carts', 'public.guest_carts', 'updated_at', '90 days', 'true'),
    ('events', 'public.security_audit_log', 'created_at', '1 year', 'true'),
    ('enquiries', 'public.enquiries', 'created_at', '2 years', 'true'),
    ('codes', 'public.discount_codes', 'coalesce(used_at, expires_at)', '2 years', 'true'),
    ('requests', 'public.data_requests', 'expires_at', '1 day', 'true'),
    ('deskNotes', 'public.person_notes', 'changed_at', '2 years', 'true'),
    -- What nobody confirms goes after thirty days, and who has waited for a year waits no more.
    ('tellMe', 'public.tell_me_requests', 'created_at', '30 days', 'confirmed_at is null'),
    ('tellMe', 'public.tell_me_requests', 'created_at', '1 year', 'true'),
    ('signIns', 'auth.sessions', 'greatest(created_at, updated_at, refreshed_at at time zone ''utc'')', '1 year', 'true'),
    ('accounts', 'auth.users', 'greatest(created_at, invited_at, confirmation_sent_at)', '30 days',
      'email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null'),
    -- After the carts, because a consent lives as long as the cart, or the account, that it is for.
    ('consents', 'public.cart_reminder_consents', 'agreed_at', '90 days', '(email_hash, given_by) not in (
      select public.email_hash(g.email), ''guest'' from public.guest_carts g where g.email is not null
      union select public.email_hash(u.email), ''account'' from auth.users u where u.email is not null)'),
    -- As long as somebody may be reminded, what they got is remembered: it makes reminders two at most.
    ('reminders', 'public.cart_follow_ups', 'coalesce(second_queued_at, first_queued_at)', '90 days',
      'email_hash not in (select c.email_hash from public.cart_reminder_consents c)')
  ) as kinds (kind, source, since, age, condition) loop
    execute format('delete from %s where %s < %L::timestamptz and %s', step.source, step.since, p_now - step.age::interval, step.condition);
    get diagnostics gone = row_count;
    answer := answer || jsonb_build_object(step.kind, gone + coalesce((answer ->> step.kind)::integer, 0));
  end loop;
  return answer;
end $$;

grant all on public.person_notes to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.desk_change_enquiry, public.desk_answer_enquiry, public.desk_unsend,
  public.desk_find_people, public.desk_person, public.desk_note_person, public.desk_write_person,
  public.desk_export_person, public.desk_erase_person to authenticated, service_role;
grant execute on function public.desk_codes, public.desk_code, public.desk_add_code, public.desk_change_code,
  public.desk_withdraw_code to authenticated, service_role;
grant execute on function public.discount_of to anon, authenticated, service_role;
grant execute on function public.begin_backup, public.tell_what_is_stuck, public.shop_figures, public.tidy_up
  to service_role;
grant execute on function public.desk_back_up, public.desk_health, public.desk_what_happened
  to authenticated, service_role;
