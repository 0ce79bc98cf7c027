-- An account that is confirmed by the link of a later sign-up has that one's name, also in its profile, which was made of the
-- first. Once it is confirmed the profile's name is its owner's own.
create or replace function public.rename_profile() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set full_name = left(nullif(trim(new.raw_user_meta_data ->> 'full_name'), ''), 100) where id = new.id;
  return null;
end $$;
create or replace trigger users_rename_profile after update of raw_user_meta_data on auth.users
  for each row when (
    old.email_confirmed_at is null and old.raw_user_meta_data ->> 'full_name' is distinct from new.raw_user_meta_data ->> 'full_name'
  ) execute function public.rename_profile();

revoke execute on all functions in schema public from public;
