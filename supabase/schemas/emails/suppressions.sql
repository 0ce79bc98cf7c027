-- Returns whether an email address wants no marketing. It is checked for every marketing email, when it is queued and when it is
-- sent.
create or replace function public.is_suppressed(p_email text) returns boolean language sql stable security definer set search_path = ''
as $$ select exists (select from public.suppressions s where s.email_hash = public.hash_email(p_email)) $$;

-- Unsubscribes an email address from marketing until its owner agrees again, also one that the shop no longer knows; called by the
-- link of every marketing email. Requests to be told about a product are deleted, too.
create or replace function public.unsubscribe(p_email_hash text) returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into public.suppressions (email_hash) values (p_email_hash) on conflict do nothing;
  delete from public.newsletter_signups n where public.hash_email(n.email) = p_email_hash;
  delete from public.cart_reminder_consents c where c.email_hash = p_email_hash;
  delete from public.tell_me_requests r where public.hash_email(r.email) = p_email_hash;
end $$;

grant execute on function
  public.is_suppressed,
  public.unsubscribe
to service_role;
