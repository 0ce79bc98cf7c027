-- The tables of the storage service, in the shapes that hosted Supabase gives them. Everything here may be run
-- again. Nobody but the service itself reads or writes them.

-- A named place for files. What lies in a public one may be read by anybody who knows its name.
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

-- One row a file. `version` names its content, which lies on disk and not here; `metadata` holds eTag, size (bytes),
-- mimetype and cacheControl, and is what answers are made of: a type is never guessed from a name.
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

-- No policy yet: row level security answers nobody but the owner of the tables.
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
