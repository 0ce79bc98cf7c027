import type { LoaderFunctionArgs, MetaDescriptor } from 'react-router'
import { pageMeta } from '../content/meta.ts'
import { pageAt } from '../content/pages.ts'
import { shopContext } from '../context.ts'

type Asked = Pick<LoaderFunctionArgs, 'context' | 'pattern'>

/** The head of the page that is asked for, by its record. */
export function headOf({ context, pattern }: Asked): MetaDescriptor[] {
  const { title, description, path, canonical = path } = pageAt(`/${pattern}`)
  const { siteUrl } = context.get(shopContext)
  return pageMeta({ title, description, canonical }, siteUrl)
}

/** The loader of pages that need nothing beside their head. */
export function loader(asked: Asked) {
  return { head: headOf(asked) }
}
