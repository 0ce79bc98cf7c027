import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { focusField } from '../../ui/field.tsx'
import styles from './account-settings.module.css'

interface SettingsSectionProps {
  id: string
  title: string
  lead: ReactNode
  children: ReactNode
}

/** A section of the settings: a title, an explanation and the controls. */
export function SettingsSection({ id, title, lead, children }: SettingsSectionProps) {
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id} tabIndex={-1}>
        {title}
      </h3>
      <p>{lead}</p>
      {children}
    </section>
  )
}

interface FormBehindButtonProps {
  action: string
  /** The name of the form's first field, which receives the focus. */
  field: string
  children: (close: () => void) => ReactNode
}

/** Shows a button that opens a rarely used form in its place. */
export function FormBehindButton({ action, field, children }: FormBehindButtonProps) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (open) focusField(field)
  }, [open, field])
  if (open) return children(() => setOpen(false))
  return (
    <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
      {action}
    </Button>
  )
}
