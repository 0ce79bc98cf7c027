import { useDeferredValue, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../core/paths.ts'
import { startSessionRefresh } from '../account/keep-session.ts'
import { useOccasion } from '../account/occasion.ts'
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
  const occasion = useOccasion()
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
    if (occasion === 'recovery') void navigate(paths.auth)
  }, [occasion, navigate])
  const mayAsk = useDeferredValue(count > 0 || firstMove !== null || occasion !== null)
  return mayAsk && <ShopPrompts firstMove={firstMove} />
}

/**
 * Returns the first `mouseout` event, on which the prompts are loaded. It may already be the exit that the exit prompt
 * waits for.
 */
function useFirstMove(): MouseEvent | null {
  const [move, setMove] = useState<MouseEvent | null>(null)
  useEffect(() => {
    document.addEventListener('mouseout', setMove, { once: true })
    return () => document.removeEventListener('mouseout', setMove)
  }, [])
  return move
}
