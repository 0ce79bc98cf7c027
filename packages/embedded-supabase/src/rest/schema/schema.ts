export interface Column {
  name: string
  /** PostgreSQL's own spelling, with its schema where it has one. */
  type: string
  /** The expression that fills it in when nothing is given; null: none. */
  default: string | null
}

export interface Table {
  schema: string
  name: string
  isView: boolean
  /** Views can be changed when they are simple or have triggers `instead of`. */
  isInsertable: boolean
  isUpdatable: boolean
  isDeletable: boolean
  columns: ReadonlyMap<string, Column>
  /** Functions of one row that can be selected like columns, with their schemas. */
  computed: ReadonlyMap<string, string>
  primaryKey: readonly string[]
}

/** A foreign key, also as it shows through views of its tables. */
export interface Reference {
  name: string
  table: string
  columns: readonly string[]
  foreignTable: string
  foreignColumns: readonly string[]
  /** A row is referred to by one row at most. */
  isUnique: boolean
}

/** A function from a row of one table to rows of another. */
export interface ComputedRelationship {
  name: string
  schema: string
  table: string
  foreignTable: string
  isOne: boolean
}

export interface FunctionArg {
  /** Empty: none. */
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
  /** A `record` whose columns are not declared is a value: its columns are known only when it is made. */
  returns: 'void' | 'row' | 'value'
  /** The table whose rows it returns; null: some other shape. */
  table: string | null
  args: readonly FunctionArg[]
}

/** The catalogue of one exposed schema. It lists what exists; PostgreSQL decides who may access it. */
export interface Schema {
  name: string
  tables: ReadonlyMap<string, Table>
  references: readonly Reference[]
  computedRelationships: readonly ComputedRelationship[]
  /** By name; several where a function is overloaded. */
  functions: ReadonlyMap<string, readonly DatabaseFunction[]>
}

/** PostgREST's in-database configuration: `alter role authenticator set pgrst.<name> = …`. */
export interface DatabaseSettings {
  db_aggregates_enabled: boolean
  db_plan_enabled: boolean
  /** Lets callers have changes rolled back (`Prefer: tx=rollback`), and sets the default. */
  db_tx_end: 'commit' | 'commit-allow-override' | 'rollback' | 'rollback-allow-override'
}

export interface Catalogue {
  schemas: ReadonlyMap<string, Schema>
  /** `statement_timeout` by role, ms; 0 for none. */
  timeouts: ReadonlyMap<string, number>
  settings: DatabaseSettings
}
