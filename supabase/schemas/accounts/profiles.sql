-- Cleans the name of a profile instead of refusing it, because an account needs a profile.
create or replace function public.clean_profile() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if length(new.full_name) <= 100 then new.full_name := nullif(public.clean_line(new.full_name), ''); end if;
  return new;
end $$;
create or replace trigger profiles_clean before insert or update of full_name on public.profiles
  for each row execute function public.clean_profile();

create or replace function public.create_profile() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, full_name)
  values (new.id, left(nullif(trim(new.raw_user_meta_data ->> 'full_name'), ''), 100))
  on conflict (id) do nothing;
  return new;
end $$;
create or replace trigger users_create_profile after insert on auth.users for each row execute function public.create_profile();

-- An account that is confirmed by the link of a later sign-up gets that sign-up's name, also in its profile, which was made
-- with the first. Once the account is confirmed, only its owner changes the profile's name.
create or replace function public.update_profile_name() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set full_name = left(nullif(trim(new.raw_user_meta_data ->> 'full_name'), ''), 100) where id = new.id;
  return null;
end $$;
create or replace trigger users_update_profile_name after update of raw_user_meta_data on auth.users
  for each row when (
    old.email_confirmed_at is null and old.raw_user_meta_data ->> 'full_name' is distinct from new.raw_user_meta_data ->> 'full_name'
  ) execute function public.update_profile_name();

-- Queues a greeting for a signed-in account: 'welcome_email' once in the life of an account; 'welcome_back' after a sign-in of
-- the last ten minutes, but not within a day of the last greeting of either kind. Returns 'queued' or the reason why not.
create or replace function public.queue_welcome_email(p_user_id uuid, p_slug text, p_now timestamptz default now()) returns text
language plpgsql security definer set search_path = '' as $$
declare
  account record;
  email_key text := p_user_id || case when p_slug = 'welcome_back' then to_char(p_now at time zone 'UTC', '":"YYYY-MM-DD"T"HH24:MI:SS') else '' end;
begin
  if p_slug is null or p_slug not in ('welcome_email', 'welcome_back') then
    raise exception 'No such welcome' using errcode = '22023';
  end if;
  -- The row is locked, so that two tabs cause one email.
  select p.full_name, p.welcome_email_sent as is_welcomed, p.welcomed_back_at, u.email, u.email_confirmed_at, u.last_sign_in_at
  into account
  from public.profiles p join auth.users u on u.id = p.id where p.id = p_user_id for update of p;
  if not found or account.email is null then return 'unknown account'; end if;
  if account.email_confirmed_at is null then return 'not confirmed'; end if;
  if p_slug = 'welcome_email' and account.is_welcomed then return 'welcomed before'; end if;
  if p_slug = 'welcome_back' then
    if not account.is_welcomed then return 'not welcomed yet'; end if;
    if account.welcomed_back_at > p_now - interval '1 day' then return 'not today'; end if;
    if account.last_sign_in_at is null or account.last_sign_in_at < p_now - interval '10 minutes' then return 'no sign-in'; end if;
  end if;
  update public.profiles set welcome_email_sent = true, welcomed_back_at = p_now where id = p_user_id;
  -- The flag is not sufficient, because an account may reset its own flag; it is still welcomed only once.
  if exists (select from public.outbox o where o.dedupe_key = p_slug || ':' || email_key) then return 'welcomed before'; end if;
  perform public.queue_email(p_slug, account.email, jsonb_build_object('name', account.full_name), email_key, p_now);
  return 'queued';
end $$;

-- Returns the account of a person: the one with the id, or without an id the one with the address.
create or replace function public.find_account(p_user_id uuid, p_email text) returns auth.users
language sql stable security definer set search_path = '' as $$
  select u from auth.users u
  where case when p_user_id is null then lower(u.email) = lower(trim(p_email)) else u.id = p_user_id end
  limit 1
$$;

grant execute on function public.queue_welcome_email to service_role;
