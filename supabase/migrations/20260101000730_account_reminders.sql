-- Whoever is signed in says on the account page whether to be reminded of a cart they leave. The address is the
-- account's own and confirmed, so that agreeing ends an earlier unsubscribe. For signed-in people, about themselves.

-- Whether the caller is reminded.
create function public.cart_reminders() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((select public.may_be_reminded(u.email) from auth.users u where u.id = auth.uid()), false)
$$;
grant execute on function public.cart_reminders() to authenticated, service_role;

-- Agrees, with the words and the page that they stood on, or takes it back. Answers whether the caller is reminded now.
create function public.set_cart_reminders(p_agreed boolean, p_wording text, p_page text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare address text := (select u.email from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null);
begin
  if address is null then return false; end if;
  if p_agreed is not true then
    delete from public.cart_reminder_consents c where c.email_hash = public.email_hash(address);
    return false;
  end if;
  if p_wording is null or length(p_wording) not between 1 and 500 or length(p_page) > 300 then
    raise exception 'Say what is agreed to' using errcode = '22023';
  end if;
  insert into public.cart_reminder_consents (email_hash, wording, page) values (public.email_hash(address), p_wording, p_page)
  on conflict (email_hash) do update set wording = excluded.wording, page = excluded.page, agreed_at = now();
  delete from public.suppressions s where s.email_hash = public.email_hash(address);
  return true;
end $$;
grant execute on function public.set_cart_reminders(boolean, text, text) to authenticated, service_role;

revoke execute on all functions in schema public from public;
