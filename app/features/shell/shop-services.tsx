import { useDeferredValue, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../core/paths.ts'
import { startSessionRefresh } from '../account/session-refresh.ts'
import { useAuthPrompt } from '../account/auth-prompt.ts'
import { startCartSync } from '../cart/cart-sync.ts'
import { useCart } from '../cart/cart-store.ts'
import { localStore } from '../browser/storage.ts'
import { lazyPrompt } from '../browser/lazy-prompt.tsx'
import { providePublicSettings } from '../backend-client/public-settings.ts'

const ShopPrompts = lazyPrompt(async () => (await import('./shop-prompts.tsx')).ShopPrompts)

interface ShopServicesProps {
  publishableKey: string
  supabaseUrl: string
}

export function ShopServices({ publishableKey, supabaseUrl }: ShopServicesProps) {
  const authPrompt = useAuthPrompt()
  const { count } = useCart()
  const firstMove = useFirstMove()
  const navigate = useNavigate()
  useEffect(() => {
    providePublicSettings({ publishableKey, supabaseUrl })
  }, [publishableKey, supabaseUrl])
  useEffect(() => {
    if (localStore.get('avoid')) void import('../avoid/marks.tsx')
    return startCartSync()
  }, [])
  useEffect(startSessionRefresh, [])
  useEffect(() => {
    if (authPrompt === 'recovery') void navigate(paths.auth)
  }, [authPrompt, navigate])
  const mayAsk = useDeferredValue(count > 0 || firstMove !== null || authPrompt !== null)
  return mayAsk && <ShopPrompts firstMove={firstMove} />
}

/** Returns the first `mouseout`, on which the prompts are loaded: it may already be the one that leaves the page. */
function useFirstMove(): MouseEvent | null {
  const [move, setMove] = useState<MouseEvent | null>(null)
  useEffect(() => {
    document.addEventListener('mouseout', setMove, { once: true })
    return () => document.removeEventListener('mouseout', setMove)
  }, [])
  return move
}
