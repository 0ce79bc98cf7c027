/** `[api]` of Supabase's config.toml. */
export interface ApiSettings {
  /** What can be asked for; the first when nobody names one. */
  schemas: readonly string[]
  /** Where names without a schema are looked for besides. */
  extra_search_path: readonly string[]
  /** At most this many rows of any one table come in one answer. */
  max_rows: number
}

export const usualApi: ApiSettings = {
  schemas: ['public'],
  extra_search_path: ['public', 'extensions'],
  max_rows: 1000,
}
