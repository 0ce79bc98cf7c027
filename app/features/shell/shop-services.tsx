import { useDeferredValue, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../core/paths.ts'
import { startSessionRefresh } from '../account/session-refresh.ts'
import { useAuthPrompt } from '../account/auth-prompt.ts'
import { startCartSync } from '../cart/cart-sync.ts'
import { useCart } from '../cart/cart-store.ts'
import { useStoredText } from '../browser/stored-text.ts'
import { createLazyPrompt } from '../browser/lazy-prompt.tsx'
import { providePublicSettings } from '../backend-client/public-settings.ts'

const ShopPrompts = createLazyPrompt(async () => (await import('./shop-prompts.tsx')).ShopPrompts)

interface ShopServicesProps {
  publishableKey: string
  supabaseUrl: string
}

/**
 * Starts the services that every page of the shop needs in the browser: the settings of the backend client, the refresh of the
 * session, the sync of the cart, the marks of avoided allergens and the prompts. Renders only the prompts.
 */
export function ShopServices({ publishableKey, supabaseUrl }: ShopServicesProps) {
  const authPrompt = useAuthPrompt()
  const { count } = useCart()
  const firstMouseOut = useFirstMouseOut()
  const navigate = useNavigate()
  useEffect(() => {
    providePublicSettings({ publishableKey, supabaseUrl })
  }, [publishableKey, supabaseUrl])
  const avoided = useStoredText('avoid')
  useEffect(() => {
    if (avoided !== null) void import('../avoid/marks.tsx')
  }, [avoided])
  useEffect(startCartSync, [])
  useEffect(startSessionRefresh, [])
  useEffect(() => {
    if (authPrompt === 'recovery') void navigate(paths.auth)
  }, [authPrompt, navigate])
  const mayPrompt = useDeferredValue(count > 0 || firstMouseOut !== null || authPrompt !== null)
  return mayPrompt && <ShopPrompts firstMouseOut={firstMouseOut} />
}

/**
 * Returns the first `mouseout` event, on which the prompts are loaded. It may already be the exit that the exit prompt
 * waits for.
 */
function useFirstMouseOut(): MouseEvent | null {
  const [mouseOut, setMouseOut] = useState<MouseEvent | null>(null)
  useEffect(() => {
    document.addEventListener('mouseout', setMouseOut, { once: true })
    return () => document.removeEventListener('mouseout', setMouseOut)
  }, [])
  return mouseOut
}
