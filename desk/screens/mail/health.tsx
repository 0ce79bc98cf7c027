import { Link } from 'react-router'
import { QueryBoundary } from '../../ui/query-state.tsx'
import { BackupStatus } from './backup.tsx'
import { type HealthReport, useHealth } from './health-query.ts'
import { HealthItem } from './health-item.tsx'
import { formatTimeInSentence } from '../../features/emails/labels.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './mail.module.css'

/** The health of the backups, of the catalogue at the payment provider and its events, and of the emails. */
export function Health() {
  const health = useHealth()
  return (
    <div>
      <div className={textStyles.sectionHead}>
        <h2 className={textStyles.heading}>Health</h2>
        <Link className={buttonStyles.textButton} to="/log">
          What happened
        </Link>
      </div>
      <QueryBoundary query={health} things="Health">
        {({ backup, mails, catalogue, payments }) => (
          <ul data-health className={`${rowStyles.rows} ${styles.health}`}>
            <BackupStatus backup={backup} />
            <Post mails={mails} readAt={health.dataUpdatedAt} />
            <Catalogue catalogue={catalogue} />
            <Payments payments={payments} />
          </ul>
        )}
      </QueryBoundary>
    </div>
  )
}

/** In ms: an email that has been ready for longer than this has waited too long. */
const patience = 10 * 60_000

interface PostProps {
  mails: HealthReport['mails']
  /** The time at which the data was read, in ms since 1970. */
  readAt: number
}

function Post({ mails: { waiting, oldest, lastSentAt }, readAt }: PostProps) {
  const isLate = oldest !== null && readAt - Date.parse(oldest) > patience
  const queue = waiting === 1 ? '1 mail waits' : `${waiting} mails wait`
  return (
    <HealthItem title={isLate ? 'Mails are late' : 'Mails go out'} icon="mail" isWell={!isLate}>
      <p className={textStyles.detail}>
        {waiting === 0 ? 'Nothing waiting' : queue}
        {isLate && oldest !== null && `, the oldest since ${formatTimeInSentence(oldest)}`}
        {lastSentAt !== null && ` · the last went ${formatTimeInSentence(lastSentAt)}`}
      </p>
    </HealthItem>
  )
}

function Catalogue({ catalogue: { waiting, stuck } }: { catalogue: HealthReport['catalogue'] }) {
  const isWell = stuck.length === 0
  return (
    <HealthItem
      title={isWell ? 'In step with the till' : 'Out of step with the till'}
      icon="jar"
      isWell={isWell}
    >
      <p className={textStyles.detail}>
        {waiting === 0
          ? 'The payment provider has the same prices as here.'
          : `${waiting === 1 ? '1 change is' : `${waiting} changes are`} on the way to the payment provider.`}
      </p>
      {!isWell && (
        <ul className={layoutStyles.spaceAboveSmall}>
          {stuck.map(({ detail, since }) => (
            <li key={detail} className={styles.fault}>
              {detail}{' '}
              {since && (
                <span className={`${textStyles.fine} ${styles.faultDetail}`}>
                  Since {formatTimeInSentence(since)}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </HealthItem>
  )
}

function Payments({ payments: { lastHeardAt, setAside } }: { payments: HealthReport['payments'] }) {
  const isWell = setAside.length === 0
  return (
    <HealthItem
      title={isWell ? 'Payments fit their orders' : 'Payments set aside'}
      icon="card"
      isWell={isWell}
    >
      <p className={textStyles.detail}>
        {lastHeardAt === null
          ? 'The payment provider has not been heard from yet.'
          : `The payment provider was last heard from ${formatTimeInSentence(lastHeardAt)}.`}
        {!isWell &&
          ' These matched no order, so nothing was changed. Check them against your account there.'}
      </p>
      {!isWell && (
        <details>
          <summary className={buttonStyles.disclosure}>
            {setAside.length === 1 ? 'Show it' : `Show all ${setAside.length}`}
          </summary>
          <ul>
            {setAside.map(({ at, type, number, detail }) => (
              <li key={`${at} ${type}`} className={styles.fault}>
                {number !== null && <Link to={`/orders/${number}`}>Order {number}</Link>} {type}
                {detail !== null && `: ${detail}`}
                <span className={`${textStyles.fine} ${styles.faultDetail}`}>
                  {formatTimeInSentence(at)}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </HealthItem>
  )
}
