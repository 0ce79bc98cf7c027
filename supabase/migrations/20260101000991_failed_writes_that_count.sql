-- What a write has counted is taken back when it fails, and an answer such as "that address is taken" would cost nothing.

-- Counts a failed write of a visitor, once its transaction has ended, as an attempt of the address that it came from, by
-- the limit that holds for writes which are taken: for the tables where a failure tells something, which are the
-- newsletter's. A flood is noted as there. Our REST server calls it with the table's name, in the role and with the
-- headers of the request; who calls it otherwise spends attempts of their own.
create function public.count_failed_write(p_table text) returns void
language plpgsql security definer set search_path = ''
as $$
declare address text := coalesce(public.visitor_address(), 'unknown');
begin
  if p_table is distinct from 'newsletter_signups' or coalesce(auth.role(), 'service_role') = 'service_role' then return; end if;
  perform public.admit('newsletter_signup', address, 30, address, 30, 300000, public.seen_request());
end $$;

revoke execute on all functions in schema public from public;
grant execute on function public.count_failed_write(text) to anon, authenticated, service_role;
