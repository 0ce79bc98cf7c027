-- How long an account's next order may hold stock: an hour, or what those that it has not paid for since its last payment
-- have left of seventy-five minutes; under five it is nothing. Who has none left checks out all the same: stock is then
-- taken when the money comes in, and if it is gone, the money goes back (docs/decisions/0013).
create or replace function public.reservation_left(p_user_id uuid, p_now timestamptz) returns interval
language sql stable security definer set search_path = '' as $$
  select case when held.remaining >= interval '5 minutes' then least(held.remaining, interval '1 hour') else interval '0' end
  from (
    select interval '75 minutes' - coalesce(sum(coalesce(o.released_at, p_now) - o.created_at), interval '0') as remaining
    from public.orders o
    where o.user_id = p_user_id and o.paid_at is null and o.reserved_until > o.created_at
      and o.created_at > coalesce((
        select max(paid.paid_at) from public.orders paid where paid.user_id = p_user_id and paid.sold_out_at is null
      ), '-infinity')
  ) as held
$$;
