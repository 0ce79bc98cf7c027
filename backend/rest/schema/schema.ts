export interface Column {
  name: string
  /** PostgreSQL's own spelling, with its schema where it has one. */
  type: string
  /** The default's expression; null: none. */
  default: string | null
}

export interface Table {
  name: string
  columns: ReadonlyMap<string, Column>
  primaryKey: readonly string[]
  /** Sets of columns that name at most one row, the primary key among them. */
  keys: readonly (readonly string[])[]
}

export interface Reference {
  name: string
  table: string
  columns: readonly string[]
  foreignTable: string
  foreignColumns: readonly string[]
}

export interface FunctionArg {
  name: string
  type: string
  required: boolean
}

export interface DatabaseFunction {
  name: string
  volatile: boolean
  returnsSet: boolean
  returns: 'void' | 'row' | 'value'
  /** The table whose rows it returns; null: some other shape. */
  table: string | null
  variadic: boolean
  args: readonly FunctionArg[]
}

/** What is known of the exposed schema `public`. It says what there is; who may touch it PostgreSQL decides. */
export interface Schema {
  tables: ReadonlyMap<string, Table>
  references: readonly Reference[]
  /** By name; several where a function is overloaded. */
  functions: ReadonlyMap<string, readonly DatabaseFunction[]>
  /** `statement_timeout` by role, ms; 0 for none. */
  timeouts: ReadonlyMap<string, number>
}
