import type { ReactNode } from 'react'
import { PageHead } from '../../ui/section.tsx'
import { JsonLd } from '../seo/json-ld.tsx'

interface PlacePageProps {
  head: string | undefined
  row?: string | undefined
  words: { title: string; lead: string; kicker?: string }
  /** In the head, under the lead. */
  ways?: ReactNode
  /** In the head, beside the words. */
  picture: ReactNode
  /** Its dates, for search engines. */
  events?: object
  children: ReactNode
}

/** A page of somewhere to find us: a head with a picture, what there is to say, and its dates for search engines. */
export function PlacePage(props: PlacePageProps) {
  const { head, row = 'columns', words, ways, picture, events, children } = props
  const { title, lead, kicker } = words
  return (
    <>
      <PageHead
        className={head}
        row={row}
        kicker={kicker !== undefined && <p className="kicker">{kicker}</p>}
        title={title}
        lead={lead}
        beside={picture}
      >
        {ways}
      </PageHead>
      {children}
      {events !== undefined && <JsonLd data={events} />}
    </>
  )
}
