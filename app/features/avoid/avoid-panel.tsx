import { startTransition, type ChangeEvent, type SyntheticEvent } from 'react'
import type { AvoidedId } from '../../../domain/avoid.ts'
import { allergens } from '../../../domain/allergen-words.ts'
import { business } from '../../../domain/business.ts'
import { paths } from '../../core/paths.ts'
import { announce } from '../../ui/announcer.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { mailLink } from '../../ui/mail-link.ts'
import styles from './avoid-panel.module.css'
import { changeAvoided, isAvoidListStored, storeAvoided, useAvoided } from './avoided.ts'
import './marks.tsx'

/**
 * React events bubble to the parents of the component, even out of a dialog: this keeps the checkboxes' events away from a form
 * that contains the panel.
 */
const stopPropagation = (event: SyntheticEvent) => event.stopPropagation()

export function AvoidPanel({ onClose }: { onClose: () => void }) {
  const avoided = useAvoided()
  const getCheckboxProps = (id: AvoidedId) => ({
    checked: avoided.includes(id),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => changeAvoided(id, target.checked),
  })
  return (
    <Dialog open onClose={onClose} title="I avoid…" slab="lime">
      <p>
        Tick what you avoid, and every sticker says whether it fits.{' '}
        <b>
          <output>
            {isAvoidListStored()
              ? 'Kept on this device only.'
              : 'This browser won’t keep your list: reload, and it’s gone.'}{' '}
            We never see it.
          </output>
        </b>
      </p>
      <div onChange={stopPropagation}>
        <fieldset className={styles.list}>
          <legend>Allergens</legend>
          {allergens.map(({ id, name }) => (
            <label key={id} className="check">
              <input type="checkbox" {...getCheckboxProps(id)} />
              {name}
            </label>
          ))}
        </fieldset>
        <fieldset className={styles.list}>
          <legend>And I’m…</legend>
          <label className="check">
            <input type="checkbox" {...getCheckboxProps('vegan')} />
            Vegan
          </label>
          <label className="check">
            <input type="checkbox" {...getCheckboxProps('vegetarian')} />
            Vegetarian
          </label>
        </fieldset>
      </div>
      <p className={`slip ${styles.warning}`}>
        It’s all made in one kitchen, so we can’t promise that anything is free from traces. Where
        we don’t know, we say so. The label has the last word. If yours is a serious allergy,{' '}
        <a href={mailLink(business.email, 'Allergens')}>drop us a line</a> before you order.
      </p>
      <div className={`row ${styles.foot}`}>
        <Button size="sm" onClick={() => startTransition(onClose)}>
          Done
        </Button>
        <button
          className="plain-link"
          type="button"
          disabled={avoided.length === 0}
          onClick={() => {
            storeAvoided([])
            announce('Your list is empty.')
          }}
        >
          Clear my list
        </button>
        <a className="text-link" href={paths.allergens}>
          See every label
        </a>
      </div>
    </Dialog>
  )
}
