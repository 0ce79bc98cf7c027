import { unwrapResponse, client } from '../../data/client.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { LabelQuestion } from './label-question.ts'
import { formatRecipeStart } from './recipe-choices.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'

const answers = [
  { isCorrection: false, label: 'The recipe changed' },
  { isCorrection: true, label: 'The old label was wrong' },
] as const

const consequences = {
  null: 'If the old label was wrong, the jars that you’ve sold, and those on the shelf, are like this, too. If the recipe changed, they’re as they say.',
  true: 'The jars that you’ve sold, and those on the shelf, are like this, too. Slips and emails say so. Change the labels on the shelf.',
  false: 'The jars that you’ve sold are as they say.',
} as const

const mixedText =
  'This label also warns of less than the old one. If the old one was wrong, go back to it, publish only the new warnings, and then the rest.'

const listed = new Intl.ListFormat('en-GB')

/** Asks for each of these labels whether the recipe changed or the label before it was wrong. */
export function LabelQuestions({ questions }: { questions: readonly LabelQuestion[] }) {
  return questions.map((question) => (
    <Question key={`${question.product}:${question.version}`} question={question} />
  ))
}

function Question({ question }: { question: LabelQuestion }) {
  const { since, added, isCorrection, mayBeCorrection } = question
  const answer = useAnswer(question)
  return (
    <fieldset className={layoutStyles.spaceAbove} disabled={answer.isPending}>
      <legend className={textStyles.subheading}>
        New on the label since {formatRecipeStart(since)}
        {added.length > 0 && `: ${listed.format(added)}`}. Why?
      </legend>
      <p className={layoutStyles.spaceAboveSmall}>
        {mayBeCorrection ? consequences[`${isCorrection}`] : mixedText}
      </p>
      <div className={`${buttonStyles.group} ${layoutStyles.spaceAboveSmall}`}>
        {answers.map((one) => (
          <OnlineButton
            key={one.label}
            what={one.label}
            disabled={one.isCorrection && !mayBeCorrection}
            look={one.isCorrection === isCorrection ? 'main' : 'quiet'}
            aria-pressed={one.isCorrection === isCorrection}
            onClick={() => answer.mutate(one.isCorrection)}
          >
            {one.label}
          </OnlineButton>
        ))}
      </div>
    </fieldset>
  )
}

function useAnswer({ product, version, isCorrection: before }: LabelQuestion) {
  return useDeskMutation<boolean, unknown>({
    requiresConnection: true,
    send: (isCorrection) =>
      unwrapResponse(
        client.rpc('desk_answer_label_question', {
          p_product: product,
          p_version: version,
          p_is_correction: isCorrection,
          ...(before !== null && { p_before: before }),
        }),
      ),
    invalidates: [['products'], ['orders'], ['picks']],
    onConflict: () =>
      showToast({ text: 'Somebody else has answered this meanwhile. Look at it once more.' }),
  })
}
