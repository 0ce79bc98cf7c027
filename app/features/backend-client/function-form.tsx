import type { FormEvent, ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { showToast } from '../../ui/toasts.ts'
import { useSupabaseUrl } from './public-settings.ts'

interface FunctionFormProps {
  className?: string | undefined
  action: string
  /**
   * Sends the `token` from the query string of the email link that led to this page. Opening such a link changes nothing by itself.
   */
  withToken?: boolean
  onSent?: (() => void) | undefined
  children: ReactNode
}

/** A plain HTML form, which works without JavaScript. When the browser is offline, it is not submitted, and a toast says so. */
export function FunctionForm(props: FunctionFormProps) {
  const { className, action, withToken = false, onSent, children } = props
  const [query] = useSearchParams()
  const supabaseUrl = useSupabaseUrl()
  const submit = (event: FormEvent): void => {
    if (navigator.onLine) return onSent?.()
    event.preventDefault()
    const text = 'Nothing was sent. Please try again once it is back.'
    showToast({ title: 'The shop lost signal', text, kind: 'failed' })
  }
  return (
    <form
      className={className}
      method="post"
      action={`${supabaseUrl}/functions/v1/${action}`}
      onSubmit={submit}
    >
      {withToken && <input type="hidden" name="token" value={query.get('token') ?? ''} />}
      {children}
    </form>
  )
}
