import { useEffect } from 'react'
import { localStore } from '../browser/storage.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { paths } from '../../core/paths.ts'

export function WelcomeDialog({ onClose: close }: { onClose: () => void }) {
  useEffect(() => localStore.remove('welcome_waits'), [])
  return (
    <Dialog open onClose={close} title="WELCOME!" mascot="chilli" slab="lime">
      <p>You’re in the album. Page one is all yours; go and stick something in it.</p>
      <div className="row">
        <ButtonLink size="sm" to={paths.shop} onClick={close}>
          Shop Now!
        </ButtonLink>
        <ButtonLink size="sm" variant="secondary" to={paths.accountSettings} onClick={close}>
          Go to Account Settings
        </ButtonLink>
      </div>
    </Dialog>
  )
}
