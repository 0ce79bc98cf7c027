import { pageMeta } from '../../content/meta.ts'
import { titleOf } from '../../content/titles.ts'
import { shopContext } from '../../context.ts'
import { businessData } from './business-data.ts'
import { JsonLd } from '../../features/seo/json-ld.tsx'
import { paths } from '../../paths.ts'
import type { Route } from './+types/catering.ts'
import { Blurbs } from './blurbs.tsx'
import { Dishes } from './dishes.tsx'
import { Parties } from './parties.tsx'
import { PassedBack } from './passed-back.tsx'
import { Reasons } from './reasons.tsx'
import { Ticket } from './ticket.tsx'

/** Three paths, one page; the first of its row in the specification's table is canonical. */
export function loader({ context, pattern }: Route.LoaderArgs) {
  const { siteUrl } = context.get(shopContext)
  return {
    head: pageMeta({ ...titleOf(`/${pattern}`), canonical: paths.catering }, siteUrl),
    business: businessData(siteUrl),
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.head ?? []
}

export default function Catering({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <JsonLd data={loaderData.business} />
      <Ticket />
      <Dishes />
      <Blurbs />
      <Parties />
      <Reasons />
      <PassedBack />
    </>
  )
}
