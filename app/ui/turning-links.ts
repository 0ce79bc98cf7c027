import { type RefObject, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isPlainClick, scrollToTop } from './site-link.tsx'

export function useTurningLinks(element: RefObject<HTMLElement | null>): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const { current } = element
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const path = link?.getAttribute('href')
      if (event.defaultPrevented || !path?.startsWith('/') || !isPlainClick(event)) return
      event.preventDefault()
      if (path === pathname + search) scrollToTop()
      else void navigate(path)
    }
    current?.addEventListener('click', follow)
    return () => current?.removeEventListener('click', follow)
  }, [element, pathname, search, navigate])
}
