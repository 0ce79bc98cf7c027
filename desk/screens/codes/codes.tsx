import { Link, useSearchParams } from 'react-router'
import { formatPence } from '../../../domain/money.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ShowMore, useRowLimit } from '../../ui/show-more.tsx'
import { EmptyState, QueryBoundary } from '../../ui/query-state.tsx'
import { Status } from '../../ui/status.tsx'
import { ActionBar } from '../../features/navigation/task.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { NewCode } from './new-code.tsx'
import { type DiscountCode, useDiscountCodes } from './queries.ts'
import { formatDays, statusLabels, formatDiscount, formatUses } from './formats.ts'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './codes.module.css'

/** The owner's discount codes, with the results of each. */
export function Screen() {
  const [query, setQuery] = useSearchParams()
  const codes = useDiscountCodes(useRowLimit())
  const open = query.get('code')
  const close = () => setQuery({}, { replace: true })
  const makeOne = () => setQuery({ new: '' }, { replace: true })
  useShortcuts({ n: makeOne })
  return (
    <>
      <QueryBoundary query={codes} things="Codes">
        {({ codes: all, total, own }) => (
          <div className={styles.codes}>
            {all.length === 0 ? (
              <EmptyState
                mascot="mascot-lemon"
                title="No codes yet"
                text="One for the market, for a slow Tuesday, for a friend of the kitchen."
              />
            ) : (
              <ul className={rowStyles.rows}>
                {all.map((code) => (
                  <Row key={code.code} code={code} />
                ))}
              </ul>
            )}
            <ShowMore
              isMore={all.length < total}
              most={200}
              others="These are the newest 200 of them."
            />
            {own.given > 0 && (
              <p className={`${textStyles.detail} ${layoutStyles.spaceAboveLarge}`}>
                On top of these, {own.given === 1 ? 'one person has' : `${own.given} people have`} a
                code of their own for leaving their e-mail. {own.used} used so far.
              </p>
            )}
          </div>
        )}
      </QueryBoundary>
      <ActionBar isOver>
        <Button onClick={makeOne}>
          <Icon name="plus" small /> New code
        </Button>
      </ActionBar>
      {query.has('new') && <NewCode close={close} />}
      {open !== null && <CodeDialog code={open} close={close} />}
    </>
  )
}

function Row({ code }: { code: DiscountCode }) {
  const [of, words] = statusLabels[code.state]
  return (
    <li>
      <Link className={rowStyles.row} to={`?code=${code.code}`} replace>
        <span className={rowStyles.main}>
          <span className={`${rowStyles.title} ${styles.name}`}>{code.code}</span>
          <span className={rowStyles.detail}>
            {formatDiscount(code)} · {formatDays(code)}
          </span>
          <span className={styles.state}>
            <Status of={of} words={words} />
            <span>{formatUses(code)}</span>
          </span>
        </span>
        {code.uses > 0 && (
          <span className={`${textStyles.alignEnd} ${textStyles.noWrap}`}>
            <b>{formatPence(code.off)} off</b>
            <br />
            <span className={textStyles.fine}>{formatPence(code.taken)} taken</span>
          </span>
        )}
        <Icon name="on" small />
      </Link>
    </li>
  )
}
