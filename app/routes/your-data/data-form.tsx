import type { ReactNode } from 'react'
import { FunctionForm } from '../../features/backend-client/function-form.tsx'
import { noteErasure } from './forget-erased.ts'
import styles from './data-form.module.css'

interface DataFormProps {
  action: 'request' | 'download' | 'erase'
  token?: string
  children: ReactNode
}

export function DataForm({ action, token, children }: DataFormProps) {
  return (
    <FunctionForm
      className={styles.form}
      action={`personal-data/${action}`}
      token={token}
      onSent={action === 'erase' ? noteErasure : undefined}
    >
      {children}
    </FunctionForm>
  )
}
