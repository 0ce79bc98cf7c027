-- The tables and functions of the Realtime service, with the same columns as on hosted Supabase. Every statement can be run again,
-- and is at each start. Clients can subscribe to the tables that a project publishes in `supabase_realtime`; policies on
-- `realtime.messages` decide who may join private channels.

create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;

-- Messages that SQL functions send to channels, kept for three days. No API reads this table. As on hosted Supabase its policies
-- are evaluated, with a row that is rolled back, to decide who may receive (select) and send (insert) on a topic.
create table if not exists realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);
create index if not exists messages_inserted_at on realtime.messages (inserted_at);
-- Index for channels that replay earlier messages.
create index if not exists messages_topic on realtime.messages (topic, inserted_at) where private and extension = 'broadcast';
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- Presence states, one row for each client that tracks itself. `slot` is the replication slot of the web process that holds the
-- connection. It disappears with the process, and any other process may then delete its rows.
create table if not exists realtime.presences (
  slot text not null,
  channel text not null,
  topic text not null,
  key text not null,
  meta jsonb not null,
  primary key (slot, channel)
);
create index if not exists presences_topic on realtime.presences (topic);
alter table realtime.presences replica identity full;
alter table realtime.presences enable row level security;

-- Subscriptions of a web process's connections to tables, with the role and claims of the caller. The table is unlogged, because a
-- crash also ends all connections.
create unlogged table if not exists realtime.subscription (
  id bigint generated always as identity primary key,
  slot text not null,
  entity regclass not null,
  action text not null,
  filters jsonb not null,
  columns text[],
  role text not null,
  claims jsonb not null
);
create index if not exists subscription_slot_entity on realtime.subscription (slot, entity);
alter table realtime.subscription enable row level security;

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  if not exists (select from pg_publication where pubname = 'supabase_realtime_messages_publication') then
    create publication supabase_realtime_messages_publication for table realtime.messages, realtime.presences;
  end if;
end $$;

create or replace function realtime.topic() returns text language sql stable
as $$ select nullif(current_setting('realtime.topic', true), '') $$;

-- Sends a message to a topic within the caller's transaction. As on hosted Supabase an error is only a warning, so that it does not
-- fail the transaction.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql as $$
declare
  new_id constant uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (new_id, case when payload ? 'id' then payload else payload || jsonb_build_object('id', new_id) end,
    event, topic, private, 'broadcast');
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end $$;

