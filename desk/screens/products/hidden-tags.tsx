import { useDeferredValue } from 'react'
import { getHiddenTags } from '../../../domain/tag-claims.ts'
import { toLabelRow, toPayload, useProductFormValues } from './product-form.ts'
import type { ProductContent } from './stored-content.ts'
import fieldStyles from '../../ui/field.module.css'

/** Lists tags that the shop does not show, because the label contradicts their claim or does not confirm it. */
export function HiddenTags({ base }: { base: ProductContent | null }) {
  const values = useDeferredValue(useProductFormValues())
  const hidden = getHiddenTags(toLabelRow(toPayload(values, base)))
  return (
    <output>
      {hidden.map(({ tag, reason }) => (
        <p key={tag} className={fieldStyles.error}>
          The shop doesn’t show {tag}. The label says: {reason}.
        </p>
      ))}
    </output>
  )
}
