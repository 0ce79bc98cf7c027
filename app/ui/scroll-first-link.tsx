import type { ComponentProps, MouseEvent } from 'react'
import { type Link, useNavigate } from 'react-router'
import { scrollToTop, SiteLink } from './site-link.tsx'

/** Milliseconds between the scrolling and the next page, as specified. */
const delay = 50

/** A link to a place: the page first scrolls smoothly to its top, and 50 ms later the next one is shown. */
export function ScrollFirstLink({ onClick, to, ...link }: ComponentProps<typeof Link>) {
  const navigate = useNavigate()
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
    if (!plain || event.altKey || event.defaultPrevented) return
    event.preventDefault()
    scrollToTop()
    setTimeout(() => void navigate(to), delay)
  }
  return <SiteLink {...link} to={to} onClick={press} />
}