-- Sends a change of a row to a topic; for use in triggers.
create or replace function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record,
  level text default 'ROW'
) returns void language plpgsql as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  perform realtime.send(
    jsonb_build_object('old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema),
    event_name, topic_name
  );
end $$;

-- Sets the role and its claims until the transaction ends.
create or replace function realtime.assume_role(role text, claims jsonb) returns void language sql as $$
  select set_config('request.jwt.claims', claims::text, true), set_config('request.jwt.claim.sub', claims ->> 'sub', true),
    set_config('request.jwt.claim.role', role, true), set_config('role', role, true);
$$;

-- Returns the caller's rights on a private topic: which of `broadcast` and `presence` the caller may read and write. The policies
-- of `realtime.messages` are evaluated with rows that are rolled back.
create or replace function realtime.topic_rights(wanted_topic text, role text, claims jsonb) returns jsonb language plpgsql as $$
declare
  trial_ids constant uuid[] := array[gen_random_uuid(), gen_random_uuid()];
  kind text;
  readable text[] := '{}';
  writable text[] := '{}';
begin
  begin
    insert into realtime.messages (id, topic, extension)
    values (trial_ids[1], wanted_topic, 'broadcast'), (trial_ids[2], wanted_topic, 'presence');
    perform set_config('realtime.topic', wanted_topic, true), realtime.assume_role(role, claims);
    readable := array(select extension from realtime.messages where id = any(trial_ids));
    foreach kind in array array['broadcast', 'presence'] loop
      begin
        insert into realtime.messages (topic, extension) values (wanted_topic, kind);
        writable := writable || kind;
      exception when insufficient_privilege then null;
      end;
    end loop;
    raise sqlstate 'RT000';
  exception when sqlstate 'RT000' then null;
  end;
  return jsonb_build_object('read', readable, 'write', writable);
end $$;

-- Returns the SQL for a filter's operator; %1$s is the column, %2$s the value as text, %3$s the column's type. Values never become
-- part of the SQL. Returns null for an unknown operator.
create or replace function realtime.operator_sql(op text) returns text language sql immutable as $$
  select case
    when op ~ '^is (null|true|false|unknown)$' then '%1$s ' || op
    else jsonb_build_object(
      'eq', '%1$s = %2$s::%3$s', 'neq', '%1$s <> %2$s::%3$s', 'lt', '%1$s < %2$s::%3$s', 'lte', '%1$s <= %2$s::%3$s',
      'gt', '%1$s > %2$s::%3$s', 'gte', '%1$s >= %2$s::%3$s', 'in', '%1$s = any(%2$s::%3$s[])',
      'isdistinct', '%1$s is distinct from %2$s::%3$s', 'like', '%1$s like %2$s', 'ilike', '%1$s ilike %2$s',
      'match', '%1$s ~ %2$s', 'imatch', '%1$s ~* %2$s'
    ) ->> op
  end;
$$;

-- Stores a connection's subscription. Returns the ids, one per table. `wanted` is {schema, table, event, columns, filters}, and
-- filters are [{column, op, value, negate}]. Raises an error when a table, column or filter is invalid.
create or replace function realtime.subscribe(slot text, wanted jsonb, role text, claims jsonb)
returns table (id text, entity text) language plpgsql set search_path = pg_catalog, public, extensions as $$
#variable_conflict use_column
declare
  tables constant regclass[] := array(
    select format('%I.%I', p.schemaname, p.tablename)::regclass from pg_publication_tables p where p.pubname = 'supabase_realtime'
      and wanted ->> 'schema' in ('*', p.schemaname) and wanted ->> 'table' in ('*', p.tablename));
  chosen constant text[] := nullif(array(select jsonb_array_elements_text(wanted -> 'columns')), '{}');
  f record;
begin
  if tables = '{}' then
    raise exception 'Please check Realtime is enabled for the given connect parameters';
  end if;
  for f in
    select x.*, format_type(a.atttypid, -1) as kind from unnest(tables) as t cross join (
      select "column", op, value from jsonb_to_recordset(wanted -> 'filters') as w ("column" text, op text, value text)
      union all select c, 'select', null from unnest(chosen) as c
    ) as x left join pg_attribute a on a.attrelid = t and a.attname = x."column" and a.attnum > 0 and not a.attisdropped
      and has_column_privilege(role, t, a.attnum, 'select')
  loop
    if f.kind is null then
      raise exception 'invalid column for % %', case f.op when 'select' then f.op else 'filter' end, f."column";
    end if;
    if f.op = 'select' then continue; end if;
    if f.op = 'in' and cardinality(f.value::text[]) > 100 then
      raise exception 'too many values for `in` filter. Maximum 100';
    end if;
    if realtime.operator_sql(f.op) is null then raise exception 'invalid filter %', f.op; end if;
    -- Tries the comparison once, so that an invalid value fails here and not later, when a row changes.
    execute 'select ' || format(realtime.operator_sql(f.op), 'null::' || f.kind, '$1', f.kind) using f.value;
  end loop;
  return query
    insert into realtime.subscription (slot, entity, action, filters, columns, role, claims)
    select slot, t, wanted ->> 'event', wanted -> 'filters', chosen, role, claims from unnest(tables) t
    returning id::text, entity::oid::text;
end $$;

-- Returns the columns of a row that a subscriber may receive. Of a row that is too large it returns only the small columns.
create or replace function realtime.visible_columns(whole jsonb, given json, allowed text[], is_large boolean) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(whole) e
  where e.key = any(allowed) and given::jsonb ? e.key and (not is_large or octet_length(e.value::text) <= 64);
$$;

-- Authorises the changes of one table for the subscribers of a web process. Returns, for each change and group of subscribers with
-- the same data, the data to send and the ids of their subscriptions. `changes` is [{n, xid, type, at, record, old}]; records are
-- PostgreSQL's text by column. Policies cannot be evaluated for a deleted row, so when there are policies only its key is sent, and
-- only the key is compared with filters. The helper functions below, in the order of their calls, depend on the settings of this
-- one, and only it may call them.
create or replace function realtime.authorise_changes(wanted_slot text, watched oid, changes json)
returns table (n integer, subscriptions text[], data text)
language plpgsql set timezone = 'UTC' set search_path = pg_catalog, public, extensions as $$
#variable_conflict use_column
declare
  has_policies constant boolean := (select relrowsecurity from pg_class where oid = watched);
  keys constant text[] := array(select a.attname::text from pg_index i join pg_attribute a
    on a.attrelid = i.indrelid and a.attnum = any(i.indkey) where i.indrelid = watched and i.indisprimary);
  deleted constant integer[] := array(select c.n from json_to_recordset(changes) as c (n integer, type text) where c.type = 'DELETE');
  all_changes constant integer[] := array(select c.n from json_to_recordset(changes) as c (n integer));
  subscriber record;
  -- Pairs of a subscription with filters (`ids`) and a change that its filters match (`ns`).
  ids bigint[] := '{}';
  ns integer[] := '{}';
  -- The changes whose rows still exist, the positions in this array that a subscriber may see, and the changes at these positions.
  present integer[];
  positions bigint[];
  visible integer[];
  -- For each role and claims that may see a change, as text: the subscriptions and the changes.
  visible_subscriptions text[] := '{}';
  visible_changes text[] := '{}';
begin
  perform realtime.await_commits(changes);
  if has_policies and deleted <> '{}' then changes := realtime.redact_deleted_rows(changes, keys); end if;
  -- A table without a primary key has its changes sent to nobody when there are policies: filters would reveal the contents of
  -- rows.
  if keys <> '{}' or not has_policies then
    select p.ids, p.ns into ids, ns from realtime.matching_subscriptions(wanted_slot, watched, changes) as p;
  end if;
  if has_policies and keys <> '{}' then present := realtime.prepare_visibility_query(watched, keys, changes); end if;
  for subscriber in
    select s.role, s.claims, array_agg(s.id) as subscription_ids, (select rolbypassrls from pg_roles where rolname = s.role) as bypasses_rls
    from realtime.subscription s
    where s.slot = wanted_slot and s.entity = watched and (s.filters = '[]' or s.id = any(ids))
    group by s.role, s.claims order by s.role
  loop
    -- Makes PostgreSQL look rows up by an index, so that costly policies are evaluated for these rows only. Set here and not
    -- earlier, because the query of the loop should not be affected.
    if visible is null then perform set_config('enable_seqscan', 'off', true); end if;
    visible := all_changes;
    if has_policies and not subscriber.bypasses_rls and keys <> '{}' then
      -- Inlined, because a call of a function here made each subscriber take a quarter longer.
      begin
        perform realtime.assume_role(subscriber.role, subscriber.claims);
        execute 'execute realtime_visible' into positions;
        visible := '{}';
        if positions is not null then visible := array(select present[nth] from unnest(positions) nth); end if;
      exception when others then
        -- A subscriber for whom a policy fails or a privilege is missing sees nothing.
        visible := '{}';
      end;
      perform set_config('role', 'none', true);
      visible := visible || deleted;
      continue when visible = '{}';
    end if;
    visible_subscriptions := array_append(visible_subscriptions, subscriber.subscription_ids::text);
    visible_changes := array_append(visible_changes, visible::text);
  end loop;
  perform set_config('enable_seqscan', 'on', true);
  return query select * from realtime.change_payloads(watched, keys, changes, visible_subscriptions, visible_changes, ids, ns);
end $$;

-- Waits for the transactions of the changes. A commit reaches the log a moment before other sessions see its changes, and the
-- transaction holds its lock until then.
create or replace function realtime.await_commits(changes json) returns void language plpgsql as $$
begin
  while exists (
    select from pg_locks l join json_to_recordset(changes) as c (xid bigint) on c.xid = l.transactionid::text::bigint
    where l.mode = 'ExclusiveLock' and l.granted
  ) loop
    perform pg_sleep(0.001);
  end loop;
end $$;

-- Returns the changes, with only the keys of deleted rows.
create or replace function realtime.redact_deleted_rows(changes json, keys text[]) returns json language sql immutable as $$
  select json_agg(case when c ->> 'type' <> 'DELETE' then c else json_build_object('n', c -> 'n', 'xid', c -> 'xid',
    'type', c -> 'type', 'at', c -> 'at', 'record', null,
    'old', (select json_object_agg(e.key, e.value) from json_each(c -> 'old') e where e.key = any(keys))) end)
  from json_array_elements(changes) c;
$$;

-- Returns pairs of a subscription with filters and a change that matches all of its filters. Makes one comparison per column and
-- operator, regardless of the number of subscriptions that use it.
create or replace function realtime.matching_subscriptions(
  wanted_slot text, watched regclass, changes json, out ids bigint[], out ns integer[]
) language plpgsql as $$
#variable_conflict use_column
declare
  matched text;
begin
  ids := '{}';
  ns := '{}';
  select string_agg(format(
      ' union all select f.id, c.n from c join f on f."column" = %1$L and f.op = %2$L and f.negate = %3$L and %4$s(%5$s)
        where c.given ? %1$L',
      f."column", f.op, f.negate, case when f.negate then 'not ' end,
      format(realtime.operator_sql(f.op), format('(c.r).%I', f."column"), 'f.value', f.kind)), '')
    into matched
  from (
    select distinct x."column", x.op, x.negate, format_type(a.atttypid, -1) as kind from realtime.subscription s
    cross join jsonb_to_recordset(s.filters) as x ("column" text, op text, negate boolean)
    join pg_attribute a on a.attrelid = watched and a.attname = x."column" where s.slot = wanted_slot and s.entity = watched
  ) as f;
  if matched is null then return; end if;
  execute format(
    'with c as materialized (
       select n, coalesce(record, old)::jsonb as given, json_populate_record(null::%1$s, coalesce(record, old)) as r
       from json_to_recordset($1) as x (n integer, record json, old json)
     ), s as materialized (
       select id, filters from realtime.subscription where slot = $2 and entity = $3 and filters <> ''[]''
     ), f as materialized (
       select s.id, x.* from s cross join jsonb_to_recordset(s.filters) as x ("column" text, op text, value text, negate boolean)
     ), m as (
       select id, n, count(*) as filters from (select null::bigint as id, null::integer as n where false %2$s) p group by id, n
     )
     select coalesce(array_agg(id), ''{}''), coalesce(array_agg(n), ''{}'')
     from m join s using (id) where m.filters = jsonb_array_length(s.filters)', watched, matched)
  into ids, ns using changes, wanted_slot, watched;
end $$;

-- Prepares the statement `realtime_visible`, which runs once per role and claims for all changes together, and is planned once per
-- role. The keys of the rows are passed in settings. Returns the changes whose rows still exist; the statement returns the
-- positions in this array that the current role may see.
create or replace function realtime.prepare_visibility_query(watched regclass, keys text[], changes json) returns integer[]
language plpgsql as $$
begin
  -- Stores each key column as an array in its own setting, because that is read much faster than JSON.
  perform set_config('realtime.key_' || k.at, coalesce((
    select array_agg(c.record ->> k.name order by c.n) from json_to_recordset(changes) as c (n integer, record json) where c.record is not null
  )::text, '{}'), true) from unnest(keys) with ordinality as k (name, at);
  if exists (select from pg_prepared_statements where name = 'realtime_visible') then deallocate realtime_visible; end if;
  -- Finds the rows by their keys before policies are checked: looking them up one by one would cost several times as much.
  execute format(
    'prepare realtime_visible as with t as materialized (select %2$s from %3$s where %4$s)
     select array_agg(w."#") from unnest(%1$s) with ordinality as w (%2$s, "#") join t using (%2$s)',
    string_agg(k.given, ', ' order by k.at), string_agg(k.name, ', ' order by k.at), watched,
    string_agg(format('%s = any(%s)', k.name, k.given), ' and '))
  from (
    select k.at, quote_ident(k.name) as name,
      format('current_setting(%L)::%s[]', 'realtime.key_' || k.at, format_type(a.atttypid, -1)) as given
    from unnest(keys) with ordinality as k (name, at) join pg_attribute a on a.attrelid = watched and a.attname = k.name
  ) as k;
  return (select array_agg(c.n order by c.n) from json_to_recordset(changes) as c (n integer, record json) where c.record is not null);
end $$;

-- Returns the data of the visible changes as it is sent, and the subscriptions that receive it.
create or replace function realtime.change_payloads(
  watched regclass, keys text[], changes json, visible_subscriptions text[], visible_changes text[], ids bigint[], ns integer[]
) returns table (n integer, subscriptions text[], data text) language plpgsql as $$
#variable_conflict use_column
declare
  rows jsonb;
begin
  execute format(
    'select jsonb_object_agg(n, jsonb_build_object(''record'', to_jsonb(json_populate_record(null::%1$s, record)),
       ''old'', to_jsonb(json_populate_record(null::%1$s, old)))) from json_to_recordset($1) as x (n integer, record json, old json)',
    watched)
  into rows using changes;
  return query
    select c.n, g.ids, (
      jsonb_build_object('schema', p.nspname, 'table', p.relname, 'type', c.type, 'errors', null)
      || case
        when c.type <> 'DELETE' and keys = '{}' then jsonb_build_object('errors', array['Error 400: Bad Request, no primary key'])
        when c.type <> 'DELETE' and not keys <@ coalesce(r.names, '{}') then jsonb_build_object('errors', array['Error 401: Unauthorized'])
        else jsonb_build_object('commit_timestamp', c.at, 'columns', coalesce(r.described, '[]'))
          || case when large then jsonb_build_object('errors', array['Error 413: Payload Too Large']) else '{}' end
          || case when c.type = 'DELETE' then '{}'
             else jsonb_build_object('record', realtime.visible_columns(rows -> c.n::text -> 'record', c.record, r.names, large)) end
          || case when c.type = 'INSERT' then '{}'
             else jsonb_build_object('old_record', realtime.visible_columns(rows -> c.n::text -> 'old', c.old, r.names, large)) end
      end)::text
    from (
      select c.n, s.role, s.columns, array_agg(s.id::text) as ids
      from unnest(visible_subscriptions, visible_changes) as t (subscription_ids, visible) cross join unnest(t.subscription_ids::bigint[]) as i (id)
      join realtime.subscription s on s.id = i.id cross join unnest(t.visible::integer[]) as v (n)
      join json_to_recordset(changes) as c (n integer, type text) on c.n = v.n
      where s.action in ('*', c.type)
        and (s.filters = '[]' or exists (select from unnest(ids, ns) as m (id, n) where m.id = s.id and m.n = c.n))
      group by c.n, s.role, s.columns
    ) as g
    cross join lateral (
      select array_agg(a.attname::text) as names,
        jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname) order by a.attnum) as described
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = watched and a.attnum > 0 and not a.attisdropped and has_column_privilege(g.role, watched, a.attnum, 'select')
        and (g.columns is null or a.attname = any(g.columns || keys))
    ) as r
    join json_to_recordset(changes) as c (n integer, type text, at text, record json, old json) on c.n = g.n
    cross join lateral (select coalesce(octet_length(c.record::text), 0) + coalesce(octet_length(c.old::text), 0) > 1048576 as large) l
    cross join (select n.nspname, k.relname from pg_class k join pg_namespace n on n.oid = k.relnamespace where k.oid = watched) p;
