import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { addDays, isDay, shortDay } from '../../../domain/dates.ts'
import { holidaySentence } from '../../../domain/holiday.ts'
import {
  type HolidayTyped,
  holidayTyped,
  rooms,
  standing,
  turnedOn,
} from '../../../domain/words-typed.ts'
import { useChange } from '../../changes.ts'
import { useDay } from '../../now.ts'
import { Field } from '../../ui/field.tsx'
import { type Holiday as Saved, holidaySchema, showWords, touched } from './read.ts'
import { type HolidayStep as Step, holidayKey, sendHoliday } from './sending.ts'
import { SwitchedPanel } from './switched-panel.tsx'
import { usePressed } from './use-pressed.ts'
import { useTyped } from './use-typed.ts'

const name = 'Holiday'
const loose = v.object({
  from: v.string(),
  until: v.string(),
  sendsOn: v.string(),
  words: v.string(),
})

/** Days on which the kitchen is closed, and when parcels leave again. */
export function Holiday({ holiday }: { holiday: Saved | null }) {
  const { form, isChanged, base, settle } = useTyped(
    'words:holiday',
    holidayTyped,
    loose,
    v.nullable(holidaySchema),
    holiday,
    typedOf,
  )
  const { change, clash } = useHoliday(settle)
  const { register, handleSubmit, formState, control } = form
  const { errors } = formState
  const { from = '', until = '', sendsOn = '', words = '' } = useWatch({ control })
  const today = useDay()
  const { isOn, isBusy, isKept, from: basis } = usePressed(holidayKey, holidaySchema, holiday, base)
  const save = (on: boolean) =>
    handleSubmit((to) =>
      change.mutate({ name, to: { ...to, isOn: on }, from: basis, typed: form.getValues() }),
    )()
  return (
    <SwitchedPanel
      id="holiday"
      title={name}
      isOn={isOn}
      isBusy={isBusy}
      isKept={isKept}
      isTyped={isChanged}
      saveNow="Save, and say it"
      onSave={(on) => void save(on)}
      onThrowAway={() => settle(holiday, form.getValues())}
      clash={clash}
      onKeep={() => clash && settle(clash.now, form.getValues())}
      lead={
        <p className="sub">
          Stretches the delivery days at the till: said in the cart, after paying, and in the mails
          of orders.
        </p>
      }
      fields={
        <>
          <div className="g2">
            <Field
              label="Closed from"
              type="date"
              fault={errors.from?.message}
              {...register('from')}
            />
            <Field
              label="Last day closed"
              type="date"
              fault={errors.until?.message}
              {...register('until')}
            />
          </div>
          <Field
            label="Sending again on"
            type="date"
            fault={errors.sendsOn?.message}
            {...register('sendsOn')}
          />
          <Field
            label={
              <>
                A line about it <span className="sub">(if you like)</span>
              </>
            }
            maxLength={rooms.holiday}
            fault={errors.words?.message}
            {...register('words')}
          />
        </>
      }
    >
      {isDay(until) && isDay(sendsOn) && (
        <p className="pan pan--b mt">
          {holidaySentence({ closedUntil: until, leavesOn: sendsOn, words })}
        </p>
      )}
      {!isKept && (
        <p className="sub mt0">
          {isOn ? whenOf(from, sendsOn, today) : 'It is off. Orders leave as usual.'}
        </p>
      )}
    </SwitchedPanel>
  )
}

function useHoliday(settle: (now: Saved, typed?: HolidayTyped) => void) {
  const queries = useQueryClient()
  const today = useDay()
  const [clash, setClash] = useState<{ step: Step; now: Saved } | null>(null)
  const change = useChange<Step, unknown>({
    send: sendHoliday,
    keptAs: holidayKey,
    touches: touched,
    // What was typed stands in the form already, and is kept on the device until the shop has it.
    show: ({ to, from, typed }) =>
      showWords(queries, (words) =>
        typed ? words : { ...words, holiday: { ...to, version: from?.version ?? 0 } },
      ),
    done: ({ to, from, typed }, output) => {
      const now = v.parse(holidaySchema, output)
      showWords(queries, (words) => ({ ...words, holiday: now }))
      settle(now, typed)
      return {
        text: to.isOn
          ? turnedOn('The holiday is said in carts and mails.', saidOn(to), today)
          : 'The holiday is off.',
        undo: () => change.mutate({ name, to: from ?? { ...to, isOn: false }, from: now }),
        about: 'holiday',
      }
    },
    clash: (step, now) => setClash({ step, now: v.parse(holidaySchema, now) }),
  })
  return {
    change,
    clash: clash && {
      now: clash.now,
      typed: wholeOf(clash.step.to),
      became: wholeOf(clash.now),
      onChosen: () => setClash(null),
      onUse: () => change.mutate({ ...clash.step, from: clash.now }),
    },
  }
}

function typedOf(holiday: Saved | null): HolidayTyped {
  const { from = '', until = '', sendsOn = '', words = '' } = holiday ?? {}
  return { from, until, sendsOn, words }
}

const wholeOf = ({ from, until, sendsOn, words, isOn }: Step['to']) =>
  `${shortDay(from)} to ${shortDay(until)}, sending again ${shortDay(sendsOn)}.${words && ` ${words}`} (${isOn ? 'on' : 'off'})`

/** It is said until the day before sending begins. */
const saidOn = ({ from, sendsOn }: Pick<HolidayTyped, 'from' | 'sendsOn'>) => ({
  from,
  until: addDays(sendsOn, -1),
})

function whenOf(from: string, sendsOn: string, today: string): string {
  if (!isDay(from) || !isDay(sendsOn)) return 'Which days?'
  return standing(saidOn({ from, sendsOn }), today)
}
