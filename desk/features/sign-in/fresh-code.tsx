import { useSyncExternalStore } from 'react'
import { DeskError } from '../../lib/errors.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { AuthenticatorCodeForm } from './authenticator-code-form.tsx'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'

let waiting: { give: () => void; drop: () => void } | null = null
const listeners = new Set<() => void>()

function wait(next: typeof waiting): void {
  waiting = next
  for (const listener of listeners) listener()
}

/**
 * Sends a request that needs a code of the last fifteen minutes. If the server answers that there is none, asks for one and
 * sends the request again. Rejects with the server's error when the dialog is closed; nothing has changed then.
 */
export async function sendWithFreshCode<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof DeskError) || error.hint !== 'fresh_code') throw error
    await new Promise<void>((give, drop) => wait({ give, drop: () => drop(error) })).finally(() =>
      wait(null),
    )
    return send()
  }
}

/** Dialog for the code; rendered once in the desk. */
export function FreshCodeDialog() {
  const asked = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => waiting,
  )
  return (
    <Dialog title="A fresh code, please" isOpen={asked !== null} onClose={() => asked?.drop()}>
      <p className={`${textStyles.detail} ${layoutStyles.spaceAbove}`}>
        Before money leaves or somebody is let in, the desk asks once more.
      </p>
      <AuthenticatorCodeForm label="Go on" onDone={() => asked?.give()} />
    </Dialog>
  )
}
