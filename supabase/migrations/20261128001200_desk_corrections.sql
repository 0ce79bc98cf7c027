-- What the desk says and takes back, where it was not the truth: what went back on the shelf, whose testimonial was written, where
-- an enquiry stands once a letter is called back, when to write to somebody again, and whether the bar is free.

-- ── Refunds ─────────────────────────────────────────────────────────────────────────────────────

-- The pieces that a refund is for, in the words of the order: [{"name", "quantity", "size", "isRestocked"}]. Whether they went
-- back on the shelf is known once the refund is booked, and of none that was booked before this was noted.
create or replace function public.refunded_pieces(p_refund public.refunds) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', i.name, 'quantity', line.quantity, 'size', i.size, 'isRestocked', line."isRestocked"
  ) order by i.position), '[]')
  from jsonb_to_recordset(p_refund.lines) as line ("position" integer, quantity integer, "isRestocked" boolean)
  join public.order_items i on i.order_id = p_refund.order_id and i.position = line.position
$$;

-- Marks the pieces of refunds that have gone back, once each, and restocks what was asked for, unless it never left the stock;
-- `isRestocked` of each line says which that was.
create or replace function public.book_refunds(p_order public.orders, p_ids jsonb, p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare booked public.refunds;
begin
  if jsonb_typeof(p_ids) is distinct from 'array' then return; end if;
  for booked in
    update public.refunds r set booked_at = p_now
    where r.order_id = p_order.id and r.booked_at is null and r.id::text in (select jsonb_array_elements_text(p_ids))
    returning r.*
  loop
    update public.order_items i set refunded_quantity = i.refunded_quantity + line.quantity
    from jsonb_to_recordset(booked.lines) as line ("position" integer, quantity integer)
    where i.order_id = p_order.id and i.position = line.position;
    update public.orders set cancelled_at = p_now where id = p_order.id and booked.cancels;
    continue when not p_order.stock_held;
    perform public.lock_stock(array(select product_id from public.order_items where order_id = p_order.id));
    with back as (
      select line.position, i.product_id, line.quantity
      from jsonb_to_recordset(booked.lines) as line ("position" integer, quantity integer, restock boolean)
      join public.order_items i on i.order_id = p_order.id and i.position = line.position
      join public.products p on p.id = i.product_id and p.stock is not null
      where coalesce(line.restock, booked.restock)
    ), shelved as (
      update public.products p set stock = p.stock + b.pieces
      from (select product_id, sum(quantity)::integer as pieces from back group by product_id) b where p.id = b.product_id
    )
    update public.refunds r set lines = (
      select coalesce(jsonb_agg(line || jsonb_build_object('isRestocked', (line -> 'position')::integer in (select b.position from back b)) order by place), '[]')
      from jsonb_array_elements(booked.lines) with ordinality as l (line, place)
    ) where r.id = booked.id;
  end loop;
end $$;

-- ── Enquiries ───────────────────────────────────────────────────────────────────────────────────

-- When the day of following up was chosen, if that day was not over then.
alter table public.enquiries add column if not exists follow_up_set_at timestamptz;

-- `is_due`: its day of following up has come, and nothing was written to them since it came, and since it was chosen.
create or replace view public.desk_enquiries with (security_barrier) as
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

-- Changes one thing of an enquiry: 'stage', 'note', 'eventOn' or 'followUpOn' (a day, or '' for none). p_seen is what it was
-- based on.
create or replace function public.desk_change_enquiry(p_id uuid, p_field text, p_value text, p_seen text) returns void
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
    follow_up_on = case p_field when 'followUpOn' then nullif(p_value, '')::date else e.follow_up_on end,
    follow_up_set_at = case when p_field <> 'followUpOn' then e.follow_up_set_at
      when nullif(p_value, '')::date >= public.london_today() then now() end
  where e.id = p_id;
  -- What a note says of somebody stays with the enquiry.
  perform public.desk_note('enquiry', 'enquiry:' || hand.reference,
    case when p_field <> 'note' then jsonb_build_object(p_field, now_it_is) end,
    case when p_field = 'note' then jsonb_build_object('note', true) else jsonb_build_object(p_field, p_value) end);
end $$;

-- Where an enquiry stands after a letter.
create or replace function public.stage_after_letter(p_stage text, p_is_quote boolean) returns text language sql immutable set search_path = '' as $$
  select case when p_is_quote and p_stage in ('new', 'answered') then 'quoted' when p_stage = 'new' then 'answered' else p_stage end
$$;

-- Answers an enquiry by email, with a quote where p_quote has one, and moves it on. p_letter is a new id, so that pressing
-- twice sends once; p_seen is how many letters there were.
create or replace function public.desk_answer_enquiry(p_id uuid, p_letter uuid, p_text text, p_seen integer, p_quote jsonb default null) returns void
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
create or replace function public.desk_unsend(p_letter uuid) returns void language plpgsql security definer set search_path = '' as $$
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

-- ── Dates ───────────────────────────────────────────────────────────────────────────────────────

-- Writes what has become of an evening. What the bar said of one that was off is over, so that the bar is free for the next.
create or replace function public.write_evening(p_evening jsonb, p_action text, p_change jsonb) returns void language plpgsql security definer set search_path = '' as $$
declare
  series text := p_evening ->> 'series';
  planned date := (p_evening ->> 'planned')::date;
  given public.date_changes := jsonb_populate_record(null::public.date_changes, p_change);
  bar jsonb := public.bar_content();
  yesterday date := public.london_today() - 1;
begin
  insert into public.date_changes (slug, day, state, to_day, begins, ends, venue, words)
  values (series, planned, given.state, given.to_day, given.begins, given.ends, given.venue, coalesce(given.words, ''))
  on conflict (slug, day) do update set state = excluded.state, to_day = excluded.to_day, begins = excluded.begins, ends = excluded.ends,
    venue = excluded.venue, words = excluded.words, sequence = date_changes.sequence + 1, changed_at = now();
  perform public.desk_note(p_action, 'date:' || series || ':' || planned, p_evening, p_change);
  if (bar ->> 'isOn')::boolean and p_evening ->> 'state' = 'cancelled'
    and bar ->> 'words' = public.bar_words(p_evening ->> 'title', p_evening ->> 'words') then
    perform public.desk_set_announcement(bar ->> 'words', bar ->> 'link', yesterday, yesterday, false, (bar ->> 'version')::integer);
  end if;
end $$;

-- The evening is on again, as it was planned.
create or replace function public.desk_bring_back(p_slug text, p_day text, p_seen integer) returns void language plpgsql security definer set search_path = '' as $$
declare
  evening jsonb;
  series public.dates;
  taken text;
begin
  perform public.desk_enter();
  evening := public.evening_at_hand(p_slug, p_day, p_seen);
  select * into series from public.dates d where d.slug = p_slug;
  if evening ->> 'state' = 'on' then return; end if;
  taken := public.taken_by((evening ->> 'planned')::date, series.begins, series.ends, p_slug, (evening ->> 'planned')::date);
  if taken is not null then perform public.refuse_date(taken); end if;
  perform public.write_evening(evening, 'bring_back_date', '{"state": "on"}');
end $$;

-- ── The log ─────────────────────────────────────────────────────────────────────────────────────

-- What was done at the desk, the newest first, before the entry p_before: all of it, or what one person did, or what
-- was done to subjects of some kinds ('order', 'product') or to one ('product:<id>').
create or replace function public.desk_what_happened(
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

revoke execute on all functions in schema public from public;
grant execute on function public.desk_change_enquiry, public.desk_answer_enquiry, public.desk_unsend, public.desk_bring_back,
  public.desk_what_happened to authenticated, service_role;
grant select on public.desk_enquiries to authenticated;
