import { useLocation } from 'react-router'
import { paths } from '../../core/paths.ts'
import { setAuthPrompt, useAuthPrompt } from '../account/auth-prompt.ts'
import { GuestPrompts } from '../guest-email/guest-prompts.tsx'
import { createLazyPrompt } from '../browser/lazy-prompt.tsx'
import { usePrompt } from '../prompts/prompt-queue.ts'

const WelcomeDialog = createLazyPrompt(
  async () => (await import('../account/welcome-dialog.tsx')).WelcomeDialog,
)
const closeWelcome = () => setAuthPrompt(null)

export function ShopPrompts({ firstMouseOut }: { firstMouseOut: MouseEvent | null }) {
  const isHome = useLocation().pathname === paths.home
  const welcome = usePrompt('account', useAuthPrompt() === 'welcome' && isHome)
  return (
    <>
      {welcome.isOpen && <WelcomeDialog onClose={closeWelcome} />}
      <GuestPrompts firstMouseOut={firstMouseOut} />
    </>
  )
}
