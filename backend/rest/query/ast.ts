/** One step into a JSON value: `->key`, `->3`; `->>` gives text. */
export interface JsonStep {
  key: string | number
  asText: boolean
}

export interface Field {
  column: string
  path: JsonStep[]
}

export interface ColumnItem {
  kind: 'column'
  field: Field
  alias: string | null
  cast: string | null
}

export const aggregates = ['avg', 'count', 'max', 'min', 'sum'] as const
export type Aggregate = (typeof aggregates)[number]

/** `field::cast.sum()::resultCast`; without a field the rows are counted. */
export interface AggregateItem {
  kind: 'aggregate'
  call: Aggregate
  field: Field | null
  alias: string | null
  cast: string | null
  resultCast: string | null
}

export interface EmbedItem {
  kind: 'embed'
  relation: string
  alias: string | null
  /** What settles which relationship is meant. */
  hint: string | null
  inner: boolean
  /** `...relation(columns)`: the columns stand in the row itself. */
  spread: boolean
  node: ReadNode
}

export type SelectItem = { kind: 'all' } | ColumnItem | AggregateItem | EmbedItem

export const comparisons = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}
export type ComparisonOperator = keyof typeof comparisons

/** Operators of text search and the functions that make a query of their value. */
export const searches = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}
export type SearchOperator = keyof typeof searches

export type Test =
  | {
      kind: 'compare'
      operator: ComparisonOperator
      quantifier: 'any' | 'all' | null
      value: string
    }
  | { kind: 'in'; values: string[] }
  /** `null`, `not_null`, `true`, `false` or `unknown`. */
  | { kind: 'is'; value: string }
  | { kind: 'search'; operator: SearchOperator; configuration: string | null; value: string }

export type Condition =
  | { kind: 'filter'; field: Field; negated: boolean; test: Test }
  | { kind: 'group'; operator: 'and' | 'or'; negated: boolean; conditions: Condition[] }

export interface OrderTerm {
  /** A to-one embed whose column is meant; null: a column of the row itself. */
  relation: string | null
  field: Field
  descending: boolean
  nulls: 'first' | 'last' | null
}

export interface ReadNode {
  items: SelectItem[]
  conditions: Condition[]
  order: OrderTerm[]
  limit: number | null
  offset: number
}

export interface ParsedQuery {
  root: ReadNode
  /** `columns=`: the keys of the body that count. */
  columns: string[] | null
  /** `on_conflict=` */
  onConflict: string[] | null
  /** Arguments of a function that is called by GET. */
  args: [name: string, value: string][]
}

export function emptyNode(): ReadNode {
  return { items: [], conditions: [], order: [], limit: null, offset: 0 }
}
