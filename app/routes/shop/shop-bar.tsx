import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import {
  type ListingChoice,
  heatRanges,
  isListedFilter,
  parseListingChoice,
  sortLabels,
} from '../../../domain/filters.ts'
import { categoryLabel } from '../../features/catalogue/category.ts'
import { getShopPath } from './shop-path.ts'
import { paths } from '../../core/paths.ts'
import { getButtonClass } from '../../ui/button.tsx'
import { isEarlyInput } from '../../ui/early-input.ts'
import { FittingCount, AvoidFilter } from './avoid-filter.tsx'
import styles from './shop-bar.module.css'

interface ShopBarProps {
  choice: ListingChoice
  category: string | null
  count: number
  /** The slugs of the products on this page. */
  slugs: readonly string[]
}

export function ShopBar({ choice, category, count, slugs }: ShopBarProps) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const isAlive = useRef(false)
  const apply = (replace = false) => {
    if (form.current === null) return
    const chosen = getShopPath(parseListingChoice(new FormData(form.current)))
    // A new choice starts at the first page.
    if (!replace || chosen !== getShopPath({ ...choice, page: 1 }))
      void navigate(chosen, { replace, preventScrollReset: true })
  }
  useEffect(() => {
    if (isAlive.current) show(form.current, choice)
    // Applies a choice that was made before hydration.
    else apply(true)
    isAlive.current = true
  })
  return (
    <form
      ref={form}
      className={`row ${styles.bar}`}
      action={paths.shop}
      aria-label="Narrow the album down"
      // A browser that restores the form of an earlier visit would apply its choice again.
      autoComplete="off"
      // A choice that was made before hydration adds no history entry.
      onChange={() => apply(isEarlyInput())}
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <output className={styles.count}>
        <FittingCount slugs={slugs} count={count} />
        <b>{count}</b> {count === 1 ? 'sticker' : 'stickers'}
        {whichOnes(choice.filter, category)}
      </output>
      {choice.filter !== '' && <input type="hidden" name="filter" value={choice.filter} />}
      <div className={`row ${styles.fields}`}>
        <label className={`check ${styles.tick}`}>
          <input type="checkbox" name="stock" value="in" defaultChecked={choice.inStock} />
          <span>In stock only</span>
        </label>
        <Select name="heat" label="Heat" any="Any heat" value={choice.heat ?? ''}>
          {Object.entries(heatRanges).map(([range, { label }]) => [range, label])}
        </Select>
        <Select name="sort" label="Sort" any="Album order" value={choice.sort ?? ''}>
          {Object.entries(sortLabels)}
        </Select>
        <AvoidFilter />
        <button
          className={`${getButtonClass({ size: 'sm', variant: 'secondary' })} ${styles.apply}`}
        >
          Apply
        </button>
      </div>
    </form>
  )
}

/** Sets the fields to the choice in the URL. */
function show(form: HTMLFormElement | null, choice: ListingChoice): void {
  const fields = form?.querySelectorAll<HTMLInputElement>('select, [name=stock]') ?? []
  for (const field of fields)
    if (field.name === 'stock') field.checked = choice.inStock
    else field.value = choice[field.name as 'heat' | 'sort'] ?? ''
}

function whichOnes(filter: string, category: string | null): string {
  if (category !== null) return ` in ${categoryLabel(category)}`
  return isListedFilter(filter) ? '' : ` tagged #${filter}`
}

interface SelectProps {
  name: string
  label: string
  any: string
  value: string
  children: [value: string, label: string][]
}

function Select({ name, label, any, value, children }: SelectProps) {
  return (
    <label className={styles.select}>
      <span>{label}</span>
      <select name={name} defaultValue={value}>
        <option value="">{any}</option>
        {children.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
