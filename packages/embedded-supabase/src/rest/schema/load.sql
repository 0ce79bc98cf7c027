-- Loads the catalogue that REST uses, as one JSON value. $1 are the exposed schemas, $2 the other schemas in the search path. Runs
-- with an empty search_path, so that every type name includes its schema.
with relations as (
  select c.oid, c.relname, n.nspname, c.relkind, c.reltype, n.nspname = any($1::text[]) and not c.relispartition as exposed,
    -- Bits of the commands that can change the relation: 4 for update, 8 for insert, 16 for delete.
    case when c.relkind in ('r', 'p') then 28 when c.relkind = 'm' then 0 else pg_relation_is_updatable(c.oid, true) end as changes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema')
)
select json_build_object(
  'tables', (
    select coalesce(json_agg(json_build_object(
      'id', c.oid::text,
      'schema', c.nspname,
      'name', c.relname,
      'isView', c.relkind in ('v', 'm'),
      'isInsertable', c.changes & 8 > 0,
      'isUpdatable', c.changes & 4 > 0,
      'isDeletable', c.changes & 16 > 0,
      'columns', (
        select json_agg(json_build_object(
          'name', a.attname,
          'position', a.attnum,
          'type', format_type(a.atttypid, a.atttypmod),
          'default', case
            when a.attidentity = 'd' then format('nextval(%L)', s.objid::regclass)
            when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid), pg_get_expr(t.typdefaultbin, 0)) end
        ) order by a.attnum)
        from pg_attribute a
        join pg_type t on t.oid = a.atttypid
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        left join pg_depend s on a.attidentity = 'd' and s.refobjid = a.attrelid and s.refobjsubid = a.attnum
          and s.deptype = 'i' and s.classid = 'pg_class'::regclass
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ),
      'computed', (
        select coalesce(json_object_agg(p.proname, p.nspname), '{}')
        from (
          select distinct on (f.proname) f.proname, n.nspname
          from pg_proc f join pg_namespace n on n.oid = f.pronamespace
          where f.pronargs = 1 and f.proargtypes[0] = c.reltype and f.prokind = 'f'
            and n.nspname = any(c.nspname || $2::text[])
          order by f.proname, array_position(c.nspname || $2::text[], n.nspname::text)
        ) p
      )
    )), '[]')
    from relations c where c.exposed
  ),
  -- Keys have column positions instead of names, because their tables may only be visible through views.
  'primaryKeys', (
    select coalesce(json_agg(json_build_object('table', p.conrelid::text, 'columns', p.conkey)), '[]')
    from pg_constraint p join relations r on r.oid = p.conrelid where p.contype = 'p'
  ),
  'references', (
    select coalesce(json_agg(json_build_object(
      'name', k.conname,
      'table', k.conrelid::text,
      'columns', k.conkey,
      'foreignTable', k.confrelid::text,
      'foreignColumns', k.confkey,
      'isUnique', exists (
        select from pg_constraint u
        where u.conrelid = k.conrelid and u.contype in ('p', 'u') and u.conkey @> k.conkey and u.conkey <@ k.conkey
      )
    ) order by k.conname), '[]')
    from pg_constraint k join relations t on t.oid = k.conrelid join relations f on f.oid = k.confrelid
    where k.contype = 'f' and k.conparentid = 0
  ),
  -- A view's rule tells the origin of its columns; it is parsed in views.ts.
  'views', (
    select coalesce(json_agg(json_build_object('id', v.oid::text, 'rule', r.ev_action::text)), '[]')
    from relations v join pg_rewrite r on r.ev_class = v.oid and r.rulename = '_RETURN'
    where v.relkind in ('v', 'm')
  ),
  -- Functions that take a row of one table and return rows of another.
  'computedRelationships', (
    select coalesce(json_agg(json_build_object(
      'name', p.proname, 'schema', n.nspname, 'table', o.oid::text, 'foreignTable', t.oid::text,
      'isOne', not p.proretset or p.prorows = 1
    )), '[]')
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    join relations o on o.reltype = p.proargtypes[0] join relations t on t.reltype = p.prorettype
    where p.pronargs = 1 and p.prokind = 'f' and n.nspname = any($1::text[])
  ),
  'functions', (
    select coalesce(json_agg(json_build_object(
      'schema', n.nspname,
      'name', p.proname,
      'volatile', p.provolatile = 'v',
      'returnsSet', p.proretset,
      'returns', case
        when p.prorettype = 'void'::regtype then 'void'
        when t.typtype = 'c' or p.proargmodes && '{t,b,o}' then 'row'
        else 'value' end,
      'table', case when r.nspname = n.nspname then r.relname end,
      'args', (
        select coalesce(json_agg(json_build_object(
          'name', coalesce((p.proargnames)[i.place], ''),
          'type', format_type(i.type, null),
          'required', i.position <= p.pronargs - p.pronargdefaults,
          'variadic', p.provariadic <> 0 and i.position = p.pronargs
        ) order by i.position), '[]')
        from (
          -- proargnames has the names of all arguments, including output arguments; proargtypes only has types of input arguments.
          select a.type, a.place, row_number() over (order by a.place) as position
          from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as a (type, place)
          where p.proargmodes is null or (p.proargmodes)[a.place] in ('i', 'b', 'v')
        ) i
      )
    ) order by p.pronargs, pg_get_function_identity_arguments(p.oid)), '[]')
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    join pg_type t on t.oid = p.prorettype left join relations r on r.oid = t.typrelid
    where n.nspname = any($1::text[]) and p.prokind = 'f' and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
      -- Arguments must have names, except for a single argument that receives the whole body.
      and not exists (
        select from generate_series(1, p.pronargs) as i
        where coalesce((p.proargnames)[i], '') = '' and (p.pronargs > 1 or p.proargtypes[0] not in (
          'json'::regtype, 'jsonb'::regtype, 'text'::regtype, 'xml'::regtype, 'bytea'::regtype
        ))
      )
  ),
  'timeouts', (
    -- The timeouts are in milliseconds. PostgreSQL reads a setting that is a number without a unit as milliseconds, too.
    select coalesce(json_object_agg(rolname, round(1000 * extract(epoch from (
      time || case when time ~ '^\d+$' then 'ms' else '' end
    )::interval))), '{}')
    from pg_roles, unnest(rolconfig) as setting, substr(setting, length('statement_timeout=') + 1) as time
    where rolname in ('anon', 'authenticated', 'service_role') and setting like 'statement_timeout=%'
  ),
  -- Settings from `alter role authenticator set pgrst.…`. A setting for this database takes precedence over one for all databases.
  'settings', (
    select coalesce(json_object_agg(name, value), '{}') from (
      select distinct on (name) substr(split_part(setting, '=', 1), length('pgrst.') + 1) as name,
        substr(setting, strpos(setting, '=') + 1) as value
      from pg_db_role_setting s, unnest(s.setconfig) as setting
      where s.setrole = (select oid from pg_roles where rolname = 'authenticator') and setting like 'pgrst.%'
        and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      order by name, s.setdatabase desc
    ) known
  )
)::text as schema
