import type { CSSProperties, ReactNode } from 'react'
import { business } from '../../domain/business.ts'
import type { EmailData, TemplateName } from '../emails.ts'
import {
  bodyStyle,
  breakLongWordsStyle,
  colours,
  headingStyle,
  emailWidthPx,
  getTextStyle,
  styleSheet,
} from './styles.ts'
import { Link, Picture, Table } from './parts.tsx'

export type EmailText<Data> = string | ((data: Data) => string)

export interface EmailTemplate<Data> {
  subject: EmailText<Data>
  preview: EmailText<Data>
  why: EmailText<Data>
  title?: EmailText<Data>
  lead?: (data: Data) => ReactNode[]
  rows?: (data: Data) => ReactNode
}

export type Templates = { [Name in TemplateName]?: EmailTemplate<EmailData[Name]> }

interface EmailLayoutProps {
  subject: string
  preview: string
  why: string
  /** The URL to unsubscribe, which only marketing emails have. */
  unsubscribe: string | undefined
  children: ReactNode
}

const onMilk: CSSProperties = { backgroundColor: colours.milk, textAlign: 'left' }
const layoutStyle = { ...breakLongWordsStyle, ...onMilk, width: '100%', maxWidth: emailWidthPx }

/** Invisible characters after the preview text, so that mail programs do not add the beginning of the email to it. */
const previewPadding = '\u00a0\u200c'.repeat(80)

export function EmailLayout({ subject, preview, why, unsubscribe, children }: EmailLayoutProps) {
  return (
    <html lang="en-GB" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light only" />
        <meta name="supported-color-schemes" content="light only" />
        <meta name="format-detection" content="telephone=no, date=no, address=no" />
        <meta name="x-apple-disable-message-reformatting" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: styleSheet }} />
      </head>
      <body className="page" style={{ margin: 0, backgroundColor: colours.skim }}>
        <div
          data-skip-in-text="true"
          style={{ display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0 }}
        >
          {preview}
          {previewPadding}
        </div>
        <Table className="page" style={{ backgroundColor: colours.skim }}>
          <tr>
            <td align="center">
              <Table className="sheet" width={emailWidthPx} style={layoutStyle}>
                <Masthead />
                {children}
                <Legal why={why} unsubscribe={unsubscribe} />
              </Table>
            </td>
          </tr>
        </Table>
      </body>
    </html>
  )
}

const wordmark = { alt: business.tradingName, width: 206, height: 50 }

function Masthead() {
  const name = { ...headingStyle, ...getTextStyle(30, 50), margin: 0, textDecoration: 'none' }
  return (
    <>
      <tr data-skip-in-text="true">
        <td className="pad ink" style={{ padding: '20px 32px 16px' }}>
          <Link to="/" style={name}>
            <Picture name="wordmark" {...wordmark} style={name} instead={wordmark.alt} />
          </Link>
        </td>
      </tr>
      <tr data-skip-in-text="true">
        <td style={{ borderTop: `3px solid ${colours.ink}`, lineHeight: 0, fontSize: 0 }}>
          <Picture
            name="awning"
            alt=""
            width={emailWidthPx}
            height={16}
            style={{ width: '100%' }}
          />
        </td>
      </tr>
    </>
  )
}

const onInk = { color: colours.milk }
const onLegal = { backgroundColor: colours.ink, color: colours.lilac }

/**
 * The footer with the business details that the Limited Liability Partnerships (Names and Trading Disclosures) Regulations require:
 * name, number, part of the UK and office.
 */
function Legal({ why, unsubscribe }: Pick<EmailLayoutProps, 'why' | 'unsubscribe'>) {
  return (
    <tr>
      <td
        className="pad legal"
        style={{
          ...bodyStyle,
          ...onLegal,
          ...getTextStyle(14, 21),
          margin: 0,
          padding: '24px 32px',
        }}
      >
        <strong style={onInk}>{business.tagline}.</strong>
        <br />
        {why}
        {unsubscribe !== undefined && (
          <>
            {' '}
            <Link to={unsubscribe} style={onInk}>
              Unsubscribe
            </Link>
          </>
        )}
        <br />
        {registration()}{' '}
        <Link to={`mailto:${business.email}`} style={onInk}>
          {business.email}
        </Link>
        {' · '}
        <Link to="/contact" style={onInk}>
          Contact Us
        </Link>
      </td>
    </tr>
  )
}

function registration(): string {
  const { legalName, registeredIn, companyNumber, registeredOffice, vatNumber } = business
  const vat = vatNumber === null ? '' : ` VAT No. ${vatNumber}.`
  return `${legalName}, registered in ${registeredIn} No. ${companyNumber}. Registered office: ${registeredOffice}.${vat}`
}
