import { type SceneName, scenes } from '../../content/scenes.ts'
import { Carousel } from '../../ui/carousel.tsx'

/** The specification's pace of a showcase, ms. */
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
          <img
            src={`/generated/art/scene-${name}.svg`}
            alt={scenes[name].alt}
            width={720}
            height={450}
            loading="lazy"
            decoding="async"
          />
          <figcaption>{scenes[name].title}</figcaption>
        </figure>
      ))}
    </Carousel>
  )
}
