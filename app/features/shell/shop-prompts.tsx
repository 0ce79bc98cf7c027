import { setOccasion, useOccasion } from '../account/occasion.ts'
import { GuestPrompts } from '../guest-email/guest-prompts.tsx'
import { lazyPrompt } from '../prompts/lazy-prompt.tsx'
import { usePrompt } from '../prompts/prompt-queue.ts'

const WelcomeDialog = lazyPrompt(
  async () => (await import('../account/welcome-dialog.tsx')).WelcomeDialog,
)
const endWelcome = () => setOccasion(null)

export function ShopPrompts({ firstMove }: { firstMove: MouseEvent | null }) {
  const welcome = usePrompt('account', useOccasion() === 'welcome')
  return (
    <>
      {welcome.isOpen && <WelcomeDialog onClose={endWelcome} />}
      <GuestPrompts firstMove={firstMove} />
    </>
  )
}
