import type { ReactNode } from 'react'
import { PageHead } from '../../ui/section.tsx'
import { JsonLd } from '../seo/json-ld.tsx'

interface LocationPageProps {
  head: string | undefined
  row?: string | undefined
  words: { title: string; lead: string; kicker?: string }
  actions?: ReactNode
  picture: ReactNode
  events?: object
  children: ReactNode
}

/** The layout of a page about places where the shop sells: a heading beside a picture, the content, and data of its events. */
export function LocationPage(props: LocationPageProps) {
  const { head, row = 'columns', words, actions, picture, events, children } = props
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
        {actions}
      </PageHead>
      {children}
      {events !== undefined && <JsonLd data={events} />}
    </>
  )
}
