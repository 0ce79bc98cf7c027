import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { unwrapResponse, client } from '../../data/client.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState } from '../../ui/query-state.tsx'
import { Status } from '../../ui/status.tsx'
import { moveItem, MoveButtons } from './move-buttons.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import {
  updateCachedSiteContent,
  type Testimonial,
  siteContentKeys,
} from '../../features/site-content/queries.ts'
import { TestimonialForm } from './testimonial-form.tsx'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './words.module.css'

const pages = [
  ['testimonials', 'Testimonials'],
  ['catering', 'Catering'],
  ['consultancy', 'Consultancy'],
  ['contact', 'Contact'],
] as const

/** The testimonials by page, in the order of the page. */
export function Testimonials({ all }: { all: readonly Testimonial[] }) {
  const [query] = useSearchParams()
  const page = query.get('page') ?? 'testimonials'
  const list = all.filter((one) => one.page === page)
  const [open, setOpen] = useState<Testimonial | 'new' | null>(null)
  const move = useMove(page)
  return (
    <section className={layoutStyles.spaceAboveLarge} aria-labelledby="testimonials">
      <div className={textStyles.sectionHead}>
        <h2 className={textStyles.heading} id="testimonials">
          Testimonials
        </h2>
        <Button look="quiet" onClick={() => setOpen('new')}>
          <Icon name="plus" small /> Add
        </Button>
      </div>
      <Tabs
        label="Testimonials of which page"
        all={pages}
        at={page}
        to={(name) => `?page=${name}`}
        count={(name) => all.filter((one) => one.page === name).length}
      />
      {list.length === 0 ? (
        <EmptyState
          mascot="heart"
          title="Nobody has spoken"
          text="The page shows an empty place."
        />
      ) : (
        <ul className={rowStyles.rows}>
          {list.map((one, index) => (
            <li key={one.id} className={rowStyles.row}>
              <button
                type="button"
                className={`${buttonStyles.plain} ${styles.item}`}
                onClick={() => setOpen(one)}
              >
                <span className={`${rowStyles.title} ${styles.itemTitle}`}>{one.words}</span>
                <span className={`${rowStyles.detail} ${styles.itemDetail}`}>
                  {one.author}, {one.location} {one.isSample && <Status of="sample" />}
                </span>
              </button>
              <MoveButtons
                name={`${one.author}, ${one.location}`}
                place={index + 1}
                count={list.length}
                onMove={(to) => move.mutate({ id: one.id, to, from: index + 1 })}
              />
            </li>
          ))}
        </ul>
      )}
      {open !== null && (
        <TestimonialForm
          page={page}
          one={open === 'new' ? null : open}
          place={open === 'new' ? null : list.indexOf(open) + 1}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  )
}

function useMove(page: string) {
  const queries = useQueryClient()
  return useDeskMutation({
    send: ({ id, to, from }: { id: string; to: number; from: number }) =>
      unwrapResponse(client.rpc('desk_move_testimonial', { p_id: id, p_to: to, p_from: from })),
    invalidates: siteContentKeys,
    optimisticUpdate: ({ to, from }) =>
      updateCachedSiteContent(queries, (words) => {
        const isHere = (one: Testimonial) => one.page === page
        const others = words.testimonials.filter((one) => !isHere(one))
        const here = moveItem(words.testimonials.filter(isHere), from, to)
        return { ...words, testimonials: [...others, ...here] }
      }),
  })
}
