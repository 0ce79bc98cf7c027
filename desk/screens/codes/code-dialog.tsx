import { Link } from 'react-router'
import * as v from 'valibot'
import { londonDay, shortDay } from '../../../domain/dates.ts'
import { formatPence } from '../../../domain/money.ts'
import { createDiscountCodeChangeSchema } from '../../../domain/discount-code-form.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { unwrapResponse, client } from '../../data/client.ts'
import { createVersionDraftFormat } from '../../data/draft-format.ts'
import { useDraftForm } from '../../data/use-draft-form.ts'
import { useCurrentDay } from '../../lib/clock.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { QueryBoundary } from '../../ui/query-state.tsx'
import { Status } from '../../ui/status.tsx'
import { bindField } from '../../ui/bind-field.ts'
import { copyText } from '../../ui/copy-text.ts'
import { LimitFields } from './limit-fields.tsx'
import { type DiscountCode, type DiscountCodeWithOrders, useDiscountCode } from './queries.ts'
import { useWithdrawCode } from './use-withdraw-code.ts'
import {
  formatDays,
  formatLimitPerCustomer,
  statusLabels,
  formatDiscount,
  formatUses,
} from './formats.ts'
import buttonStyles from '../../ui/button.module.css'
import definitionListStyles from '../../ui/definition-list.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './codes.module.css'

/** Dialog of one discount code: its terms, its results, and the fields that can still be changed. */
export function CodeDialog({ code, close }: { code: string; close: () => void }) {
  const query = useDiscountCode(code)
  return (
    <Dialog title={code} isOpen onClose={close}>
      <QueryBoundary query={query} things="The code">
        {(found) =>
          found === null ? (
            <p className={layoutStyles.spaceAbove}>There is no such code.</p>
          ) : (
            <>
              <Facts code={found} />
              <Orders orders={found.orders} uses={found.uses} />
              {found.state !== 'withdrawn' && <Change code={found} />}
              <Buttons code={found} />
            </>
          )
        }
      </QueryBoundary>
    </Dialog>
  )
}

function Facts({ code }: { code: DiscountCode }) {
  const [of, words] = statusLabels[code.state]
  const facts = [
    ['Days', formatDays(code)],
    ['Each person', formatLimitPerCustomer(code)],
    ['Uses', code.open === 0 ? formatUses(code) : `${formatUses(code)}, ${code.open} at the till`],
    ['Taken off', formatPence(code.off)],
    ['Taken', formatPence(code.taken)],
    ...(code.paidBack > 0 ? [['Paid back', formatPence(code.paidBack)] as const] : []),
  ] as const
  return (
    <>
      <p className={styles.state}>
        <Status of={of} words={words} /> <b>{formatDiscount(code)}</b>
      </p>
      <dl className={`${definitionListStyles.list} ${layoutStyles.spaceAbove}`}>
        {facts.map(([name, value]) => (
          <div key={name} className={definitionListStyles.pair}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Orders({ orders, uses }: { orders: DiscountCodeWithOrders['orders']; uses: number }) {
  if (orders.length === 0) return null
  return (
    <details className={layoutStyles.spaceAbove}>
      <summary className={textStyles.subheading}>
        {uses > orders.length ? `The latest ${orders.length} of ${uses} orders` : 'Its orders'}
      </summary>
      <ul className={`${rowStyles.rows} ${layoutStyles.spaceAbove}`}>
        {orders.map(({ number, paidAt, name, off, total, paidBack }) => (
          <li key={number}>
            <Link className={rowStyles.row} to={`/orders/${number}`}>
              <span className={rowStyles.main}>
                <span className={rowStyles.title}>
                  {number} · {name ?? 'anonymous'}
                </span>
                <span className={rowStyles.detail}>
                  {shortDay(londonDay(Date.parse(paidAt)))}
                  {paidBack > 0 && ` · ${formatPence(paidBack)} paid back`}
                </span>
              </span>
              <span className={`${textStyles.alignEnd} ${textStyles.noWrap}`}>
                <b>{formatPence(total)}</b>
                <br />
                <span className={textStyles.fine}>{formatPence(off)} off</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

interface Typed {
  ends: string
  uses: string
}
/** The parsed form values, with the values as typed when the change was sent. */
interface Limits {
  ends: string | null
  uses: number | null
  typed: Typed
}
export const codeDraft = createVersionDraftFormat<Typed, DiscountCode>(
  v.object({ ends: v.string(), uses: v.string() }),
  v.object({ revision: v.number() }),
)

/** Edits only the last day and the number of uses: the discount itself cannot be changed, because it was promised. */
function Change({ code: row }: { code: DiscountCode }) {
  const { code, endsOn, maxUses } = row
  const today = useCurrentDay()
  const { form, values, isChanged, base, onConflict, settle } = useDraftForm({
    name: `code:${code}`,
    format: codeDraft,
    rules: createDiscountCodeChangeSchema(today, { ends: endsOn ?? '', uses: maxUses }),
    row,
    toValues: ({ endsOn: ends, maxUses: uses }) => ({
      ends: ends ?? '',
      uses: uses === null ? '' : String(uses),
    }),
  })
  const field = bindField(form)
  const change = useDeskMutation({
    send: ({ ends, uses }: Limits) =>
      unwrapResponse(
        client.rpc('desk_change_code', {
          p_code: code,
          p_revision: base.revision,
          ...(ends !== null && { p_ends: ends }),
          ...(uses !== null && { p_max_uses: uses }),
        }),
      ),
    invalidates: [['codes'], ['log']],
    onConflict,
    successToast: ({ ends, uses, typed }, revision) => {
      settle({ ...row, endsOn: ends, maxUses: uses, revision }, typed)
      return { text: `${code} changed.`, about: `code:${code}` }
    },
  })
  return (
    <form
      className={layoutStyles.spaceAboveLarge}
      onSubmit={(event) =>
        void form.handleSubmit((limits) => change.mutate({ ...limits, typed: values }))(event)
      }
      noValidate
    >
      <h3 className={textStyles.subheading}>Change the last day, or allow more uses</h3>
      <div className={`${fieldStyles.grid} ${styles.limits} ${layoutStyles.spaceAbove}`}>
        <LimitFields today={today} ends={field('ends')} uses={field('uses')} />
      </div>
      <OnlineButton
        what="Save"
        type="submit"
        look="quiet"
        disabled={!isChanged || change.isPending}
      >
        Save
      </OnlineButton>
    </form>
  )
}

function Buttons({ code: { code, state, revision } }: { code: DiscountCode }) {
  const withdraw = useWithdrawCode()
  const isWithdrawn = state === 'withdrawn'
  return (
    <div className={`${buttonStyles.group} ${layoutStyles.spaceAboveLarge}`}>
      <Button look="quiet" onClick={() => void copyText(code, `${code} copied.`)}>
        Copy the code
      </Button>
      <OnlineButton
        what={isWithdrawn ? 'Let it work' : 'Withdraw'}
        look="quiet"
        disabled={withdraw.isPending}
        onClick={() => withdraw.mutate({ code, isWithdrawn: !isWithdrawn, revision })}
      >
        {isWithdrawn ? 'Let it work again' : 'Withdraw'}
      </OnlineButton>
    </div>
  )
}
