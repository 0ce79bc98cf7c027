import { lazy, Suspense, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { keepSession } from './account/keep-session.ts'
import { useRecovery } from './account/recovery.ts'
import { useWelcome } from './account/welcome.ts'
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
  const recovering = useRecovery()
  const welcome = useWelcome()
  const navigate = useNavigate()
  useEffect(() => {
    providePublicSettings({ publishableKey, supabaseUrl })
  }, [publishableKey, supabaseUrl])
  useEffect(() => keepCart(), [])
  useEffect(() => keepSession(), [])
  useEffect(() => {
    if (recovering) void navigate(paths.auth)
  }, [recovering, navigate])
  return (
    welcome && (
      <Suspense>
        <WelcomeDialog />
      </Suspense>
    )
  )
}
