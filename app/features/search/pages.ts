import type { Findable } from '../../../domain/search.ts'
import { type Page, pages } from '../../content/pages.ts'

export interface FindablePage extends Findable {
  url: string
}

const every: readonly Page[] = Object.values(pages)

/** The pages that the search knows, in the specification's order. */
export const findablePages: readonly FindablePage[] = every.flatMap(({ path, search }) => {
  if (search === undefined) return []
  const { title, description, words, to = path } = search
  return [{ url: to, title, description, tags: words.split(' ') }]
})
