-- The roles and schemas that a Supabase project expects before its own migrations run. The tables and functions of the services
-- follow in ../auth/schema.sql, ../storage/schema.sql and ../realtime/schema.sql. Every statement can be run again; all of these
-- files are run when the text of any of them has changed. Unlike on hosted Supabase no access is granted by default: migrations
-- grant what the API roles may use.

-- REST's connections have the role `authenticator`, which has no rights of its own, outside of transactions.
do $$
declare
  wanted record;
  -- Before PostgreSQL 16 every member of a role could SET ROLE to it; since then this needs the SET option.
  right_to_be constant text := case when current_setting('server_version_num')::integer < 160000 then 'member' else 'set' end;
begin
  for wanted in select * from (values
    ('anon', '3s'), ('authenticated', '8s'), ('service_role', '30s'), ('authenticator', null)
  ) as r (name, time) loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      execute format('create role %I nologin noinherit', wanted.name);
    end if;
    -- The connection's owner must be able to SET ROLE to these roles, each for one transaction at a time.
    if not pg_has_role(current_user, wanted.name, right_to_be) then
      execute format('grant %I to %I', wanted.name, current_user);
    end if;
    -- Sets the role's statement timeout, which REST reads and sets in its transactions. Skips values that are right already: roles
    -- belong to the whole server, so preparing two databases at once could block each other.
    if wanted.time is not null and not exists (
      select from pg_roles where rolname = wanted.name and 'statement_timeout=' || wanted.time = any (rolconfig)
    ) then
      execute format('alter role %I set statement_timeout = %L', wanted.name, wanted.time);
    end if;
  end loop;
  if not (select rolbypassrls from pg_roles where rolname = 'service_role') then
    alter role service_role bypassrls;
  end if;
exception when insufficient_privilege then
  raise exception '% (of the account %, which has to be a superuser or to be let by one: create the roles anon, authenticated, service_role with bypassrls, and authenticator, grant them to it with admin option, and give it createrole)',
    sqlerrm, current_user;
end $$;

create schema if not exists auth;
create schema if not exists extensions;
create schema if not exists storage;
create schema if not exists rest;
grant usage on schema auth, extensions, rest to anon, authenticated, service_role;
grant usage on schema public to anon, authenticated, service_role;
revoke create on schema public from public;

-- Aborts a REST statement whose response exceeds its size limit, by raising an error. Every API role may execute it.
create or replace function rest.refuse_answer() returns json language plpgsql as $$
begin
  raise sqlstate 'PT413' using message = 'The answer is too large',
    hint = 'Ask for fewer columns, or for fewer rows at a time with limit and offset.';
end $$;

-- Notifies REST of changes to the database's schema, as hosted Supabase does, so that migrations need not. Only superusers may
-- create event triggers; with other roles `notify pgrst, 'reload schema'` is needed.
create or replace function rest.announce_change() returns event_trigger language plpgsql as $$
begin
  notify pgrst, 'reload schema';
end $$;
do $$
begin
  if (select rolsuper from pg_roles where rolname = current_user)
    and not exists (select from pg_event_trigger where evtname = 'pgrst_ddl_watch')
  then
    create event trigger pgrst_ddl_watch on ddl_command_end when tag in (
      'CREATE SCHEMA', 'ALTER SCHEMA', 'DROP SCHEMA', 'CREATE TABLE', 'CREATE TABLE AS', 'ALTER TABLE', 'DROP TABLE',
      'CREATE FOREIGN TABLE', 'ALTER FOREIGN TABLE', 'DROP FOREIGN TABLE', 'CREATE VIEW', 'ALTER VIEW', 'DROP VIEW',
      'CREATE MATERIALIZED VIEW', 'ALTER MATERIALIZED VIEW', 'DROP MATERIALIZED VIEW', 'CREATE FUNCTION',
      'ALTER FUNCTION', 'DROP FUNCTION', 'CREATE TYPE', 'ALTER TYPE', 'DROP TYPE', 'CREATE DOMAIN', 'ALTER DOMAIN',
      'DROP DOMAIN', 'CREATE RULE', 'DROP RULE', 'DROP EXTENSION', 'CREATE EXTENSION'
    ) execute function rest.announce_change();
  end if;
end $$;
