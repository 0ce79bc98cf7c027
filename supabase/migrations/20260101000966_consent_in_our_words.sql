-- The proof of a consent is in the shop's own words: what a visitor sends as such is not read.

-- The words that each consent is given to, as the pages show them: `domain/newsletter-words.ts` and
-- `domain/guest-email.ts`, which a test compares. New words on a page are a new version of this function.
create function public.consent_wording(p_consent text) returns text
language sql immutable set search_path = ''
as $$
  select case p_consent
    when 'newsletter' then
      'Get the latest updates on new products, market dates, and exclusive offers! Leave whenever. One click, no guilt trip.'
    when 'cart_reminders' then 'Remind me by e-mail if I leave my cart behind: twice at most.'
  end
$$;

-- There was no end to the cleaning of nothing.
alter function public.clean_line(text, integer) returns null on null input;

-- The page that a consent was given on, as a browser tells it: a path of at most 300 characters, or null.
create function public.clean_page(p_page text) returns text
language sql immutable set search_path = ''
as $$
  select case when line like '/%' then line end from (select public.clean_line(p_page, 300)) as cleaned (line)
$$;

-- Pages that are open since before still send words of their own; they are taken and not read, so that nobody's sign-up
-- fails. What the owner of the database writes without an API stays, for lists that came from elsewhere.
create function public.write_newsletter_consent() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.role() is not null then new.consent_wording := public.consent_wording('newsletter'); end if;
  new.consent_page := public.clean_page(new.consent_page);
  return new;
end $$;
create trigger newsletter_signups_consent before insert on public.newsletter_signups
  for each row execute function public.write_newsletter_consent();

-- Keeps a guest's address with the cart, when there is one, and the agreement to be reminded of it, when it was given.
-- Answers with the cart's id or null.
drop function public.save_guest_email(uuid, text, jsonb, text, text, timestamptz);
create function public.save_guest_email(
  p_cart_id uuid, p_email text, p_cart_data jsonb, p_agreed boolean, p_page text, p_now timestamptz default now()
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare stored uuid;
begin
  if p_cart_id is not null or jsonb_array_length(p_cart_data) > 0 then
    stored := public.store_guest_cart(p_cart_id, p_email, p_cart_data);
  end if;
  if p_agreed then
    insert into public.cart_reminder_consents (email_hash, wording, page, agreed_at)
    values (public.email_hash(p_email), public.consent_wording('cart_reminders'), public.clean_page(p_page), p_now)
    on conflict (email_hash) do update set wording = excluded.wording, page = excluded.page, agreed_at = excluded.agreed_at;
  end if;
  return stored;
end $$;
grant execute on function public.save_guest_email(uuid, text, jsonb, boolean, text, timestamptz) to service_role;

-- As before, but p_wording, which pages that are open since before still send, is not read.
create or replace function public.set_cart_reminders(
  p_agreed boolean, p_wording text default null, p_page text default null
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare address text := (select u.email from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null);
begin
  if address is null then return false; end if;
  if p_agreed is not true then
    delete from public.cart_reminder_consents c where c.email_hash = public.email_hash(address);
    return false;
  end if;
  insert into public.cart_reminder_consents (email_hash, wording, page)
  values (public.email_hash(address), public.consent_wording('cart_reminders'), public.clean_page(p_page))
  on conflict (email_hash) do update set wording = excluded.wording, page = excluded.page, agreed_at = now();
  delete from public.suppressions s where s.email_hash = public.email_hash(address);
  return true;
end $$;

revoke execute on all functions in schema public from public;
