-- A code that is shown and sent is one that can be used.

-- As before, but not of a code that was used: then "code" is null and no letter goes. One that ran out unused gives way
-- to a new one, which the payment provider does not know as run out.
create or replace function public.give_discount_code(p_email text, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare given public.discount_codes;
begin
  insert into public.discount_codes as d (code, email_hash, created_at, expires_at)
  values (
    'TEN' || upper(substr(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex'), 1, 9)),
    public.email_hash(p_email), p_now, p_now + interval '90 days'
  ) on conflict (email_hash) do update
    set code = excluded.code, created_at = excluded.created_at, expires_at = excluded.expires_at
    where d.used_at is null and d.expires_at <= p_now;
  select * into given from public.discount_codes d where d.email_hash = public.email_hash(p_email);
  if given.used_at is not null then return jsonb_build_object('code', null); end if;
  insert into public.outbox (template, recipient, data, dedupe_key, next_attempt_at, created_at)
  select 'discount_code', p_email, jsonb_build_object(
    'code', given.code, 'percent', given.percent, 'expiresAt', given.expires_at, 'emailHash', given.email_hash
  ), 'discount_code:' || given.email_hash || ':' || given.code, p_now, p_now
  where not public.is_suppressed(p_email)
  on conflict (dedupe_key) do nothing;
  return jsonb_build_object('code', given.code, 'percent', given.percent, 'expiresAt', given.expires_at);
end $$;

-- As before, and the counter names nobody's address; a visitor's whole IPv6 network counts as one.
create or replace function public.discount_of(p_code text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found public.discount_codes;
  fault text;
begin
  if public.take_attempt('discount_of:' || public.guard_seal(coalesce(public.visitor_address(), 'unknown')), 30, 300000) > 0 then
    return jsonb_build_object('error', 'Please wait before trying again.');
  end if;
  select * into found from public.discount_codes d where d.code = public.plain_code(left(p_code, 60));
  fault := public.discount_fault(found, (select u.email from auth.users u where u.id = auth.uid()), now());
  return case when fault is null then jsonb_build_object('code', found.code, 'percent', found.percent)
    else jsonb_build_object('error', fault) end;
end $$;

revoke execute on all functions in schema public from public;
