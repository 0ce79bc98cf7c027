-- Enquiries, and people: one search finds all that the shop holds about a person.

create index enquiries_to_follow_up on public.enquiries (follow_up_on) where follow_up_on is not null;

-- The desk's notes about people, by address. Only the functions that maintain them read and write them.
create table public.person_notes (
  email text primary key check (email = lower(email) and length(email) between 5 and 255),
  note text not null check (length(note) between 1 and 4000),
  changed_at timestamptz not null default now()
);
alter table public.person_notes enable row level security;

-- The state of backups, in one row: `succeeded_at`, `file` and `bytes` are of the last complete archive, `failed_at` and
-- `reason` of a failure since, `begun_at` is when a process began one, `asked_at` when an owner requested one that is not begun
-- yet, and `looked_at` when a process that makes backups last checked whether one is due. Service role only.
create table public.last_backup (
  only_row boolean primary key default true check (only_row),
  succeeded_at timestamptz,
  file text,
  bytes bigint,
  failed_at timestamptz,
  reason text,
  begun_at timestamptz,
  asked_at timestamptz,
  looked_at timestamptz
);
alter table public.last_backup enable row level security;
grant select, insert, update, delete on public.last_backup to service_role;
insert into public.last_backup default values;

grant all on public.person_notes to service_role;
