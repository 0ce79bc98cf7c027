-- SMTP ends at 254 octets of an address, and at 64 before its @ (RFC 5321, section 4.5.3.1). Stored addresses stay, because
-- the checks of the columns are as they were. Visitors store no more that an email could never go to, as on the pages
-- (`isOneAddress`): each would be a failed email that the owner gets a notice of.
create or replace function public.is_deliverable(p_email text) returns boolean language sql immutable set search_path = '' as $$
  select public.is_address(p_email) and octet_length(p_email) <= 254 and octet_length(split_part(p_email, '@', 1)) <= 64
$$;

create or replace function public.refuse_undeliverable() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(auth.role(), 'service_role') <> 'service_role' and not public.is_deliverable(new.email) then
    raise exception 'Please enter a valid email address' using errcode = '23514';
  end if;
  return new;
end $$;
-- The trigger's name puts it behind the one that takes away what stands around an address.
create or replace trigger newsletter_signups_undeliverable before insert on public.newsletter_signups
  for each row execute function public.refuse_undeliverable();

revoke execute on all functions in schema public from public;
