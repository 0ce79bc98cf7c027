import type { SampleMenu } from '../../content/pop-ups.ts'
import styles from './menu-cards.module.css'

/** Sample menus: a picture on top, the dishes below, as on a card between the sauces. */
export function MenuCards({ menus }: { menus: readonly SampleMenu[] }) {
  return (
    <ul className="cluster">
      {menus.map((menu) => (
        <li key={menu.title}>
          <MenuCard {...menu} />
        </li>
      ))}
    </ul>
  )
}

function MenuCard({ title, picture, alt, dishes }: SampleMenu) {
  return (
    <article className={styles.card}>
      <img
        src={`/generated/art/${picture}.svg`}
        alt={alt}
        width={300}
        height={300}
        loading="lazy"
        decoding="async"
      />
      <div className={styles.words}>
        <h3>{title}</h3>
        <dl>
          {dishes.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.sample}>Sample menu</p>
      </div>
    </article>
  )
}
