import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { londonDay } from '../../../domain/dates.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { shopNow } from '../../lib/clock.ts'
import { DiscardDraftButton } from '../../ui/discard-draft.tsx'
import { showToast } from '../../ui/toasts.tsx'
import {
  type ProductPage,
  toPayload,
  toFormValues,
  type ProductFormValues,
  applyFormChanges,
} from './product-form.ts'
import { getPublishBlockers, isOnSale, withAddedWarnings } from './publishable.ts'
import type { ProductContent } from './stored-content.ts'
import { DeferredValues } from './deferred-values.tsx'
import { type EditorStart, useProductDraft } from './draft.ts'
import { FormFooter, type FormFooterProps } from './form-footer.tsx'
import { MissingFields, scrollToPart } from './missing-fields.tsx'
import { LabelSection } from './label-section.tsx'
import { OldVersions } from './old-versions.tsx'
import { Photos } from './photos.tsx'
import { PreviewCard } from './preview-card.tsx'
import { findInvalidField, usePublish } from './publish.ts'
import { getConflictingGroups } from './merge.ts'
import { PublishDialogs } from './publish-dialogs.tsx'
import { RecipePanel } from './recipe-panel.tsx'
import { isJsonEqual } from './json-equal.ts'
import { removeProductDraft } from './stored-draft.ts'
import { ShelfSection } from './shelf-section.tsx'
import { UrgentLabelActions } from './urgent-label-actions.tsx'
import { HeatSection, TextSection } from './text-sections.tsx'
import layoutStyles from '../../ui/layout.module.css'
import editorStyles from './editor.module.css'

interface EditorFormProps {
  id: string
  /** The published product; null for a new one. */
  page: ProductPage | null
  /** The values that the form opens with; later ones have no effect. */
  start: EditorStart
}

