-- What browsers report to the security log is counted by where it comes from: above 60 in five minutes it is dropped
-- without a word, so that nobody can fill the table or bury what the server saw itself. The rest is as before.
create or replace function public.log_security_event(event_type text, details jsonb default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_server boolean := coalesce(auth.role() = 'service_role', false);
  address text := split_part(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-forwarded-for', ',', 1);
begin
  if not is_server
    and public.take_attempt('log_security_event:address:' || coalesce(left(trim(address), 100), 'unknown'), 60, 300000) > 0
  then return; end if;
  insert into public.security_audit_log (event_type, severity, source, user_id, details)
  values (
    log_security_event.event_type,
    case log_security_event.event_type when 'auth_failure' then 'medium' when 'suspicious_form_submission' then 'high' else 'low' end,
    case when is_server then 'server' else 'browser' end,
    auth.uid(),
    log_security_event.details
  );
end $$;
