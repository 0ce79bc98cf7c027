-- Sign-ups for the newsletter that nobody has confirmed in thirty days are forgotten: their owner has not agreed to
-- anything. Answers how many. Service role only.
create function public.forget_unconfirmed(p_now timestamptz default now()) returns integer
language sql security definer set search_path = ''
as $$
  with gone as (
    delete from public.newsletter_signups where confirmed_at is null and created_at < p_now - interval '30 days' returning 1
  )
  select count(*)::integer from gone
$$;
revoke execute on function public.forget_unconfirmed(timestamptz) from public;
grant execute on function public.forget_unconfirmed(timestamptz) to service_role;
