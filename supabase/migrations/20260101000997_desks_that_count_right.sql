-- What the owner's commands say, as it is.

-- As before, but a letter that is to be tried again at the owner's word waits like a fresh one: it has not been tried
-- since.
create or replace function public.outbox_counts() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'waiting', count(*) filter (where sent_at is null and failed_at is null),
    'tried', count(*) filter (where sent_at is null and failed_at is null and last_error is not null and attempts > 0),
    'failed', count(*) filter (where failed_at is not null and not called_off),
    'sent', count(*) filter (where sent_at is not null),
    'calledOff', count(*) filter (where called_off)
  ) from public.outbox
$$;

-- As before, but an order that was sent is not sent again, though something was paid back of it since.
create or replace function public.fulfil_order(p_number bigint, p_now timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare concerned public.orders;
begin
  select * into concerned from public.orders where number = p_number for update;
  if concerned.id is null then return public.checkout_error('not_found', 'There is no order ' || p_number); end if;
  if concerned.status not in ('paid', 'partially_refunded') then
    return public.checkout_error('wrong_status', 'Order ' || p_number || ' is ' || replace(concerned.status, '_', ' ') || ' and cannot be fulfilled');
  end if;
  if concerned.fulfilled_at is not null then
    return public.checkout_error('wrong_status', 'Order ' || p_number || ' was sent already');
  end if;
  update public.orders set status = 'fulfilled', fulfilled_at = p_now, updated_at = p_now where id = concerned.id;
  return jsonb_build_object('number', p_number, 'status', 'fulfilled');
end $$;

revoke execute on all functions in schema public from public;
