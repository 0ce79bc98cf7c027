import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { logFailure } from '../../features/browser/browser-log.ts'
import { paths } from '../../core/paths.ts'
import { Button } from '../../ui/button.tsx'
import { useRestoreFocus } from '../../ui/focus-back.ts'
import { showToast } from '../../ui/toasts.ts'
import { SettingsSection } from './settings-section.tsx'

const DeleteAccountDialog = lazy(async () => ({
  default: (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
}))

export function YourDataSection({ onErased }: { onErased: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const button = useRestoreFocus(busy)
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(false)
  return (
    <SettingsSection
      id="your-data"
      title="Your data"
      lead={
        <>
          Get a copy of everything we hold about you, or have it deleted. For an address without an
          account, <Link to={paths.yourData}>ask by e-mail</Link>.
        </>
      }
    >
      <div className="row">
        <Button
          size="sm"
          variant="secondary"
          ref={button}
          busy={busy}
          onClick={() => {
            setBusy(true)
            void download().finally(() => setBusy(false))
          }}
        >
          Download my data
        </Button>
        <Button
          size="sm"
          variant="quiet"
          onClick={() => {
            setAsked(true)
            setOpen(true)
          }}
        >
          Delete my account
        </Button>
      </div>
      {asked && (
        <Suspense>
          <DeleteAccountDialog open={open} onClose={() => setOpen(false)} onErased={onErased} />
        </Suspense>
      )}
    </SettingsSection>
  )
}

async function download(): Promise<void> {
  try {
    const { downloadMyData } = await import('./personal-data.ts')
    const fault = await downloadMyData(Date.now())
    if (fault !== null) showToast({ title: 'No copy yet', text: fault, kind: 'failed' })
    else showToast({ title: 'Your data is on its way', text: 'Look in your downloads.' })
  } catch (cause) {
    logFailure('Personal data: the copy could not be loaded', cause)
    showToast({ title: 'No copy yet', text: 'Please try again.', kind: 'failed' })
  }
}
