-- What visitors ask the business, and the guard at the door of every form.

-- ── The guard ───────────────────────────────────────────────────────────────────────────────────

-- One random value that the guard mixes into addresses, so that its notes cannot be turned back into them by trying
-- all addresses. Not even the service role reads it; `guard_seal` does.
create table public.guard_salt (
  only_row boolean primary key default true check (only_row),
  salt text not null check (length(salt) = 64)
);
alter table public.guard_salt enable row level security;
insert into public.guard_salt (salt)
values (encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex'));

-- The same text gives the same seal, in this shop alone. What belongs to one visitor counts as one: an IPv6 address
-- stands for the /64 that one customer has, one that wraps an IPv4 address for that address.
create function public.guard_seal(p_text text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare plain text := regexp_replace(lower(trim(p_text)), '^::ffff:(?=\d+\.)', '');
begin
  if pg_input_is_valid(plain, 'inet') then
    plain := case when family(plain::inet) = 6 then network(set_masklen(plain::inet, 64))::text else host(plain::inet) end;
  end if;
  return (select encode(sha256(convert_to(s.salt || plain, 'utf8')), 'hex') from public.guard_salt s);
end $$;

-- Events of one address, in order, for the pattern.
create index security_audit_log_address on public.security_audit_log ((details ->> 'address'), created_at desc)
  where source = 'server';

-- Failed sign-ins count as medium and suspicious forms as high (specification, section 8).
create function public.event_severity(p_event_type text) returns text
language sql immutable set search_path = ''
as $$
  select case p_event_type when 'auth_failure' then 'medium' when 'suspicious_form_submission' then 'high' else 'low' end
$$;

-- Notes what the server itself has seen. The address that it came from is sealed; time and version are added to the
-- details. With p_most, at most so many of a kind from one address are noted in five minutes, for what nothing else
-- limits.
create function public.note_event(
  p_event_type text, p_details jsonb, p_address text default null, p_now timestamptz default now(),
  p_most integer default null
) returns void
language sql security definer set search_path = ''
as $$
  insert into public.security_audit_log (created_at, event_type, severity, source, user_id, details)
  select
    p_now, p_event_type, public.event_severity(p_event_type), 'server', auth.uid(),
    coalesce(p_details, '{}') || jsonb_strip_nulls(jsonb_build_object(
      'address', public.guard_seal(p_address), 'timestamp', p_now, 'version', '1'
    ))
  where p_most is null or public.take_attempt(
    'note_event:' || p_event_type || ':' || coalesce(public.guard_seal(p_address), 'unknown'), p_most, 300000, p_now
  ) = 0
$$;
grant execute on function public.note_event(text, jsonb, text, timestamptz, integer) to service_role;

-- The suspicious pattern: five failed sign-ins, refused floods or suspicious forms of one address within ten minutes
-- (specification, section 5). Answers how many milliseconds that address is still to be refused: until the fifth
-- youngest is ten minutes old. Only what the server saw counts, so that nobody can have somebody else refused. For a
-- sign-in p_counts_sign_ins is false: its failures have counters of their own, by account and address, and one
-- person's forgotten password must not keep a whole house out.
create function public.guard_wait(
  p_address text, p_counts_sign_ins boolean default true, p_now timestamptz default now()
) returns integer
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select ceil(extract(epoch from l.created_at + interval '10 minutes' - p_now) * 1000)::integer
    from public.security_audit_log l
    where l.source = 'server' and l.details ->> 'address' = public.guard_seal(p_address)
      and l.created_at > p_now - interval '10 minutes'
      and (l.event_type in ('rate_limit_violation', 'suspicious_form_submission')
        or (p_counts_sign_ins and l.event_type = 'auth_failure'))
    order by l.created_at desc offset 4 limit 1
  ), 0)
$$;
grant execute on function public.guard_wait(text, boolean, timestamptz) to service_role;

