-- As before, but a newsletter's name is judged as it was typed and as it will stand: what cleaning takes out of a
-- word must not put an attack together.
create or replace function public.receive_newsletter_signup() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare wait integer;
begin
  new.email := trim(new.email);
  if not public.is_address(new.email) then
    raise exception 'Please enter a valid email address.' using errcode = '22023';
  end if;
  if coalesce(auth.role(), 'service_role') <> 'service_role' then
    wait := (public.admit(
      'newsletter_signup', lower(new.email), 3, coalesce(public.visitor_address(), 'unknown'), 30, 300000, public.seen_request()
    ) ->> 'wait')::integer;
    if wait > 0 then
      perform public.refuse_row(429, wait);
      return null;
    end if;
    if public.is_suspicious(new.name) or public.is_suspicious(public.clean_line(new.name, 100)) then
      perform public.note_event(
        'suspicious_form_submission', public.seen_request() || '{"form": "newsletter_signup", "field": "name"}', public.visitor_address()
      );
      perform public.refuse_row(400);
      return null;
    end if;
  end if;
  if length(new.name) > 100 then raise exception 'The name is too long' using errcode = '22023'; end if;
  new.name := public.clean_line(new.name, 100);
  -- An unconfirmed sign-up of yesterday gives way, so that a new confirmation can be sent.
  delete from public.newsletter_signups n
  where lower(n.email) = lower(new.email) and n.confirmed_at is null and n.created_at < now() - interval '1 day';
  return new;
end $$;
