import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { FunctionForm } from '../../features/backend-client/function-form.tsx'

interface TokenFormProps {
  /** The function that takes the token, below /functions/v1. */
  action: string
  children: ReactNode
}

/** The button of a page that a link in a mail leads to: opening the link has changed nothing yet. */
export function TokenForm({ action, children }: TokenFormProps) {
  const [query] = useSearchParams()
  return (
    <FunctionForm className="row" action={action} token={query.get('token') ?? ''}>
      <Button type="submit">{children}</Button>
    </FunctionForm>
  )
}
