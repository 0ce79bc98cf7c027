-- An address that the shop's letters cannot be written to stays a failure for ever, whoever typed it: the database lets
-- through no more of them than `isOneAddress` does.

-- One e-mail address that can be written to, as `isOneAddress` has it: in UTF-16 units, and without any sign of format.
create or replace function public.is_address(p_email text) returns boolean language sql immutable set search_path = '' as $$
  select coalesce(length(p_email) >= 5 and length(regexp_replace(p_email, '[\U00010000-\U0010FFFF]', 'xx', 'g')) <= 255
    and p_email ~ '^[^\s[:cntrl:]<>"'';\\@,:()[\]]+@[^\s[:cntrl:]<>"'';\\@,:()[\].]+(\.[^\s[:cntrl:]<>"'';\\@,:()[\].]+)+$'
    and p_email !~ (
      '^[=+\-\uFF1D\uFF0B\uFF0D]|[\u00AD\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u180E\u200B-\u200F\u202A-\u202E'
      '\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3'
      '\U0001D173-\U0001D17A\U000E0001\U000E0020-\U000E007F]'
    ), false)
$$;
