import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { shortDay } from '../../../domain/dates.ts'
import { type BarTyped, barTyped, rooms, standing, turnedOn } from '../../../domain/words-typed.ts'
import { useChange } from '../../changes.ts'
import { useDay } from '../../now.ts'
import { Field, TextArea } from '../../ui/field.tsx'
import { type Bar as Saved, barSchema, showWords, touched } from './read.ts'
import { type BarStep as Step, barKey, sendBar } from './sending.ts'
import { SwitchedPanel } from './switched-panel.tsx'
import { usePressed } from './use-pressed.ts'
import { useTyped } from './use-typed.ts'

const pages = [
  '/shop',
  '/subscriptions',
  '/upcoming-dates',
  '/trailer-trash-taco-tuesdays',
  '/faqs',
  '/about',
]
const name = 'Announcement bar'
const loose = v.object({ words: v.string(), link: v.string(), from: v.string(), until: v.string() })
const nothing: BarTyped = { words: '', link: '', from: '', until: '' }

/** The bar over every page of the shop: words, from when until when, and a switch. */
export function Bar({ bar }: { bar: Saved | null }) {
  const { form, isChanged, base, settle } = useTyped(
    'words:bar',
    barTyped,
    loose,
    v.nullable(barSchema),
    bar,
    typedOf,
  )
  const { change, clash } = useBar(settle)
  const { register, handleSubmit, formState, control } = form
  const { errors } = formState
  const { words = '', from = '', until = '' } = useWatch({ control })
  const today = useDay()
  const { isOn, isBusy, isKept, from: basis } = usePressed(barKey, barSchema, bar, base)
  const save = (on: boolean) =>
    handleSubmit((to) =>
      change.mutate({ name, to: contentOf(to, on), from: basis, typed: form.getValues() }),
    )()
  return (
    <SwitchedPanel
      id="bar"
      title={name}
      isOn={isOn}
      isBusy={isBusy}
      isKept={isKept}
      isTyped={isChanged}
      saveNow="Save, and show it"
      onSave={(on) => void save(on)}
      onThrowAway={() => settle(bar, form.getValues())}
      clash={clash}
      onKeep={() => clash && settle(clash.now, form.getValues())}
      fields={
        <>
          <TextArea
            label="Words"
            maxLength={rooms.bar}
            fault={errors.words?.message}
            {...register('words')}
          />
          <p className="sub words-count">
            {words.length} of {rooms.bar} letters
          </p>
          <div className="g2">
            <Field label="From" type="date" fault={errors.from?.message} {...register('from')} />
            <Field label="Until" type="date" fault={errors.until?.message} {...register('until')} />
          </div>
          <Field
            label={
              <>
                Leads to <span className="sub">(if you like)</span>
              </>
            }
            placeholder="/shop"
            list="words-pages"
            autoCapitalize="none"
            fault={errors.link?.message}
            {...register('link', {
              setValueAs: (link: unknown) => String(link).replace(location.origin, ''),
            })}
          />
          <datalist id="words-pages">
            {pages.map((page) => (
              <option key={page}>{page}</option>
            ))}
          </datalist>
        </>
      }
    >
      <p className="lab mt">As shoppers will see it</p>
      <p className="strip words-strip">{words || 'Nothing yet.'}</p>
      {!isKept && (
        <p className="sub mt0">
          {isOn ? standing({ from, until }, today) : 'It is off. Nobody sees it.'}
        </p>
      )}
    </SwitchedPanel>
  )
}

function useBar(settle: (now: Saved, typed?: BarTyped) => void) {
  const queries = useQueryClient()
  const today = useDay()
  const [clash, setClash] = useState<{ step: Step; now: Saved } | null>(null)
  const change = useChange<Step, unknown>({
    send: sendBar,
    keptAs: barKey,
    touches: touched,
    // What was typed stands in the form already, and is kept on the device until the shop has it.
    show: ({ to, from, typed }) =>
      showWords(queries, (words) =>
        typed ? words : { ...words, bar: { ...to, version: from?.version ?? 0 } },
      ),
    done: ({ to, from, typed }, output) => {
      const now = v.parse(barSchema, output)
      showWords(queries, (words) => ({ ...words, bar: now }))
      settle(now, typed)
      return {
        text: doneText(to, from, today),
        undo: () => change.mutate({ name, to: from ?? { ...to, isOn: false }, from: now }),
        about: 'bar',
      }
    },
    clash: (step, now) => setClash({ step, now: v.parse(barSchema, now) }),
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

const wholeOf = ({ words, link, from, until, isOn }: Step['to']) =>
  [words, link, from && `from ${shortDay(from)}`, until && `until ${shortDay(until)}`]
    .filter(Boolean)
    .join(' · ') + (isOn ? ' (on)' : ' (off)')

function doneText(to: Step['to'], from: Saved | null, today: string): string {
  if (!to.isOn) return from?.isOn ? 'The bar is down.' : 'The bar is kept for later.'
  const shown = from?.isOn ? 'The bar has its new words.' : 'The bar is up, on every page.'
  return turnedOn(shown, { from: to.from ?? '', until: to.until ?? '' }, today)
}

function typedOf(bar: Saved | null): BarTyped {
  if (bar === null) return nothing
  const { words, link, from, until } = bar
  return { words, link: link ?? '', from: from ?? '', until: until ?? '' }
}

function contentOf({ words, link, from, until }: BarTyped, isOn: boolean) {
  return { words, link: link || null, from: from || null, until: until || null, isOn }
}
