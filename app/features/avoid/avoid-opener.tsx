import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../core/paths.ts'
import { afterPaint } from '../browser/after-paint.ts'
import { useHydrated } from '../../ui/hydrated.ts'

const load = () => import('./avoid-panel.tsx').catch(() => null)

/** The list of what is avoided, which is loaded when it is opened; where it cannot be, the labels of everything. */
export function useAvoidPanel(): { panel: ReactNode; open: () => void } {
  const [panel, setPanel] = useState<ReactNode>(null)
  const navigate = useNavigate()
  const open = () =>
    // The button looks pressed by then: drawing a dialog takes a while.
    afterPaint(
      () =>
        void load().then((loaded) =>
          loaded
            ? setPanel(<loaded.AvoidPanel onClose={() => setPanel(null)} />)
            : void navigate(paths.allergens),
        ),
    )
  return { panel, open }
}

interface AvoidOpenerProps {
  className?: string | undefined
  open: () => void
}

/** Without JavaScript a link to the labels of everything. */
export function AvoidOpener({ className, open }: AvoidOpenerProps) {
  const text = 'I avoid…'
  if (!useHydrated())
    return (
      <a className={className} href={paths.allergens}>
        {text}
      </a>
    )
  return (
    <button
      className={className}
      type="button"
      aria-haspopup="dialog"
      onClick={open}
      onPointerEnter={() => afterPaint(() => void load())}
    >
      {text}
    </button>
  )
}
