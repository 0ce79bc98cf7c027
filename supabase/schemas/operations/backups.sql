-- Returns whether backups need the owner's attention: the last one failed, or none was made for two days on a machine that makes
-- them, nightly or on request. In a shop without any backup the two days count from when its first owner came.
create or replace function public.has_backup_problem(p_backup public.last_backup) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_backup.failed_at > coalesce(p_backup.succeeded_at, '-infinity') or coalesce(
    p_backup.looked_at > now() - interval '15 minutes'
      and coalesce(p_backup.succeeded_at, (select min(s.created_at) from public.staff s)) < now() - interval '2 days', false
  )
$$;

create or replace function public.is_backup_running(p_backup public.last_backup) returns boolean language sql stable set search_path = '' as $$
  select coalesce(p_backup.begun_at > now() - interval '1 hour'
    and p_backup.begun_at > greatest(coalesce(p_backup.succeeded_at, '-infinity'), coalesce(p_backup.failed_at, '-infinity')), false)
$$;

-- Returns whether the caller has to make a backup: the one that was due at p_due, when no complete one is younger and none was
-- begun within an hour; and at once when an owner has requested one and none is under way.
create or replace function public.begin_backup(p_due timestamptz, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.last_backup set looked_at = p_now where only_row;
  update public.last_backup b set begun_at = p_now, asked_at = null
  where (b.asked_at is not null and not public.is_backup_running(b))
    or (p_due is not null and (b.succeeded_at is null or b.succeeded_at < p_due) and (b.begun_at is null or b.begun_at <= p_now - interval '1 hour'));
  return found;
end $$;

-- Requests a backup. A second request makes no second one, and a backup of the last minute counts as the requested one.
create or replace function public.desk_back_up() returns void language plpgsql security definer set search_path = '' as $$
declare backup public.last_backup;
begin
  perform public.require_staff();
  select * into backup from public.last_backup for update;
  if backup.looked_at is null or backup.looked_at < now() - interval '15 minutes' then
    raise sqlstate 'PT400' using message = 'The shop cannot make a backup here.';
  end if;
  if backup.asked_at is not null or public.is_backup_running(backup) or backup.succeeded_at > now() - interval '1 minute' then return; end if;
  update public.last_backup set asked_at = now() where only_row;
  perform public.log_desk_action('backup', 'backup');
  perform pg_notify('backups', '');
end $$;

grant execute on function public.begin_backup to service_role;
grant execute on function public.desk_back_up to authenticated, service_role;
