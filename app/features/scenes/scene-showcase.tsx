import { type SceneName, scenes } from '../../content/scenes.ts'
import { Carousel } from '../../ui/carousel.tsx'
import { ArtImage } from '../../ui/mascot.tsx'

/** The time between two pictures, in ms (from the specification). */
const INTERVAL = 4000

export function SceneShowcase({ names }: { names: readonly SceneName[] }) {
  return (
    <Carousel
      label="Catering pictures"
      itemName="picture"
      layout="showcase"
      interval={INTERVAL}
      loop
    >
      {names.map((name) => (
        <figure key={name} className="print dotted">
          <ArtImage name={`scene-${name}`} alt={scenes[name].alt} width={720} height={450} />
          <figcaption>{scenes[name].title}</figcaption>
        </figure>
      ))}
    </Carousel>
  )
}
