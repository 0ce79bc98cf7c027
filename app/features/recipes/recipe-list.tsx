import { Link } from 'react-router'
import { ArtImage } from '../../ui/mascot.tsx'
import styles from './recipe-list.module.css'
import type { RecipeCard } from './recipes.server.ts'

export function RecipeList({ recipes, label }: { recipes: readonly RecipeCard[]; label: string }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {recipes.map(({ slug, title, text, plate, makes, time, to }) => (
        <li key={slug} className={styles.card}>
          <ArtImage name={`plate-${plate}`} width={240} height={200} />
          <div>
            <h3>
              <Link className="title-link cover" to={to}>
                {title}
              </Link>
            </h3>
            <p>{text}</p>
            <p className={styles.facts}>
              {time} · {makes}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
