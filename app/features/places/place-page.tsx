import type { ReactNode } from 'react'
import { PageHead } from '../../ui/section.tsx'
import { JsonLd } from '../seo/json-ld.tsx'

interface PlacePageProps {
  /** Class names of the page's own sheet. */
  look: { head?: string | undefined; columns?: string | undefined; kicker?: string | undefined }
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
export function PlacePage({ look, words, ways, picture, events, children }: PlacePageProps) {
  const { title, lead, kicker } = words
  return (
    <>
      <PageHead
        className={look.head}
        row={look.columns}
        kicker={kicker !== undefined && <p className={look.kicker}>{kicker}</p>}
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
