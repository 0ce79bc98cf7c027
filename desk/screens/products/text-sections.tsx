import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { unitPriceText } from '../../../domain/quantity.ts'
import { isFood } from '../../../domain/product-gaps.ts'
import { filters } from '../../../domain/filters.ts'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { bindField } from '../../ui/bind-field.ts'
import { parseAmounts, type ProductFormValues } from './product-form.ts'
import { HeatInput } from './heat.tsx'
import { HiddenTags } from './hidden-tags.tsx'
import { LineFields } from './line-fields.tsx'
import type { ProductContent } from './stored-content.ts'
import chipStyles from '../../ui/chip.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import editorStyles from './editor.module.css'
import styles from './words-sections.module.css'

/** The categories of products, which are the sections of the album. */
const categories = {
  'hot-sauce': 'Hot sauces',
  'chilli-crisp': 'Chilli crisp',
  'bbq-sauce': 'BBQ sauces',
  condiment: 'Condiments',
  seasoning: 'Seasonings',
  baking: 'Baking',
  merchandise: 'Merchandise',
  'subscription-box': 'Boxes',
}

export function TextSection() {
  const form = useFormContext<ProductFormValues>()
  const { register, control } = form
  const field = bindField(form)
  const [typedPrice, typedNet, unit, category] = useWatch({
    control,
    name: ['price', 'net', 'unit', 'category'],
  })
  const { price, net } = parseAmounts({ price: typedPrice, net: typedNet })
  const perHundred = unitPriceText({ price, net: net === null ? null : { amount: net, unit } })
  return (
    <section className={editorStyles.section}>
      <h2 className={textStyles.heading}>Name and price</h2>
      <Field label="Name" maxLength={120} {...field('name')} />
      <Field
        label="A line under the name"
        maxLength={160}
        placeholder="Friday night, in a packet."
        {...register('tagline')}
      />
      <div className={fieldStyles.grid}>
        <Field label="Price" inputMode="decimal" hint={perHundred} {...field('price')} />
        <div className={styles.net}>
          <Field label="Net quantity" inputMode="decimal" {...field('net')} />
          <select aria-label="Unit" {...register('unit')}>
            <option>g</option>
            <option>ml</option>
          </select>
        </div>
      </div>
      <div className={fieldStyles.field}>
        <label htmlFor="description">Description</label>
        <textarea id="description" rows={4} maxLength={4000} {...register('description')} />
      </div>
      <Field
        label="Sizes"
        hint="With commas between them, like S, M, L. Empty is one size."
        {...register('sizes')}
      />
      <div className={fieldStyles.field}>
        <label htmlFor="category">Kind</label>
        <select id="category" {...register('category')}>
          {Object.entries({ ...categories, ...unknown(category) }).map(([slug, label]) => (
            <option key={slug} value={slug}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {!isFood(category) && <LineFields section="other" />}
    </section>
  )
}

const unknown = (category: string): Record<string, string> =>
  category in categories ? {} : { [category]: category }

const usualTags = filters
  .map(({ slug }) => slug)
  .filter((slug) => !['', 'best-seller'].includes(slug))
const badges = [
  ['isHot', 'Hot'],
  ['isLimited', 'Limited'],
  ['isBestSeller', 'Best seller'],
] as const

export function HeatSection({ base }: { base: ProductContent | null }) {
  const { setValue, control } = useFormContext<ProductFormValues>()
  const [tags, heat, isHot, isLimited, isBestSeller] = useWatch({
    control,
    name: ['tags', 'heat', 'isHot', 'isLimited', 'isBestSeller'],
  })
  const values = { isHot, isLimited, isBestSeller }
  const all = [...new Set([...tags, ...usualTags.map((slug) => `#${slug}`)])]
  return (
    <section className={editorStyles.section}>
      <h2 className={textStyles.heading}>Heat and shelves</h2>
      <HeatInput heat={heat} onChange={(next) => setValue('heat', next)} />
      <p className={fieldStyles.label}>Tags</p>
      <div className={chipStyles.chips}>
        {all.map((tag) => (
          <Chip
            key={tag}
            isOn={tags.includes(tag)}
            onClick={() =>
              setValue(
                'tags',
                tags.includes(tag) ? tags.filter((each) => each !== tag) : [...tags, tag],
              )
            }
          >
            {tag}
          </Chip>
        ))}
        <NewTag onDone={(tag) => setValue('tags', [...new Set([...tags, tag])])} />
      </div>
      <HiddenTags base={base} />
      <p className={`${fieldStyles.label} ${layoutStyles.spaceAbove}`}>Badges</p>
      <div className={chipStyles.chips}>
        {badges.map(([name, label]) => (
          <Chip key={name} isOn={values[name]} onClick={() => setValue(name, !values[name])}>
            {label}
          </Chip>
        ))}
      </div>
    </section>
  )
}

function Chip(props: { isOn: boolean; onClick: () => void; children: string }) {
  const { isOn, onClick, children } = props
  return (
    <button
      type="button"
      className={
        isOn
          ? `${chipStyles.chip} ${styles.chip} ${chipStyles.on}`
          : `${chipStyles.chip} ${styles.chip}`
      }
      aria-pressed={isOn}
      onClick={onClick}
    >
      {isOn && <Icon name="tick" small />}
      {children}
    </button>
  )
}

/** Field that adds a custom tag. */
function NewTag({ onDone }: { onDone: (tag: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const finish = () => {
    const [...words] = (typed ?? '').toLowerCase().match(/[a-z0-9]+/g) ?? []
    if (words.length > 0) onDone(`#${words.join('-')}`)
    setTyped(null)
  }
  if (typed === null)
    return (
      <button
        type="button"
        className={`${chipStyles.chip} ${styles.chip} ${chipStyles.new}`}
        onClick={() => setTyped('')}
      >
        <Icon name="plus" small /> Tag
      </button>
    )
  return (
    <input
      className={`${chipStyles.chip} ${styles.chip} ${chipStyles.new}`}
      aria-label="A new tag, like smoky"
      maxLength={30}
      value={typed}
      // Focused when it appears, because the user opened the field to type.
      ref={(field) => field?.focus()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(null)
        if (event.key !== 'Enter') return
        event.preventDefault()
        finish()
      }}
    />
  )
}
