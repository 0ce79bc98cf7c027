import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unwrapResponse, client } from '../../data/client.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState } from '../../ui/query-state.tsx'
import { FaqForm } from './faq-form.tsx'
import { moveItem, MoveButtons } from './move-buttons.tsx'
import {
  type Faq,
  updateCachedSiteContent,
  siteContentKeys,
} from '../../features/site-content/queries.ts'
import buttonStyles from '../../ui/button.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './words.module.css'

/** The questions of the FAQ page, in its order. */
export function Faqs({ faqs }: { faqs: readonly Faq[] }) {
  const [open, setOpen] = useState<Faq | 'new' | null>(null)
  const move = useMove()
  return (
    <section aria-labelledby="faqs">
      <div className={textStyles.sectionHead}>
        <h2 className={textStyles.heading} id="faqs">
          Questions and answers
        </h2>
        <Button look="quiet" onClick={() => setOpen('new')}>
          <Icon name="plus" small /> Add
        </Button>
      </div>
      {faqs.length === 0 ? (
        <EmptyState
          mascot="garlic"
          title="No questions"
          text="The FAQ page has nothing to answer."
        />
      ) : (
        <ul className={rowStyles.rows}>
          {faqs.map((faq, index) => (
            <li key={faq.id} className={rowStyles.row}>
              <button
                type="button"
                className={`${buttonStyles.plain} ${styles.item}`}
                onClick={() => setOpen(faq)}
              >
                <span className={`${rowStyles.title} ${styles.itemTitle}`}>{faq.question}</span>
              </button>
              <MoveButtons
                name={`“${faq.question}”`}
                place={index + 1}
                count={faqs.length}
                onMove={(to) => move.mutate({ id: faq.id, to, from: index + 1 })}
              />
            </li>
          ))}
        </ul>
      )}
      {open !== null && (
        <FaqForm faq={open === 'new' ? null : open} all={faqs} onClose={() => setOpen(null)} />
      )}
    </section>
  )
}

function useMove() {
  const queries = useQueryClient()
  return useDeskMutation({
    send: ({ id, to, from }: { id: string; to: number; from: number }) =>
      unwrapResponse(client.rpc('desk_move_faq', { p_id: id, p_to: to, p_from: from })),
    invalidates: siteContentKeys,
    optimisticUpdate: ({ to, from }) =>
      updateCachedSiteContent(queries, (words) => ({
        ...words,
        faqs: moveItem(words.faqs, from, to),
      })),
  })
}
