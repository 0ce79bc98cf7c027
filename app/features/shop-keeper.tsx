import { Suspense, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { keepSession } from './account/keep-session.ts'
import { setOccasion, useOccasion } from './account/occasion.ts'
import { keepCart } from './cart/cart-keeper.ts'
import { GuestPrompts } from './guest-email/guest-prompts.tsx'
import { lazyPrompt } from './prompts/lazy-prompt.ts'
import { usePrompt } from './prompts/prompt-desk.ts'
import { providePublicSettings } from './public-settings.ts'

const WelcomeDialog = lazyPrompt(
  async () => (await import('./account/welcome-dialog.tsx')).WelcomeDialog,
)
const endWelcome = () => setOccasion(null)

interface ShopKeeperProps {
  publishableKey: string
  supabaseUrl: string
}

/** Brings cart and session to life in the browser. Stands once, in the root, before the page. */
export function ShopKeeper({ publishableKey, supabaseUrl }: ShopKeeperProps) {
  const occasion = useOccasion()
  const welcome = usePrompt('account', occasion === 'welcome')
  const navigate = useNavigate()
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
      <GuestPrompts />
    </>
  )
}