export function EditorForm({ id, page, start: initial }: EditorFormProps) {
  const [start] = useState(initial)
  const form = useForm<ProductFormValues>({ defaultValues: start.values })
  const [base, setBase] = useState(start.base)
  const [refusals, setRefusals] = useState(0)
  const preview = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const take = (content: ProductContent, values?: ProductFormValues) => {
    setBase(content)
    // Error messages stay when the form keeps values that are not published.
    form.reset(values ?? toFormValues(content), { keepErrors: values !== undefined })
    setRefusals(0)
  }
  // Applies the server's answer, and keeps what was typed while the request was under way.
  const takeAnswer = (
    content: ProductContent,
    typed: ProductFormValues | null,
    values = toFormValues(content),
  ) => {
    const now = form.getValues()
    take(content, applyFormChanges(values, typed ?? (base ? toFormValues(base) : now), now))
  }
  const publishing = usePublish({
    id,
    base,
    original: start.original,
    onDone: (content, typed) => {
      takeAnswer(content, typed)
      if (page === null) void navigate(`/products/${id}`, { replace: true })
    },
    onMergedWarnings: (content) => {
      const versions = { base, mine: toPayload(form.getValues(), base), theirs: content }
      // With conflicting changes, the form keeps its base version, so that the next attempt to publish fails with the conflict.
      if (getConflictingGroups(versions).length === 0) takeAnswer(content, null)
    },
  })
  const follow = useEffectEvent((now: ProductContent, ownText: string | null) => {
    if (base === null || isJsonEqual(now, base)) return
    const typed = form.getValues()
    // The form already equals the published version after a reload that came before the answer.
    const isThere = isJsonEqual({ ...toPayload(typed, base), allergens: now.allergens }, now)
    if (isThere || isJsonEqual(typed, toFormValues(base))) take(now)
    // The published version is the user's own, sent before a reload; something has been typed since.
    else if (ownText !== null) {
      takeAnswer(now, toFormValues(now))
      showToast({ text: ownText, about: `publish:${id}` })
    }
    // Only the new warnings were published, because the rest of the change was refused.
    else if (isJsonEqual({ ...withAddedWarnings(typed, base), allergens: now.allergens }, now))
      takeAnswer(now, null)
  })
  // A version that somebody else publishes is taken over when the form is unchanged; otherwise it is a conflict.
  const ownText = page && publishing.getOwnText(page.content)
  useEffect(() => {
    const timer = setTimeout(() => page && follow(page.content, ownText))
    return () => clearTimeout(timer)
  }, [page, ownText])
  const isSold = base !== null && isOnSale(base)
  const draftShelf = base?.shelf === 'coming-soon' ? 'coming-soon' : 'hidden'
  const save = (shelf = form.getValues('shelf')) => {
    const values = form.getValues()
    const warned = withAddedWarnings(values, base)
    const fault = findInvalidField({ ...values, shelf }, londonDay(shopNow()))
    if (fault !== null) {
      if (warned !== null) publishing.publishWarnings(warned)
      form.setError(fault.field, { message: fault.message })
      document.querySelector<HTMLElement>(`[name="${fault.field}"]`)?.focus()
      return
    }
    if (isOnSale({ shelf }) && getPublishBlockers(values, base).length > 0)
      setRefusals(refusals + 1)
    else publishing.publish(toPayload({ ...values, shelf }, base), values, warned)
  }
  const restore = (old: ProductContent) => publishing.publish(old, null)
  useShortcuts({ 'Mod+s': () => save() })
  return (
    <FormProvider {...form}>
      <form
        className={`${layoutStyles.columns} ${layoutStyles.columnsWithAside}`}
        noValidate
        onChange={() => {
          if (Object.keys(form.formState.errors).length > 0) form.clearErrors()
        }}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <div>
          {refusals > 0 && (
            <DeferredValues>
              {(values) => {
                const gaps = getPublishBlockers(values, base)
                const urgent = (
                  <UrgentLabelActions
                    id={id}
                    base={base}
                    warned={withAddedWarnings(values, base)}
                    isPending={publishing.isSending(
                      withAddedWarnings(values, base) ?? toPayload(values, base),
                    )}
                    onPublish={publishing.publishWarnings}
                    onShelf={(shelf) => setBase((now) => now && { ...now, shelf })}
                  />
                )
                return (
                  gaps.length > 0 && <MissingFields key={refusals} gaps={gaps} urgent={urgent} />
                )
              }}
            </DeferredValues>
          )}
          <Photos id={id} />
          <TextSection />
          <LabelSection
            panel={
              <DeferredValues>
                {(values) => <RecipePanel page={page} base={base} values={values} />}
              </DeferredValues>
            }
          />
          <HeatSection base={base} />
          <ShelfSection page={page} />
          {page && <OldVersions olds={page.olds} current={base} onTake={restore} />}
        </div>
        <div ref={preview} className={editorStyles.preview} tabIndex={-1}>
          <DeferredValues>
            {(values) => (
              <>
                <RecipePanel page={page} base={base} values={values} isBeside />
                <PreviewCard
                  values={values}
                  base={base}
                  number={page?.number ?? null}
                  tint={page?.tint ?? 'butter'}
                />
              </>
            )}
          </DeferredValues>
        </div>
        <DeferredValues>
          {(values) => {
            const isForSale = isOnSale(values)
            return (
              <Foot
                draft={{ id, base, values, start }}
                isSold={isSold}
                gaps={isForSale ? getPublishBlockers(values, base).length : 0}
                label={isSold || !isForSale ? 'Publish changes' : 'Put on sale'}
                isPending={([values.shelf, draftShelf] as const).some((shelf) =>
                  publishing.isSending(toPayload({ ...values, shelf }, base)),
                )}
                onPreview={() => scrollToPart(preview.current)}
                onSave={() => save(draftShelf)}
                onThrowAway={() => {
                  removeProductDraft(id)
                  // Until the page is refetched, `base` is the version that was published last.
                  const there = page?.content ?? base
                  if (there === null) void navigate('/products')
                  else take(there)
                }}
              />
            )
          }}
        </DeferredValues>
      </form>
      <PublishDialogs
        id={id}
        publishing={publishing}
        onMerged={(theirs, merged, { typed }) => takeAnswer(theirs, typed, toFormValues(merged))}
      />
    </FormProvider>
  )
}

interface FootProps extends Omit<FormFooterProps, 'savedAt'> {
  draft: Parameters<typeof useProductDraft>[0]
  onThrowAway: () => void
}

function Foot({ draft, onThrowAway, ...rest }: FootProps) {
  const { isTyped, savedAt } = useProductDraft(draft)
  return (
    <>
      <DiscardDraftButton isTyped={isTyped} onPress={onThrowAway} />
      <FormFooter savedAt={savedAt} {...rest} />
    </>
  )
}
