-- The exposed schema as one JSON value. Runs with an empty search_path, so that every type is written in full.
select json_build_object(
  'tables', (
    select coalesce(json_agg(json_build_object(
      'name', c.relname,
      'columns', (
        select json_agg(json_build_object(
          'name', a.attname,
          'type', format_type(a.atttypid, a.atttypmod),
          'default', pg_get_expr(d.adbin, d.adrelid)
        ) order by a.attnum)
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum and a.attgenerated = ''
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ),
      'keys', (
        select coalesce(json_agg(json_build_object('primary', i.indisprimary, 'columns', (
          select json_agg(a.attname order by k.position)
          from unnest(i.indkey) with ordinality as k (attnum, position)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
        ))), '[]')
        from pg_index i
        where i.indrelid = c.oid and i.indisunique and i.indpred is null and i.indexprs is null
      )
    )), '[]')
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
  ),
  'references', (
    select coalesce(json_agg(json_build_object(
      'name', k.conname,
      'table', t.relname,
      'columns', (
        select json_agg(a.attname order by p.position) from unnest(k.conkey) with ordinality as p (attnum, position)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = p.attnum
      ),
      'foreignTable', f.relname,
      'foreignColumns', (
        select json_agg(a.attname order by p.position) from unnest(k.confkey) with ordinality as p (attnum, position)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = p.attnum
      )
    ) order by k.conname), '[]')
    from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class f on f.oid = k.confrelid
    where k.contype = 'f' and k.conparentid = 0
      and t.relnamespace = 'public'::regnamespace and f.relnamespace = 'public'::regnamespace
  ),
  'functions', (
    select coalesce(json_agg(json_build_object(
      'name', p.proname,
      'volatile', p.provolatile = 'v',
      'returnsSet', p.proretset,
      'returns', case
        when p.prorettype = 'void'::regtype then 'void'
        when t.typtype = 'c' or p.prorettype = 'record'::regtype then 'row'
        else 'value' end,
      'table', case when t.typtype = 'c' and r.relnamespace = 'public'::regnamespace then r.relname end,
      'variadic', p.provariadic <> 0,
      'args', (
        select coalesce(json_agg(json_build_object(
          'name', coalesce(p.proargnames[i.position], ''),
          'type', format_type(i.type, null),
          'required', i.position <= p.pronargs - p.pronargdefaults
        ) order by i.position), '[]')
        from unnest(p.proargtypes) with ordinality as i (type, position)
      )
    )), '[]')
    from pg_proc p join pg_type t on t.oid = p.prorettype left join pg_class r on r.oid = t.typrelid
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
  ),
  'timeouts', (
    -- ms, which are what a number without a unit means.
    select coalesce(json_object_agg(rolname, round(1000 * extract(epoch from (
      time || case when time ~ '^\d+$' then 'ms' else '' end
    )::interval))), '{}')
    from pg_roles, unnest(rolconfig) as setting, substr(setting, length('statement_timeout=') + 1) as time
    where rolname in ('anon', 'authenticated', 'service_role') and setting like 'statement_timeout=%'
  )
)::text as schema
