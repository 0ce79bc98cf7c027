import { scenes } from '../../content/scenes.ts'
import { SceneShowcase } from '../../features/scenes/scene-showcase.tsx'

const shown = [scenes.canapes, scenes.cake, scenes.smoke, scenes.sharing]

export function Parties() {
  return (
    <section className="section tint-blush" aria-labelledby="parties">
      <div className="wrap heading">
        <h2 className="h2" id="parties">
          Seen at <span className="highlight">parties</span>
        </h2>
      </div>
      <SceneShowcase scenes={shown} />
    </section>
  )
}
