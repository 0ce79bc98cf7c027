import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { addDays, isDay, shortDay } from '../../../domain/dates.ts'
import { holidaySentence } from '../../../domain/holiday.ts'
import {
  type HolidayInput,
  holidayInputSchema,
  maxLengths,
  getScheduleText,
  getActivationText,
} from '../../../domain/site-content-schema.ts'
import { createRowDraftFormat } from '../../data/draft-format.ts'
import { Field } from '../../ui/field.tsx'
import { bindField } from '../../ui/bind-field.ts'
import { type Holiday as Saved, holidaySchema } from '../../features/site-content/queries.ts'
import { holidayKey, saveHoliday } from './mutations.ts'
import { ToggledSection } from './toggled-section.tsx'
import { type ToggledSectionOptions, useToggledSection } from './use-toggled-section.ts'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './words.module.css'

export const holidayDraft = createRowDraftFormat(
  v.object({
    from: v.string(),
    until: v.string(),
    sendsOn: v.string(),
    words: v.string(),
  }),
  v.nullable(holidaySchema),
)

const switched: ToggledSectionOptions<Saved, HolidayInput> = {
  of: 'holiday',
  name: 'Holiday',
  schema: holidaySchema,
  rules: holidayInputSchema,
  format: holidayDraft,
  offlineKey: holidayKey,
  send: saveHoliday,
  toValues,
  contentOf: (typed, isOn) => ({ ...typed, isOn }),
  wholeOf: ({ from, until, sendsOn, words, isOn }) =>
    `${shortDay(from)} to ${shortDay(until)}, sending again ${shortDay(sendsOn)}.${words && ` ${words}`} (${isOn ? 'on' : 'off'})`,
  said: (to, _from, today) =>
    to.isOn
      ? getActivationText('Carts and mails now say so.', saidOn(to), today)
      : 'The holiday is off.',
}

/** Form for a holiday: the days on which the kitchen is closed, and the day on which parcels are sent again. */
export function HolidayForm({ holiday }: { holiday: Saved | null }) {
  const { form, today, panel } = useToggledSection(switched, holiday)
  const field = bindField(form)
  const { from = '', until = '', sendsOn = '', words = '' } = useWatch({ control: form.control })
  return (
    <ToggledSection
      {...panel}
      lead={
        <p className={textStyles.detail}>
          Adds your days off to the delivery time. Shoppers see it in the cart, after paying and in
          order mails.
        </p>
      }
      fields={
        <>
          <div className={`${fieldStyles.grid} ${styles.dates}`}>
            <Field label="Closed from" type="date" {...field('from')} />
            <Field label="Last day closed" type="date" {...field('until')} />
          </div>
          <Field label="Sending again on" type="date" {...field('sendsOn')} />
          <Field
            label="A line about it"
            aside="if you like"
            maxLength={maxLengths.holiday}
            {...field('words')}
          />
        </>
      }
    >
      {isDay(until) && isDay(sendsOn) && (
        <p className={`${panelStyles.panel} ${panelStyles.butter} ${layoutStyles.spaceAbove}`}>
          {holidaySentence({ closedUntil: until, leavesOn: sendsOn, words })}
        </p>
      )}
      {!panel.isKept && (
        <p className={`${textStyles.detail} ${layoutStyles.spaceAboveSmall}`}>
          {panel.isOn ? whenOf(from, sendsOn, today) : 'It is off. Orders leave as usual.'}
        </p>
      )}
    </ToggledSection>
  )
}

function toValues(holiday: Saved | null): HolidayInput {
  const { from = '', until = '', sendsOn = '', words = '' } = holiday ?? {}
  return { from, until, sendsOn, words }
}

/** Returns the days on which the notice is shown: until the day before parcels are sent again. */
const saidOn = ({ from, sendsOn }: Pick<HolidayInput, 'from' | 'sendsOn'>) => ({
  from,
  until: addDays(sendsOn, -1),
})

function whenOf(from: string, sendsOn: string, today: string): string {
  if (!isDay(from) || !isDay(sendsOn)) return 'Which days?'
  return getScheduleText(saidOn({ from, sendsOn }), today)
}
