import type { ReactNode } from 'react'
import { shortDayText } from '../../domain/day-text.ts'
import type { EmailData, Stuck } from '../emails.ts'
import { Layout, Row } from './layout.tsx'
import type { EmailTemplate } from './email-template.ts'
import { body, heading, small } from './look.ts'

interface Words {
  title: string
  /** What to do about it; a command stands between backticks. */
  remedy: string
}

const count = (amount: number, one: string, several: string) =>
  amount === 1 ? `One ${one}` : `${amount} ${several}`

const since = (time: string | null) => (time === null ? '' : ` since ${shortDayText(time)}`)

/** What is said of each kind. */
const wordsOf: { [Kind in Stuck['kind']]: (stuck: Stuck) => Words } = {
  failed_letters: ({ amount }) => ({
    title: `${count(amount, 'mail', 'mails')} could not be sent`,
    remedy:
      '`npm run outbox` shows to whom and why. Once that is mended, `npm run outbox -- retry all` sends them.',
  }),
  late_letters: (stuck) => ({
    title: `${count(stuck.amount, 'mail waits', 'mails wait')} to be sent${since(stuck.since)}`,
    remedy:
      'They are tried again by themselves. `npm run outbox` shows what the mail server says: it may be away, or its password may have changed (SMTP_URL).',
  }),
  payments: ({ amount }) => ({
    title: `${count(amount, 'message of the payment provider does', 'messages of the payment provider do')} not fit its order`,
    remedy:
      'The shop has changed nothing. Please compare your account at the provider with `npm run orders -- show` and the order’s number.',
  }),
  catalogue: (stuck) => ({
    title: `The payment provider’s catalogue is out of step with the shop${since(stuck.since)}`,
    remedy:
      'Nobody pays another price than the page shows, and the shop goes on trying by itself. If a reason below is yours to mend, change the product, or look into the account at the payment provider; then `npm run stripe:sync` shows whether all is well.',
  }),
  backup: (stuck) => ({
    title: stuck.since === null ? 'There is no backup' : `No backup${since(stuck.since)}`,
    remedy: '`npm run backup -- FILE` makes one now, and says what stands in its way.',
  }),
  disk: () => ({
    title: 'The disk is nearly full',
    remedy: 'When it is full no order can be stored. Please make room, or have a larger disk.',
  }),
}

function subject({ stuck }: EmailData['stuck_notice']): string {
  const [first] = stuck
  return stuck.length === 1 && first !== undefined
    ? wordsOf[first.kind](first).title
    : `${stuck.length} things in the shop wait for you`
}

/** To the owner: what is stuck, and what to do about it. */
export const stuckNotice: EmailTemplate<EmailData['stuck_notice']> = {
  subject,
  content: (notice, siteUrl) => (
    <Layout
      subject={subject(notice)}
      preview="The shop cannot mend it by itself."
      why="You get this because you run this shop, at most once a day."
      siteUrl={siteUrl}
    >
      <Row padding="28px 32px 8px">
        <h1 style={heading}>Something is stuck.</h1>
        <p style={{ ...body, margin: 0 }}>The shop is open, but cannot mend this by itself:</p>
      </Row>
      {notice.stuck.map((stuck) => (
        <Thing key={stuck.kind} stuck={stuck} />
      ))}
    </Layout>
  ),
}

function Thing({ stuck }: { stuck: Stuck }) {
  const { title, remedy } = wordsOf[stuck.kind](stuck)
  const { amount, details } = stuck
  const unnamed = details.length === 0 ? 0 : amount - details.length
  return (
    <Row padding="8px 32px 20px">
      <p style={{ ...body, margin: '0 0 4px' }}>
        <strong>{title}.</strong>
      </p>
      <p style={{ ...body, margin: 0 }}>{withCommands(remedy)}</p>
      {details.map((detail) => (
        <p key={detail} style={{ ...small, margin: '4px 0 0', overflowWrap: 'anywhere' }}>
          {detail}
        </p>
      ))}
      {unnamed > 0 && <p style={{ ...small, margin: '4px 0 0' }}>And {unnamed} more.</p>}
    </Row>
  )
}

/** Commands stand out, so that nobody reads them as part of the sentence. */
function withCommands(remedy: string): ReactNode[] {
  return remedy
    .split('`')
    .map((part, place) => (place % 2 === 1 ? <strong key={part}>{part}</strong> : part))
}
