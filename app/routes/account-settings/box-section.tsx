import { Link } from 'react-router'
import { loadBoxes } from '../../features/account/boxes.ts'
import { paths } from '../../paths.ts'
import { AccountList } from './account-list.tsx'
import { BoxCard } from './box-card.tsx'
import type { AccountPartProps } from './use-loaded.ts'
import styles from './box-section.module.css'

/** The customer's subscriptions: what each costs, when the next payment is, and the way to change or stop it. */
export function BoxSection(part: AccountPartProps) {
  return (
    <section className="section tint-lilac" aria-labelledby="your-boxes">
      <div className="wrap">
        <h2 className="h2" id="your-boxes" tabIndex={-1}>
          Your boxes
        </h2>
        <AccountList {...part} things="boxes" load={loadBoxes} none={<NoBoxes />}>
          {(boxes) => (
            <ul className={styles.list}>
              {boxes.map((box) => (
                <li key={box.id}>
                  <BoxCard box={box} />
                </li>
              ))}
            </ul>
          )}
        </AccountList>
      </div>
    </section>
  )
}

function NoBoxes() {
  return (
    <p className="lead">
      No boxes yet. <Link to={paths.subscriptions}>Bear or Twink?</Link>
    </p>
  )
}
