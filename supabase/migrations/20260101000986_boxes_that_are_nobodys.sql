-- Two ends of a box's story: the provider does not know it, and its customer hears the last of it.

-- Ends a cancelled box that the payment provider does not have, such as one from before the shop changed its account
-- there: nothing can be charged for it, and it must not be in its customer's way.
create function public.end_unknown_box(p_stripe_subscription_id text, p_now timestamptz default now()) returns void
language sql security definer set search_path = ''
as $$
  update public.subscriptions set
    status = 'cancelled', ended_at = coalesce(ended_at, p_now), overdue_invoice_id = null, overdue_amount = null,
    retry_at = null, updated_at = p_now, revision = revision + 1
  where stripe_subscription_id = p_stripe_subscription_id and ends_at is not null and status <> 'cancelled'
$$;
grant execute on function public.end_unknown_box(text, timestamptz) to service_role;

-- As before, but that a box goes on is news to whoever was last told of a cancellation, be it an earlier one: a letter that
-- was called off told nothing.
create or replace function public.box_letter_fault(p_letter public.outbox, p_subscription public.subscriptions) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when not exists (
      select from public.box_news(p_subscription) n
      where p_letter.dedupe_key = n.template || ':' || p_subscription.id || ':' || n.cause
    ) then 'It is no longer so'
    when p_letter.template = 'box_resumed' and 'box_cancelled' is distinct from (
      select split_part(told.letter, ':', 1)
      from unnest(p_subscription.letters_told) with ordinality as told (letter, place)
      cross join lateral (
        select split_part(told.letter, ':', 1) || ':' || p_subscription.id || ':' || split_part(told.letter, ':', 2)
      ) as named (key)
      where told.letter ~ '^box_(cancelled|resumed):' and named.key <> p_letter.dedupe_key
        and not exists (select from public.outbox o where o.called_off and o.dedupe_key = named.key)
      order by told.place desc limit 1
    ) then 'The recipient was not told of the cancellation'
  end
$$;

-- As before, and a header that is empty says nothing.
create or replace function public.visitor_address() returns text
language sql stable set search_path = ''
as $$
  select trim(coalesce(nullif(sent.headers ->> 'cf-connecting-ip', ''), split_part(sent.headers ->> 'x-forwarded-for', ',', 1)))
  from (select nullif(current_setting('request.headers', true), '')::jsonb) as sent (headers)
$$;

revoke execute on all functions in schema public from public;
