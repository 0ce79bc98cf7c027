import type { Scene } from '../../content/scenes.ts'
import { Carousel } from '../../ui/carousel.tsx'

/** The specification's pace of a showcase, ms. */
const INTERVAL = 4000

export function SceneShowcase({ scenes }: { scenes: readonly Scene[] }) {
  return (
    <Carousel
      label="Catering pictures"
      itemName="picture"
      layout="showcase"
      interval={INTERVAL}
      loop
    >
      {scenes.map(({ name, title, alt }) => (
        <figure key={name} className="print dotted">
          <img
            src={`/generated/art/scene-${name}.svg`}
            alt={alt}
            width={720}
            height={450}
            loading="lazy"
            decoding="async"
          />
          <figcaption>{title}</figcaption>
        </figure>
      ))}
    </Carousel>
  )
}
