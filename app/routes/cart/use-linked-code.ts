import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { readSession, subscribeToSession } from '../../features/account/session.ts'
import { prefillLinkedCode } from '../../features/cart/discount.ts'

/**
 * Reads a code from the URL: a sign-up's confirmation link may be opened in another browser, and it carries the cart's code. The
 * cart may be empty there until the shopper signs in.
 */
export function useLinkedCode(): void {
  const [query] = useSearchParams()
  const [code] = useState(query.get('code'))
  useEffect(removeCodeFromUrl, [query])
  useEffect(() => {
    if (code === null) return
    prefillLinkedCode(code)
    return prefillAfterSignIn(code)
  }, [code])
}

/** Keeps the fragment, which a navigation of the router would remove: supabase-js, which is still loading, reads the session from it. */
function removeCodeFromUrl(): void {
  const url = new URL(window.location.href)
  if (!url.searchParams.has('code')) return
  url.searchParams.delete('code')
  window.history.replaceState(window.history.state, '', url)
}

/** Repeats it once for the account of the link, because its sign-in removes what another account has filled in. */
function prefillAfterSignIn(code: string): () => void {
  const earlier = readSession().user?.id
  const end = subscribeToSession(() => {
    const userId = readSession().user?.id
    if (userId === undefined || userId === earlier) return
    end()
    prefillLinkedCode(code)
  })
  return () => void end()
}
