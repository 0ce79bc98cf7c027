-- Whether an address wants no marketing. Every marketing email asks, when it is queued and when it is sent.
create or replace function public.is_suppressed(p_email text) returns boolean language sql stable security definer set search_path = ''
as $$ select exists (select from public.suppressions s where s.email_hash = public.email_hash(p_email)) $$;

-- What the unsubscribe link of every marketing email does, for ever, also for an address that the shop has forgotten. Whoever
-- waits for a product and has had enough waits no more either.
create or replace function public.unsubscribe(p_email_hash text) returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into public.suppressions (email_hash) values (p_email_hash) on conflict do nothing;
  delete from public.newsletter_signups n where public.email_hash(n.email) = p_email_hash;
  delete from public.cart_reminder_consents c where c.email_hash = p_email_hash;
  delete from public.tell_me_requests r where public.email_hash(r.email) = p_email_hash;
end $$;

grant execute on function
  public.is_suppressed,
  public.unsubscribe
to service_role;
