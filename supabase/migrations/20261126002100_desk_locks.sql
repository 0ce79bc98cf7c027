-- What an owner sees of the locks: since when each of the team has an app, and how many paper codes are left to who asks.

create or replace view public.desk_team with (security_barrier) as
  select s.user_id, s.name, s.role, u.email::text as email, s.created_at,
    (select max(greatest(x.updated_at, x.refreshed_at at time zone 'utc')) from auth.sessions x where x.user_id = s.user_id) as seen_at,
    s.user_id = auth.uid() as is_me,
    (select min(f.created_at) from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified') as app_since,
    case when s.user_id = auth.uid() then (select count(*) from public.recovery_codes c where c.user_id = s.user_id) end as paper_codes
  from public.staff s join auth.users u on u.id = s.user_id
  where (select public.staff_role()) = 'owner';

revoke execute on all functions in schema public from public;
