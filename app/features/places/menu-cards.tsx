import type { SampleMenu } from '../../content/pop-ups.ts'
import { ArtImage } from '../../ui/mascot.tsx'
import { Section, type SectionProps } from '../../ui/section.tsx'
import styles from './menu-cards.module.css'

export function MenusSection({
  menus,
  ...sectionProps
}: SectionProps & { menus: readonly SampleMenu[] }) {
  return (
    <Section {...sectionProps}>
      <ul className="cluster">
        {menus.map((menu) => (
          <li key={menu.title}>
            <MenuCard {...menu} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function MenuCard({ title, picture, alt, dishes }: SampleMenu) {
  return (
    <article className={styles.card}>
      <ArtImage name={picture} alt={alt} width={300} height={300} />
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
