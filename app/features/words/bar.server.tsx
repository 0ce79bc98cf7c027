import { renderToStaticMarkup } from 'react-dom/server'
import type { Notices } from './words.server.ts'

/** The bar over every page, as the server writes it: browsers load no code for it. '' when there is none. */
export function barMarkup({ bar }: Notices): string {
  if (bar === null) return ''
  const { words, link } = bar
  return renderToStaticMarkup(
    <aside className="announcement" aria-label="Announcement">
      {link === null ? words : <a href={link}>{words}</a>}
    </aside>,
  )
}
