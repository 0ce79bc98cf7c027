import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { shortDay } from '../../../domain/dates.ts'
import { type BarTyped, barTyped, rooms, standing, turnedOn } from '../../../domain/words-typed.ts'
import { useDay } from '../../now.ts'
import { Field, TextArea } from '../../ui/field.tsx'
import { tied } from '../../ui/tied.ts'
import { type Bar as Saved, barSchema } from './read.ts'
import { barKey, sendBar } from './sending.ts'
import { SwitchedPanel } from './switched-panel.tsx'
import { usePressed } from './use-pressed.ts'
import { useSwitched } from './use-switched.ts'
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
type Content = Omit<Saved, 'version'>
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
  const { handleSubmit, control } = form
  const field = tied(form)
  const { words = '', from = '', until = '' } = useWatch({ control })
  const today = useDay()
  const { change, clash } = useSwitched({
    of: 'bar',
    name,
    schema: barSchema,
    keptAs: barKey,
    send: sendBar,
    settle,
    wholeOf,
    said: (to, from) => doneText(to, from, today),
  })
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
      saveNow="Save and show it"
      onSave={(on) => void save(on)}
      onThrowAway={() => settle(bar, form.getValues())}
      clash={clash}
      onKeep={() => clash && settle(clash.now, form.getValues())}
      fields={
        <>
          <TextArea label="Words" maxLength={rooms.bar} {...field('words')} />
          <p className="sub words-count">
            {words.length} of {rooms.bar} characters
          </p>
          <div className="g2">
            <Field label="From" type="date" {...field('from')} />
            <Field label="Until" type="date" {...field('until')} />
          </div>
          <Field
            label="Leads to"
            aside="if you like"
            placeholder="/shop"
            list="words-pages"
            autoCapitalize="none"
            {...field('link', {
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

const wholeOf = ({ words, link, from, until, isOn }: Content) =>
  [words, link, from && `from ${shortDay(from)}`, until && `until ${shortDay(until)}`]
    .filter(Boolean)
    .join(' · ') + (isOn ? ' (on)' : ' (off)')

function doneText(to: Content, from: Saved | null, today: string): string {
  if (!to.isOn) return from?.isOn ? 'The bar is down.' : 'The bar is saved for later.'
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
