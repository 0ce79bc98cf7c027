-- The tables of the storage service, with the same columns as on hosted Supabase. Every statement can be run again. The service
-- runs its statements in the caller's role, so policies on the tables decide what a caller may see and do.

-- Buckets of files. Anybody who knows the name of a file in a public bucket may read it.
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

-- One row per file. `version` is the hash of its content, which is in the file store. `metadata` has the file's eTag, size (bytes),
-- mimetype and cacheControl, which become response headers: the type is never guessed from the name.
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

-- The first index is for the orphan collector, which checks whether a row refers to a content; the second is for lists.
create index if not exists objects_version on storage.objects (version);
create index if not exists idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");

-- Contents that no row refers to, with the times when this was first and last seen. Only the orphan collector uses the table.
create table if not exists storage.orphans (
  version text primary key,
  seen_at timestamptz not null,
  checked_at timestamptz not null
);
alter table storage.orphans enable row level security;

-- Policies decide who may do what. There are none until a project creates them, so at first only `service_role`, which bypasses row
-- level security, can access any row. REST does not expose these tables.
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant usage on schema storage to anon, authenticated, service_role;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;

-- Functions for policies: the folders of an object's name, its last part, and that part's file extension.
create or replace function storage.foldername(name text) returns text[]
language sql immutable set search_path = ''
return (string_to_array(name, '/'))[: cardinality(string_to_array(name, '/')) - 1];

create or replace function storage.filename(name text) returns text
language sql immutable set search_path = ''
return split_part(name, '/', -1);

create or replace function storage.extension(name text) returns text
language sql immutable set search_path = ''
return split_part(storage.filename(name), '.', -1);