end $$;

-- Returns true when the session and the account of a token still exist, because a token may outlive both by up to an hour. A token
-- without a session id belongs to no user, so it returns true.
create or replace function realtime.is_session_open(claims jsonb) returns boolean language sql stable as $$
  select claims ->> 'session_id' is null or exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id::text = claims ->> 'session_id' and u.id::text = claims ->> 'sub' and u.deleted_at is null
      and (s.not_after is null or s.not_after > now()) and (u.banned_until is null or u.banned_until <= now())
  )
$$;

-- Notifies every process, through the write-ahead log, that a user's rights have changed, so that channels check them again at
-- once.
create or replace function realtime.notify_rights_changed(of_user uuid) returns void language sql as $$
  select pg_logical_emit_message(true, 'realtime', convert_to(jsonb_build_object('rightsOf', of_user)::text || E'\n', 'utf8'))
$$;

-- Drops functions under their former names. Their triggers would otherwise run in addition to the new ones.
drop function if exists realtime.become(text, jsonb);
drop function if exists realtime.rights(text, text, jsonb);
drop function if exists realtime.comparison(text);
drop function if exists realtime.pick(jsonb, json, text[], boolean);
drop function if exists realtime.judge(text, oid, json);
drop function if exists realtime.keys_of_gone(json, text[]);
drop function if exists realtime.picked(text, regclass, json);
drop function if exists realtime.prepare_sight(regclass, text[], json);
drop function if exists realtime.words_for(regclass, boolean, text[], json, text[], text[], bigint[], integer[]);
drop function if exists realtime.words_for(regclass, text[], json, text[], text[], bigint[], integer[]);
drop function if exists realtime.hear_of_ended_sessions() cascade;
drop function if exists realtime.hear_of_changed_rights() cascade;
drop function if exists realtime.say_rights_changed(uuid);

