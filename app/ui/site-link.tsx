import { type ComponentProps, type MouseEvent, useCallback } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'

export function SiteLink({ onClick, ...link }: ComponentProps<typeof Link>) {
  const { pathname, search } = useLocation()
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (link.to !== pathname + search || !isPlainClick(event) || event.defaultPrevented) return
    event.preventDefault()
    scrollToTop()
  }
  return <Link {...link} onClick={handleClick} />
}

/** The time between scrolling and navigation, in ms (from the specification). */
const navigationDelayMs = 50

export function ScrollToTopLink({ onClick, to, ...link }: ComponentProps<typeof Link>) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (to === pathname || !isPlainClick(event) || event.defaultPrevented) return
    event.preventDefault()
    scrollToTop()
    setTimeout(() => void navigate(to), navigationDelayMs)
  }
  return <SiteLink {...link} to={to} onClick={handleClick} />
}

/** Returns a ref for an element with server-rendered markup: its links navigate on the client, as `SiteLink` does. */
export function useClientSideLinks() {
  const navigate = useNavigate()
  return useCallback(
    (container: HTMLElement | null) => {
      const onLinkClick = (event: globalThis.MouseEvent) => {
        const link = event.target instanceof Element && event.target.closest('a')
        if (!link || link.origin !== location.origin || !isPlainClick(event)) return
        event.preventDefault()
        const to = link.pathname + link.search
        if (to === location.pathname + location.search) scrollToTop()
        else void navigate(to)
      }
      container?.addEventListener('click', onLinkClick)
      return () => container?.removeEventListener('click', onLinkClick)
    },
    [navigate],
  )
}

/** Scrolls in the next frame: a menu that the press closes restores the focus first, which would stop the scrolling. */
export function scrollToTop(): void {
  requestAnimationFrame(() =>
    scrollTo({ top: 0, behavior: prefersReducedMotion() ? 'instant' : 'smooth' }),
  )
}

export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

type ClickModifiers = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

export function isPlainClick(event: ClickModifiers): boolean {
  return !(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
}
