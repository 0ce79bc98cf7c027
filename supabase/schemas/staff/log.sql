-- Returns the name of a log entry's subject: of a product or a member of the team, or the address of an invited person as long as
-- the invitation is stored; else null.
create or replace function public.subject_name(p_subject text) returns text language sql stable security definer set search_path = '' as $$
  select case
    when p_subject ~ '^product:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (select p.name from public.products p where p.id = substr(p_subject, 9)::uuid)
    when p_subject ~ '^person:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (select s.name from public.staff s where s.user_id = substr(p_subject, 8)::uuid)
    when p_subject like 'person:%' then (select i.email from public.staff_invitations i where public.person_subject(i.email) = p_subject limit 1)
  end
$$;

-- Returns the changes between two states, as [{"what", "from", "to"}]: short values only, as longer ones are read in the record
-- itself.
create or replace function public.log_entry_changes(p_before jsonb, p_after jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('what', k.name, 'from', k.old, 'to', k.new) order by k.name), '[]') from (
    select name, case when length((b.was -> name)::text) <= 120 then b.was -> name end as old,
      case when length((b.is -> name)::text) <= 120 then b.is -> name end as new
    from (select case jsonb_typeof(p_before) when 'object' then p_before else '{}' end as was,
      case jsonb_typeof(p_after) when 'object' then p_after else '{}' end as is) b
    cross join lateral (select distinct jsonb_object_keys(b.was || b.is) as name) names
    where name <> 'request' and (b.was -> name) is distinct from (b.is -> name)
    order by name limit 30
  ) k
$$;

create or replace function public.log_authors() returns text[] language sql stable security definer set search_path = '' as $$
  with recursive people as (
    (select l.who from public.desk_log l order by l.who limit 1)
    union all
    select (select l.who from public.desk_log l where l.who > p.who order by l.who limit 1) from people p where p.who is not null
  )
  select coalesce(array_agg(who order by who), '{}') from (select who from people where who is not null limit 100) p
$$;

-- Returns the changes at the desk, the newest first, before the entry p_before: all of them, those of one person, or those of
-- subjects of some kinds ('order', 'product') or of one subject ('product:<id>').
create or replace function public.desk_what_happened(
  p_who text default null, p_kinds text[] default null, p_subject text default null, p_before bigint default null, p_limit integer default 50
) returns jsonb language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  perform public.require_staff();
  return jsonb_build_object('people', public.log_authors(), 'name', public.subject_name(p_subject), 'entries', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', l.id, 'at', l.done_at, 'who', l.who, 'action', l.action, 'subject', l.subject,
      'name', left(coalesce(public.subject_name(l.subject), l.after ->> 'title', l.before ->> 'title', l.after ->> 'name', l.before ->> 'name',
        l.after ->> 'question', l.before ->> 'question', l.after ->> 'author', l.before ->> 'author'), 80),
      'count', case jsonb_typeof(l.after) when 'array' then jsonb_array_length(l.after) end,
      'changes', public.log_entry_changes(l.before, l.after)
    ) order by l.id desc), '[]')
    from (
      select l.* from public.desk_log l
      where (p_who is null or l.who = p_who) and (p_subject is null or l.subject = p_subject)
        and (p_kinds is null or split_part(l.subject, ':', 1) = any (p_kinds)) and (p_before is null or l.id < p_before)
      order by l.id desc limit least(greatest(coalesce(p_limit, 50), 1), 200)
    ) l
  ));
end $$;

-- The log of changes at the desk, which only owners can read.
create or replace view public.desk_history with (security_barrier) as
  select l.id, l.done_at, l.who, l.action, l.subject, l.before, l.after from public.desk_log l
  where (select public.staff_role()) = 'owner';

grant select on public.desk_history to authenticated;
grant execute on function public.desk_what_happened to authenticated, service_role;