-- Lets a form post in, or not: {"wait": ms, "reason": null | "pattern" | "limit"}. p_key is whose attempts are counted
-- (sealed before it is stored), p_max of them in p_window_ms; of all behind one address, p_address_max. A post over the
-- limit is noted; one that the pattern refuses is not, so the notes of one address have an end.
create function public.admit(
  p_form text, p_key text, p_max integer, p_address text, p_address_max integer, p_window_ms integer,
  p_details jsonb default '{}', p_now timestamptz default now()
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare wait integer := public.guard_wait(p_address, true, p_now);
begin
  if wait > 0 then return jsonb_build_object('wait', wait, 'reason', 'pattern'); end if;
  wait := greatest(
    public.take_attempt(p_form || ':' || public.guard_seal(p_key), p_max, p_window_ms, p_now),
    public.take_attempt(p_form || ':address:' || public.guard_seal(p_address), p_address_max, p_window_ms, p_now)
  );
  if wait = 0 then return jsonb_build_object('wait', 0, 'reason', null); end if;
  perform public.note_event('rate_limit_violation', p_details || jsonb_build_object('form', p_form), p_address, p_now);
  return jsonb_build_object('wait', wait, 'reason', 'limit');
end $$;
grant execute on function public.admit(text, text, integer, text, integer, integer, jsonb, timestamptz) to service_role;

-- As before, but for what a browser reports: its details are an object, and one address reports at most sixty events in
-- five minutes; the rest is dropped without a word, since nobody waits for it.
create or replace function public.log_security_event(event_type text, details jsonb default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare is_server boolean := auth.role() = 'service_role';
begin
  if jsonb_typeof(details) is distinct from 'object' then
    raise exception 'The details of an event are an object' using errcode = '22023';
  end if;
  if not is_server and public.take_attempt(
    'log_security_event:' || public.guard_seal(coalesce(public.visitor_address(), 'unknown')), 60, 300000
  ) > 0 then return; end if;
  insert into public.security_audit_log (event_type, severity, source, user_id, details)
  values (
    log_security_event.event_type, public.event_severity(log_security_event.event_type),
    case when is_server then 'server' else 'browser' end, auth.uid(), log_security_event.details
  );
end $$;

-- A stored cart of more than fifty lines is no shopper's (specification, section 5). It is kept and flagged, once for as
-- long as it is so large. The trigger's argument names the column with the lines.
create function public.flag_large_cart() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare lines integer := jsonb_array_length(to_jsonb(new) -> tg_argv[0]);
begin
  if lines <= 50 or (tg_op = 'UPDATE' and jsonb_array_length(to_jsonb(old) -> tg_argv[0]) > 50) then return null; end if;
  perform public.note_event(
    'suspicious_form_submission', jsonb_build_object('form', tg_table_name, 'lines', lines), public.visitor_address()
  );
  return null;
end $$;
create trigger carts_flag after insert or update of items on public.carts
  for each row execute function public.flag_large_cart('items');
create trigger guest_carts_flag after insert or update of cart_data on public.guest_carts
  for each row execute function public.flag_large_cart('cart_data');

-- Newsletter sign-ups that come without a function of ours are refused by the pattern too. Runs before the trigger that
-- counts them, whose name comes later.
create function public.guard_newsletter() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare wait integer;
begin
  if coalesce(auth.role(), 'service_role') = 'service_role' then return new; end if;
  wait := public.guard_wait(public.visitor_address());
  if wait > 0 then raise sqlstate 'PT429' using message = 'Please wait before trying again.', hint = wait::text; end if;
  return new;
end $$;
create trigger newsletter_signups_guard before insert on public.newsletter_signups
  for each row execute function public.guard_newsletter();

-- ── Enquiries ───────────────────────────────────────────────────────────────────────────────────

-- One row an enquiry, as it was cleaned. `message` is a catering enquiry's message and a consultancy enquiry's details.
-- The reference is what sender and business quote. `page` is where the form stood. Service role only.
create table public.enquiries (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('catering', 'consultancy')),
  reference text not null unique check (reference ~ '^(CAT|ASK)-[0-9A-F]{8}$'),
  name text not null check (length(name) between 1 and 100),
  email text not null check (length(email) between 5 and 255 and email ~ '^[^\s<>"'';\\@,]+@[^\s<>"'';\\@,]+\.[^\s<>"'';\\@,]+$'),
  phone text check (length(phone) <= 255),
  event_date text check (length(event_date) <= 255),
  event_type text check (length(event_type) <= 255),
  guest_count text check (length(guest_count) <= 255),
  business_name text check (length(business_name) <= 100),
  message text not null check (length(message) between 1 and 2000),
  page text check (length(page) <= 300),
  created_at timestamptz not null default now(),
  check ((kind = 'catering') = (event_type is not null and guest_count is not null))
);
create index enquiries_created on public.enquiries (created_at);
create index enquiries_email on public.enquiries (lower(email));
alter table public.enquiries enable row level security;
grant all on public.enquiries to service_role;

-- Stores an enquiry and, in the same transaction, queues the notice to the business and the follow-up to the sender.
-- Nobody has confirmed the sender's address, so one address gets one follow-up of a kind a day, whoever types it how
-- often. Returns the reference. p_enquiry: {kind, name, email, phone, date, eventType, guestCount, businessName,
-- message, page}.
create function public.store_enquiry(p_enquiry jsonb, p_business_email text, p_now timestamptz default now()) returns text
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
  insert into public.outbox (template, recipient, data, dedupe_key, next_attempt_at, created_at) values (
    follow_up, stored.email, jsonb_build_object('reference', stored.reference),
    follow_up || ':' || public.email_hash(stored.email) || ':' || to_char(p_now at time zone 'UTC', 'YYYY-MM-DD'),
    p_now, p_now
  ) on conflict (dedupe_key) do nothing;
  return stored.reference;
end $$;
grant execute on function public.store_enquiry(jsonb, text, timestamptz) to service_role;

revoke execute on all functions in schema public from public;
