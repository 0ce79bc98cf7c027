import { renderToStaticMarkup } from 'react-dom/server'
import type { ShopNotices } from './words.server.ts'

/**
 * Renders the announcement bar of every page as HTML, so that browsers load no code for it. Returns '' when there is no
 * announcement.
 */
export function renderAnnouncementBar({ bar }: ShopNotices): string {
  if (bar === null) return ''
  const { words, link } = bar
  return renderToStaticMarkup(
    <aside className="announcement" aria-label="Announcement">
      {link === null ? words : <a href={link}>{words}</a>}
    </aside>,
  )
}
