import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from './sign-in-code-section.module.css'

/** Shows new recovery codes. They are displayed only once. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="slip stack">
      <h4 ref={heading} tabIndex={-1}>
        Keep these recovery codes
      </h4>
      <p>
        Lost your phone? Any one of them gets you in, once. Write them down or save them: we can’t
        show them again.
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div>
        <Button size="sm" onClick={onKept}>
          I’ve kept them
        </Button>
      </div>
    </div>
  )
}
