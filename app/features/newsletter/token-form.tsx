import type { ReactNode } from 'react'
import { useRouteLoaderData, useSearchParams } from 'react-router'
import type { loader } from '../../root.tsx'
import { Button } from '../../ui/button.tsx'

interface TokenFormProps {
  /** The function that takes the token, below /functions/v1. */
  action: string
  children: ReactNode
}

/** The button of a page that a link in a mail leads to: opening the link has changed nothing yet. */
export function TokenForm({ action, children }: TokenFormProps) {
  const supabaseUrl = useRouteLoaderData<typeof loader>('root')?.supabaseUrl ?? ''
  const [query] = useSearchParams()
  return (
    <form className="row" method="post" action={`${supabaseUrl}/functions/v1/${action}`}>
      <input type="hidden" name="token" value={query.get('token') ?? ''} />
      <Button type="submit">{children}</Button>
    </form>
  )
}
