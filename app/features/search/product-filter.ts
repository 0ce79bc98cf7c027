import { getSearchWords } from '../../../domain/search.ts'

export const SEARCH_COLUMNS =
  'id,name,description,slug,tags,image_url,price,isComingSoon,Sort_order'

export const ALBUM_LIMIT = 200

export const MAX_FOUND_PRODUCTS = 48

export interface FoundProductRow {
  id: string
  name: string
  description: string
  slug: string
  tags: string[]
  image_url: string[]
  /** In pence. */
  price: number | null
  isComingSoon: boolean
  Sort_order: number
}

/** Builds the value of PostgREST's `or`. The term is literal text: nothing in it acts as a wildcard or a condition. */
export function buildProductFilter(term: string): string {
  const lower = term.toLowerCase()
  const inText = [lower, ...getSearchWords(term)].flatMap((part) => {
    const pattern = quote(toContainsPattern(part))
    return [`name.ilike.${pattern}`, `description.ilike.${pattern}`]
  })
  const inTags = [lower, `#${lower}`].map((tag) => `tags.cs.${quote(`{${quote(tag)}}`)}`)
  return [...new Set([...inText, ...inTags])].join(',')
}

export function buildNamePattern(term: string): string {
  return toContainsPattern(term.toLowerCase())
}

function toContainsPattern(text: string): string {
  return `*${escapePattern(text)}*`
}

/**
 * PostgREST has no escape for an asterisk in a pattern, so `_` (any character) replaces it; the ranking then excludes
 * false matches.
 */
function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '_')
}

function quote(value: string): string {
  return `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
