import { useNavigate } from 'react-router'
import {
  type Choice,
  heatRanges,
  isListedFilter,
  readChoice,
  sorts,
} from '../../../domain/filters.ts'
import { AvoidOpener } from '../../features/avoid/avoid-opener.tsx'
import { localStore } from '../../features/browser/storage.ts'
import { categoryLabel } from '../../features/catalogue/category.ts'
import { shopAddress } from './shop-address.ts'
import { paths } from '../../paths.ts'
import { buttonLook } from '../../ui/button.tsx'
import styles from './shop-bar.module.css'

interface ShopBarProps {
  choice: Choice
  category: string | null
  count: number
}

export function ShopBar({ choice, category, count }: ShopBarProps) {
  const navigate = useNavigate()
  const apply = (form: HTMLFormElement) => {
    const query = new URLSearchParams(
      [...new FormData(form)].map(([key, value]) => [key, String(value)]),
    )
    void navigate(shopAddress(readChoice(query)), { replace: true, preventScrollReset: true })
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
            key={`${choice.inStock}`}
            type="checkbox"
            name="stock"
            value="in"
            defaultChecked={choice.inStock}
          />
          <span>In stock only</span>
        </label>
        <Select name="heat" label="Heat" any="Any heat" value={choice.heat ?? ''}>
          {Object.entries(heatRanges).map(([range, { label }]) => [range, label])}
        </Select>
        <Select name="sort" label="Sort" any="Album order" value={choice.sort ?? ''}>
          {Object.entries(sorts)}
        </Select>
        <label className={`check ${styles.tick} ${styles.fits}`}>
          <input
            type="checkbox"
            name="fits"
            onChange={(event) => {
              event.stopPropagation()
              const { form, checked } = event.currentTarget
              if (checked && localStore.get('avoid') === null)
                form?.querySelector<HTMLElement>('[aria-haspopup]')?.click()
            }}
          />
          <span>Only what fits</span>
        </label>
        <AvoidOpener className="plain-link" />
        <output data-avoid-count="" />
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
      <select key={value} name={name} defaultValue={value}>
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
