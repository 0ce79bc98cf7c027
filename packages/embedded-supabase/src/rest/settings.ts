/** `[api]` of Supabase's config.toml. */
export interface ApiSettings {
  /** The exposed schemas; the first is the default. */
  schemas: readonly string[]
  /** Further schemas in which unqualified names are resolved. */
  extra_search_path: readonly string[]
  /** Maximum of rows of any one table in one response. */
  max_rows: number
}

export const usualApi: ApiSettings = {
  schemas: ['public'],
  extra_search_path: ['public', 'extensions'],
  max_rows: 1000,
}
