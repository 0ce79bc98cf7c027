import type { ReactNode } from 'react'
import { FunctionForm } from '../../features/backend-client/function-form.tsx'
import { noteErasure } from './forget-erased.ts'
import styles from './data-form.module.css'

interface DataFormProps {
  /** What of the function `personal-data` takes it. */
  action: 'request' | 'download' | 'erase'
  /** Of the mailed link. */
  token?: string
  children: ReactNode
}

export function DataForm({ action, token, children }: DataFormProps) {
  return (
    <FunctionForm
      className={styles.form}
      action={`personal-data/${action}`}
      onSent={action === 'erase' ? noteErasure : undefined}
    >
      {token !== undefined && <input type="hidden" name="token" value={token} />}
      {children}
    </FunctionForm>
  )
}
