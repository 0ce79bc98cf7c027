-- Counts an attempt by p_key and, more loosely, by address, as `admit` does: sealed, an IPv6 network as one. Answers how
-- many milliseconds to wait, 0 when it may go on. The suspicious pattern is not asked: for what follows a sign-in.
create function public.take_sealed_attempt(
  p_form text, p_key text, p_max integer, p_address text, p_address_max integer, p_window_ms integer, p_now timestamptz default now()
) returns integer
language sql security definer set search_path = ''
as $$
  select greatest(
    public.take_attempt(p_form || ':' || public.guard_seal(p_key), p_max, p_window_ms, p_now),
    public.take_attempt(p_form || ':address:' || public.guard_seal(p_address), p_address_max, p_window_ms, p_now)
  )
$$;
revoke execute on all functions in schema public from public;
grant execute on function public.take_sealed_attempt(text, text, integer, text, integer, integer, timestamptz) to service_role;
