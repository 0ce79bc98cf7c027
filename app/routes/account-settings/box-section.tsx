import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useBusyUntilReturn } from '../../ui/busy.ts'
import { Button, getButtonClass } from '../../ui/button.tsx'
import { useRestoreFocus } from '../../ui/focus-back.ts'
import { showToast } from '../../ui/toasts.ts'
import { AccountList, type FetchedList } from './account-list.tsx'
import styles from './box-section.module.css'
import type { BoxContent, BoxSubscription } from './boxes.ts'
import { requestPortal } from './open-portal.ts'

export function BoxSection({ boxes }: { boxes: FetchedList<BoxSubscription> }) {
  return (
    <section aria-labelledby="your-boxes">
      <h2 className="h2" id="your-boxes" tabIndex={-1}>
        Your boxes
      </h2>
      <AccountList things="boxes" found={boxes} none={<NoBoxes />}>
        {(list) => (
          <ul className={styles.list}>
            {list.map((box) => (
              <li key={box.id}>
                <BoxCard box={box} />
              </li>
            ))}
          </ul>
        )}
      </AccountList>
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

const stampColours = {
  active: 'jazz',
  failed: 'salsa',
  cancelled: 'grape',
  over: 'ink-soft',
  paused: 'ink-soft',
}

function BoxCard({ box }: { box: BoxSubscription }) {
  const { contents, state, confirmAt } = box
  const names = contents.map(contentText).join(' and ')
  return (
    <article
      className={styles.card}
      data-kind={state.kind}
      style={{ '--k': `var(--${stampColours[state.kind]})` }}
    >
      <div className={styles.stickers} aria-hidden="true">
        {contents.map(({ name, image }) =>
          image === null ? null : (
            <img key={name} src={image} alt="" width="132" height="158" loading="lazy" />
          ),
        )}
      </div>
      <div className={styles.words}>
        <p className="stamp">{state.word}</p>
        <h3>{names}</h3>
        <p>{state.words}</p>
        {confirmAt !== null && (
          <p>
            <a className={getButtonClass({ size: 'sm' })} href={confirmAt}>
              Confirm the payment
            </a>
          </p>
        )}
        {state.kind !== 'over' && <PortalButton box={box} names={names} />}
      </div>
    </article>
  )
}

function PortalButton({ box, names }: { box: BoxSubscription; names: string }) {
  const { id, state } = box
  const { busy, setBusy, leave } = useBusyUntilReturn()
  const button = useRestoreFocus(busy)
  async function open(): Promise<void> {
    setBusy(true)
    const answer = await requestPortal(id)
    if ('url' in answer) return leave(answer.url)
    setBusy(false)
    showToast({
      title: 'Not just now',
      text: answer.refused ?? 'The payment page could not be opened. Please try again.',
      kind: 'failed',
    })
  }
  return (
    <Button ref={button} size="sm" variant="secondary" busy={busy} onClick={() => void open()}>
      {state.kind === 'cancelled' ? 'Keep my box after all' : 'Manage or cancel'}
      <span className="visually-hidden">: {names}</span>
    </Button>
  )
}

function contentText({ name, size, quantity }: BoxContent): string {
  const sized = size === null ? name : `${name}, size ${size}`
  return quantity === 1 ? sized : `${quantity}\u00a0×\u00a0${sized}`
}
