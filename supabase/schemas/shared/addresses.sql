-- Returns whether a text is one address that an email can be sent to, because an email to an invalid address fails for ever.
-- `isDeliverableEmail` of domain/validation.ts has the same rule (a length in UTF-16 units, no format characters), and also the limits
-- of `is_deliverable_email`.
create or replace function public.is_email_address(p_email text) returns boolean language sql immutable set search_path = '' as $$
  select coalesce(length(p_email) >= 5 and length(regexp_replace(p_email, '[\U00010000-\U0010FFFF]', 'xx', 'g')) <= 255
    and p_email ~ '^[^\s[:cntrl:]<>"'';\\@,:()[\]]+@[^\s[:cntrl:]<>"'';\\@,:()[\].]+(\.[^\s[:cntrl:]<>"'';\\@,:()[\].]+)+$'
    and p_email !~ (
      '^[=+\-\uFF1D\uFF0B\uFF0D]|[\u00AD\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u180E\u200B-\u200F\u202A-\u202E'
      '\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3'
      '\U0001D173-\U0001D17A\U000E0001\U000E0020-\U000E007F]'
    ), false)
$$;
alter table public.staff_invitations drop constraint if exists staff_invitations_email_check,
  add constraint staff_invitations_email_check check (email is null or public.is_email_address(email));
-- An address that cannot receive email would block the reminders of all carts.
alter table public.guest_carts drop constraint if exists guest_carts_address,
  add constraint guest_carts_address check (email is null or public.is_email_address(email));

-- Returns whether an address is also within the limits of SMTP: 254 octets in all, and 64 before its @ (RFC 5321, section
-- 4.5.3.1). The checks of columns do not have these limits, so that stored addresses stay valid, but visitors store no more
-- addresses that an email could never go to: each would be a failed email that the owner gets a notice of.
create or replace function public.is_deliverable_email(p_email text) returns boolean language sql immutable set search_path = '' as $$
  select public.is_email_address(p_email) and octet_length(p_email) <= 254 and octet_length(split_part(p_email, '@', 1)) <= 64
$$;

create or replace function public.require_deliverable_email() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(auth.role(), 'service_role') <> 'service_role' and not public.is_deliverable_email(new.email) then
    raise exception 'Please enter a valid email address' using errcode = '23514';
  end if;
  return new;
end $$;
-- Its name puts this trigger after `newsletter_signups_receive`, which trims the address.
create or replace trigger newsletter_signups_undeliverable before insert on public.newsletter_signups
  for each row execute function public.require_deliverable_email();

-- Returns the text as an IP address (inet), or null. PostgreSQL 15, which older hosted projects run, has no pg_input_is_valid.
create or replace function public.parse_inet(p_text text) returns inet language plpgsql immutable set search_path = '' as $$
begin
  return p_text::inet;
exception when data_exception then
  return null;
end $$;

create or replace function public.hash_email(p_email text) returns text language sql immutable set search_path = ''
as $$ select encode(sha256(convert_to(lower(trim(p_email)), 'utf8')), 'hex') $$;

grant execute on function public.is_email_address to service_role;
