import { Icon } from '../../ui/icon.tsx'
import { RadioPills } from '../../ui/radio-pills.tsx'
import {
  getJarAnswerValue,
  formatChosenJars,
  needsRecipeChoice,
  listJarAnswers,
  getJarLabel,
  listOpenLabelQuestions,
  type RecipeChoice,
  type RecipeOption,
} from '../../features/packing/recipe-choices.ts'
import type { LabelQuestion } from '../../features/packing/label-question.ts'
import { LabelQuestions } from '../../features/packing/label-questions.tsx'
import { useRecipeChoices } from '../../features/packing/use-recipe-choices.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import textStyles from '../../ui/text.module.css'
import { RecipeAllergens } from './label-text.tsx'
import styles from './recipe-questions.module.css'

interface RecipeQuestion extends RecipeChoice {
  /** The recipes that somebody else has chosen since the slip was printed; empty when nobody has. */
  chosenSince?: number[]
}

interface RecipeQuestionsProps {
  choices: readonly RecipeQuestion[]
  isDisabled?: boolean
  choose: (answers: { choice: RecipeChoice; versions: number[] }[]) => void
}

/**
 * Asks which version of the product's recipe to pack for lines whose label has changed since their order, grouped by product. While
 * nobody has said whether the recipe changed or the old label was wrong, asks that first: there may be only one kind of jar.
 */
export function RecipeQuestions({ choices, isDisabled = false, choose }: RecipeQuestionsProps) {
  const { data } = useRecipeChoices()
  const products = new Map<string, RecipeQuestion[]>()
  for (const choice of choices) {
    const key = [choice.name, ...choice.options.map(({ version }) => version)].join(':')
    products.set(key, [...(products.get(key) ?? []), choice])
  }
  return [...products].map(([key, lines]) => (
    <ProductQuestion
      key={key}
      lines={lines}
      isDisabled={isDisabled}
      choose={choose}
      questions={
        lines[0] === undefined ? [] : listOpenLabelQuestions(lines[0], data?.questions ?? [])
      }
    />
  ))
}

interface ProductQuestionProps extends Omit<RecipeQuestionsProps, 'choices'> {
  lines: RecipeQuestion[]
  questions: readonly LabelQuestion[]
}

function ProductQuestion({ lines, isDisabled, choose, questions }: ProductQuestionProps) {
  const [first] = lines
  if (first === undefined) return null
  const { name, options } = first
  const isAsking = questions.length > 0
  const areAllergensAlike = new Set(options.map(({ allergens }) => allergens)).size < options.length
  return (
    <section
      className={`${panelStyles.panel} ${panelStyles.butter} ${styles.question} ${layoutStyles.screenOnly}`}
      aria-label={`Recipe of ${name}`}
    >
      <h2 className={`${textStyles.subheading} ${styles.title}`}>
        <Icon name="warning" small /> {name}: {isAsking ? 'new label' : 'old jar or new?'}
      </h2>
      {isAsking ? (
        <LabelQuestions questions={questions} />
      ) : (
        <p className={layoutStyles.spaceAboveSmall}>
          Its recipe changed since {lines.length === 1 ? 'this order' : 'these orders'}. The slip
          follows the jar that goes in. If it’s printed already, print it again.
        </p>
      )}
      <dl className={styles.recipes}>
        {options.map((option) => (
          <div key={option.version}>
            <dt>{isAsking ? labelTitle(option, options) : getJarLabel(option, options)}</dt>
            <dd>
              <RecipeAllergens option={option} />
              {areAllergensAlike && (
                <span className={`${textStyles.fine} ${styles.ingredients}`}>
                  {option.ingredients}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {!isAsking && lines.length > 1 && (
        <div className={buttonStyles.group}>
          {options.map((option) => (
            <button
              key={option.version}
              type="button"
              className={buttonStyles.textButton}
              disabled={isDisabled}
              onClick={() =>
                choose(lines.map((choice) => ({ choice, versions: [option.version] })))
              }
            >
              {getJarLabel(option, options)} for all {lines.length}
            </button>
          ))}
        </div>
      )}
      {!isAsking &&
        lines.map((choice) => (
          <LineQuestion
            key={choice.item}
            choice={choice}
            isDisabled={isDisabled}
            choose={(versions) => choose([{ choice, versions }])}
          />
        ))}
    </section>
  )
}

/** Returns the heading of a label while it is not known whether there are two kinds of jars. */
const labelTitle = (option: RecipeOption, options: readonly RecipeOption[]): string =>
  getJarLabel(option, options)
    .replace(/^(Old|New) jar/, '$1 label')
    .replace(/^Jar/, 'Label')

interface LineQuestionProps {
  choice: RecipeQuestion
  isDisabled: boolean | undefined
  choose: (versions: number[]) => void
}

function LineQuestion({ choice, isDisabled, choose }: LineQuestionProps) {
  const { number, item, size, pieces, options, chosen } = choice
  const answers = listJarAnswers(options, pieces)
  const jarsSince = formatChosenJars({ ...choice, chosen: choice.chosenSince ?? [] })
  return (
    <fieldset disabled={isDisabled}>
      <legend>
        Order {number}
        {size !== null && `, size ${size}`}
        {pieces > 1 && `, ${pieces} pieces`}
        {needsRecipeChoice(choice) && (
          <span className={textStyles.fine}>
            {jarsSince === '' ? ' · not chosen yet' : ` · ${jarsSince} chosen since`}
          </span>
        )}
      </legend>
      <div className={buttonStyles.group}>
        <RadioPills
          name={`recipe-${item}`}
          options={answers}
          value={getJarAnswerValue(chosen)}
          onChange={(value) =>
            choose(answers.find((answer) => answer.value === value)?.versions ?? [])
          }
        />
      </div>
    </fieldset>
  )
}
