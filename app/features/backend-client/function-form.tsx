import type { FormEvent, ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { loader } from '../../root.tsx'
import { showToast } from '../../ui/toasts.ts'

interface FunctionFormProps {
  className?: string | undefined
  action: string
  onSent?: (() => void) | undefined
  children: ReactNode
}

/** An ordinary form, so that it works without JavaScript. Without a line the page stays as it is. */
export function FunctionForm({ className, action, onSent, children }: FunctionFormProps) {
  const supabaseUrl = useRouteLoaderData<typeof loader>('root')?.supabaseUrl ?? ''
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
      {children}
    </form>
  )
}
