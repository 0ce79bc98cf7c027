import { Link } from 'react-router'
import { type LabelAnswer, getProductLabel } from '../../../domain/avoid.ts'
import { allergens } from '../../../domain/allergen-words.ts'
import { business } from '../../../domain/business.ts'
import { dayText } from '../../../domain/day-text.ts'
import { shopContext } from '../../core/context.ts'
import { AvoidOpener, useAvoidPanel } from '../../features/avoid/avoid-opener.tsx'
import { listAllergenLabels } from '../../features/catalogue/queries.server.ts'
import { paths } from '../../core/paths.ts'
import { getButtonClass } from '../../ui/button.tsx'
import { mailLink } from '../../ui/mail-link.ts'
import { readOrThrow503, createPageHead } from '../head.server.ts'
import type { Route } from './+types/allergens.ts'
import styles from './allergens.module.css'

/** Bypasses the row cache, so that every change of a label updates the page. */
export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const labels = await readOrThrow503(shop, () => listAllergenLabels(shop.supabase))
  const rows = labels.map((row) => {
    const label = getProductLabel(row)
    return {
      name: row.name,
      to: paths.productById(row.slug),
      answers: label === 'not-food' ? null : allergens.map(({ id }) => label[id]),
    }
  })
  return { head: createPageHead(args), rows, day: dayText(new Date(shop.now()).toISOString()) }
}

export { meta } from '../head.ts'

const signs: Record<LabelAnswer, { sign: string; words: string }> = {
  contains: { sign: '●', words: 'contains' },
  may: { sign: '◐', words: 'may contain' },
  free: { sign: '–', words: 'free' },
  unknown: { sign: '?', words: 'not known' },
}

/** Makes the scrollable element focusable, so that the arrow keys scroll it. */
const scrolled = { tabIndex: 0 }

export default function Allergens({ loaderData: { rows, day } }: Route.ComponentProps) {
  const { panel, open } = useAvoidPanel()
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 className="h1">Allergens</h1>
      <p className="lead">Everything we sell against all 14, as our labels stood on {day}.</p>
      <p className={`slip ${styles.warning}`}>
        All of it is made in <b>one kitchen that handles many of them</b>, so we cannot promise that
        anything is free from traces. Where we do not know, we say that we do not know. The label on
        the jar has the last word. If your allergy is serious, write to{' '}
        <a href={mailLink(business.email, 'Allergens')}>{business.email}</a> before you order.
      </p>
      <div className={`row ${styles.tools}`}>
        <AvoidOpener className={getButtonClass({ size: 'sm' })} open={open} />
        {panel}
        <Link className="text-link" to={paths.faqs}>
          Allergies and intolerances
        </Link>
      </div>
      <ul className={`row ${styles.key}`} aria-label="What the signs say">
        {Object.entries(signs).map(([answer, { sign, words }]) => (
          <li key={answer}>
            <b className={styles[answer]} aria-hidden="true">
              {sign}
            </b>{' '}
            {words}
          </li>
        ))}
      </ul>
      <section className={styles.box} aria-labelledby="matrix" {...scrolled}>
        <table className={styles.table}>
          <caption id="matrix" className="visually-hidden">
            Products and the 14 allergens
          </caption>
          <thead>
            <tr>
              <th scope="col">Sticker</th>
              {allergens.map(({ id, name }) => (
                <th key={id} scope="col">
                  <span>{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <LabelRow key={row.to} {...row} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

function LabelRow({ name, to, answers }: Route.ComponentProps['loaderData']['rows'][number]) {
  return (
    <tr>
      <th scope="row">
        <Link to={to}>{name}</Link>
      </th>
      {answers === null ? (
        <td colSpan={allergens.length}>Not food</td>
      ) : (
        answers.map((answer, place) => (
          <td key={place} className={styles[answer]}>
            <span aria-hidden="true">{signs[answer].sign}</span>
            <span className="visually-hidden">{signs[answer].words}</span>
          </td>
        ))
      )}
    </tr>
  )
}
