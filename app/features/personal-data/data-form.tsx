import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { loader } from '../../root.tsx'
import { noteErasure } from './forget-erased.ts'
import styles from './data-form.module.css'

interface DataFormProps {
  /** What of the function `personal-data` takes it. */
  action: 'request' | 'download' | 'erase'
  /** Of the mailed link. */
  token?: string
  children: ReactNode
}

/** An ordinary form, so that it works without JavaScript. */
export function DataForm({ action, token, children }: DataFormProps) {
  const supabaseUrl = useRouteLoaderData<typeof loader>('root')?.supabaseUrl ?? ''
  return (
    <form
      className={styles.form}
      method="post"
      onSubmit={action === 'erase' ? noteErasure : undefined}
      action={`${supabaseUrl}/functions/v1/personal-data/${action}`}
    >
      {token !== undefined && <input type="hidden" name="token" value={token} />}
      {children}
    </form>
  )
}
