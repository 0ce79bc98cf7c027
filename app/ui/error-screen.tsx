import { useEffect, useRef } from 'react'
import { useLocation, useRouteError } from 'react-router'
import { paths } from '../core/paths.ts'
import { getButtonClass } from './button.tsx'
import styles from './error-screen.module.css'
import { ArtImage } from './mascot.tsx'
import { isConnectionLost, useRetry } from './retry.ts'

/** The error page: status 404, 503 when the data cannot be read, else 500. */
export function ErrorScreen({ status }: { status: number }) {
  const isNotFound = status === 404
  return (
    <div className={`wrap ${isNotFound ? styles.lost : styles.fuse}`}>
      <ArtImage name={isNotFound ? 'test-card' : 'blown-fuse'} eager />
      {isNotFound ? <NotFound /> : <ServerError status={status} />}
    </div>
  )
}

function NotFound() {
  return (
    <div>
      <p className={styles.aside}>Please do not adjust your set</p>
      <h1 className="h1">Page Not Found</h1>
      <p className="lead">
        We couldn't find the page you're looking for. It might have been moved or doesn't exist.
      </p>
      <a className={getButtonClass()} href={paths.home}>
        Back to Home
      </a>
    </div>
  )
}

function ServerError({ status }: { status: number }) {
  const { pathname, search } = useLocation()
  const isOffline = isConnectionLost(useRouteError())
  const { waiting, retry } = useRetry(isOffline)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isOffline) heading.current?.focus()
  }, [isOffline])
  return (
    <div>
      <h1 className="h1" ref={heading} tabIndex={-1}>
        {isOffline ? 'The shop lost signal' : 'That tripped the fuse'}
      </h1>
      <p className="lead">{isOffline ? offlineText : getErrorText(status)}</p>
      <a
        className={getButtonClass()}
        href={pathname + search}
        onClick={(event) => {
          event.preventDefault()
          retry()
        }}
      >
        Try again
      </a>
      <output>{waiting && 'No answer yet.'}</output>
    </div>
  )
}

const offlineText = 'Your cart is safe, and this page will load once the signal’s back.'

function getErrorText(status: number): string {
  const cause = status === 503 ? 'The stockroom isn’t answering' : 'Our fault'
  return `${cause}. Your cart is safe. Try again in a minute.`
}
