import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** The new page's heading is thereby read out. The first page and jumps within a page are left to the browser. */
export function useRouteFocus(): void {
  const { pathname, hash } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    if (hash === '') focusHeading()
  }, [pathname, hash])
}

export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
