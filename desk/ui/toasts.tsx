import { Toast } from '@base-ui/react/toast'
import { useKeys } from '../keys.ts'
import { Icon } from './icon.tsx'

const manager = Toast.createToastManager()

export interface DeskToast {
  text: string
  kind?: 'note' | 'fault'
  undo?: () => void
  /** What was changed: a newer word about the same is instead of this one, whose Undo would not fit any more. */
  about?: string
  /** ms that it stays, 0 until it is closed; 10 s unless told. */
  stays?: number
}

/** The toast that says the last of each thing. */
const latest = new Map<string, string>()

/** Says what has happened. It waits while it is looked at, and goes by itself, or by what this gives. */
export function showToast({
  text,
  kind = 'note',
  undo,
  about,
  stays = 10_000,
}: DeskToast): () => void {
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

export function Toasts() {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

const undoOf = (toast: string): string => `undo-${toast}`

function ToastList() {
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
