import { useState } from 'react'
import { type BeerMat, beerMats, brewery as words } from '../../content/brewery.ts'
import { PaperLabel } from '../../features/places/poster-board.tsx'
import { classes } from '../../ui/classes.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './beer-mats.module.css'

/** Three mats on a pub table; each has something on its back. */
export function BeerMats() {
  return (
    <section className={styles.table} aria-labelledby="mats">
      <div className="wrap">
        <PaperLabel>
          <h2 className="h2" id="mats">
            {words.matsTitle}
          </h2>
          <p>{words.matsText}</p>
        </PaperLabel>
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
function Mat({ slug, name, alt, back }: BeerMat) {
  const alive = useHydrated()
  const [turned, setTurned] = useState(false)
  return (
    <div className={classes(styles.mat, turned && styles.turned)}>
      <div className={styles.front} aria-hidden={turned}>
        <img
          src={`/generated/art/beer-mat-${slug}.svg`}
          alt={alt}
          width={220}
          height={220}
          decoding="async"
        />
      </div>
      <div className={styles.back} aria-hidden={alive}>
        <b>{back.title}</b>
        <p>{back.text}</p>
      </div>
      {alive && (
        <>
          <button
            className={styles.turn}
            type="button"
            aria-label={`Turn over ${name}`}
            aria-pressed={turned}
            onClick={() => setTurned(!turned)}
          />
          <output>
            <VisuallyHidden>{turned && `${back.title}: ${back.text}`}</VisuallyHidden>
          </output>
        </>
      )}
    </div>
  )
}
