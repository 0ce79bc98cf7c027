import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../core/paths.ts'
import { runAfterPaint } from '../browser/after-paint.ts'
import { useHydrated } from '../../ui/hydrated.ts'

const load = () => import('./avoid-panel.tsx').catch(() => null)

/**
 * Returns a function that loads and opens the avoid list, and the open dialog. When it cannot be loaded, the function navigates to
 * the page of all labels instead.
 */
export function useAvoidPanel(): { panel: ReactNode; open: () => void } {
  const [panel, setPanel] = useState<ReactNode>(null)
  const navigate = useNavigate()
  const open = () =>
    // Rendering a dialog takes a while, so the button is painted as pressed first.
    runAfterPaint(
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

/** Renders a link to the page of all labels until hydration, and without JavaScript. */
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
      onPointerEnter={() => runAfterPaint(() => void load())}
    >
      {text}
    </button>
  )
}
