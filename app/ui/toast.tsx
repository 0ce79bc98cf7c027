import { useEffect, useRef, useState } from 'react'
import { useAnnouncements } from './announcer.ts'
import { Mascot } from './mascot.tsx'
import styles from './toast.module.css'
import { dismissToast, type ShownToast, useIsTopToastRegion, useToasts } from './toasts.ts'

const durationsMs = { done: 4000, note: 4000, failed: 5000 } as const
const mascots = { done: 'chilli', note: 'gherkin', failed: 'garlic' } as const

/**
 * The live region of toasts and announcements. Rendered before its content, because screen readers announce only what is
 * inserted into an existing region.
 */
export function ToastRegion() {
  const toasts = useToasts()
  const isTop = useIsTopToastRegion()
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
  const [isPaused, setPaused] = useState(false)
  useLifetime(toast, durationsMs[kind], isPaused)
  const pause = () => setPaused(true)
  const resume = () => setPaused(false)
  const press = () => {
    action?.onPress()
    dismissToast(id)
  }
  return (
    <div
      className={`${styles.toast} ${styles[kind]} on-dark`}
      role={kind === 'failed' ? 'alert' : undefined}
      onMouseEnter={pause}
      onMouseLeave={resume}
      onFocus={pause}
      onBlur={resume}
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

function useLifetime({ id, shownAt }: ShownToast, durationMs: number, isPaused: boolean) {
  const remainingMs = useRef<number>(null)
  useEffect(() => {
    if (isPaused) return
    const startedAt = performance.now()
    // A toast that has moved to another region has less time left.
    const rest = remainingMs.current ?? durationMs - (startedAt - shownAt)
    const timer = setTimeout(() => dismissToast(id), rest)
    return () => {
      clearTimeout(timer)
      remainingMs.current = rest - (performance.now() - startedAt)
    }
  }, [id, shownAt, durationMs, isPaused])
}
