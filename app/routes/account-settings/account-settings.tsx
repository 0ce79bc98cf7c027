import { lazy, Suspense, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { business } from '../../../domain/business.ts'
import { createPrivateMeta } from '../../content/meta.ts'
import { useSession } from '../../features/account/session.ts'
import { signOut } from '../../features/account/sign-out.ts'
import { sendCartChanges } from '../../features/cart/cart-sync.ts'
import { paths } from '../../core/paths.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import styles from './account-settings.module.css'

const Account = lazy(async () => ({ default: (await import('./account.tsx')).Account }))

export const meta = createPrivateMeta(
  'Account Settings',
  `Your orders and details at ${business.tradingName}.`,
)

export default function AccountSettings() {
  const { user } = useSession()
  const hydrated = useHydrated()
  const leave = useLeaveWhenSignedOut(hydrated)
  if (!hydrated || user === null) return <Waiting />
  return (
    <Suspense fallback={<Waiting />}>
      <Account
        key={user.id}
        user={user}
        onSignOut={() => leave(storeCartAndSignOut)}
        onErased={() => leave(forgetAccount)}
      />
    </Suspense>
  )
}

/**
 * Redirects a visitor without a session to the sign-in page, which leads back to the section in the URL's fragment. Returns a
 * function that ends the session by calling `signOutOrErase`, and then opens the home page instead of the sign-in page. If
 * `signOutOrErase` resolves to false, because the session has not ended, the page stays open.
 */
function useLeaveWhenSignedOut(
  hydrated: boolean,
): (signOutOrErase: () => Promise<boolean>) => Promise<void> {
  const { user } = useSession()
  const navigate = useNavigate()
  const leaving = useRef(false)
  useEffect(() => {
    if (!hydrated || leaving.current || user !== null) return
    const { hash } = window.location
    const isPart = /^#[a-z-]+$/.test(hash)
    const auth = isPart ? paths.authWithNext(paths.accountSettings + hash) : paths.auth
    void navigate(auth, { replace: true })
  }, [hydrated, user, navigate])
  return async (signOutOrErase) => {
    leaving.current = true
    if (await signOutOrErase()) void navigate(paths.home)
    else leaving.current = false
  }
}

async function storeCartAndSignOut(): Promise<boolean> {
  await sendCartChanges()
  return signOut()
}

async function forgetAccount(): Promise<boolean> {
  const { leaveErasedAccount } = await import('./personal-data.ts')
  return leaveErasedAccount()
}

function Waiting() {
  return (
    <div className="wrap screenful">
      <h1 className="h1">Account Settings</h1>
      <p className={styles.waiting} aria-busy="true">
        Loading...
      </p>
      <noscript>
        <p className={styles.without}>
          Your account needs JavaScript. Please switch it on for this site, or{' '}
          <a href={paths.contact}>ask us</a> about an order. The <a href={paths.shop}>shop</a> can
          be read without it.
        </p>
      </noscript>
    </div>
  )
}
