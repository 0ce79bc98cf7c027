import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { IconName } from './shapes/icons.ts'
import { joinClasses } from './classes.ts'
import { useHydrated } from './hydrated.ts'
import { Icon } from './icon.tsx'
import iconButton from './icon-button.module.css'

export interface PanelProps {
  open: boolean
  onClose: () => void
  children?: ReactNode
}

interface PanelOpenerProps {
  label: string
  title?: string
  icon: IconName
  className?: string | undefined
  /** Imports the panel. Must be defined at module level. */
  load: () => Promise<ComponentType<PanelProps>>
  /** The target of the link that is rendered without JavaScript. Also opened when the panel cannot be loaded. */
  fallback: string
  /** `keys` is the value of `aria-keyshortcuts`; `matches` returns true for a key press that is one of them. */
  shortcut?: { keys: string; matches: (event: KeyboardEvent) => boolean }
  /** Passed to the panel. */
  children?: ReactNode
}

export function PanelOpener(props: PanelOpenerProps) {
  const { label, title, icon, className, load, fallback, shortcut, children } = props
  const hydrated = useHydrated()
  const [open, setOpen] = useState(false)
  const [Panel, setPanel] = useState<ComponentType<PanelProps> | null>(null)
  const navigate = useNavigate()
  const openPanel = () => {
    load().then(
      (loaded) => {
        setPanel(() => loaded)
        setOpen(true)
      },
      () => void navigate(fallback),
    )
  }
  const preload = () => {
    load().catch(() => {
      // Ignored: `openPanel` repeats the import and navigates to `fallback` when it fails again.
    })
  }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (shortcut?.matches(event) !== true) return
      event.preventDefault()
      openPanel()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  })
  const commonProps = {
    'aria-label': label,
    title,
    className: joinClasses(iconButton.iconButton, className),
  }
  const picture = <Icon name={icon} />
  if (!hydrated)
    return (
      <a {...commonProps} href={fallback}>
        {picture}
      </a>
    )
  return (
    <>
      <button
        {...commonProps}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts={shortcut?.keys}
        onClick={openPanel}
        onPointerEnter={preload}
        onFocus={preload}
      >
        {picture}
      </button>
      {Panel !== null && (
        <Panel open={open} onClose={() => setOpen(false)}>
          {children}
        </Panel>
      )}
    </>
  )
}
