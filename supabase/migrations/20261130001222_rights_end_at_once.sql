-- Members of staff who lose their role, or get another, receive at once no more than the new one may. The embedded backend
-- judges open channels again then; hosted Supabase judges them when their token is renewed, within an hour.
create or replace function public.tell_of_staff_rights() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if to_regprocedure('realtime.say_rights_changed(uuid)') is not null then
    execute 'select realtime.say_rights_changed($1)' using old.user_id;
  end if;
  return null;
end $$;
create or replace trigger staff_tell_realtime after delete or update of role on public.staff
  for each row execute function public.tell_of_staff_rights();

revoke execute on all functions in schema public from public;
