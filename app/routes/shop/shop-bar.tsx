import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import {
  type Choice,
  heatRanges,
  isListedFilter,
  readChoice,
  sorts,
} from '../../../domain/filters.ts'
import { categoryLabel } from '../../features/catalogue/category.ts'
import { shopAddress } from './shop-address.ts'
import { paths } from '../../paths.ts'
import { buttonLook } from '../../ui/button.tsx'
import { FitsFilter } from './fits-filter.tsx'
import styles from './shop-bar.module.css'

interface ShopBarProps {
  choice: Choice
  category: string | null
  count: number
  /** Of what is shown of them. */
  slugs: readonly string[]
}

export function ShopBar({ choice, category, count, slugs }: ShopBarProps) {
  const navigate = useNavigate()
  const apply = (form: HTMLFormElement) => {
    void navigate(shopAddress(readChoice(new FormData(form))), { preventScrollReset: true })
  }
  return (
    <form
      className={`row ${styles.bar}`}
      action={paths.shop}
      aria-label="Narrow the album down"
      onChange={(event) => apply(event.currentTarget)}
      onSubmit={(event) => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
    >
      <output className={styles.count}>
        <b>{count}</b> {count === 1 ? 'sticker' : 'stickers'}
        {whichOnes(choice.filter, category)}
      </output>
      {choice.filter !== '' && <input type="hidden" name="filter" value={choice.filter} />}
      <div className={`row ${styles.fields}`}>
        <label className={`check ${styles.tick}`}>
          <input
            type="checkbox"
            name="stock"
            value="in"
            defaultChecked={choice.inStock}
            ref={useCallback(
              (tick: HTMLInputElement | null) => {
                if (tick) tick.checked = choice.inStock
              },
              [choice.inStock],
            )}
          />
          <span>In stock only</span>
        </label>
        <Select name="heat" label="Heat" any="Any heat" value={choice.heat ?? ''}>
          {Object.entries(heatRanges).map(([range, { label }]) => [range, label])}
        </Select>
        <Select name="sort" label="Sort" any="Album order" value={choice.sort ?? ''}>
          {Object.entries(sorts)}
        </Select>
        <FitsFilter slugs={slugs} />
        <button className={`${buttonLook({ size: 'sm', variant: 'secondary' })} ${styles.apply}`}>
          Apply
        </button>
      </div>
    </form>
  )
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
      <select
        name={name}
        defaultValue={value}
        ref={useCallback(
          (list: HTMLSelectElement | null) => {
            if (list) list.value = value
          },
          [value],
        )}
      >
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
