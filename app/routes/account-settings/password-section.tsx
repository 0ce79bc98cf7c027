import { useState } from 'react'
import { NewPasswordForm } from '../../features/account/new-password-form.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.ts'
import styles from './account-settings.module.css'

export function PasswordSection() {
  const [open, setOpen] = useState(false)
  return (
    <section className="section" aria-labelledby="your-password">
      <div className={`wrap ${styles.split}`}>
        <div>
          <h2 className="h2" id="your-password">
            Your password
          </h2>
          <p>A new one signs you out everywhere else.</p>
        </div>
        {open ? (
          <NewPasswordForm
            onDone={() => {
              setOpen(false)
              showToast({ title: 'Password changed' })
            }}
          />
        ) : (
          <div>
            <Button variant="secondary" onClick={() => setOpen(true)}>
              Change password
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}
