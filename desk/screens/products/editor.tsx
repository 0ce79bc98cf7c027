import { useParams, useSearchParams } from 'react-router'
import { isUuid } from '../../data/client.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState, QueryBoundary } from '../../ui/query-state.tsx'
import { Status } from '../../ui/status.tsx'
import { TaskHeader } from '../../features/navigation/task.tsx'
import { toFormValues, useCopiedProduct, useProduct } from './product-form.ts'
import { parseStoredDraft, useStoredDraft } from './draft.ts'
import { EditorForm } from './editor-form.tsx'

/**
 * The screen of one product: its label, texts, photos and shelf. `?new` begins a new product, and `?from=` a new one from a copy of
 * another.
 */
export function Screen() {
  const { id = '' } = useParams()
  const [query] = useSearchParams()
  const from = query.get('from')
  const page = useProduct(id)
  const stored = useStoredDraft(id)
  const isCopy = from !== null && parseStoredDraft(stored, null) === null
  const original = useCopiedProduct(isCopy ? from : null, id)
  const isNew = isUuid(id) && (query.has('new') || from !== null)
  return (
    <QueryBoundary query={isCopy && page.data !== undefined ? original : page} things="The product">
      {(found) => {
        if (page.data === undefined) return null
        const draft = parseStoredDraft(stored, page.data?.content ?? null)
        if (page.data === null && !isNew && draft === null) return <Unknown />
        const shown = page.data
        const copied = isCopy && shown === null ? found : null
        const base = draft ? draft.base : (shown?.content ?? null)
        const values =
          draft?.values ??
          (copied
            ? { ...toFormValues(copied.content), name: `${copied.content.name} (copy)` }
            : toFormValues(shown?.content ?? null))
        return (
          <div>
            <TaskHeader title={shown?.content.name ?? 'A new product'}>
              {shown && <Status of={shown.content.shelf} />}
            </TaskHeader>
            <EditorForm
              key={`${id} ${draft === null}`}
              id={id}
              page={shown}
              start={{
                base,
                values,
                draftAt: draft?.at ?? null,
                original: draft
                  ? draft.original
                  : copied && { id: copied.id, content: copied.content },
              }}
            />
          </div>
        )
      }}
    </QueryBoundary>
  )
}

function Unknown() {
  return (
    <EmptyState
      mascot="mascot-garlic"
      title="Not in the album"
      text="This product is not there any more."
    >
      <ButtonLink look="quiet" to="/products">
        All products
      </ButtonLink>
    </EmptyState>
  )
}
