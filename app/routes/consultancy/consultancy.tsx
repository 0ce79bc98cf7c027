import { pageMeta } from '../../content/meta.ts'
import { titleOf } from '../../content/titles.ts'
import { shopContext } from '../../context.ts'
import { paths } from '../../paths.ts'
import { markerFont } from '../../ui/font-links.ts'
import type { Route } from './+types/consultancy.ts'
import { Binder } from './binder.tsx'
import { Dividers } from './dividers.tsx'
import { MarginNotes } from './margin-notes.tsx'
import { WhoAmI } from './who-am-i.tsx'

/** Two paths, one page; the first is canonical. */
export function loader({ context, pattern }: Route.LoaderArgs) {
  const { siteUrl } = context.get(shopContext)
  return { head: pageMeta({ ...titleOf(`/${pattern}`), canonical: paths.consultancy }, siteUrl) }
}

export function links(): Route.LinkDescriptors {
  return [markerFont]
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.head ?? []
}

export default function Consultancy() {
  return (
    <>
      <Binder />
      <WhoAmI />
      <Dividers />
      <MarginNotes />
    </>
  )
}
