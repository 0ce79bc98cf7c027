export interface Column {
  name: string
  /** PostgreSQL's name of the type, with its schema unless it is built in. */
  type: string
  /** The SQL expression of the default value; null when there is none. */
  default: string | null
}

export interface Table {
  schema: string
  name: string
  isView: boolean
  /** True for tables, and for views that PostgreSQL can change or that have `instead of` triggers. */
  isInsertable: boolean
  isUpdatable: boolean
  isDeletable: boolean
  columns: ReadonlyMap<string, Column>
  /** Computed fields: functions of one row that are selected like columns. Maps their names to their schemas. */
  computed: ReadonlyMap<string, string>
  primaryKey: readonly string[]
}

/** A foreign key, also one between views that show the columns of its tables. */
export interface Reference {
  name: string
  table: string
  columns: readonly string[]
  foreignTable: string
  foreignColumns: readonly string[]
  /** True when a referenced row is referenced by one row at most. */
  isUnique: boolean
}

/** A function that takes a row of one table and returns rows of another. */
export interface ComputedRelationship {
  name: string
  schema: string
  table: string
  foreignTable: string
  isOne: boolean
}

export interface FunctionArg {
  /** The argument's name; '' when it has none. */
  name: string
  type: string
  required: boolean
  variadic: boolean
}

export interface DatabaseFunction {
  schema: string
  name: string
  volatile: boolean
  returnsSet: boolean
  /** `value` includes functions that return `record` without declared columns, because the columns are only known at run time. */
  returns: 'void' | 'row' | 'value'
  /** The name of the table whose rows the function returns; null for any other result. */
  table: string | null
  args: readonly FunctionArg[]
}

/** The catalogue of one exposed schema. It lists everything that exists; PostgreSQL decides who may access it. */
export interface Schema {
  name: string
  tables: ReadonlyMap<string, Table>
  references: readonly Reference[]
  computedRelationships: readonly ComputedRelationship[]
  /** Functions by name; overloaded functions have the same name. */
  functions: ReadonlyMap<string, readonly DatabaseFunction[]>
}

/** PostgREST's in-database configuration, from `alter role authenticator set pgrst.<name> = …`. */
export interface DatabaseSettings {
  db_aggregates_enabled: boolean
  db_plan_enabled: boolean
  /** Commits or rolls back transactions by default; with `-allow-override` callers may choose (`Prefer: tx=rollback`). */
  db_tx_end: 'commit' | 'commit-allow-override' | 'rollback' | 'rollback-allow-override'
}

export interface Catalogue {
  schemas: ReadonlyMap<string, Schema>
  /** `statement_timeout` by role, in milliseconds; 0 for no limit. */
  timeouts: ReadonlyMap<string, number>
  settings: DatabaseSettings
}
