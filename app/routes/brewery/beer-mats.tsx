import { useState } from 'react'
import { type BeerMat, beerMats, brewery as words } from '../../content/brewery.ts'
import { classes } from '../../ui/classes.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import styles from './beer-mats.module.css'

/** Three mats on a pub table; each has something on its back. */
export function BeerMats() {
  return (
    <section className={styles.table} aria-labelledby="mats">
      <div className="wrap">
        <div className={styles.words}>
          <h2 className="h2" id="mats">
            {words.matsTitle}
          </h2>
          <p className={styles.hint}>{words.matsText}</p>
        </div>
        <ul className={styles.mats}>
          {beerMats.map((mat) => (
            <li key={mat.slug}>
              <Mat {...mat} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** A mat that its button turns over. Without a script both sides lie side by side. */
function Mat({ slug, alt, back }: BeerMat) {
  const alive = useHydrated()
  const [turned, setTurned] = useState(false)
  const sides = (
    <>
      <span className={styles.front} aria-hidden={turned}>
        <img
          src={`/generated/art/beer-mat-${slug}.svg`}
          alt={alt}
          width={220}
          height={220}
          decoding="async"
        />
      </span>
      <span className={styles.back} aria-hidden={alive && !turned}>
        <b>{back.title}</b>
        <span>{back.text}</span>
      </span>
    </>
  )
  if (!alive) return <div className={classes(styles.mat, styles.still)}>{sides}</div>
  return (
    <button
      className={classes(styles.mat, turned && styles.turned)}
      type="button"
      aria-pressed={turned}
      onClick={() => setTurned(!turned)}
    >
      {sides}
    </button>
  )
}
