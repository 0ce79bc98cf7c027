-- Returns the words that each consent is given to, as the pages show them: `domain/newsletter-words.ts` and
-- `domain/guest-email.ts`, which a test compares. New words on a page are a new version of this function.
create or replace function public.consent_wording(p_consent text) returns text language sql immutable set search_path = '' as $$
  select case p_consent
    when 'newsletter' then
      'Get the latest updates on new products, market dates, and exclusive offers! Leave whenever. One click, no guilt trip.'
    when 'cart_reminders' then 'Remind me by e-mail if I leave my cart behind: twice at most.'
  end
$$;

-- Counts a sign-up and returns the ms to wait: three in 300,000 ms for an account, or for an email from one IP address, as
-- specified, and thirty for that IP address.
create or replace function public.sign_up_wait_ms(
  p_email text, p_address text, p_details jsonb default '{}', p_now timestamptz default now()
) returns integer language sql security definer set search_path = '' as $$
  select (public.admit_form_post(
    'newsletter_signup', coalesce(public.verified_account_id()::text, lower(p_email)), 3, p_address, 30, 300000, p_details, p_now
  ) ->> 'wait')::integer
$$;

-- Checks and limits a visitor's sign-up (429); the Edge Function `newsletter` has limited its own already, by the visitor's
-- address. A second row in one request is refused, with all before it, as one response could not tell the results of several
-- rows apart. The words of the consent are the shop's own; rows that the database's owner writes without the API keep theirs, as
-- imported lists do.
create or replace function public.receive_newsletter_signup() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_visitor boolean := coalesce(auth.role(), 'service_role') <> 'service_role';
  wait integer;
begin
  if is_visitor and current_setting('shop.sign_up_received', true) = 'yes' then
    raise exception 'Send one sign-up at a time.' using errcode = '22023';
  end if;
  new.email := public.trim_text(new.email);
  if not public.is_email_address(new.email) then raise exception 'Please enter a valid email address.' using errcode = '22023'; end if;
  if is_visitor then
    perform set_config('shop.sign_up_received', 'yes', true);
    wait := public.sign_up_wait_ms(new.email, coalesce(public.visitor_address(), 'unknown'), public.request_details());
    if wait > 0 then
      -- Leaves the row out instead of raising an exception, which would roll back the recorded attempt; PostgREST takes the
      -- response's status from this setting.
      perform set_config('response.status', '429', true);
      perform set_config('response.headers', jsonb_build_array(jsonb_build_object('Retry-After', ceil(wait / 1000.0)::text))::text, true);
      return null;
    end if;
  end if;
  new.name := public.trim_text(new.name);
  if length(new.name) not between 2 and 100 or new.name <> public.clean_line(new.name) then
    raise exception 'Please enter your name (at least 2 characters).' using errcode = '23514';
  end if;
  if auth.role() is not null then new.consent_wording := public.consent_wording('newsletter'); end if;
  new.consent_page := public.clean_page_path(new.consent_page);
  -- An unconfirmed sign-up that is older than a day is replaced, so that a new confirmation can be sent.
  delete from public.newsletter_signups n
  where lower(n.email) = lower(new.email) and n.confirmed_at is null and n.created_at < now() - interval '1 day';
  return new;
end $$;
create or replace trigger newsletter_signups_receive before insert on public.newsletter_signups
  for each row execute function public.receive_newsletter_signup();

-- Emails the owner of the address for confirmation, without any of the typed text. A sign-up that was deleted and made again
-- gets a new email, because the link of the earlier one names a deleted row: a row is deleted when its owner unsubscribes, or
-- when it is unconfirmed for a day and the address signs up again. Even so, an address gets at most three emails a day.
create or replace function public.queue_newsletter_confirmation() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.confirmed_at is not null or (
    select count(*) from public.outbox o
    where o.template = 'newsletter_confirm' and lower(o.recipient) = lower(new.email) and o.created_at > now() - interval '1 day'
  ) >= 3 then return null; end if;
  perform public.queue_email(
    'newsletter_confirm', new.email, jsonb_build_object('signup', new.id, 'emailHash', public.hash_email(new.email)),
    new.id::text, now()
  );
  return null;
end $$;
create or replace trigger newsletter_signups_confirm after insert on public.newsletter_signups
  for each row execute function public.queue_newsletter_confirmation();

-- Confirms a sign-up, which ends an earlier unsubscribe. Returns whether there is such a sign-up.
create or replace function public.confirm_newsletter(p_id uuid, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = '' as $$
declare address text;
begin
  update public.newsletter_signups set confirmed_at = p_now where id = p_id and confirmed_at is null returning email into address;
  if address is not null then delete from public.suppressions s where s.email_hash = public.hash_email(address); end if;
  return exists (select from public.newsletter_signups where id = p_id);
end $$;

grant execute on function
  public.sign_up_wait_ms,
  public.confirm_newsletter
to service_role;
