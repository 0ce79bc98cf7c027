import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { DialogProps } from './popup.tsx'

const load = async () => ({ default: (await import('./popup.tsx')).Popup })
let Popup: ComponentType<DialogProps> = lazy(load)

/** What has been loaded opens at once: React shows what it had to wait for after a third of a second at the earliest. */
async function loadEarly(): Promise<void> {
  const loaded = await load().catch(() => null)
  if (loaded !== null) Popup = loaded.default
}

/** Its library comes with the first question that is asked, and before that as soon as the desk has nothing else to do. */
addEventListener('load', () => setTimeout(() => void loadEarly(), 2000))

/** A question over the screen: a sheet from below on phones. */
export function Dialog(props: DialogProps) {
  const [Opened, setOpened] = useState<ComponentType<DialogProps> | null>(null)
  if (props.isOpen && Opened === null) setOpened(() => Popup)
  if (Opened === null) return null
  return (
    <Suspense fallback={null}>
      <Opened {...props} />
    </Suspense>
  )
}
