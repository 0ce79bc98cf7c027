import { business } from '../../domain/business.ts'
import { Layout, Row } from './layout.tsx'
import { body, colours, heading, link as linkStyle, small } from './look.ts'
import { PillButton } from './pill-button.tsx'

interface AuthNoteProps {
  subject: string
  preview: string
  title: string
  words: string
  button?: { label: string; href: string } | null
  /** A code to type in. */
  code?: string | null
  /** What to do when somebody else caused this mail. */
  notYou: string
  why: string
  /** Where to get no more of such emails. */
  wayOut?: string
  siteUrl: URL
}

/** An email of the sign-in service: one thing to do, and what to do when it was somebody else. */
export function AuthNote(note: AuthNoteProps) {
  return (
    <Layout
      subject={note.subject}
      preview={note.preview}
      why={note.why}
      wayOut={note.wayOut}
      siteUrl={note.siteUrl}
    >
      <Row padding="28px 32px 8px">
        <h1 style={heading}>{note.title}</h1>
        <p style={{ ...body, margin: 0 }}>{note.words}</p>
      </Row>
      {note.button && (
        <Row padding="16px 32px 8px">
          <PillButton href={note.button.href} label={note.button.label} />
        </Row>
      )}
      {note.button && <PlainLink href={note.button.href} />}
      {note.code && <Code code={note.code} />}
      <Row padding="20px 32px" background={colours.butter}>
        <p style={{ ...small, margin: 0 }}>
          <strong>Not you?</strong> {note.notYou} Nobody at {business.tradingName} will ever ring or
          write to you to ask for your password or a code.
        </p>
      </Row>
    </Layout>
  )
}

/** For whoever sees no button; the text form has the address from the button. */
function PlainLink({ href }: { href: string }) {
  return (
    <tr data-skip-in-text="true">
      <td className="pad ink" style={{ padding: '8px 32px 24px' }}>
        <p style={{ ...small, margin: 0, color: colours.inkSoft }}>
          If the button does nothing, open this address:{' '}
          <a href={href} style={{ ...linkStyle, fontWeight: 'normal', wordBreak: 'break-all' }}>
            {href}
          </a>
        </p>
      </td>
    </tr>
  )
}

function Code({ code }: { code: string }) {
  return (
    <Row padding="0 32px 24px">
      <p style={{ ...body, margin: '0 0 4px' }}>Your code:</p>
      <p
        style={{
          fontFamily: "'Courier New', monospace",
          fontSize: 34,
          lineHeight: '44px',
          fontWeight: 'bold',
          letterSpacing: 6,
          color: colours.ink,
          margin: 0,
        }}
      >
        {code}
      </p>
    </Row>
  )
}
