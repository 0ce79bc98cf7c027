import { type SubmitEvent, useState } from 'react'
import { erasureTexts } from '../../../domain/personal-data-words.ts'
import { eraseMyAccount } from './personal-data.ts'
import { Button } from '../../ui/button.tsx'
import { useRestoreFocus } from '../../ui/focus-back.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorText, Field } from '../../ui/field.tsx'

interface DeleteAccountDialogProps {
  open: boolean
  onClose: () => void
  onErased: () => Promise<void>
}

export function DeleteAccountDialog({ open, onClose, onErased }: DeleteAccountDialogProps) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const button = useRestoreFocus(busy)

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    setFailure(null)
    setProblem(password === '' ? 'Password is required' : null)
    if (password === '' || busy) return
    setBusy(true)
    const fault = await eraseMyAccount(password)
    setBusy(false)
    setPassword('')
    if (fault !== null) return setFailure(fault)
    await onErased()
  }

  return (
    <Dialog open={open} onClose={onClose} title="Delete my account" mascot="garlic" slab="coral">
      <form className="stack" method="post" noValidate onSubmit={(event) => void submit(event)}>
        <p>{erasureTexts.erased}</p>
        <p>{erasureTexts.retained}</p>
        <p>There is no way back.</p>
        {failure !== null && (
          <div role="alert">
            <ErrorText>{failure}</ErrorText>
          </div>
        )}
        <Field
          label="Your password"
          name="password-to-delete"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          error={problem}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <div className="row">
          <Button ref={button} type="submit" size="sm" busy={busy}>
            {busy ? 'Deleting...' : 'Delete everything'}
          </Button>
          <Button variant="secondary" size="sm" onClick={onClose}>
            Keep my account
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
