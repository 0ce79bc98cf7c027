import type { ComponentProps, MouseEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'

/** On the page that it leads to it scrolls smoothly to the top; anywhere else the next page opens at the top. */
export function SiteLink({ onClick, ...link }: ComponentProps<typeof Link>) {
  const { pathname, search } = useLocation()
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (link.to !== pathname + search || !isPlainClick(event) || event.defaultPrevented) return
    event.preventDefault()
    scrollToTop()
  }
  return <Link {...link} onClick={press} />
}

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

/** Smoothly to the top of the page; at once for those who prefer less motion. */
export function scrollToTop(): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' })
}

type Keys = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** Whether a click on a link turns this page, and opens or saves nothing beside it. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: Keys): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}
