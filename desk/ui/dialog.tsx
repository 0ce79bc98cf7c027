import { lazy, Suspense, useState } from 'react'
import type { DialogProps } from './popup.tsx'

/** Its library comes with the first question that is asked, and before that as soon as the desk has nothing else to do. */
const load = async () => ({ default: (await import('./popup.tsx')).Popup })
const Popup = lazy(load)
addEventListener('load', () => setTimeout(() => void load().catch(() => undefined), 2000))

/** A question over the screen: a sheet from below on phones. */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return (
    <Suspense fallback={null}>
      <Popup {...props} />
    </Suspense>
  )
}
