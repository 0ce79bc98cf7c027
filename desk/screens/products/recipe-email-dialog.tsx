import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { unwrapResponse, client } from '../../data/client.ts'
import { rpcQuery } from '../../data/rpc-query.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { QueryBoundary } from '../../ui/query-state.tsx'
import { fetchRenderedMail } from '../../features/emails/queries.ts'
import { MailPreview } from '../../features/emails/opened-email.tsx'
import { labelQuestion } from '../../features/packing/label-question.ts'
import { LabelQuestions } from '../../features/packing/label-questions.tsx'
import { formatLoggedJar } from '../../features/packing/logged-jar.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './write-dialog.module.css'

const schema = v.object({
  version: v.string(),
  questions: v.optional(v.array(labelQuestion), []),
  readers: v.array(
    v.object({
      name: v.string(),
      number: v.number(),
      orders: v.array(
        v.object({
          number: v.number(),
          stage: v.picklist(['waiting', 'sent', 'had']),
          jar: v.nullable(v.picklist(['old', 'new', 'other', 'both'])),
          jars: v.array(
            v.looseObject({ since: v.string(), isWrong: v.optional(v.boolean(), false) }),
          ),
        }),
      ),
    }),
  ),
})
type Readers = v.InferOutput<typeof schema>
type Reader = Readers['readers'][number]

/** The time in ms that the emails wait before they leave (`desk_send_recipe_news`). */
const callBackMs = 30_000

interface RecipeEmailDialogProps {
  product: string
  close: () => void
}

/** Shows the recipients of the email about a changed recipe, and the words for each, before anything is sent. */
export function RecipeEmailDialog({ product, close }: RecipeEmailDialogProps) {
  const readers = useQuery({
    ...rpcQuery(['products', 'readers', product], 'desk_recipe_readers', schema, {
      p_product: product,
    }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog title="Write to them" slab="coral" isOpen onClose={close}>
      <QueryBoundary query={readers} things="Those who read it">
        {(found) => <Question product={product} found={found} close={close} />}
      </QueryBoundary>
    </Dialog>
  )
}

interface QuestionProps extends RecipeEmailDialogProps {
  found: Readers
}

function Question({ product, found: { version, questions, readers }, close }: QuestionProps) {
  const [at, setAt] = useState(0)
  const write = useWrite(product, close)
  const reader = readers[at % readers.length]
  const next = readers[(at + 1) % readers.length]
  if (reader === undefined || next === undefined)
    return (
      <>
        <LabelQuestions questions={questions} />
        <p className={layoutStyles.spaceAbove}>There’s nobody left to write to.</p>
      </>
    )
  const count = readers.length
  return (
    <>
      <LabelQuestions questions={questions} />
      <p className={layoutStyles.spaceAbove}>
        {count === 1 ? '1 person gets' : `${count} people get`} an email about this recipe. What it
        says depends on whether their order has left.
      </p>
      <ul className={`${rowStyles.rows} ${layoutStyles.spaceAbove}`}>
        {readers.map((one, place) => (
          <li key={one.number}>
            <button
              type="button"
              className={`${rowStyles.row} ${buttonStyles.plain} ${styles.reader}`}
              aria-pressed={one === reader}
              onClick={() => setAt(place)}
            >
              <span className={rowStyles.title}>{one.name || 'Without a name'}</span>
              <span className={rowStyles.detail}>{standingText(one)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className={`${textStyles.sectionHead} ${layoutStyles.spaceAbove}`}>
        <h2 className={textStyles.subheading}>What {nameOf(reader)} will read</h2>
        {count > 1 && (
          <button type="button" className={buttonStyles.textButton} onClick={() => setAt(at + 1)}>
            Next: {nameOf(next)}
          </button>
        )}
      </div>
      <MailPreview
        key={`${version}:${reader.number}`}
        name={`recipe:${product}:${reader.number}:${version}`}
        read={() => fetchRenderedMail({ product, number: reader.number })}
      />
      <div className={`${buttonStyles.group} ${layoutStyles.spaceAbove}`}>
        <OnlineButton
          what="Send"
          disabled={write.isPending}
          onClick={() => write.mutate({ version })}
        >
          Send {count === 1 ? '1 email' : `${count} emails`}
        </OnlineButton>
        <Button look="quiet" onClick={close}>
          Don’t send
        </Button>
      </div>
    </>
  )
}

const nameOf = ({ name, number }: Reader): string => name.split(' ')[0] || `order ${number}`

const stages = { waiting: 'not sent yet', sent: 'on its way', had: 'had it' }

/**
 * Describes each order of a recipient: 'Order 1042: not sent yet, new jar'. The jar tells which version of the product's recipe the
 * packer has chosen for the parcel: the recipe at the time of the order ('old jar'), or today's ('new jar').
 */
function standingText({ orders, number }: Reader): string {
  if (orders.length === 0) return `Order ${number}`
  return orders
    .map(({ number: one, stage, jar, jars, jars: [first] }) =>
      [
        `Order ${one}: ${stages[stage]}`,
        jars.some(({ isWrong }) => isWrong)
          ? 'wrong label'
          : stage === 'waiting' && jar === null
            ? 'jar not chosen'
            : jar !== null && formatLoggedJar(jar, first?.since).replace('the ', ''),
      ]
        .filter(Boolean)
        .join(', '),
    )
    .join('; ')
}

function useWrite(product: string, close: () => void) {
  const takeBack = useDeskMutation<void, number>({
    send: () => unwrapResponse(client.rpc('desk_unwrite_recipe_news', { p_product: product })),
    invalidates: [['products'], ['mail']],
    successToast: (_, emails) => ({
      text: `Taken back: ${emails === 1 ? '1 email' : `${emails} emails`} did not leave.`,
    }),
  })
  return useDeskMutation<{ version: string }, number>({
    requiresConnection: true,
    send: ({ version }) =>
      unwrapResponse(
        client.rpc('desk_send_recipe_news', { p_product: product, p_version: version }),
      ),
    invalidates: [['products'], ['mail']],
    successToast: (_, people) => {
      close()
      return {
        text: `${people === 1 ? 'An email to 1 person leaves' : `Emails to ${people} people leave`} in 30 seconds.`,
        undo: () => takeBack.mutate(),
        stays: callBackMs,
      }
    },
  })
}
