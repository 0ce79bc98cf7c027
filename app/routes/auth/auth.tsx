import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { business } from '../../../domain/business.ts'
import { createPrivateMeta } from '../../content/meta.ts'
import { isAuthCallback } from '../../features/account/session-refresh.ts'
import { NameBadge } from '../../features/account/name-badge.tsx'
import { readAuthPrompt, setAuthPrompt, useAuthPrompt } from '../../features/account/auth-prompt.ts'
import { readCart } from '../../features/cart/cart-store.ts'
import { readTypedOrStoredCode } from '../../features/cart/discount.ts'
import { getSafeTarget } from './safe-target.ts'
import { readSession, useSession } from '../../features/account/session.ts'
import { paths } from '../../core/paths.ts'
import { showToast } from '../../ui/toasts.ts'
import { AuthPanel } from './auth-panel.tsx'
import styles from './auth.module.css'
import { Panel } from './panel.tsx'

const NewPasswordForm = lazy(async () => ({
  default: (await import('../../features/account/new-password-form.tsx')).NewPasswordForm,
}))
const SignInCodePanel = lazy(async () => ({
  default: (await import('./sign-in-code-panel.tsx')).SignInCodePanel,
}))

export const meta = createPrivateMeta(
  'Sign in or create an account',
  `Sign in to ${business.tradingName} to check out and to see your orders.`,
)

export default function Auth() {
  const [query] = useSearchParams()
  const [name, setName] = useState('')
  const authPrompt = useAuthPrompt()
  const { requiresCode } = useSession()
  const navigate = useNavigate()
  const target = () => getSafeTarget(query.get('next'), window.location.origin, paths.home)
  useSendOn()
  return (
    <section className="page-top tint-mint">
      <div className={`wrap ${styles.grid}`}>
        <div className={styles.badge} aria-hidden="true">
          <NameBadge name={name.trim() || 'Marsha'} mascots={['queen', 'gherkin']} tilt="left" />
        </div>
        {requiresCode || authPrompt === 'recovery' ? (
          <Suspense>
            {requiresCode ? (
              <SignInCodePanel
                onDone={() => {
                  if (readAuthPrompt() !== 'recovery') void navigate(target())
                }}
              />
            ) : (
              <Panel slab="cheddar">
                <h1 className="h2">New password</h1>
                <NewPasswordForm
                  onDone={() => {
                    setAuthPrompt(null)
                    showToast({ title: 'Password changed' })
                    void navigate(paths.home)
                  }}
                />
              </Panel>
            )}
          </Suspense>
        ) : (
          <AuthPanel
            key={query.get('mode')}
            first={query.get('mode') === 'forgot' ? 'recover' : 'sign-in'}
            getTarget={() => getConfirmationTarget(target())}
            onName={setName}
            onSignedIn={() => {
              if (readSession().user !== null) void navigate(target())
            }}
          />
        )}
      </div>
    </section>
  )
}

/**
 * Returns the path to which the confirmation link of a sign-up leads. With a discount code in the cart it is the cart, and the link
 * carries the code, because it may be opened in another browser.
 */
function getConfirmationTarget(target: string): string {
  const code = readCart().count > 0 ? readTypedOrStoredCode() : ''
  return code === '' ? target : paths.cartWithCode(code)
}

/** Redirects visitors who are signed in when the page opens. After a sign-in on this page, the forms navigate by themselves. */
function useSendOn(): void {
  const navigate = useNavigate()
  const looked = useRef(false)
  useEffect(() => {
    if (looked.current) return
    looked.current = true
    const arriving = isAuthCallback(window.location.hash)
    if (readSession().user === null || readAuthPrompt() === 'recovery' || arriving) return
    void navigate(paths.accountSettings, { replace: true })
  }, [navigate])
}
