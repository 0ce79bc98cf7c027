import { type ReactNode, useState } from 'react'
import { paths } from '../../paths.ts'
import { useHydrated } from '../../ui/hydrated.ts'

/** Opens the list of what is avoided, which is loaded then; without JavaScript a link to the labels of everything. */
export function AvoidOpener({ className }: { className?: string | undefined }) {
  const [panel, setPanel] = useState<ReactNode>(null)
  const text = 'I avoid…'
  if (!useHydrated())
    return (
      <a className={className} href={paths.allergens}>
        {text}
      </a>
    )
  const open = () =>
    void import('./avoid-panel.tsx').then(
      ({ AvoidPanel }) => setPanel(<AvoidPanel onClose={() => setPanel(null)} />),
      () => location.assign(paths.allergens),
    )
  return (
    <>
      <button className={className} type="button" aria-haspopup="dialog" onClick={open}>
        {text}
      </button>
      {panel}
    </>
  )
}
