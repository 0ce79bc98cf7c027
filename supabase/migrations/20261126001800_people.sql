-- Enquiries from the first word to the last plate, and people: one search leads to all that the shop holds about somebody.

-- ── Enquiries ───────────────────────────────────────────────────────────────────────────────────

create view public.desk_enquiries with (security_barrier) as
  select e.id, e.kind, e.reference, e.name, e.email, e.phone, e.event_type, e.guest_count, e.business_name, e.message, e.created_at,
    e.event_date as day_typed, e.event_on, coalesce(e.stage, 'new') as stage, coalesce(e.moved_at, e.created_at) as moved_at, e.follow_up_on,
    coalesce(e.desk_note, '') as note, coalesce(e.letters, '[]') as letters,
    (jsonb_path_query_array(e.letters, '$[*].quote.total') -> -1)::integer as quoted,
    (select count(*)::integer from public.orders o where lower(o.email) = lower(e.email) and o.paid_at is not null) as orders_before
  from public.enquiries e
  where (select public.staff_role()) = 'owner';

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
    raise sqlstate 'PT400' using message = 'That is no day of the calendar.';
  end if;
  update public.enquiries e set
    stage = case p_field when 'stage' then p_value else e.stage end,
    moved_at = case p_field when 'stage' then now() else e.moved_at end,
    desk_note = case p_field when 'note' then p_value else e.desk_note end,
    event_on = case p_field when 'eventOn' then nullif(p_value, '')::date else e.event_on end,
    follow_up_on = case p_field when 'followUpOn' then nullif(p_value, '')::date else e.follow_up_on end
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
    when not coalesce(public.is_day(p_quote ->> 'validUntil'), false) then 'Until when is the quote good?'
    when (p_quote ->> 'validUntil')::date < (now() at time zone 'Europe/London')::date then 'The day until which it is good has been.'
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
  stage_next := case
    when quote is not null and stage_now in ('new', 'answered') then 'quoted' when stage_now = 'new' then 'answered' else stage_now
  end;
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

-- Takes a letter of the desk back while it waits; an enquiry goes back to where it stood.
create function public.desk_unsend(p_letter uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  hand public.enquiries;
  letter jsonb;
begin
  perform public.desk_enter();
  select * into hand from public.enquiries e where e.letters @> jsonb_build_array(jsonb_build_object('id', p_letter)) for update;
  delete from public.outbox where dedupe_key in ('enquiry_reply:' || p_letter, 'person_letter:' || p_letter) and sent_at is null and attempts = 0;
  if not found then raise sqlstate 'PT400' using message = 'It has gone already.'; end if;
  if hand.id is not null then
    select entry into letter from jsonb_array_elements(hand.letters) as entry where entry ->> 'id' = p_letter::text;
    update public.enquiries e set
      letters = (select coalesce(jsonb_agg(entry), '[]') from jsonb_array_elements(e.letters) as entry where entry ->> 'id' <> p_letter::text),
      stage = case when e.stage = letter ->> 'to' then letter ->> 'from' else e.stage end
    where e.id = hand.id;
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
-- order, the beginning of a postcode, or three characters of a name or an address; of each kind the newest three hundred.
create function public.people_found(p_search text) returns table (email text, user_id uuid, name text, postcode text, at timestamptz)
language plpgsql stable security definer rows 50 set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  words text := public.trim_text(p_search);
  pattern text := case when length(words) >= 3 then '%' || regexp_replace(words, '([\\%_])', '\\\1', 'g') || '%' end;
  wanted bigint := case when words ~ '^#?[0-9]{1,15}$' then ltrim(words, '#')::bigint end;
  area text := case when upper(replace(words, ' ', '')) ~ '^[A-Z]{1,2}[0-9][A-Z0-9]{0,5}$' then upper(replace(words, ' ', '')) || '%' end;
begin
  return query
    select o.email, o.user_id, o.delivery_address ->> 'name', o.delivery_address ->> 'postcode', o.created_at
    from public.orders o where o.number = wanted;
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
    where u.id in (
      -- Accounts keep their addresses in small letters.
      select a.id from auth.users a where a.email like lower(pattern)
      union all select n.id from public.profiles n where n.full_name ilike pattern
    )
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
  if not coalesce(public.is_address(address), false) or p_note is null then raise sqlstate 'PT400' using message = 'Whom is that about?'; end if;
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

grant all on public.person_notes to service_role;
revoke execute on all functions in schema public from public;
grant execute on function public.desk_change_enquiry, public.desk_answer_enquiry, public.desk_unsend,
  public.desk_find_people, public.desk_person, public.desk_note_person, public.desk_write_person,
  public.desk_export_person, public.desk_erase_person to authenticated, service_role;
