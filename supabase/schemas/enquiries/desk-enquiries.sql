-- Returns the enquiry with this id, and locks its row.
create or replace function public.lock_enquiry(p_id uuid) returns public.enquiries language plpgsql security definer set search_path = '' as $$
declare found public.enquiries;
begin
  select * into found from public.enquiries e where e.id = p_id for update;
  if found.id is null then perform public.raise_conflict(null); end if;
  return found;
end $$;

-- Changes one field of an enquiry: 'stage', 'note', 'eventOn' or 'followUpOn' (a day, or '' for none). p_seen is the value that
-- the caller saw.
create or replace function public.desk_change_enquiry(p_id uuid, p_field text, p_value text, p_seen text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  enquiry public.enquiries;
  current_value text;
begin
  perform public.require_staff();
  enquiry := public.lock_enquiry(p_id);
  current_value := (select case p_field
    when 'stage' then e.stage when 'note' then e.note
    when 'eventOn' then coalesce(e.event_on::text, '') when 'followUpOn' then coalesce(e.follow_up_on::text, '')
  end from public.desk_enquiries e where e.id = p_id);
  if current_value is null or p_value is null then raise sqlstate 'PT400' using message = 'That cannot be changed here.'; end if;
  if current_value = p_value then return; end if;
  if current_value is distinct from p_seen then perform public.raise_conflict(to_jsonb(current_value)); end if;
  if p_field = 'stage' and p_value not in ('new', 'answered', 'quoted', 'confirmed', 'done', 'lost') then
    raise sqlstate 'PT400' using message = 'There is no such stage.';
  elsif p_field = 'note' and length(p_value) > 4000 then
    raise sqlstate 'PT400' using message = 'A note has room for 4,000 characters.';
  elsif p_field in ('eventOn', 'followUpOn') and p_value <> '' and not public.is_calendar_day(p_value) then
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
  -- The log does not repeat a note's text, which may be about a person and stays with the enquiry.
  perform public.log_desk_action('enquiry', 'enquiry:' || enquiry.reference,
    case when p_field <> 'note' then jsonb_build_object(p_field, current_value) end,
    case when p_field = 'note' then jsonb_build_object('note', true) else jsonb_build_object(p_field, p_value) end);
end $$;

-- Returns an error message when a quote is invalid, or null.
create or replace function public.validate_quote(p_quote jsonb) returns text language sql stable set search_path = '' as $$
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
    when not coalesce(public.is_calendar_day(p_quote ->> 'validUntil'), false) then 'How long is the quote good for?'
    when (p_quote ->> 'validUntil')::date < (now() at time zone 'Europe/London')::date then 'That “good until” day has gone.'
  end
$$;

-- Queues an email that a member of the team wrote, once. It leaves after `desk_email_delay`, so that it can be undone.
create or replace function public.queue_desk_email(p_template text, p_recipient text, p_data jsonb, p_email_id uuid) returns void
language sql security definer set search_path = '' as $$
  select public.queue_email(p_template, p_recipient, p_data, p_email_id::text, now());
  update public.outbox set next_attempt_at = now() + public.desk_email_delay()
  where dedupe_key = p_template || ':' || p_email_id and attempts = 0 and created_at = now();
$$;

-- Returns the text of an email without surrounding white space; refuses it when it is empty or longer than 4,000 characters.
create or replace function public.require_email_text(p_text text) returns text language plpgsql immutable set search_path = '' as $$
declare words text := public.trim_text(p_text);
begin
  if coalesce(length(words), 0) not between 1 and 4000 then
    raise sqlstate 'PT400' using message = 'A letter has between one and 4,000 characters.';
  end if;
  return words;
end $$;

-- Returns the stage of an enquiry after an email.
create or replace function public.enquiry_stage_after_email(p_stage text, p_is_quote boolean) returns text language sql immutable set search_path = '' as $$
  select case when p_is_quote and p_stage in ('new', 'answered') then 'quoted' when p_stage = 'new' then 'answered' else p_stage end
$$;

-- Answers an enquiry by email, with a quote when p_quote is not null, and moves the enquiry to its next stage. p_letter is a new
-- id, so that a repeated request sends only one email; p_seen is the number of emails that the caller saw.
create or replace function public.desk_answer_enquiry(p_id uuid, p_letter uuid, p_text text, p_seen integer, p_quote jsonb default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  enquiry public.enquiries;
  before jsonb;
  words text;
  validation_error text := case when p_quote is not null then public.validate_quote(p_quote) end;
  quote jsonb;
  stage_now text;
  stage_next text;
begin
  perform public.require_staff();
  enquiry := public.lock_enquiry(p_id);
  before := coalesce(enquiry.letters, '[]');
  if p_letter is null or before @> jsonb_build_array(jsonb_build_object('id', p_letter)) then return; end if;
  if jsonb_array_length(before) is distinct from p_seen then perform public.raise_conflict(before); end if;
  if validation_error is not null then raise sqlstate 'PT400' using message = validation_error; end if;
  words := public.require_email_text(p_text);
  if p_quote is not null then
    select jsonb_build_object('lines', jsonb_agg(jsonb_build_object(
      'what', public.trim_text(line ->> 'what'), 'amount', (line ->> 'amount')::integer
    ) order by place), 'total', sum((line ->> 'amount')::integer), 'validUntil', p_quote ->> 'validUntil') into quote
    from jsonb_array_elements(p_quote -> 'lines') with ordinality as entry (line, place);
  end if;
  stage_now := coalesce(enquiry.stage, 'new');
  stage_next := public.enquiry_stage_after_email(stage_now, quote is not null);
  perform public.queue_desk_email('enquiry_reply', enquiry.email, jsonb_build_object(
    'reference', enquiry.reference, 'kind', enquiry.kind, 'text', words, 'quote', quote, 'thread', (
      select coalesce(jsonb_agg(o.id order by o.created_at), '[]') from public.outbox o
      where o.dedupe_key = enquiry.kind || '_followup:' || enquiry.id
        or o.dedupe_key in (select 'enquiry_reply:' || (letter ->> 'id') from jsonb_array_elements(before) as letter)
    )
  ), p_letter);
  update public.enquiries e set stage = stage_next, moved_at = case when stage_next <> stage_now then now() else e.moved_at end,
    letters = before || jsonb_build_array(jsonb_build_object(
      'id', p_letter, 'at', now(), 'by', (select s.name from public.staff s where s.user_id = auth.uid()), 'text', words,
      'quote', quote, 'from', stage_now, 'to', stage_next
    ))
  where e.id = enquiry.id;
  perform public.log_desk_action('answer', 'enquiry:' || enquiry.reference, null, jsonb_build_object('stage', stage_next, 'quoted', quote -> 'total'));
end $$;

-- Cancels an email that was written at the desk and that no worker has tried to send yet. The enquiry then returns to the stage
-- that its other emails gave it, unless its stage was changed since. An email that was cancelled before stays cancelled.
create or replace function public.desk_unsend(p_letter uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  email_keys text[] := array['enquiry_reply:' || p_letter, 'person_letter:' || p_letter];
  enquiry public.enquiries;
  letter jsonb;
  other_letters jsonb := '[]';
  recorded_stage text; -- after the emails so far
  recalculated_stage text; -- after them without the cancelled one
begin
  perform public.require_staff();
  select * into enquiry from public.enquiries e where e.letters @> jsonb_build_array(jsonb_build_object('id', p_letter)) for update;
  delete from public.outbox where dedupe_key = any (email_keys) and sent_at is null and attempts = 0;
  if not found and enquiry.id is null and not exists (select from public.outbox where dedupe_key = any (email_keys)) then return;
  elsif not found then raise sqlstate 'PT400' using message = 'It has gone already.'; end if;
  if enquiry.id is not null then
    for letter in select l from jsonb_array_elements(enquiry.letters) as l loop
      if letter ->> 'id' = p_letter::text then
        recorded_stage := letter ->> 'to';
        recalculated_stage := letter ->> 'from';
        continue;
      elsif letter ->> 'from' = recorded_stage then
        recorded_stage := letter ->> 'to';
        letter := letter || jsonb_build_object('from', recalculated_stage);
        recalculated_stage := public.enquiry_stage_after_email(recalculated_stage, letter -> 'quote' <> 'null');
        letter := letter || jsonb_build_object('to', recalculated_stage);
      else
        recorded_stage := null;
      end if;
      other_letters := other_letters || jsonb_build_array(letter);
    end loop;
    update public.enquiries e set letters = other_letters, stage = case when e.stage = recorded_stage then recalculated_stage else e.stage end where e.id = enquiry.id;
  end if;
  perform public.log_desk_action('unsend', coalesce('enquiry:' || enquiry.reference, 'letter:' || p_letter));
end $$;

-- Returns the enquiries that wait for an answer: those in the first stage.
create or replace function public.unanswered_enquiries() returns setof public.enquiries language plpgsql stable security definer set search_path = '' as $$
begin
  return query select * from public.enquiries e where coalesce(e.stage, 'new') = 'new';
end $$;

-- The view of enquiries for owners. `is_due` is true when the day for following up has come, and the last email to the sender is
-- older than that day or than the choice of that day.
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

grant select on public.desk_enquiries to authenticated;
grant execute on function
  public.desk_change_enquiry,
  public.desk_answer_enquiry,
  public.desk_unsend
to authenticated, service_role;
