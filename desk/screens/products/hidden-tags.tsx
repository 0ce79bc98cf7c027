import { useDeferredValue } from 'react'
import { getHiddenTags } from '../../../domain/tag-claims.ts'
import { labelRow, toPayload, useValues } from './product-form.ts'
import type { Content } from './stored-content.ts'
import fieldStyles from '../../ui/field.module.css'

/** Lists tags that the shop does not show, because the label contradicts their claim or does not confirm it. */
export function HiddenTags({ base }: { base: Content | null }) {
  const values = useDeferredValue(useValues())
  const hidden = getHiddenTags(labelRow(toPayload(values, base)))
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
