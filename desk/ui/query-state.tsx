import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { DeskError } from '../lib/errors.ts'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import { Icon } from './icon.tsx'
import buttonStyles from './button.module.css'
import layoutStyles from './layout.module.css'
import panelStyles from './panel.module.css'
import styles from './query-state.module.css'
import rowStyles from './row.module.css'
import textStyles from './text.module.css'

interface LoadedProps<T> {
  query: UseQueryResult<T>
  /** The name of the data for messages, such as "Orders". */
  things: string
  children: (data: T) => ReactNode
}

/**
 * Renders the data of a query, or its state: skeletons after 300 ms, text after 4 s, and a retry button on errors. While
 * offline nothing is loading.
 */
export function QueryBoundary<T>({ query, things, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError)
    return <Broken things={things} error={query.error} retry={() => void query.refetch()} />
  if (query.isPaused)
    return (
      <p className={textStyles.detail}>
        Not kept on this device. It comes when the signal is back.
      </p>
    )
  return <Loading things={things} />
}

function Loading({ things }: { things: string }) {
  const [stage, setStage] = useState(0)
  useEffect(() => {
    const timers = [300, 4000].map((ms, at) => setTimeout(() => setStage(at + 1), ms))
    return () => timers.forEach(clearTimeout)
  }, [])
  if (stage === 0) return null
  return (
    <div aria-busy="true">
      <ul className={rowStyles.rows} aria-hidden="true">
        {[62, 48, 70, 54].map((width) => (
          <li key={width} className={rowStyles.row}>
            <span className={styles.thumbSkeleton} />
            <span className={rowStyles.main}>
              <span className={styles.lineSkeleton} style={{ width: `${width}%` }} />
              <span className={styles.detailSkeleton} style={{ width: `${width + 18}%` }} />
            </span>
            <span className={styles.endSkeleton} />
          </li>
        ))}
      </ul>
      {stage === 2 && (
        <p className={`${textStyles.detail} ${layoutStyles.spaceAbove}`}>
          Fetching {things.toLowerCase()}. The kitchen wifi is having a think.
        </p>
      )}
    </div>
  )
}

declare global {
  interface Window {
    /** Reloads past the browser's cache. Defined by the script in the head. */
    reloadPage: () => Promise<void>
  }
}

/** Error boundary content for a screen whose code did not load, or that threw. Drafts and queued changes survive the reload. */
export function BrokenScreen() {
  const error = useRouteError()
  return (
    <Broken
      things="The screen"
      only="screen"
      error={error instanceof Error ? error : new Error(String(error))}
      retry={() => void window.reloadPage()}
    />
  )
}

interface BrokenProps {
  things: string
  only?: string
  error: Error
  retry: () => void
}

function Broken({ things, only = 'list', error, retry }: BrokenProps) {
  const fault = error instanceof DeskError && error.code ? `Fault ${error.code}` : 'No answer came'
  const copy = () => {
    const facts = [
      `${things} did not load.`,
      `${fault}: ${error.message}`,
      `${location.pathname}, ${new Date().toISOString()}`,
      navigator.userAgent,
    ]
    void copyText(facts.join('\n'), 'Copied. It names no customer.')
  }
  return (
    <div className={`${panelStyles.panel} ${panelStyles.bad}`} role="alert">
      <p className={`${textStyles.heading} ${panelStyles.badTitle}`}>
        <Icon name="warning" /> {things} did not load
      </p>
      <p className={layoutStyles.spaceAboveSmall}>
        The shop still sells and takes money. It is only this {only}. {fault}.
      </p>
      <div className={`${buttonStyles.group} ${layoutStyles.spaceAbove}`}>
        <Button look="quiet" onClick={retry}>
          Try again
        </Button>
        <button type="button" className={buttonStyles.textButton} onClick={copy}>
          Copy for support
        </button>
      </div>
    </div>
  )
}

/** Empty state of a list: a mascot, two lines, and at most one quiet button. */
export function EmptyState({
  mascot,
  title,
  text,
  children,
}: {
  mascot: string
  title: string
  text: string
  children?: ReactNode
}) {
  return (
    <div className={styles.empty}>
      <img src={`/generated/art/${mascot}.svg`} alt="" width={72} height={72} />
      <p className={textStyles.heading}>{title}</p>
      <p className={textStyles.detail}>{text}</p>
      {children}
    </div>
  )
}
