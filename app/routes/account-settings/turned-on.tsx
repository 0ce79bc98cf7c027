import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface TurnedOnProps {
  busy: boolean
  renew: () => Promise<unknown>
  stop: () => Promise<unknown>
}

const questions = {
  renew: {
    title: 'Make new recovery codes?',
    text: 'The ones that you have stop working at once.',
    yes: 'Make new ones',
    no: 'Keep the old ones',
  },
  stop: {
    title: 'Turn off sign-in codes?',
    text: 'Your password alone will open your account, and your recovery codes stop working.',
    yes: 'Turn them off',
    no: 'Keep them on',
  },
} as const

/** The two actions while sign-in codes are on. Both invalidate recovery codes, so both ask for confirmation. */
export function SecondFactorActions({ busy, ...acts }: TurnedOnProps) {
  const [asked, ask] = useState<keyof typeof questions | null>(null)
  const close = () => ask(null)
  const question = asked && questions[asked]
  const act = async () => {
    if (asked !== null) await acts[asked]()
    close()
  }
  return (
    <>
      <p>On. You’ll be asked for a code when you sign in.</p>
      <div className="row">
        <Button size="sm" variant="secondary" onClick={() => ask('renew')}>
          New recovery codes…
        </Button>
        <Button size="sm" variant="quiet" onClick={() => ask('stop')}>
          Turn off…
        </Button>
      </div>
      <Dialog open={question !== null} onClose={close} title={question?.title ?? ''} slab="coral">
        <p>{question?.text}</p>
        <div className="row">
          <Button size="sm" busy={busy} onClick={() => void act()}>
            {question?.yes}
          </Button>
          <Button size="sm" variant="secondary" onClick={close}>
            {question?.no}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
