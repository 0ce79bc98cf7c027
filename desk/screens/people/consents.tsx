import { shortDayText } from '../../../domain/day-text.ts'
import { formatEmailName } from '../../../mail/emails.ts'
import { Status } from '../../ui/status.tsx'
import { RowList, SectionHeading } from './purchases.tsx'
import type { Person } from '../../features/people/queries.ts'
import buttonStyles from '../../ui/button.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './people.module.css'

const asked = {
  newsletter: 'Newsletter',
  reminders: 'Cart reminders',
  nothing: 'No marketing at all',
}

/** Shows the consents of a person, each with the place where it was given and its wording. */
export function Consents({ consents }: Pick<Person, 'consents'>) {
  return (
    <>
      <SectionHeading title="May we write?" />
      {consents.length === 0 && (
        <p className={textStyles.detail}>They were never asked, so no marketing.</p>
      )}
      <RowList>
        {consents.map(({ of, at, page, words, isYes }) => (
          <li key={of + at} className={rowStyles.row}>
            <span className={rowStyles.main}>
              <span className={`${rowStyles.title} ${styles.title}`}>{asked[of]}</span>
              <span className={rowStyles.detail}>
                {shortDayText(at)}
                {page && `, on ${page === '/' ? 'the home page' : page}`}
              </span>
              {words && (
                <details>
                  <summary className={buttonStyles.disclosure}>The words they saw</summary>
                  <p className={rowStyles.detail}>“{words}”</p>
                </details>
              )}
            </span>
            {of === 'newsletter' && !isYes ? (
              <Status of="coming-soon" words="Not confirmed" />
            ) : (
              <Status of={isYes ? 'said-yes' : 'said-no'} />
            )}
          </li>
        ))}
      </RowList>
    </>
  )
}

const states = {
  sent: <Status of="sent" />,
  waiting: <Status of="coming-soon" words="Waiting" />,
  stuck: <Status of="stuck" />,
  'called off': <Status of="cancelled" words="Called off" />,
}

export function PersonMails({ mails }: Pick<Person, 'mails'>) {
  return (
    <>
      <SectionHeading title="Mails they got" />
      {mails.length === 0 && <p className={textStyles.detail}>None in the last thirty days.</p>}
      <RowList>
        {mails.map(({ template, number, reference, at, state }, index) => (
          <li key={index} className={rowStyles.row}>
            <span className={rowStyles.main}>
              <span className={`${rowStyles.title} ${styles.title}`}>
                {formatEmailName(template, { number, reference })}
              </span>
              <span className={rowStyles.detail}>{shortDayText(at)}</span>
            </span>
            {states[state]}
          </li>
        ))}
      </RowList>
    </>
  )
}
