import { Toast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { useShortcuts } from '../lib/use-shortcuts.ts'
import { Icon } from './icon.tsx'
import buttonStyles from './button.module.css'
import styles from './toast.module.css'

export interface DeskToast {
  text: string
  kind?: 'note' | 'fault'
  undo?: () => void
  /** The subject of the toast: a newer toast about it replaces this one, whose Undo would be outdated. */
  about?: string
  /** The time in ms until it closes, 0 for never; 10 s by default. */
  stays?: number
}

const manager = Toast.createToastManager()

/** The newest toast of each subject. */
const latest = new Map<string, string>()

export interface ToastManager {
  /** Returns a function that closes the toast. */
  add: (toast: DeskToast) => () => void
  closeAll: () => void
}

const addToast: ToastManager['add'] = ({ text, kind = 'note', undo, about, stays = 10_000 }) => {
  const id = manager.add({
    title: text,
    type: kind,
    timeout: stays,
    priority: kind === 'fault' ? 'high' : 'low',
    ...(undo && { actionProps: { children: 'Undo', onClick: undo } }),
  })
  if (about !== undefined) {
    manager.close(latest.get(about) ?? '')
    latest.set(about, id)
  }
  return () => manager.close(id)
}

/** `onReady` gets the toast manager once toasts can be shown. */
export function ToastList({ onReady }: { onReady: (toasts: ToastManager) => void }) {
  useEffect(() => onReady({ add: addToast, closeAll: () => manager.close() }), [onReady])
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

const undoOf = (toast: string): string => `undo-${toast}`

function List() {
  const { toasts, close } = Toast.useToastManager()
  const latest = toasts.find(({ actionProps }) => actionProps?.onClick !== undefined)
  // While no toast is shown, the screen may use the shortcut for an undo of its own.
  useShortcuts(latest ? { 'Mod+z': () => document.getElementById(undoOf(latest.id))?.click() } : {})
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} data-toast className={styles.toast}>
      <Toast.Title render={<span />} />
      <Toast.Action
        id={undoOf(toast.id)}
        className={buttonStyles.textButton}
        onClickCapture={() => close(toast.id)}
      />
      <Toast.Close className={buttonStyles.iconButton} aria-label="Close">
        <Icon name="close" small />
      </Toast.Close>
    </Toast.Root>
  ))
}
