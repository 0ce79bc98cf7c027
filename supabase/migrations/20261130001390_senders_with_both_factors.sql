-- Posts by somebody with a stolen password do not count as the account's. Otherwise they would spend its limits, and five
-- refused ones would close its forms (`pattern_wait`).

-- Returns the caller's account once they have given every factor that it has; else null.
create or replace function public.proved_account() returns uuid language sql stable security definer set search_path = '' as $$
  select auth.uid() where public.is_proved()
$$;

-- Three in 300,000 ms an account, or an email from one place, as specified, and more loosely by where they come from.
create or replace function public.sign_up_wait(
  p_email text, p_address text, p_details jsonb default '{}', p_now timestamptz default now()
) returns integer language sql security definer set search_path = '' as $$
  select (public.admit(
    'newsletter_signup', coalesce(public.proved_account()::text, lower(p_email)), 3, p_address, 30, 300000, p_details, p_now
  ) ->> 'wait')::integer
$$;

-- Returns how much a typed code takes off: {"code", "percent" or "pence", "whole" of what is on the delivery too}, {"error"}, or {"error",
-- "wait"}, which says nothing of the code. Anyone may ask: sixty times in five minutes an account, 120 an address, which no
-- street reaches by mistyping. Refusals of other calls do not count (`pattern_wait`), because a code is asked for on the way to pay.
create or replace function public.discount_of(p_code text) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  address text := coalesce(public.visitor_address(), 'unknown');
  account uuid := public.proved_account();
  sender text := coalesce(account::text, address);
  wait integer := public.take_attempt(
    'discount_of:' || public.guard_sender(sender, address), case when account is null then 120 else 60 end, 300000, now()
  );
  found public.discount_codes;
  fault text;
begin
  if wait = 0 and account is null then wait := public.take_from_address('discount_of', address, 1, 120, 300000); end if;
  if wait > 0 then
    perform public.note_event(
      'rate_limit_violation', public.seen_request() || jsonb_build_object('form', 'discount_of', 'sender', sender), address, now(), 10
    );
    return jsonb_build_object('error', 'Please wait before trying again.', 'wait', wait);
  end if;
  select * into found from public.discount_codes d where d.code = public.plain_code(left(p_code, 60));
  fault := public.discount_fault(found, (select u.email from auth.users u where u.id = account), now());
  return case when fault is not null then jsonb_build_object('error', fault) else jsonb_strip_nulls(jsonb_build_object(
    'code', found.code, 'percent', found.percent, 'pence', found.pence, 'whole', nullif(found.whole_order, false)
  )) end;
end $$;

revoke execute on all functions in schema public from public;
grant execute on function public.discount_of to anon, authenticated, service_role;
grant execute on function public.sign_up_wait to service_role;
