import { Link } from 'react-router'
import { scenes } from '../../content/scenes.ts'
import { SceneShowcase } from '../../features/scenes/scene-showcase.tsx'
import { paths } from '../../paths.ts'
import { pattern } from '../../ui/pattern.ts'
import styles from './showcase.module.css'

const shown = [scenes.sharing, scenes.tacos, scenes.cake, scenes.canapes]

/** Four pictures from the catering, in a loop. */
export function Showcase() {
  return (
    <section className={`${pattern('dots')} ${styles.showcase}`} aria-labelledby="showcase">
      <div className="wrap spread heading">
        <h2 className="h2" id="showcase">
          Fresh off the <span className="highlight">griddle</span>
        </h2>
        <Link className="text-link" to={paths.catering}>
          See Proud Catering
        </Link>
      </div>
      <SceneShowcase scenes={shown} />
    </section>
  )
}
