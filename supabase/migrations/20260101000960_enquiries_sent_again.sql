-- An enquiry whose answer got lost is sent again, by an impatient thumb or after a tunnel.

-- As before, but the same words of the same sender within a day are the same enquiry: it is stored once, told of once,
-- and keeps its reference. Answers {"reference", "isMailed"}: whether a letter to the sender has the reference too.
drop function public.store_enquiry(jsonb, text, timestamptz);
create function public.store_enquiry(p_enquiry jsonb, p_business_email text, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.enquiries;
  follow_up text := (p_enquiry ->> 'kind') || '_followup';
  sender text := lower(p_enquiry ->> 'email');
begin
  -- Two at once come one after the other.
  perform pg_advisory_xact_lock(hashtextextended(follow_up || ':' || sender, 20260960));
  select * into stored from public.enquiries e
  where lower(e.email) = sender and e.created_at > p_now - interval '1 day' and e.kind = p_enquiry ->> 'kind'
    and (e.name, e.phone, e.event_date, e.event_type, e.guest_count, e.business_name, e.message) is not distinct from (
      p_enquiry ->> 'name', nullif(p_enquiry ->> 'phone', ''), nullif(p_enquiry ->> 'date', ''), p_enquiry ->> 'eventType',
      p_enquiry ->> 'guestCount', nullif(p_enquiry ->> 'businessName', ''), p_enquiry ->> 'message'
    );
  if stored.id is null then
    insert into public.enquiries (
      kind, reference, name, email, phone, event_date, event_type, guest_count, business_name, message, page, created_at
    ) values (
      p_enquiry ->> 'kind',
      case p_enquiry ->> 'kind' when 'catering' then 'CAT-' else 'ASK-' end || upper(left(gen_random_uuid()::text, 8)),
      p_enquiry ->> 'name', p_enquiry ->> 'email', nullif(p_enquiry ->> 'phone', ''), nullif(p_enquiry ->> 'date', ''),
      p_enquiry ->> 'eventType', p_enquiry ->> 'guestCount', nullif(p_enquiry ->> 'businessName', ''),
      p_enquiry ->> 'message', p_enquiry ->> 'page', p_now
    ) returning * into stored;
    insert into public.outbox (template, recipient, data, dedupe_key, next_attempt_at, created_at) values (
      'enquiry_notice', p_business_email,
      p_enquiry || jsonb_build_object('reference', stored.reference, 'sentAt', p_now),
      'enquiry_notice:' || stored.id, p_now, p_now
    );
    insert into public.outbox (template, recipient, data, dedupe_key, next_attempt_at, created_at)
    select follow_up, stored.email, jsonb_build_object('reference', stored.reference), follow_up || ':' || stored.id, p_now, p_now
    where (
      select count(*) from public.enquiries e
      where lower(e.email) = sender and e.kind = stored.kind and e.created_at > p_now - interval '1 day'
    ) <= 10;
  end if;
  return jsonb_build_object('reference', stored.reference, 'isMailed', exists (
    select from public.outbox o where o.dedupe_key = follow_up || ':' || stored.id
  ));
end $$;
grant execute on function public.store_enquiry(jsonb, text, timestamptz) to service_role;

revoke execute on all functions in schema public from public;
