import { type ComponentType, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { IconName } from './shapes/icons.ts'
import { classes } from './classes.ts'
import { useHydrated } from './hydrated.ts'
import { Icon } from './icon.tsx'
import iconButton from './icon-button.module.css'

export interface PanelProps {
  open: boolean
  onClose: () => void
}

interface OpenerProps {
  label: string
  title?: string
  icon: IconName
  className?: string | undefined
  /** Loads the panel when it is first wanted. Defined once, outside of components. */
  load: () => Promise<ComponentType<PanelProps>>
  /** Where the link leads that stands here without JavaScript. */
  fallback: string
  /** Keys for `aria-keyshortcuts`, and whether a key press is one of them. */
  shortcut?: { keys: string; matches: (event: KeyboardEvent) => boolean }
}

/** An icon of the header that opens a modal panel. */
export function Opener({ label, title, icon, className, load, fallback, shortcut }: OpenerProps) {
  const alive = useHydrated()
  const [open, setOpen] = useState(false)
  const { Part: Panel, want, prepare } = useOnDemand(load, fallback)
  const show = () => {
    want()
    setOpen(true)
  }
  useShortcut(shortcut?.matches, show)
  const look = {
    'aria-label': label,
    title,
    className: classes(iconButton.iconButton, className),
  }
  const picture = <Icon name={icon} />
  if (!alive)
    return (
      <a {...look} href={fallback}>
        {picture}
      </a>
    )
  return (
    <>
      <button
        {...look}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts={shortcut?.keys}
        onClick={show}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        {picture}
      </button>
      {Panel !== null && <Panel open={open} onClose={() => setOpen(false)} />}
    </>
  )
}

function useShortcut(matches: ((event: KeyboardEvent) => boolean) | undefined, act: () => void) {
  useEffect(() => {
    if (matches === undefined) return
    const press = (event: KeyboardEvent) => {
      if (!matches(event)) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

/** `want` loads a part and keeps it; where it cannot be had the visitor goes to `fallback`, which does without it. */
function useOnDemand<Props>(
  load: () => Promise<ComponentType<Props>>,
  fallback: string,
): { Part: ComponentType<Props> | null; want: () => void; prepare: () => void } {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  const navigate = useNavigate()
  const want = () => {
    load().then(
      (loaded) => setPart(() => loaded),
      () => void navigate(fallback),
    )
  }
  const prepare = () => {
    load().catch(() => {
      // Only a head start: `want` tries again and knows what to do.
    })
  }
  return { Part, want, prepare }
}
