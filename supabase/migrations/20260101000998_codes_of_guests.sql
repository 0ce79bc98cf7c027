-- As before, but who is not signed in has told no address that a code could be wrong for.
create or replace function public.discount_fault(p_code public.discount_codes, p_email text, p_now timestamptz) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when p_code.code is null and p_email is null then 'This code is not valid.'
    when p_code.code is null or (p_email is not null and p_code.email_hash <> public.email_hash(p_email))
      then 'This code is not valid for your e-mail address.'
    when p_code.used_at is not null then 'This code has been used.'
    when p_code.expires_at <= p_now then 'This code has expired.'
  end
$$;
