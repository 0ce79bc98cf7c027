import * as v from 'valibot'

/** Archives of another number are of another make. */
export const format = 1

export const entryNames = {
  manifest: 'archive.json',
  keys: 'keys.json.sealed',
  summary: 'summary.json',
  sums: 'SHA256SUMS',
} as const

const table = v.object({ schema: v.string(), name: v.string(), columns: v.array(v.string()) })
const sequence = v.object({
  schema: v.string(),
  name: v.string(),
  value: v.string(),
  isCalled: v.boolean(),
})
const manifest = v.object({
  format: v.literal(format),
  /** ISO 8601; the moment that it shows. */
  madeAt: v.string(),
  /** The owner of the auth and storage tables: our own services (`own`) or hosted Supabase. */
  home: v.picklist(['own', 'supabase']),
  server: v.string(),
  migrations: v.array(v.string()),
  tables: v.array(table),
  sequences: v.array(sequence),
})
const summary = v.object({
  /** By `schema.table`. */
  rows: v.record(v.string(), v.number()),
  files: v.number(),
  /** Names of stored files whose content was missing or did not match. */
  broken: v.array(v.string()),
})

export type Manifest = v.InferOutput<typeof manifest>
export type Summary = v.InferOutput<typeof summary>
export type ArchivedTable = Manifest['tables'][number]

/** @throws Error unless it is one, of this make */
export function readManifest(text: string): Manifest {
  return v.parse(manifest, JSON.parse(text))
}

/** @throws Error unless it is one */
export function readSummary(text: string): Summary {
  return v.parse(summary, JSON.parse(text))
}

export function fullName({ schema, name }: { schema: string; name: string }): string {
  return `${schema}.${name}`
}

/** Parts of a table's rows lie under its name, numbered, each a whole COPY text by itself, compressed. */
export function partName(table: ArchivedTable, number: number): string {
  return `data/${fullName(table)}/${String(number).padStart(6, '0')}.copy.gz`
}

/** The table whose rows an entry holds, as `schema.table`; null when it holds none. */
export function parseTableEntry(entry: string): string | null {
  return /^data\/([^/]+)\/\d+\.copy\.gz$/.exec(entry)?.[1] ?? null
}

export function fileName({ bucket, name }: { bucket: string; name: string }): string {
  return `files/${[bucket, ...name.split('/')].map(encodeURIComponent).join('/')}`
}

/** The stored file that an entry holds; null when it holds none. */
export function parseFileEntry(entry: string): { bucket: string; name: string } | null {
  const [folder, bucket, ...name] = entry.split('/').map(decodeURIComponent)
  if (folder !== 'files' || bucket === undefined || name.length === 0) return null
  return { bucket, name: name.join('/') }
}
