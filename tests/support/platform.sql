-- The initial state of a new project on hosted Supabase, as far as it matters to our migrations. `postgres`, who runs
-- them, is no superuser and does not own the tables of sign-in and storage. Everything that `postgres` creates in
-- `public` is open to all API roles unless a migration revokes it.
create role postgres login createdb createrole replication bypassrls;
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator login noinherit;
create role supabase_auth_admin nologin noinherit createrole;
create role supabase_storage_admin nologin noinherit createrole;
grant anon, authenticated, service_role to authenticator, postgres;

alter database postgres owner to postgres;
create schema extensions authorization postgres;
create schema auth authorization supabase_auth_admin;
create schema storage authorization supabase_storage_admin;
grant usage on schema public, extensions, auth, storage to postgres, anon, authenticated, service_role;
grant all on schema public to postgres;
alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on functions to anon, authenticated, service_role;
