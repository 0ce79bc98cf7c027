import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Carousel } from '../../ui/carousel.tsx'
import { pattern } from '../../ui/pattern.ts'
import styles from './showcase.module.css'

/** The specification's pace, ms. */
const INTERVAL = 4000

const scenes = [
  {
    name: 'sharing',
    title: 'The sharing table',
    alt: 'Mascots round a table of sharing dishes under bunting.',
  },
  { name: 'tacos', title: 'The taco bar', alt: 'Mascots at a taco bar under an awning.' },
  {
    name: 'cake',
    title: 'Cake and biscuits',
    alt: 'Mascots and a tiered cake with buttermilk biscuits.',
  },
  { name: 'canapes', title: 'The canapé tray', alt: 'Mascots with balloons and trays of canapés.' },
]

/** Four pictures from the catering, in a loop. */
export function Showcase() {
  return (
    <section className={`${pattern('dots')} ${styles.showcase}`} aria-labelledby="showcase">
      <div className={`wrap ${styles.head}`}>
        <h2 className="h2" id="showcase">
          Fresh off the <span className="highlight">griddle</span>
        </h2>
        <Link className="text-link" to={paths.catering}>
          See Proud Catering
        </Link>
      </div>
      <Carousel
        label="Catering pictures"
        itemName="picture"
        layout="showcase"
        interval={INTERVAL}
        loop
      >
        {scenes.map(({ name, title, alt }) => (
          <figure key={name} className={styles.picture}>
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
    </section>
  )
}
