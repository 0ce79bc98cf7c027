import { useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { productGaps } from '../../../domain/product-gaps.ts'
import { useKeys } from '../../keys.ts'
import { ClashDialog } from './clash-dialog.tsx'
import {
  type Content,
  type ProductPage,
  toContent,
  toSellable,
  toValues,
  type Values,
} from './content.ts'
import { dropDraft, useKeptDraft } from './draft.ts'
import { FormFoot } from './form-foot.tsx'
import { Gaps, show } from './gaps.tsx'
import { LabelSection } from './label-section.tsx'
import { OldVersions } from './old-versions.tsx'
import { Photos } from './photos.tsx'
import { PreviewCard } from './preview-card.tsx'
import { typedFault, usePublish } from './publish.ts'
import { RecipePanel } from './recipe-panel.tsx'
import { ShelfSection } from './shelf-section.tsx'
import { SlipDialog } from './slip-dialog.tsx'
import { HeatSection, WordsSection } from './words-sections.tsx'

interface EditorFormProps {
  id: string
  /** Null of a new product. */
  page: ProductPage | null
  start: { base: Content | null; values: Values; draftAt: number | null }
}

export function EditorForm({ id, page, start }: EditorFormProps) {
  const form = useForm<Values>({ defaultValues: start.values })
  const values = useWatch({ control: form.control, compute: (all: Values) => all })
  const [base, setBase] = useState(start.base)
  const [refusals, setRefusals] = useState(0)
  const preview = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const savedAt = useKeptDraft(id, base, values, start)
  const take = (content: Content) => {
    setBase(content)
    form.reset(toValues(content))
    setRefusals(0)
  }
  const publishing = usePublish({
    id,
    base,
    name: values.name,
    onDone: (content) => {
      take(content)
      if (page === null) void navigate(`/products/${id}`, { replace: true })
    },
  })
  const gaps = productGaps(toSellable(values))
  const isForSale = values.shelf === 'live' || values.shelf === 'sold-out'
  const isSold = base?.shelf === 'live' || base?.shelf === 'sold-out'
  const save = (shelf: Values['shelf']) => {
    const fault = typedFault(values)
    if (fault !== null) {
      form.setError(fault.field, { message: fault.message })
      document.querySelector<HTMLElement>(`[name="${fault.field}"]`)?.focus()
      return
    }
    if ((shelf === 'live' || shelf === 'sold-out') && gaps.length > 0) setRefusals(refusals + 1)
    else publishing.publish(toContent({ ...values, shelf }, base))
  }
  useKeys({ 'Mod+s': () => save(values.shelf) })
  return (
    <FormProvider {...form}>
      <form
        className="cols cols--n"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save(values.shelf)
        }}
      >
        <div>
          {refusals > 0 && gaps.length > 0 && <Gaps key={refusals} gaps={gaps} />}
          <Photos id={id} />
          <WordsSection />
          <LabelSection panel={<RecipePanel page={page} base={base} values={values} />} />
          <HeatSection />
          <ShelfSection page={page} />
          {page && <OldVersions olds={page.olds} onTake={(old) => publishing.publish(old)} />}
        </div>
        <div ref={preview} className="aside" tabIndex={-1}>
          <RecipePanel page={page} base={base} values={values} isBeside />
          <PreviewCard
            values={values}
            base={base}
            number={page?.number ?? null}
            tint={page?.tint ?? 'butter'}
          />
        </div>
        <FormFoot
          savedAt={savedAt}
          isSold={isSold}
          gaps={isForSale ? gaps.length : 0}
          label={isSold || !isForSale ? 'Publish changes' : 'Put on sale'}
          isPending={publishing.isPending}
          onPreview={() => show(preview.current)}
          onSave={() => save(base?.shelf === 'coming-soon' ? 'coming-soon' : 'hidden')}
        />
      </form>
      {savedAt !== null && (
        <p className="mt2">
          <button
            type="button"
            className="tlink"
            onClick={() => {
              dropDraft(id)
              if (page === null) void navigate('/products')
              else take(page.content)
            }}
          >
            Throw away what was typed
          </button>
        </p>
      )}
      {publishing.slip && <SlipDialog {...publishing.slip} />}
      {publishing.clash && (
        <ClashDialog
          mine={publishing.clash.mine}
          theirs={publishing.clash.theirs}
          base={base ?? publishing.clash.theirs}
          onClose={publishing.drop}
          onChosen={(merged) => {
            setBase(publishing.clash?.theirs ?? base)
            form.reset(toValues(merged))
            publishing.drop()
          }}
        />
      )}
    </FormProvider>
  )
}
