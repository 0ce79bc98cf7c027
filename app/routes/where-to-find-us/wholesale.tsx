import { wholesale as words } from '../../content/where-to-find-us.ts'
import { buttonLook } from '../../ui/button.tsx'
import styles from './wholesale.module.css'

/** The offer for the trade; first of the page on /wholesale, last elsewhere. */
export function Wholesale({ heading: Heading }: { heading: 'h1' | 'h2' }) {
  return (
    <section
      className={styles.wholesale}
      data-first={Heading === 'h1' || undefined}
      aria-labelledby="wholesale"
    >
      <div className="wrap columns">
        <div>
          <Heading className={Heading} id="wholesale">
            {words.title}
          </Heading>
          <p className="lead">{words.lead}</p>
          <dl className={styles.points}>
            {words.points.map(({ title, text }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <a className={buttonLook()} href={words.mail}>
            {words.button}
          </a>
        </div>
        <img
          src="/generated/art/crate.svg"
          alt=""
          width={520}
          height={380}
          loading={Heading === 'h1' ? 'eager' : 'lazy'}
          decoding="async"
        />
      </div>
    </section>
  )
}
