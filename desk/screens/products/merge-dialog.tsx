import { useState } from 'react'
import { type AllergenId, allergens } from '../../../domain/allergen-words.ts'
import { getSmallPhotoUrl } from '../../../domain/photo-names.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { ProductContent } from './stored-content.ts'
import { getAnswerLabel } from './label-section.tsx'
import {
  getAnswerConflicts,
  getConflictingGroups,
  getGroupFields,
  mergeProduct,
  type MergeVersions,
} from './merge.ts'
import { getCompleteAnswers } from './product-form.ts'
import type { FieldGroup } from './product-fields.ts'
import { formatPriceOrTba } from '../../features/products/price-typo-dialog.tsx'
import choiceListStyles from '../../ui/choice-list.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import styles from './photos.module.css'

interface MergeDialogProps extends MergeVersions {
  onChosen: (merged: ProductContent) => void
  onClose: () => void
}

/**
 * Conflict dialog for two people who changed one product: it shows both versions of each conflicting group and lets one be chosen.
 * Changes that only one of them made are kept.
 */
export function MergeDialog({ onChosen, onClose, ...versions }: MergeDialogProps) {
  const [kept, setKept] = useState<ReadonlySet<FieldGroup>>(new Set())
  const both = getConflictingGroups(versions)
  const choose = (group: FieldGroup, isMine: boolean) => {
    const next = new Set(kept)
    if (isMine) next.add(group)
    else next.delete(group)
    setKept(next)
  }
  return (
    <Dialog title="Somebody else changed this first" isOpen onClose={onClose}>
      {both.length === 0 ? (
        <p className={layoutStyles.spaceAbove}>You changed different things. Both are kept.</p>
      ) : (
        both.map((group) => (
          <fieldset
            key={group}
            className={`${choiceListStyles.choices} ${layoutStyles.spaceAbove}`}
          >
            <legend className={fieldStyles.label}>{group}</legend>
            <label>
              <input
                type="radio"
                name={group}
                checked={kept.has(group)}
                onChange={() => choose(group, true)}
              />
              <span>
                You typed <Shown group={group} of={versions.mine} among={versions} />
              </span>
            </label>
            <label>
              <input
                type="radio"
                name={group}
                checked={!kept.has(group)}
                onChange={() => choose(group, false)}
              />
              <span>
                It became <Shown group={group} of={versions.theirs} among={versions} />
              </span>
            </label>
          </fieldset>
        ))
      )}
      <p className={layoutStyles.spaceAboveLarge}>
        <Button isWide onClick={() => onChosen(mergeProduct(versions, kept))}>
          Go on with these
        </Button>
      </p>
    </Dialog>
  )
}

interface ShownProps {
  group: FieldGroup
  of: ProductContent
  among: MergeVersions
}

function Shown({ group, of, among }: ShownProps) {
  if (group === 'Price') return formatPriceOrTba(of.price)
  if (group === 'Allergens') {
    const answers = getCompleteAnswers(of)
    return getAnswerConflicts(among)
      .map((id) => `${nameOf(id)}: ${getAnswerLabel(answers[id] ?? null).toLowerCase()}`)
      .join(', ')
  }
  if (group === 'Photos')
    return (
      <>
        <span className={styles.photos}>
          {of.images.map((src) => (
            <img key={src} src={getSmallPhotoUrl(src)} alt="" width={42} height={50} />
          ))}
        </span>
        {inWords(of.alts.filter((alt) => alt !== ''))}
      </>
    )
  const words = getGroupFields(group).map((field) => inWords(of[field]))
  return words.filter((word) => word !== 'nothing').join(' ') || 'nothing'
}

const nameOf = (id: AllergenId) => allergens.find((one) => one.id === id)?.name ?? id

function inWords(value: unknown): string {
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.join(', ') || 'nothing'
  return String(value)
}
