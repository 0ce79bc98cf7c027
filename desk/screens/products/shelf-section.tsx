import { useFormContext, useWatch } from 'react-hook-form'
import { ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { bindField } from '../../ui/bind-field.ts'
import type { ProductPage, ProductFormValues } from './product-form.ts'
import { useNotifyCounts, formatNotifyCount } from '../../features/products/queries.ts'
import { StockCell } from '../../features/products/stock-cell.tsx'
import buttonStyles from '../../ui/button.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import radioPillsStyles from '../../ui/radio-pills.module.css'
import statusStyles from '../../ui/status.module.css'
import textStyles from '../../ui/text.module.css'
import editorStyles from './editor.module.css'
import styles from './shelf-section.module.css'

const shelves = [
  ['live', 'Live'],
  ['sold-out', 'Sold out'],
  ['coming-soon', 'Coming soon, from…'],
  ['hidden', 'Hidden'],
] as const

/** Form section for the shelf and the stock of a product. Stock is changed at once, as in the list, and not with the form. */
export function ShelfSection({ page }: { page: ProductPage | null }) {
  const form = useFormContext<ProductFormValues>()
  const { register } = form
  const field = bindField(form)
  const wanted = formatNotifyCount(useNotifyCounts().data?.[page?.id ?? ''])
  const shelf = useWatch<ProductFormValues, 'shelf'>({ name: 'shelf' })
  return (
    <section className={editorStyles.section}>
      <h2 className={textStyles.heading}>On the shelf</h2>
      <div className={`${buttonStyles.group} ${styles.shelves}`}>
        {shelves.map(([value, label]) => (
          <label
            key={value}
            className={
              shelf === value
                ? `${radioPillsStyles.pill} ${styles.shelf} ${radioPillsStyles.on} ${styles.on}`
                : `${radioPillsStyles.pill} ${styles.shelf}`
            }
          >
            <input type="radio" value={value} {...register('shelf')} />
            {label}
          </label>
        ))}
      </div>
      {shelf === 'coming-soon' && (
        <Field
          label="On sale from"
          type="date"
          hint="It goes on sale by itself that morning if its label is whole; if not, you get a mail two days before. Without a day it waits for you."
          {...field('onSaleFrom')}
        />
      )}
      {wanted && (
        <p className={layoutStyles.spaceAboveLarge}>
          <span className={`${statusStyles.status} ${statusStyles.lilac}`}>{wanted}</span> They each
          get one mail, automatically, once it’s on sale.
        </p>
      )}
      {page && (
        <>
          <p className={fieldStyles.label}>In stock</p>
          <StockCell product={{ id: page.id, name: page.content.name, stock: page.stock }} />
          <p className={layoutStyles.spaceAboveLarge}>
            <ButtonLink look="quiet" to={`/products/${crypto.randomUUID()}?from=${page.id}`}>
              Duplicate
            </ButtonLink>
          </p>
        </>
      )}
    </section>
  )
}
