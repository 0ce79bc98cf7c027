import { type ReactNode, useEffect, useRef } from 'react'
import { ArtImage, Mascot } from './mascot.tsx'
import styles from './outcome-screen.module.css'

interface OutcomeScreenProps {
  title: string
  mascot: string
  tint: 'mint' | 'blush' | 'butter' | 'lilac' | 'sky'
  children: ReactNode
}

/** The picture for each tint: success (mint), a parcel or letter (butter), a waiting cart (sky), nothing found (blush, lilac). */
const scenes = {
  mint: 'sharing',
  butter: 'post',
  sky: 'waiting',
  blush: 'gone',
  lilac: 'gone',
} as const

export function OutcomeScreen({ title, mascot, tint, children }: OutcomeScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const previousTitle = useRef(title)
  useEffect(() => {
    if (previousTitle.current !== title) heading.current?.focus()
    previousTitle.current = title
  }, [title])
  return (
    <div className={`screenful tint-${tint} ${styles.ending}`}>
      <div className="wrap columns">
        <div className={`print dotted ${styles.scene}`}>
          <ArtImage name={`scene-${scenes[tint]}`} eager width={720} height={450} />
          <Mascot name={mascot} className={styles.mascot} />
        </div>
        <div className={styles.words}>
          <h1 className="h2" ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {children}
        </div>
      </div>
    </div>
  )
}