create or replace function realtime.notify_sessions_ended() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform realtime.notify_rights_changed(g.user_id) from (select distinct user_id from ended) g;
  return null;
end $$;
create or replace trigger sessions_notify_realtime after delete on auth.sessions
  referencing old table as ended for each statement execute function realtime.notify_sessions_ended();

create or replace function realtime.notify_user_rights_changed() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform realtime.notify_rights_changed((to_jsonb(new) ->> tg_argv[0])::uuid);
  return null;
end $$;
create or replace trigger sessions_notify_realtime_of_end after update of not_after on auth.sessions
  for each row when (old.not_after is distinct from new.not_after) execute function realtime.notify_user_rights_changed('user_id');
create or replace trigger users_notify_realtime after update of banned_until, deleted_at on auth.users
  for each row when (old.banned_until is distinct from new.banned_until or old.deleted_at is distinct from new.deleted_at)
  execute function realtime.notify_user_rights_changed('id');

-- Revokes the default right of everybody to execute functions: only the service itself may call these.
revoke execute on function realtime.is_session_open, realtime.notify_rights_changed, realtime.notify_sessions_ended,
  realtime.notify_user_rights_changed from public;
revoke execute on function realtime.assume_role, realtime.topic_rights, realtime.subscribe, realtime.authorise_changes,
  realtime.await_commits, realtime.redact_deleted_rows, realtime.matching_subscriptions, realtime.prepare_visibility_query,
  realtime.change_payloads from public;
