import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { DialogProps } from './popup.tsx'

const load = async () => ({ default: (await import('./popup.tsx')).Popup })
let Popup: ComponentType<DialogProps> = lazy(load)

/**
 * A loaded component opens at once: after suspending, React waits for a third of a second at least before it shows the
 * content.
 */
async function loadEarly(): Promise<void> {
  const loaded = await load().catch(() => null)
  if (loaded !== null) Popup = loaded.default
}

/** The dialog library loads with the first dialog, or after the page has loaded and the desk is idle. */
addEventListener('load', () => setTimeout(() => void loadEarly(), 2000))

/** Modal dialog: a bottom sheet on phones. */
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
