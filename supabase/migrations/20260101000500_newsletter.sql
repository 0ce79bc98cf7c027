-- Who gets letters that nobody needs: consent, its proof, and the list of those who want none.

-- ── Suppression ─────────────────────────────────────────────────────────────────────────────────

-- The addresses that get no marketing letters any more, kept as hashes so that the list survives when everything else
-- about a person is erased. `email_hash` is the SHA-256, in hexadecimal, of the address without spaces and in small
-- letters. Service role only.
create table public.suppressions (
  email_hash text primary key check (email_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);
alter table public.suppressions enable row level security;
grant all on public.suppressions to service_role;

create function public.email_hash(p_email text) returns text
language sql immutable set search_path = ''
as $$ select encode(sha256(convert_to(lower(trim(p_email)), 'utf8')), 'hex') $$;

-- Whether an address wants no marketing letters. Every marketing letter asks, when it is queued and when it is sent.
create function public.is_suppressed(p_email text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from public.suppressions s where s.email_hash = public.email_hash(p_email)) $$;
grant execute on function public.is_suppressed(text) to service_role;

-- Puts an address on the list. Doing it twice changes nothing.
create function public.suppress(p_email text) returns void
language sql security definer set search_path = ''
as $$
  insert into public.suppressions (email_hash) select public.email_hash(p_email) where p_email is not null
  on conflict do nothing
$$;
grant execute on function public.suppress(text) to service_role;

-- Puts the owner of an address, known by its hash alone, on the list, and takes them off the newsletter. It is what
-- the unsubscribe link of every marketing letter does; it works for ever, also for an address the shop has forgotten.
create function public.unsubscribe(p_email_hash text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.suppressions (email_hash) values (p_email_hash) on conflict do nothing;
  delete from public.newsletter_signups n where public.email_hash(n.email) = p_email_hash;
end $$;
grant execute on function public.unsubscribe(text) to service_role;

-- ── Consent ─────────────────────────────────────────────────────────────────────────────────────

-- Proof of a sign-up: the words that were agreed to, the page they stood on, and `created_at`. Letters go to confirmed
-- addresses alone: whoever typed an address has not shown that it is theirs.
alter table public.newsletter_signups
  add column consent_wording text not null default 'Not stated' check (length(consent_wording) <= 500),
  add column consent_page text check (length(consent_page) <= 300),
  add column confirmed_at timestamptz;
grant insert (consent_wording, consent_page) on public.newsletter_signups to anon, authenticated;

-- The visitor's address as the server has judged it; null outside of a request.
create function public.visitor_address() returns text
language sql stable set search_path = ''
as $$
  select trim(split_part(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-forwarded-for', ',', 1))
$$;

-- Counts a visitor's sign-up, by e-mail address as specified (3 in 300,000 ms) and more loosely by where it comes from;
-- cleans what was typed; and lets somebody try again whose confirmation went astray. A refusal answers 429. What the
-- server itself writes is not counted.
create function public.receive_newsletter_signup() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare wait integer;
begin
  new.email := trim(new.email);
  new.name := trim(regexp_replace(new.name, '[<>[:cntrl:]]', '', 'g'));
  if coalesce(auth.role(), 'service_role') <> 'service_role' then
    wait := greatest(
      public.take_attempt('newsletter_signup:' || lower(left(new.email, 255)), 3, 300000),
      public.take_attempt('newsletter_signup:address:' || coalesce(public.visitor_address(), 'unknown'), 30, 300000)
    );
    if wait > 0 then
      raise sqlstate 'PT429' using message = 'Please wait before trying again.', hint = wait::text;
    end if;
  end if;
  -- An unconfirmed sign-up of yesterday gives way, so that a new confirmation can be sent.
  delete from public.newsletter_signups n
  where lower(n.email) = lower(new.email) and n.confirmed_at is null and n.created_at < now() - interval '1 day';
  return new;
end $$;
create trigger newsletter_signups_receive before insert on public.newsletter_signups
  for each row execute function public.receive_newsletter_signup();

-- Asks the owner of the address whether it was them, at most once a day an address, whoever types it how often. The
-- letter carries nothing that was typed.
create function public.ask_for_confirmation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.confirmed_at is not null or exists (
    select from public.outbox o
    where o.template = 'newsletter_confirm' and lower(o.recipient) = lower(new.email) and o.created_at > now() - interval '1 day'
  ) then return null; end if;
  insert into public.outbox (template, recipient, data)
  values ('newsletter_confirm', new.email, jsonb_build_object('signup', new.id, 'emailHash', public.email_hash(new.email)));
  return null;
end $$;
create trigger newsletter_signups_confirm after insert on public.newsletter_signups
  for each row execute function public.ask_for_confirmation();

-- The owner of the address has said yes: the sign-up counts, and an earlier unsubscribe no longer does. Says whether
-- there is such a sign-up (any more). Doing it twice changes nothing.
create function public.confirm_newsletter(p_id uuid, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare address text;
begin
  update public.newsletter_signups set confirmed_at = p_now where id = p_id and confirmed_at is null returning email into address;
  if address is not null then
    delete from public.suppressions s where s.email_hash = public.email_hash(address);
  end if;
  return exists (select from public.newsletter_signups where id = p_id);
end $$;
grant execute on function public.confirm_newsletter(uuid, timestamptz) to service_role;

revoke execute on all functions in schema public from public;
