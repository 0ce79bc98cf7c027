-- Sets the event's day from the text in the form, if that text is a day.
create or replace function public.set_event_day() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if public.is_calendar_day(new.event_date) then new.event_on := new.event_date::date; end if;
  return new;
end $$;
create or replace trigger enquiries_set_event_day before insert on public.enquiries for each row execute function public.set_event_day();

-- Stores an enquiry and queues the notice to the business and the follow-up to the sender. The same words of a sender within a day,
-- sent again by a second press or after a lost connection, are the same enquiry. The email address is not confirmed, so it gets ten
-- emails a day of a kind. Returns {"reference", "isMailed"}: whether the sender has the reference by email.
create or replace function public.store_enquiry(p_enquiry jsonb, p_business_email text, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  submitted public.enquiries := jsonb_populate_record(null::public.enquiries, p_enquiry || jsonb_build_object(
    'id', gen_random_uuid(), 'created_at', p_now, 'event_type', p_enquiry -> 'eventType', 'guest_count', p_enquiry -> 'guestCount',
    'phone', nullif(p_enquiry ->> 'phone', ''), 'event_date', nullif(p_enquiry ->> 'date', ''),
    'business_name', nullif(p_enquiry ->> 'businessName', ''),
    'reference', case p_enquiry ->> 'kind' when 'catering' then 'CAT-' else 'ASK-' end || upper(left(gen_random_uuid()::text, 8))
  ));
  stored public.enquiries;
  follow_up text := submitted.kind || '_followup';
begin
  -- This lock makes concurrent enquiries of one sender wait for each other.
  perform pg_advisory_xact_lock(hashtextextended(follow_up || ':' || lower(submitted.email), 20260960));
  select * into stored from public.enquiries e
  where lower(e.email) = lower(submitted.email) and e.created_at > p_now - interval '1 day' and e.kind = submitted.kind
    and (e.name, e.phone, e.event_date, e.event_type, e.guest_count, e.business_name, e.message) is not distinct from
      (submitted.name, submitted.phone, submitted.event_date, submitted.event_type, submitted.guest_count, submitted.business_name, submitted.message);
  if stored.id is null then
    insert into public.enquiries select submitted.* returning * into stored;
    perform public.queue_email('enquiry_notice', p_business_email,
      p_enquiry || jsonb_build_object('reference', stored.reference, 'sentAt', p_now), stored.id::text, p_now);
    if (
      select count(*) from public.enquiries e
      where lower(e.email) = lower(submitted.email) and e.kind = stored.kind and e.created_at > p_now - interval '1 day'
    ) <= 10 then
      perform public.queue_email(follow_up, stored.email, jsonb_build_object('reference', stored.reference), stored.id::text, p_now);
    end if;
  end if;
  return jsonb_build_object('reference', stored.reference, 'isMailed', exists (
    select from public.outbox o where o.dedupe_key = follow_up || ':' || stored.id
  ));
end $$;

grant execute on function public.store_enquiry to service_role;
