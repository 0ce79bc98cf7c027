-- The tables of the storage service, in the shapes that hosted Supabase gives them. Everything here may be run again. The
-- service runs its statements in the caller's role: policies on the tables decide what the caller may see and do.

-- A bucket for files. Files in a public one may be read by anybody who knows their name.
create table if not exists storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text
);

-- One row per file. `version` names its content, which is on disk and not here; `metadata` holds eTag, size (bytes), mimetype
-- and cacheControl, which responses are made of: a type is never guessed from a name.
create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);

create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);

-- For the orphan collector, which checks whether any row names a content; and for lists.
create index if not exists objects_version on storage.objects (version);
create index if not exists idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");

-- Contents that no row names, since when, and when housekeeping last saw so. For it alone.
create table if not exists storage.orphans (
  version text primary key,
  seen_at timestamptz not null,
  checked_at timestamptz not null
);
alter table storage.orphans enable row level security;

-- Policies decide who may do what; there are none until a project writes them, so that only `service_role`, whom row level
-- security does not bind, reaches any row. REST exposes neither table.
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant usage on schema storage to anon, authenticated, service_role;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;

-- For policies: the folders of an object's name, its last part, and the text behind that part's last dot.
create or replace function storage.foldername(name text) returns text[]
language sql immutable set search_path = ''
return (string_to_array(name, '/'))[: cardinality(string_to_array(name, '/')) - 1];

create or replace function storage.filename(name text) returns text
language sql immutable set search_path = ''
return split_part(name, '/', -1);

create or replace function storage.extension(name text) returns text
language sql immutable set search_path = ''
return split_part(storage.filename(name), '.', -1);
