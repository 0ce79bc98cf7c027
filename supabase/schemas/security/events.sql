-- Returns the severity of an event: failed sign-ins are medium, and suspicious forms high (specification, section 8).
create or replace function public.event_severity(p_event_type text) returns text language sql immutable set search_path = '' as $$
  select case p_event_type when 'auth_failure' then 'medium' when 'suspicious_form_submission' then 'high' else 'low' end
$$;

-- Records an event that the server itself has seen, with IP addresses and senders hashed. p_limit is the maximum number of events
-- of one type and IP address in five minutes. `sender` in the details is an account's id, or the text that was typed into a form.
create or replace function public.record_security_event(
  p_event_type text, p_details jsonb, p_address text default null, p_now timestamptz default now(),
  p_limit integer default null
) returns void language sql security definer set search_path = '' as $$
  insert into public.security_audit_log (created_at, event_type, severity, source, user_id, details)
  select
    p_now, p_event_type, public.event_severity(p_event_type), 'server', auth.uid(),
    coalesce(p_details, '{}') - 'sender' || jsonb_strip_nulls(jsonb_build_object(
      'address', public.keyed_hash(p_address), 'sender', public.hash_sender(p_details ->> 'sender', p_address),
      'timestamp', p_now, 'version', '1'
    ))
  where p_limit is null
    or public.consume_address_limit('note_event:' || p_event_type, p_address, 1, p_limit, 300000, p_now) = 0
$$;

-- Records a security event that a browser reports. Events beyond sixty in five minutes are dropped without an error. The id of
-- an account that was erased is not stored, although its browser may still send it.
create or replace function public.log_security_event(event_type text, details jsonb default '{}') returns void
language plpgsql security definer set search_path = '' as $$
declare is_server boolean := auth.role() = 'service_role';
begin
  if jsonb_typeof(details) is distinct from 'object' then
    raise exception 'The details of an event are an object' using errcode = '22023';
  end if;
  if not is_server and public.consume_address_limit('log_security_event', public.visitor_address(), 1, 60, 300000) > 0 then return; end if;
  insert into public.security_audit_log (event_type, severity, source, user_id, details)
  values (
    log_security_event.event_type, public.event_severity(log_security_event.event_type),
    case when is_server then 'server' else 'browser' end,
    (select u.id from auth.users u where u.id = auth.uid()), log_security_event.details
  );
end $$;

grant execute on function public.record_security_event to service_role;
grant execute on function public.log_security_event to anon, authenticated, service_role;
