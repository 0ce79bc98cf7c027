import type { CSSProperties, ReactNode } from 'react'
import { business } from '../../domain/business.ts'
import { Legal } from './legal.tsx'
import { breakable, colours, heading, sheetWidth, styleSheet } from './look.ts'
import { Picture } from './picture.tsx'

interface LayoutProps {
  subject: string
  /** What the list of mails shows after the subject. */
  preview: string
  /** Why somebody gets this mail. */
  why: string
  /** Where to get no more of such emails; only emails that nobody needs have one. */
  wayOut?: string | undefined
  siteUrl: URL
  /** Table rows. */
  children: ReactNode
}

/** Keeps mail programs from filling the preview with what comes next. */
const previewPadding = '\u00a0\u200c'.repeat(80)

/** The sheet that every mail is written on: milk on skim, 600 px, wordmark, awning, legal block. */
export function Layout({ subject, preview, why, wayOut, siteUrl, children }: LayoutProps) {
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
              <Table
                className="sheet"
                width={sheetWidth}
                style={{
                  ...breakable,
                  width: '100%',
                  maxWidth: sheetWidth,
                  backgroundColor: colours.milk,
                  textAlign: 'left',
                }}
              >
                <Masthead siteUrl={siteUrl} />
                {children}
                <Legal why={why} wayOut={wayOut} siteUrl={siteUrl} />
              </Table>
            </td>
          </tr>
        </Table>
      </body>
    </html>
  )
}

function Masthead({ siteUrl }: { siteUrl: URL }) {
  const name = { ...heading, fontSize: 30, lineHeight: '50px', margin: 0, textDecoration: 'none' }
  return (
    <>
      <tr data-skip-in-text="true">
        <td className="pad ink" style={{ padding: '20px 32px 16px' }}>
          <a href={siteUrl.href} style={name}>
            <Picture
              name="wordmark"
              alt={business.tradingName}
              width={206}
              height={50}
              style={name}
              instead={business.tradingName}
            />
          </a>
        </td>
      </tr>
      <tr data-skip-in-text="true">
        <td style={{ borderTop: `3px solid ${colours.ink}`, lineHeight: 0, fontSize: 0 }}>
          <Picture name="awning" alt="" width={sheetWidth} height={16} style={{ width: '100%' }} />
        </td>
      </tr>
    </>
  )
}

interface TableProps {
  className?: string
  width?: number | string
  style?: CSSProperties
  children: ReactNode
}

/** A table that only lays out. */
export function Table({ className, width = '100%', style, children }: TableProps) {
  return (
    <table
      role="presentation"
      className={className}
      width={width}
      cellSpacing={0}
      cellPadding={0}
      border={0}
      style={style}
    >
      <tbody>{children}</tbody>
    </table>
  )
}

/** A row of the sheet with the usual margins. */
export function Row({
  children,
  padding = '8px 32px',
  background,
}: {
  children: ReactNode
  padding?: string
  background?: string
}) {
  return (
    <tr>
      <td className="pad ink" style={{ padding, backgroundColor: background }}>
        {children}
      </td>
    </tr>
  )
}
