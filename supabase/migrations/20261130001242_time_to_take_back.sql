-- A switch at the desk that sends emails can be undone before anybody reads one.

-- Queues an email for everybody who waits for a product, unless one is queued for them already. It waits half a minute, in which the
-- switch, the stock or the price that brought the product back can be undone: nothing is sent about a product that is gone again.
create or replace function public.tell_who_waits(p_product public.products, p_now timestamptz) returns void
language sql security definer set search_path = '' as $$
  with told as (
    update public.tell_me_requests r set letter_id = gen_random_uuid()
    where r.product_id = p_product.id and r.confirmed_at is not null and not exists (
      select from public.outbox o where o.id = r.letter_id and o.sent_at is null and o.failed_at is null
    ) returning r.id, r.email, r.letter_id
  )
  insert into public.outbox (id, template, recipient, data, next_attempt_at, created_at)
  select t.letter_id, 'tell_me', t.email, jsonb_build_object(
    'waiting', t.id, 'emailHash', public.email_hash(t.email), 'name', p_product.name, 'slug', p_product.slug, 'price', p_product.price
  ), p_now + public.time_to_call_back(), p_now from told t
$$;

revoke execute on all functions in schema public from public;
