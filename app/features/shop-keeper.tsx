import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { keepSession } from './account/keep-session.ts'
import { setOccasion, useOccasion } from './account/occasion.ts'
import { logFailure } from './browser-log.ts'
import { keepCart } from './cart/cart-keeper.ts'
import { useCart } from './cart/cart-store.ts'
import { lazyPrompt } from './prompts/lazy-prompt.ts'
import { usePrompt } from './prompts/prompt-desk.ts'
import { providePublicSettings } from './public-settings.ts'

const WelcomeDialog = lazyPrompt(
  async () => (await import('./account/welcome-dialog.tsx')).WelcomeDialog,
)
const endWelcome = () => setOccasion(null)
const GuestPrompts = lazy<ComponentType>(async () => {
  try {
    return { default: (await import('./guest-email/guest-prompts.tsx')).GuestPrompts }
  } catch (cause) {
    logFailure('The prompts for guests could not be loaded', cause)
    return { default: () => null }
  }
})

interface ShopKeeperProps {
  publishableKey: string
  supabaseUrl: string
}

/** Brings cart and session to life in the browser. Stands once, in the root, before the page. */
export function ShopKeeper({ publishableKey, supabaseUrl }: ShopKeeperProps) {
  const occasion = useOccasion()
  const welcome = usePrompt('account', occasion === 'welcome')
  const navigate = useNavigate()
  const isBusy = useShopperAtWork()
  useEffect(() => {
    providePublicSettings({ publishableKey, supabaseUrl })
  }, [publishableKey, supabaseUrl])
  useEffect(() => keepCart(), [])
  useEffect(() => keepSession(), [])
  useEffect(() => {
    if (occasion === 'recovery') void navigate(paths.auth)
  }, [occasion, navigate])
  return (
    <>
      {welcome.isOpen && (
        <Suspense>
          <WelcomeDialog onClose={endWelcome} />
        </Suspense>
      )}
      {isBusy && (
        <Suspense>
          <GuestPrompts />
        </Suspense>
      )}
    </>
  )
}

/** Nobody is asked anything before there is something in the cart or a hand on the mouse; what asks is loaded then. */
function useShopperAtWork(): boolean {
  const { count } = useCart()
  const [hasMoved, setHasMoved] = useState(false)
  useEffect(() => {
    if (hasMoved) return
    const note = () => setHasMoved(true)
    addEventListener('mousemove', note, { once: true })
    return () => removeEventListener('mousemove', note)
  }, [hasMoved])
  return hasMoved || count > 0
}
