-- Letters that depend on what stands in a row are remembered there: the outbox forgets what it has sent after a month.

-- What the customer of a box has been written to about, ever, as `box_news` names it.
alter table public.subscriptions add column letters_told text[] not null default '{}';

-- What there is to tell of a box as it stands: the payment that did not come through, by its invoice, and the
-- cancellation, by when it was made.
create function public.box_news(p_subscription public.subscriptions) returns table (template text, cause text)
language sql stable set search_path = ''
as $$
  select 'box_payment_failed', p_subscription.overdue_invoice_id where p_subscription.overdue_invoice_id is not null
  union all
  select 'box_cancelled', coalesce(extract(epoch from p_subscription.cancelled_at)::bigint::text, 'over')
  where p_subscription.ends_at is not null or p_subscription.status = 'cancelled'
$$;

update public.subscriptions s set letters_told = array(select n.template || ':' || n.cause from public.box_news(s) n)
where s.status <> 'incomplete';

-- As before, and never again about the same, however long ago the letter went.
create or replace function public.queue_box_letters(p_subscription public.subscriptions, p_now timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_paid boolean := (select paid_at is not null from public.orders where id = p_subscription.order_id);
  news record;
begin
  if not is_paid or p_subscription.status = 'incomplete' then return; end if;
  for news in
    select * from public.box_news(p_subscription) n where n.template || ':' || n.cause <> all (p_subscription.letters_told)
  loop
    perform public.queue_letter(
      news.template, p_subscription.email, public.box_letter(p_subscription), p_subscription.id || ':' || news.cause, p_now
    );
    update public.subscriptions set letters_told = letters_told || (news.template || ':' || news.cause)
    where id = p_subscription.id;
  end loop;
end $$;

revoke execute on all functions in schema public from public;
