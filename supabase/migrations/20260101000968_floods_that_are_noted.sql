-- Floods of what follows a sign-in, and of guesses at codes, are noted and feed the guard's pattern, too.

-- As before; with p_counts_sign_ins false failed sign-ins do not count for the pattern: for what people do who have just
-- got in, or who only shop.
drop function public.admit(text, text, integer, text, integer, integer, jsonb, timestamptz);
create function public.admit(
  p_form text, p_key text, p_max integer, p_address text, p_address_max integer, p_window_ms integer,
  p_details jsonb default '{}', p_now timestamptz default now(), p_counts_sign_ins boolean default true
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare wait integer := public.guard_wait(p_address, p_counts_sign_ins, p_now);
begin
  if wait > 0 then return jsonb_build_object('wait', wait, 'reason', 'pattern'); end if;
  wait := greatest(
    public.take_attempt(p_form || ':' || public.guard_seal(p_key), p_max, p_window_ms, p_now),
    public.take_attempt(p_form || ':address:' || public.guard_seal(p_address), p_address_max, p_window_ms, p_now)
  );
  if wait = 0 then return jsonb_build_object('wait', 0, 'reason', null); end if;
  perform public.note_event('rate_limit_violation', p_details || jsonb_build_object('form', p_form), p_address, p_now);
  return jsonb_build_object('wait', wait, 'reason', 'limit');
end $$;
grant execute on function public.admit(text, text, integer, text, integer, integer, jsonb, timestamptz, boolean) to service_role;

-- `admit` does it.
drop function public.take_sealed_attempt(text, text, integer, text, integer, integer, timestamptz);

-- What a typed code takes off, for the cart: {"code", "percent"}, {"error"}, or, for whoever has to wait, {"error",
-- "wait"} with the milliseconds, which says nothing of the code. Anyone may ask: sixty times in five minutes an account,
-- 120 times an address, which nobody reaches by mistyping, nor a street behind one address; whoever goes on after that
-- is guessing, and is noted. The checkout asks again.
create or replace function public.discount_of(p_code text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  address text := coalesce(public.visitor_address(), 'unknown');
  wait integer := (public.admit(
    'discount_of', coalesce(auth.uid()::text, address), case when auth.uid() is null then 120 else 60 end,
    address, 120, 300000, public.seen_request(), now(), false
  ) ->> 'wait')::integer;
  found public.discount_codes;
  fault text;
begin
  if wait > 0 then return jsonb_build_object('error', 'Please wait before trying again.', 'wait', wait); end if;
  select * into found from public.discount_codes d where d.code = public.plain_code(left(p_code, 60));
  fault := public.discount_fault(found, (select u.email from auth.users u where u.id = auth.uid()), now());
  return case when fault is null then jsonb_build_object('code', found.code, 'percent', found.percent)
    else jsonb_build_object('error', fault) end;
end $$;

revoke execute on all functions in schema public from public;
