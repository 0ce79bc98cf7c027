import { lazy, Suspense, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { keepSession } from './account/keep-session.ts'
import { useOccasion } from './account/occasion.ts'
import { keepCart } from './cart/cart-keeper.ts'
import { providePublicSettings } from './public-settings.ts'

const WelcomeDialog = lazy(async () => {
  const { WelcomeDialog } = await import('./account/welcome-dialog.tsx')
  return { default: WelcomeDialog }
})

interface ShopKeeperProps {
  publishableKey: string
  supabaseUrl: string
}

/** Brings cart and session to life in the browser. Stands once, in the root, before the page. */
export function ShopKeeper({ publishableKey, supabaseUrl }: ShopKeeperProps) {
  const occasion = useOccasion()
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
    occasion === 'welcome' && (
      <Suspense>
        <WelcomeDialog />
      </Suspense>
    )
  )
}
