/** Settings of the section `[api]` of Supabase's config.toml. */
export interface ApiSettings {
  /** Names of the exposed schemas; the first is the default. */
  schemas: readonly string[]
  /** Additional schemas in which unqualified names are resolved. */
  extra_search_path: readonly string[]
  /** Maximum of rows per table in a response; each embedded list counts separately. */
  max_rows: number
}

export const defaultApiSettings: ApiSettings = {
  schemas: ['public'],
  extra_search_path: ['public', 'extensions'],
  max_rows: 1000,
}
