import { memo, type ReactNode, useCallback, useId } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import {
  type AllergenAnswer,
  findAllergens,
  updateAllergenAnswers,
  fillAnswersFromKitchen,
} from '../../../domain/allergen-answers.ts'
import { type AllergenId, allergens } from '../../../domain/allergen-words.ts'
import { splitAtAllergens } from '../../../domain/mark-allergens.ts'
import { isFood } from '../../../domain/product-gaps.ts'
import { Icon } from '../../ui/icon.tsx'
import { LineFields } from './line-fields.tsx'
import type { ProductFormValues } from './product-form.ts'
import buttonStyles from '../../ui/button.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import editorStyles from './editor.module.css'
import styles from './label-section.module.css'

/**
 * Form section for the label, with the fields in the order that the law prescribes. Merchandise and subscription boxes have no
 * label of their own.
 */
export function LabelSection({ panel }: { panel: ReactNode }) {
  const { setValue, getValues, control } = useFormContext<ProductFormValues>()
  const [category, answers, ingredients] = useWatch({
    control,
    name: ['category', 'answers', 'ingredients'],
  })
  const answer = useCallback(
    (id: AllergenId, next: AllergenAnswer | null) => {
      const { [id]: _, ...others } = getValues('answers')
      setValue('answers', next === null ? others : { ...others, [id]: next })
    },
    [getValues, setValue],
  )
  if (!isFood(category)) return null
  const found = findAllergens(ingredients)
  const words = [...found.values()].flat()
  return (
    <section className={editorStyles.section}>
      <h2 className={textStyles.heading}>Food label</h2>
      <Ingredients
        text={ingredients}
        onChange={(next) => {
          setValue('answers', updateAllergenAnswers(ingredients, next, answers))
          setValue('ingredients', next)
        }}
      />
      <output className={`${textStyles.success} ${styles.found}`}>
        {words.length > 0 && (
          <>
            <Icon name="tick" small /> Picked up: {words.join(', ')}
          </>
        )}
      </output>
      {panel}
      <div className={styles.head}>
        <p className={fieldStyles.label}>The fourteen allergens</p>
        <button
          type="button"
          className={buttonStyles.textButton}
          onClick={() => setValue('answers', fillAnswersFromKitchen(answers))}
        >
          Fill the rest from our kitchen’s list
        </button>
      </div>
      <div className={styles.allergens}>
        {allergens.map(({ id, name }) => (
          <Segments
            key={id}
            id={id}
            name={name}
            words={found.get(id)?.join('”, “')}
            answer={answers[id] ?? null}
            onAnswer={answer}
          />
        ))}
      </div>
      <div className={layoutStyles.spaceAbove}>
        <LineFields section="food" />
      </div>
    </section>
  )
}

/** Text field that highlights allergens while they are typed, by coloured rectangles behind its letters. */
function Ingredients({ text, onChange }: { text: string; onChange: (next: string) => void }) {
  const id = useId()
  return (
    <>
      <label className={fieldStyles.label} htmlFor={id}>
        Ingredients, biggest amount first
      </label>
      <div className={styles.ingredients}>
        <div aria-hidden="true">
          {splitAtAllergens(text).map((piece, index) =>
            piece.strong ? <mark key={index}>{piece.text}</mark> : piece.text,
          )}{' '}
        </div>
        <textarea
          id={id}
          name="ingredients"
          maxLength={6000}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </>
  )
}

const choices = [
  ['contains', 'Contains'],
  ['may', 'May contain'],
  ['free', 'Free from'],
  [null, 'Not known'],
] as const
export const getAnswerLabel = (answer: AllergenAnswer | null): string =>
  choices.find(([one]) => one === answer)?.[1] ?? ''
const looks = { contains: styles.contains, may: styles.may, free: styles.free }

interface SegmentsProps {
  id: AllergenId
  name: string
  words: string | undefined
  answer: AllergenAnswer | null
  onAnswer: (id: AllergenId, answer: AllergenAnswer | null) => void
}

/** Memoized, because fourteen of them would be rendered with every letter that is typed in the field above. */
const Segments = memo(function Segments(props: SegmentsProps) {
  const { id, name, words, answer, onAnswer } = props
  return (
    <fieldset data-field={`allergen-${id}`}>
      <legend>
        {name} {words && <span className={textStyles.fine}>in “{words}”</span>}
      </legend>
      <span className={styles.segments}>
        {choices.map(([choice, label]) => {
          const isOn = answer === choice
          const look = choice === null ? styles.unknown : looks[choice]
          return (
            <label key={label} className={isOn ? `${styles.on} ${look}` : undefined}>
              <input
                type="radio"
                className={layoutStyles.visuallyHidden}
                name={`allergen-${id}`}
                checked={isOn}
                onChange={() => onAnswer(id, choice)}
              />
              {label}
            </label>
          )
        })}
      </span>
    </fieldset>
  )
})
