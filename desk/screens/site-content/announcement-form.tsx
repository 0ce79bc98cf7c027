import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { shortDay } from '../../../domain/dates.ts'
import {
  type AnnouncementBarInput,
  announcementBarInputSchema,
  maxLengths,
  getScheduleText,
  getActivationText,
} from '../../../domain/site-content-schema.ts'
import { createRowDraftFormat } from '../../data/draft-format.ts'
import { Field, TextArea } from '../../ui/field.tsx'
import { bindField } from '../../ui/bind-field.ts'
import {
  type Announcement as Saved,
  announcementSchema,
} from '../../features/site-content/queries.ts'
import { announcementKey, saveAnnouncement } from './mutations.ts'
import { ToggledSection } from './toggled-section.tsx'
import { type ToggledSectionOptions, useToggledSection } from './use-toggled-section.ts'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import stripStyles from '../../ui/strip.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './words.module.css'

const pages = [
  '/shop',
  '/subscriptions',
  '/upcoming-dates',
  '/trailer-trash-taco-tuesdays',
  '/faqs',
  '/about',
]
type Content = Omit<Saved, 'version'>
const nothing: AnnouncementBarInput = { words: '', link: '', from: '', until: '' }

export const announcementDraft = createRowDraftFormat(
  v.object({ words: v.string(), link: v.string(), from: v.string(), until: v.string() }),
  v.nullable(announcementSchema),
)

const switched: ToggledSectionOptions<Saved, AnnouncementBarInput> = {
  of: 'bar',
  name: 'Announcement bar',
  schema: announcementSchema,
  rules: announcementBarInputSchema,
  format: announcementDraft,
  offlineKey: announcementKey,
  send: saveAnnouncement,
  toValues,
  contentOf,
  wholeOf: ({ words, link, from, until, isOn }) =>
    [words, link, from && `from ${shortDay(from)}`, until && `until ${shortDay(until)}`]
      .filter(Boolean)
      .join(' · ') + (isOn ? ' (on)' : ' (off)'),
  said: doneText,
}

/** Form for the notice bar at the top of every page of the shop: its text, its dates, and its switch. */
export function AnnouncementForm({ bar }: { bar: Saved | null }) {
  const { form, today, panel } = useToggledSection(switched, bar)
  const field = bindField(form)
  const { words = '', from = '', until = '' } = useWatch({ control: form.control })
  return (
    <ToggledSection
      {...panel}
      fields={
        <>
          <TextArea label="Words" maxLength={maxLengths.bar} {...field('words')} />
          <p className={`${textStyles.detail} ${styles.length}`}>
            {words.length} of {maxLengths.bar} characters
          </p>
          <div className={`${fieldStyles.grid} ${styles.dates}`}>
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
      <p className={`${fieldStyles.label} ${layoutStyles.spaceAbove}`}>As shoppers will see it</p>
      <p className={`${stripStyles.strip} ${styles.strip}`}>{words || 'Nothing yet.'}</p>
      {!panel.isKept && (
        <p className={`${textStyles.detail} ${layoutStyles.spaceAboveSmall}`}>
          {panel.isOn ? getScheduleText({ from, until }, today) : 'It is off. Nobody sees it.'}
        </p>
      )}
    </ToggledSection>
  )
}

function doneText(to: Content, from: Saved | null, today: string): string {
  if (!to.isOn) return from?.isOn ? 'The bar is down.' : 'The bar is saved for later.'
  const shown = from?.isOn ? 'The bar has its new words.' : 'The bar is up, on every page.'
  return getActivationText(shown, { from: to.from ?? '', until: to.until ?? '' }, today)
}

function toValues(bar: Saved | null): AnnouncementBarInput {
  if (bar === null) return nothing
  const { words, link, from, until } = bar
  return { words, link: link ?? '', from: from ?? '', until: until ?? '' }
}

function contentOf({ words, link, from, until }: AnnouncementBarInput, isOn: boolean) {
  return { words, link: link || null, from: from || null, until: until || null, isOn }
}
