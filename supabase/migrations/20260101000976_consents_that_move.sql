-- An account's consent to be reminded belongs to the account, wherever its mail goes.

-- When an account has changed its address, its consent and the note of the reminders that it got go with it and leave the
-- old address, which may be somebody else's by now; at an address that has unsubscribed the consent ends. When an
-- account goes, its consent does.
create function public.move_reminder_consent() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  left_hash text := public.email_hash(old.email);
  next_hash text := case when tg_op = 'UPDATE' then public.email_hash(new.email) end;
begin
  if left_hash is not distinct from next_hash then return null; end if;
  delete from public.cart_reminder_consents c
  where c.given_by = 'account' and (c.email_hash = next_hash
    or (c.email_hash = left_hash and (next_hash is null or public.is_suppressed(new.email))));
  update public.cart_reminder_consents c set email_hash = next_hash where c.given_by = 'account' and c.email_hash = left_hash;
  update public.cart_follow_ups f set email_hash = next_hash
  where f.email_hash = left_hash and f.cart = 'account:' || old.id
    and next_hash is not null and not exists (select from public.cart_follow_ups o where o.email_hash = next_hash);
  return null;
end $$;
create trigger users_move_consent after update of email or delete on auth.users
  for each row execute function public.move_reminder_consent();

revoke execute on all functions in schema public from public;
