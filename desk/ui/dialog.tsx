import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { DialogProps } from './popup.tsx'

const load = async () => ({ default: (await import('./popup.tsx')).Popup })
let Popup: ComponentType<DialogProps> = lazy(load)

/**
 * Loads the dialog library early, because after suspending React waits for at least a third of a second before it shows the
 * content.
 */
async function loadEarly(): Promise<void> {
  const loaded = await load().catch(() => null)
  if (loaded !== null) Popup = loaded.default
}

/** Loads the dialog library once the page has loaded and the desk is idle, or earlier with the first dialog. */
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
