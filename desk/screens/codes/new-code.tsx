import { type UseFormReturn, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { calculateDiscount, minimumChargePence } from '../../../domain/discount.ts'
import { formatPence } from '../../../domain/money.ts'
import {
  createDiscountCodeSchema,
  type DiscountCodeInput,
  type NewDiscountCode as Code,
} from '../../../domain/discount-code-form.ts'
import { normaliseDiscountCode } from '../../../domain/discount-code.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { unwrapResponse, client } from '../../data/client.ts'
import { createVersionDraftFormat } from '../../data/draft-format.ts'
import { useDraftForm } from '../../data/use-draft-form.ts'
import { useCurrentDay } from '../../lib/clock.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { bindField } from '../../ui/bind-field.ts'
import { LimitFields } from './limit-fields.tsx'
import { useWithdrawCode } from './use-withdraw-code.ts'
import choiceListStyles from '../../ui/choice-list.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import styles from './codes.module.css'

const empty: DiscountCodeInput = {
  kind: 'percent',
  code: '',
  percent: '10',
  pence: '',
  whole: 'goods',
  starts: '',
  ends: '',
  uses: '',
  each: '1',
}

const text = (missing: string) => v.fallback(v.string(), missing)
export const newCodeDraft = createVersionDraftFormat<DiscountCodeInput, DiscountCodeInput>(
  v.object({
    kind: v.fallback(v.picklist(['percent', 'pence']), empty.kind),
    code: text(empty.code),
    percent: text(empty.percent),
    pence: text(empty.pence),
    whole: v.fallback(v.picklist(['goods', 'everything']), empty.whole),
    starts: text(empty.starts),
    ends: text(empty.ends),
    uses: text(empty.uses),
    each: text(empty.each),
  }),
  v.object({}),
)

/** Form for a new code. Its values stay on the device until the code is created. */
export function NewCode({ close }: { close: () => void }) {
  const today = useCurrentDay()
  const { form, values, discard } = useDraftForm({
    name: 'new-code',
    format: newCodeDraft,
    rules: createDiscountCodeSchema(today),
    row: empty,
    toValues: (typed) => typed,
  })
  const withdraw = useWithdrawCode()
  const add = useDeskMutation({
    send: (code: Code) => unwrapResponse(client.rpc('desk_add_code', toArguments(code))),
    invalidates: [['codes'], ['log']],
    successToast: (_, code) => {
      discard()
      close()
      return {
        text: `${code} made.`,
        undo: () => withdraw.mutate({ code, isWithdrawn: true, revision: 1 }),
        about: `code:${code}`,
      }
    },
  })
  return (
    <Dialog title="New code" isOpen onClose={close}>
      <form
        className={layoutStyles.spaceAbove}
        onSubmit={(event) => void form.handleSubmit((code) => add.mutate(code))(event)}
        noValidate
      >
        <Field
          label="Code"
          placeholder="SLOWTUESDAY"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="Letters and digits. It works in small letters and with spaces too."
          {...bindField(form)('code')}
        />
        <Terms form={form} />
        <Limits form={form} today={today} />
        <output
          className={`${panelStyles.panel} ${panelStyles.butter} ${layoutStyles.spaceAbove} ${styles.example}`}
        >
          {exampleOf(values, today)}
        </output>
        <p className={layoutStyles.spaceAbove}>
          <OnlineButton what="Code" type="submit" isWide disabled={add.isPending}>
            Make the code
          </OnlineButton>
        </p>
      </form>
    </Dialog>
  )
}

type Form = UseFormReturn<DiscountCodeInput, unknown, Code>

function Terms({ form }: { form: Form }) {
  const { register, control } = form
  const field = bindField(form)
  const kind = useWatch({ control, name: 'kind' })
  return (
    <>
      <fieldset className={styles.choice}>
        <legend className={fieldStyles.label}>It takes off</legend>
        <div className={`${choiceListStyles.choices} ${styles.choices}`}>
          <label>
            <input type="radio" value="percent" {...register('kind')} /> Percent
          </label>
          <label>
            <input type="radio" value="pence" {...register('kind')} /> A sum
          </label>
        </div>
      </fieldset>
      {kind === 'pence' ? (
        <Field
          key="pence"
          label="How much"
          inputMode="decimal"
          placeholder="£5"
          autoComplete="off"
          {...field('pence')}
        />
      ) : (
        <Field
          key="percent"
          label="Percentage off"
          inputMode="numeric"
          autoComplete="off"
          {...field('percent')}
        />
      )}
      <fieldset className={styles.choice}>
        <legend className={fieldStyles.label}>Off what</legend>
        <div className={`${choiceListStyles.choices} ${styles.choices}`}>
          <label>
            <input type="radio" value="goods" {...register('whole')} /> Goods
          </label>
          <label>
            <input type="radio" value="everything" {...register('whole')} /> Delivery too
          </label>
        </div>
      </fieldset>
    </>
  )
}

function Limits({ form, today }: { form: Form; today: string }) {
  const field = bindField(form)
  return (
    <div className={`${fieldStyles.grid} ${styles.limits}`}>
      <Field label="First day" type="date" {...field('starts')} />
      <LimitFields today={today} ends={field('ends')} uses={field('uses')} />
      <Field
        label="For each person"
        inputMode="numeric"
        placeholder="no limit"
        autoComplete="off"
        {...field('each')}
      />
    </div>
  )
}

const sample = { goods: 2000, delivery: 350 }

/** Returns a sentence with an example of the discount on an order. */
function exampleOf(terms: DiscountCodeInput, today: string): string {
  const limits = { starts: '', ends: '', uses: '', each: '' }
  const read = v.safeParse(createDiscountCodeSchema(today), { ...terms, ...limits, code: 'ANY' })
  if (!read.success) return 'Say what it takes off, and you’ll see here what that comes to.'
  const { kind, percent, pence, whole } = read.output
  const discount = {
    code: '',
    appliesToDelivery: whole === 'everything',
    ...(kind === 'pence' ? { pence } : { percent }),
  }
  const off = calculateDiscount(sample, discount)
  const left = sample.goods + sample.delivery - off
  const code = normaliseDiscountCode(terms.code) || 'it'
  const why = left === minimumChargePence ? ', the smallest card payment there is' : ''
  return `Of ${formatPence(sample.goods)} of goods and ${formatPence(sample.delivery)} for delivery, ${code} takes ${formatPence(off)} off: ${formatPence(left)} to pay${why}.`
}

function toArguments({ code, kind, percent, pence, whole, starts, ends, uses, each }: Code) {
  return {
    p_code: code,
    p_whole_order: whole === 'everything',
    ...(kind === 'percent' ? { p_percent: percent } : { p_pence: pence }),
    ...(starts !== null && { p_starts: starts }),
    ...(ends !== null && { p_ends: ends }),
    ...(uses !== null && { p_max_uses: uses }),
    ...(each !== null && { p_max_each: each }),
  }
}
