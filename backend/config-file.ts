import { parse, TomlError } from 'smol-toml'
import * as v from 'valibot'
import { type ApiSettings, usualApi } from './rest/settings.ts'
import { StartError } from './start-error.ts'

/** What a project says of itself in Supabase's `config.toml`, as far as this backend asks. */
export interface ConfigFile {
  api: ApiSettings
  siteUrl: URL | null
  /** `[auth]` as it is written, without the site's address. */
  auth: Record<string, unknown>
  /** Bytes of the largest stored file. */
  fileSizeLimit: number | undefined
  /** Whether pictures are sent in other sizes, too. */
  transformsPictures: boolean
  /** Functions with `verify_jwt = false`. */
  openFunctions: ReadonlySet<string>
}

const name = v.pipe(v.string(), v.regex(/^[^\0]{1,63}$/, 'is no name of a schema'))
const schema = v.looseObject({
  api: v.optional(
    v.looseObject({
      schemas: v.optional(v.pipe(v.array(name), v.minLength(1)), [...usualApi.schemas]),
      extra_search_path: v.optional(v.array(name), [...usualApi.extra_search_path]),
      max_rows: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), usualApi.max_rows),
    }),
    {},
  ),
  auth: v.optional(
    v.looseObject({ site_url: v.optional(v.pipe(v.string(), v.url('is not an address'))) }),
    {},
  ),
  storage: v.optional(
    v.looseObject({
      file_size_limit: v.optional(
        v.pipe(v.string(), v.regex(/^\d+(?:\.\d+)? ?[KMG]?i?B$/, 'is not a size such as 50MiB')),
      ),
      image_transformation: v.optional(v.looseObject({ enabled: v.boolean() })),
    }),
    {},
  ),
  functions: v.optional(
    v.record(v.string(), v.looseObject({ verify_jwt: v.optional(v.boolean(), true) })),
    {},
  ),
})

/** @throws StartError that says which setting cannot be used, and why */
export function readConfigFile(text: string): ConfigFile {
  const { api, auth, storage, functions } = judged(parsed(text))
  const { site_url: siteUrl, ...others } = auth
  const open = Object.entries(functions).filter(([, { verify_jwt: isJudged }]) => !isJudged)
  return {
    api: {
      schemas: api.schemas,
      extra_search_path: api.extra_search_path,
      max_rows: api.max_rows,
    },
    siteUrl: siteUrl === undefined ? null : new URL(siteUrl),
    auth: others,
    fileSizeLimit:
      storage.file_size_limit === undefined ? undefined : bytesOf(storage.file_size_limit),
    transformsPictures: storage.image_transformation?.enabled === true,
    openFunctions: new Set(open.map(([each]) => each)),
  }
}

function parsed(text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof TomlError)
      throw new StartError(`The configuration is no TOML: ${error.message}`)
    throw error
  }
}

function judged(value: unknown): v.InferOutput<typeof schema> {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  const [issue] = result.issues
  const path = v.getDotPath(issue) ?? 'the whole'
  throw new StartError(`The configuration cannot be used: ${path}: ${issue.message}`)
}

const powers: Record<string, number> = { '': 0, K: 1, M: 2, G: 3 }

function bytesOf(size: string): number {
  const [, number = '', unit = '', binary] = /^([\d.]+) ?([KMG]?)(i?)B$/.exec(size) ?? []
  return Math.floor(Number(number) * (binary === 'i' ? 1024 : 1000) ** (powers[unit] ?? 0))
}
