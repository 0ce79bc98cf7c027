-- When the shop was backed up. Written by the command that backs up, as the owner of the database, and by the shop
-- when it begins one at night; read by whoever wants to know whether a backup is overdue.

-- One row. `succeeded_at` is when the last whole archive was there, `file` and `bytes` are its own; null: there was none.
-- `failed_at` and `reason` are of a failure since then. `begun_at` is when a process took it on itself to make the
-- nightly one. Service role only.
create table public.last_backup (
  only_row boolean primary key default true check (only_row),
  succeeded_at timestamptz,
  file text,
  bytes bigint,
  failed_at timestamptz,
  reason text,
  begun_at timestamptz
);
alter table public.last_backup enable row level security;
grant select, insert, update, delete on public.last_backup to service_role;
insert into public.last_backup default values;

-- Whether the caller shall make the backup that was due at p_due: when no whole one is younger than that, and nobody has
-- begun one within the last hour. Of several processes that ask, one is told so. Service role only.
create function public.begin_backup(p_due timestamptz, p_now timestamptz default now()) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update public.last_backup set begun_at = p_now
  where (succeeded_at is null or succeeded_at < p_due)
    and (begun_at is null or begun_at <= p_now - interval '1 hour');
  return found;
end $$;
grant execute on function public.begin_backup(timestamptz, timestamptz) to service_role;

revoke execute on all functions in schema public from public;
