-- What signed-in shoppers hear of at once: that their cart or an order of theirs has changed. It is said on a private
-- topic of their own, to their tabs and devices, and says only that; what there is now they read as always.

drop policy if exists "People hear what is theirs" on realtime.messages;
create policy "People hear what is theirs" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and realtime.topic() = 'account:' || (select auth.uid())::text);

create or replace function public.tell_owner() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is not null then
    perform realtime.send('{}', tg_argv[0], 'account:' || new.user_id::text, true);
  end if;
  return null;
end $$;
revoke execute on function public.tell_owner from public, anon, authenticated;

create or replace trigger carts_tell_owner after insert on public.carts for each row execute function public.tell_owner('cart');
create or replace trigger carts_tell_owner_change after update on public.carts
  for each row when (old.items is distinct from new.items) execute function public.tell_owner('cart');
create or replace trigger orders_tell_owner_change after update on public.orders for each row
  when (old.status <> new.status or old.sold_out_at is distinct from new.sold_out_at
    or old.stripe_session_url is distinct from new.stripe_session_url)
  execute function public.tell_owner('order');
