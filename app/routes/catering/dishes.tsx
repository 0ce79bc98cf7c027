import { dishes } from '../../content/catering.ts'
import { Carousel } from '../../ui/carousel.tsx'
import styles from './dishes.module.css'

/** The specification's pace of the catering's pictures, ms. */
const INTERVAL = 3000

export function Dishes() {
  return (
    <section className="section" aria-labelledby="dishes">
      <div className="wrap">
        <h2 className="h2" id="dishes">
          What lands on the table
        </h2>
        <Carousel
          label="Dishes"
          itemName="picture"
          interval={INTERVAL}
          loop
          className={styles.carousel}
        >
          {dishes.map(({ name, title }) => (
            <figure key={name} className={styles.dish}>
              <img
                src={`/generated/art/dish-${name}.svg`}
                alt=""
                width={300}
                height={300}
                loading="lazy"
                decoding="async"
              />
              <figcaption>{title}</figcaption>
            </figure>
          ))}
        </Carousel>
      </div>
    </section>
  )
}
