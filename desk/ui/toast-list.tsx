import { Toast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { useKeys } from '../lib/use-shortcuts.ts'
import { Icon } from './icon.tsx'

export interface DeskToast {
  text: string
  kind?: 'note' | 'fault'
  undo?: () => void
  /** What was changed: a newer word about the same is instead of this one, whose Undo would not fit any more. */
  about?: string
  /** ms that it stays, 0 until it is closed; 10 s unless told. */
  stays?: number
}

const manager = Toast.createToastManager()

/** The toast that says the last of each thing. */
const latest = new Map<string, string>()

export interface ToastManager {
  /** Gives what closes it. */
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

/** `onReady` is given what adds one, once it would be shown. */
export function ToastList({ onReady }: { onReady: (toasts: ToastManager) => void }) {
  useEffect(() => onReady({ add: addToast, closeAll: () => manager.close() }), [onReady])
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="toasts">
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
  // Without one the key is for what a screen can take back.
  useKeys(latest ? { 'Mod+z': () => document.getElementById(undoOf(latest.id))?.click() } : {})
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast">
      <Toast.Title render={<span />} />
      <Toast.Action
        id={undoOf(toast.id)}
        className="tlink"
        onClickCapture={() => close(toast.id)}
      />
      <Toast.Close className="ibtn" aria-label="Close">
        <Icon name="close" small />
      </Toast.Close>
    </Toast.Root>
  ))
}
