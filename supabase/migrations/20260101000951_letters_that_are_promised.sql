-- Two letters that the page promises and that earlier ones to the same address held back.

-- As before, but each enquiry has a follow-up with its reference, since the page says that it is in the mail. Nobody has
-- confirmed the sender's address, so there is an end to it beside the forms' own limits: ten of a kind a day for one address.
create or replace function public.store_enquiry(p_enquiry jsonb, p_business_email text, p_now timestamptz default now()) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.enquiries;
  follow_up text := (p_enquiry ->> 'kind') || '_followup';
begin
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
    where lower(e.email) = lower(stored.email) and e.kind = stored.kind and e.created_at > p_now - interval '1 day'
  ) <= 10;
  return stored.reference;
end $$;

-- As before, but a sign-up that was taken off and made again has a letter of its own: the link of the earlier one names
-- a row that is gone. A row goes only when the owner of the address says so, or after a day; all the same, three a day
-- are the end.
create or replace function public.ask_for_confirmation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.confirmed_at is not null or (
    select count(*) from public.outbox o
    where o.template = 'newsletter_confirm' and lower(o.recipient) = lower(new.email) and o.created_at > now() - interval '1 day'
  ) >= 3 then return null; end if;
  insert into public.outbox (template, recipient, data, dedupe_key)
  values (
    'newsletter_confirm', new.email, jsonb_build_object('signup', new.id, 'emailHash', public.email_hash(new.email)),
    'newsletter_confirm:' || new.id
  ) on conflict (dedupe_key) do nothing;
  return null;
end $$;

revoke execute on all functions in schema public from public;
