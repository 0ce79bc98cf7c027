import { useEffect, useRef, useState } from 'react'
import { useAnnouncements } from './announcer.ts'
import { Mascot } from './mascot.tsx'
import styles from './toast.module.css'
import { dismissToast, type ShownToast, useIsTopRegion, useToasts } from './toasts.ts'

const duration = { done: 4000, note: 4000, failed: 5000 } as const
const mascots = { done: 'chilli', note: 'gherkin', failed: 'garlic' } as const

/**
 * The live region of toasts and announcements. Rendered before its content, because screen readers announce only what is
 * inserted into an existing region.
 */
export function ToastRegion() {
  const toasts = useToasts()
  const isTop = useIsTopRegion()
  const announcements = useAnnouncements(isTop)
  return (
    <output className={styles.region} aria-atomic="false">
      {(isTop ? toasts : []).map((toast) => (
        <Notice key={toast.id} toast={toast} />
      ))}
      {/* A new element for each announcement, so that a repeated text is read again. */}
      {announcements.map(({ id, text }) => (
        <span key={-id} className="visually-hidden">
          {text}
        </span>
      ))}
    </output>
  )
}

function Notice({ toast }: { toast: ShownToast }) {
  const { id, title, text, kind = 'done', action } = toast
  const [held, setHeld] = useState(false)
  useLifetime(toast, duration[kind], held)
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  const press = () => {
    action?.onPress()
    dismissToast(id)
  }
  return (
    <div
      className={`${styles.toast} ${styles[kind]} on-dark`}
      role={kind === 'failed' ? 'alert' : undefined}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Mascot name={mascots[kind]} />
      <p>
        <b>{title}</b> {text}{' '}
        {action !== undefined && (
          <button type="button" onClick={press}>
            {action.label}
          </button>
        )}
      </p>
    </div>
  )
}

function useLifetime({ id, shownAt }: ShownToast, total: number, held: boolean) {
  const left = useRef<number>(null)
  useEffect(() => {
    if (held) return
    const began = performance.now()
    // A toast that has moved to another region has less time left.
    const rest = left.current ?? total - (began - shownAt)
    const timer = setTimeout(() => dismissToast(id), rest)
    return () => {
      clearTimeout(timer)
      left.current = rest - (performance.now() - began)
    }
  }, [id, shownAt, total, held])
}
