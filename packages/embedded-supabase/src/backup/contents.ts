import * as v from 'valibot'

/** Version of the archive format; archives with another number cannot be read. */
export const archiveFormat = 1

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
  format: v.literal(archiveFormat),
  /** Time of the snapshot, in ISO 8601. */
  madeAt: v.string(),
  /** The owner of the auth and storage tables: this package's services (`own`) or hosted Supabase. */
  home: v.picklist(['own', 'supabase']),
  server: v.string(),
  migrations: v.array(v.string()),
  tables: v.array(table),
  sequences: v.array(sequence),
})
const summary = v.object({
  /** Number of rows by table name (`schema.table`). */
  rows: v.record(v.string(), v.number()),
  files: v.number(),
  /** Names of stored files whose content was missing or had another hash. */
  broken: v.array(v.string()),
})

export type Manifest = v.InferOutput<typeof manifest>
export type Summary = v.InferOutput<typeof summary>
export type ArchivedTable = Manifest['tables'][number]

/** Parses an archive's manifest. @throws Error when it is invalid or of another format version */
export function readManifest(text: string): Manifest {
  return v.parse(manifest, JSON.parse(text))
}

/** Parses an archive's summary. @throws Error when it is invalid */
export function readSummary(text: string): Summary {
  return v.parse(summary, JSON.parse(text))
}

export function qualifyName({ schema, name }: { schema: string; name: string }): string {
  return `${schema}.${name}`
}

/** Returns the name of an entry with a part of a table's rows. Each part is complete COPY text, compressed with gzip. */
export function getTablePartName(table: ArchivedTable, number: number): string {
  return `data/${qualifyName(table)}/${String(number).padStart(6, '0')}.copy.gz`
}

/** Returns the table whose rows an entry holds, as `schema.table`, or null when it is another kind of entry. */
export function parseTableEntry(entry: string): string | null {
  return /^data\/([^/]+)\/\d+\.copy\.gz$/.exec(entry)?.[1] ?? null
}

export function getFileEntryName({ bucket, name }: { bucket: string; name: string }): string {
  return `files/${[bucket, ...name.split('/')].map(encodeURIComponent).join('/')}`
}

/** Returns the stored file that an entry holds, or null when it is another kind of entry. */
export function parseFileEntry(entry: string): { bucket: string; name: string } | null {
  const [folder, bucket, ...name] = entry.split('/').map(decodeURIComponent)
  if (folder !== 'files' || bucket === undefined || name.length === 0) return null
  return { bucket, name: name.join('/') }
}
