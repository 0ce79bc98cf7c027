-- Guests who leave an address with their cart, who of them agreed to be reminded of it, and the way back to it.

-- Agreement to be reminded of a cart by e-mail, which is marketing: the words that were agreed to, the page they stood
-- on, and when. One row an address, of guests and of customers; whoever has none is not reminded. Service role only.
create table public.cart_reminder_consents (
  email_hash text primary key check (email_hash ~ '^[0-9a-f]{64}$'),
  wording text not null check (length(wording) between 1 and 500),
  page text check (length(page) <= 300),
  agreed_at timestamptz not null default now()
);
alter table public.cart_reminder_consents enable row level security;
grant all on public.cart_reminder_consents to service_role;

-- Whether the owner of an address agreed to reminders and has not taken it back.
create function public.may_be_reminded(p_email text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.cart_reminder_consents c where c.email_hash = public.email_hash(p_email))
    and not public.is_suppressed(p_email)
$$;
grant execute on function public.may_be_reminded(text) to service_role;

-- Keeps a guest's address with the cart, when there is one, and the agreement, when it was given. Answers with the
-- cart's id or null.
create function public.save_guest_email(
  p_cart_id uuid, p_email text, p_cart_data jsonb, p_wording text, p_page text, p_now timestamptz default now()
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare stored uuid;
begin
  if p_cart_id is not null or jsonb_array_length(p_cart_data) > 0 then
    stored := public.store_guest_cart(p_cart_id, p_email, p_cart_data);
  end if;
  if p_wording is not null then
    insert into public.cart_reminder_consents (email_hash, wording, page, agreed_at)
    values (public.email_hash(p_email), p_wording, p_page, p_now)
    on conflict (email_hash) do update set wording = excluded.wording, page = excluded.page, agreed_at = excluded.agreed_at;
  end if;
  return stored;
end $$;
grant execute on function public.save_guest_email(uuid, text, jsonb, text, text, timestamptz) to service_role;

-- The lines of a stored cart by what a signed link names: `guest:` or `account:` and the id. Null when there is none.
create function public.saved_cart(p_subject text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case split_part(p_subject, ':', 1)
    when 'guest' then (select g.cart_data from public.guest_carts g where g.id = named.id)
    when 'account' then (select c.items from public.carts c where c.user_id = named.id and not c.checked_out)
  end
  from (select substring(p_subject from '^(?:guest|account):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid) as named (id)
$$;
grant execute on function public.saved_cart(text) to service_role;

-- As before, and the agreement to be reminded ends as well.
create or replace function public.unsubscribe(p_email_hash text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.suppressions (email_hash) values (p_email_hash) on conflict do nothing;
  delete from public.newsletter_signups n where public.email_hash(n.email) = p_email_hash;
  delete from public.cart_reminder_consents c where c.email_hash = p_email_hash;
end $$;

revoke execute on all functions in schema public from public;
