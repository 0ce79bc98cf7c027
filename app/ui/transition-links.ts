import { type RefObject, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { prefersReducedMotion, isPlainClick, scrollToTop } from './site-link.tsx'

/**
 * Makes the links inside `element` navigate on the client. A link to a product page starts a view transition of the
 * pictures of its card (`data-turning`), unless the visitor prefers reduced motion.
 */
export function useViewTransitionLinks(element: RefObject<HTMLElement | null>): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const { current } = element
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const path = link?.getAttribute('href')
      if (event.defaultPrevented || !path?.startsWith('/') || !isPlainClick(event)) return
      event.preventDefault()
      if (path === pathname + search) return scrollToTop()
      const viewTransition = path.startsWith('/shop/') && !prefersReducedMotion()
      document.querySelector('[data-turning]')?.removeAttribute('data-turning')
      if (viewTransition) link?.closest('article')?.setAttribute('data-turning', '')
      void navigate(path, { viewTransition })
    }
    current?.addEventListener('click', onClick)
    return () => current?.removeEventListener('click', onClick)
  }, [element, pathname, search, navigate])
}
