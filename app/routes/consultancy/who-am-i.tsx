import { business } from '../../../domain/business.ts'
import { consultancyWords } from '../../content/consultancy.ts'
import styles from './who-am-i.module.css'

export function WhoAmI() {
  const { text, alt } = consultancyWords.who
  return (
    <section className={`wrap ${styles.who}`} aria-labelledby="who">
      <figure className={styles.photo}>
        <img
          src="/generated/art/kitchen-pass.svg"
          alt={alt}
          width={600}
          height={640}
          loading="lazy"
          decoding="async"
        />
      </figure>
      <div className={styles.words}>
        <h2 className="h2" id="who">
          Who am I?
        </h2>
        {text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p className={styles.signed}>{business.chef.name}</p>
      </div>
    </section>
  )
}
