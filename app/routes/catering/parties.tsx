import { scenes } from '../../content/scenes.ts'
import { SceneShowcase } from '../../features/scenes/scene-showcase.tsx'
import styles from './parties.module.css'

const shown = [scenes.canapes, scenes.cake, scenes.smoke, scenes.sharing]

export function Parties() {
  return (
    <section className={styles.parties} aria-labelledby="parties">
      <div className={`wrap ${styles.head}`}>
        <h2 className="h2" id="parties">
          Seen at <span className="highlight">parties</span>
        </h2>
      </div>
      <SceneShowcase scenes={shown} />
    </section>
  )
}
