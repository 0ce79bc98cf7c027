import type { ComponentProps, MouseEvent } from 'react'
import { type Link, useNavigate } from 'react-router'
import { isPlainClick, scrollToTop, SiteLink } from './site-link.tsx'

/** Milliseconds between the scrolling and the next page, as specified. */
const delay = 50

/** A link to a place: the page first scrolls smoothly to its top, and 50 ms later the next one is shown. */
export function ScrollFirstLink({ onClick, to, ...link }: ComponentProps<typeof Link>) {
  const navigate = useNavigate()
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!isPlainClick(event) || event.defaultPrevented) return
    event.preventDefault()
    scrollToTop()
    setTimeout(() => void navigate(to), delay)
  }
  return <SiteLink {...link} to={to} onClick={press} />
}
