import {
  type ComponentProps,
  createContext,
  createElement,
  type CSSProperties,
  Fragment,
  type ReactNode,
  use,
} from 'react'
import { business } from '../../domain/business.ts'
import { getPictureSource } from '../pictures.ts'
import {
  bodyStyle,
  colours,
  headingStyle,
  linkStyle,
  getTextStyle,
  smallStyle,
  smallHeadingStyle,
} from './styles.ts'

export interface RenderContext {
  siteUrl: URL
  pictures: ReadonlySet<string>
}

export const EmailRenderContext = createContext<RenderContext | null>(null)

function useRenderContext(): RenderContext {
  const context = use(EmailRenderContext)
  if (context === null) throw new Error('An email is rendered by render.tsx')
  return context
}

/** Returns the absolute URL of a path of the shop; an absolute URL is returned unchanged. */
export function useAbsoluteUrl(to: string): string {
  const { siteUrl } = useRenderContext()
  return to.startsWith('/') ? new URL(to, siteUrl).href : to
}

export function Table({ children, ...table }: ComponentProps<'table'>) {
  return (
    <table role="presentation" width="100%" cellSpacing={0} cellPadding={0} border={0} {...table}>
      <tbody>{children}</tbody>
    </table>
  )
}

interface RowProps {
  padding?: string
  background?: string
  children: ReactNode
}

export function Row({ padding = '8px 32px', background, children }: RowProps) {
  return (
    <tr>
      <td className="pad ink" style={{ padding, backgroundColor: background }}>
        {children}
      </td>
    </tr>
  )
}

export function Introduction({ title, paragraphs }: { title: string; paragraphs: ReactNode[] }) {
  return (
    <Row padding="28px 32px 8px">
      <h1 style={headingStyle}>{title}</h1>
      {paragraphs.map((paragraph, index) => (
        <Paragraph key={index} margin={index < paragraphs.length - 1 ? '0 0 12px' : 0}>
          {paragraph}
        </Paragraph>
      ))}
    </Row>
  )
}

interface PanelProps {
  title: string
  colour: string
  children: ReactNode
}

export function Panel({ title, colour, children }: PanelProps) {
  return (
    <Row padding="20px 32px" background={colour}>
      <h2 style={smallHeadingStyle}>{title}</h2>
      {children}
    </Row>
  )
}

/** A template tag for text: `**` delimits bold text, and line breaks become spaces. Values are inserted unchanged. */
export function richText(words: readonly string[], ...values: ReactNode[]): ReactNode {
  const parts: ReactNode[] = []
  let bold: ReactNode[] | null = null
  for (const [place, chunk] of words.entries()) {
    for (const [index, text] of chunk
      .replace(/\s*\n\s*/g, ' ')
      .split('**')
      .entries()) {
      if (index > 0 && bold !== null) parts.push(createElement('strong', null, ...bold))
      if (index > 0) bold = bold === null ? [] : null
      ;(bold ?? parts).push(text)
    }
    ;(bold ?? parts).push(values[place])
  }
  return createElement(Fragment, null, ...parts)
}

interface ParagraphProps extends Pick<
  CSSProperties,
  'margin' | 'color' | 'fontWeight' | 'wordBreak' | 'overflowWrap' | 'whiteSpace'
> {
  look?: CSSProperties
  children: ReactNode
}

export function Paragraph({ look = bodyStyle, children, margin = 0, ...style }: ParagraphProps) {
  return <p style={{ ...look, margin, ...style }}>{children}</p>
}

export function TextRow({ padding, background, ...paragraph }: Partial<RowProps> & ParagraphProps) {
  return (
    <Row padding={padding} background={background}>
      <Paragraph {...paragraph} />
    </Row>
  )
}

export function NotYouNotice({ children }: { children: ReactNode }) {
  return (
    <TextRow padding="20px 32px" background={colours.butter} look={smallStyle}>
      <strong>Not you?</strong> {children}
    </TextRow>
  )
}

/** A link; `to` is a path of the shop or an absolute URL. */
export function Link({ to, children, style = linkStyle }: ComponentProps<'a'> & { to: string }) {
  return (
    <a href={useAbsoluteUrl(to)} style={style}>
      {children}
    </a>
  )
}

/** A mailto link. The address is encoded, so that it cannot add fields such as a subject to the link. */
export function MailLink({ email }: { email: string }) {
  const [name, ...host] = email.split('@').map(encodeURIComponent)
  return <Link to={`mailto:${[name, ...host].join('@')}`}>{email}</Link>
}

export const contactLink = <MailLink email={business.email} />
export const contactText = richText`Answer this e-mail, or write to ${contactLink}.`

const { fontFamily, color } = headingStyle
const whole = { display: 'block', border: 0, maxWidth: '100%', height: 'auto' }
/** The style of a picture, which also applies to its alt text. */
const pictureStyle: CSSProperties = { ...whole, fontFamily, color, ...getTextStyle(14, 18) }

interface PictureProps extends ComponentProps<'img'> {
  name: string
  instead?: ReactNode
}

/**
 * Shows a picture, whose file has twice the displayed size, or `instead` when the file is missing. Mail programs that block
 * pictures show the alt text.
 */
export function Picture({ name, alt, style, instead = null, ...size }: PictureProps) {
  if (!useRenderContext().pictures.has(name)) return instead
  return (
    <img src={getPictureSource(name)} {...size} alt={alt} style={{ ...pictureStyle, ...style }} />
  )
}

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

interface ActionProps {
  to: string
  label: string
  padding?: string
}

/**
 * A button. Outlook for Windows does not support rounded corners, so it gets VML instead, as raw HTML because React cannot render
 * VML.
 */
export function ActionButton({ to, label, padding = '16px 32px 28px' }: ActionProps) {
  const address = escapeHtml(useAbsoluteUrl(to))
  const words = escapeHtml(label)
  const width = Math.round(label.length * 10 + 64)
  const vml =
    `<!--[if mso]><v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w="urn:schemas-microsoft-com:office:word"` +
    ` href="${address}" style="height:54px;width:${width}px;v-text-anchor:middle" arcsize="50%" strokeweight="3px"` +
    ` strokecolor="${colours.ink}" fillcolor="${colours.coral}"><w:anchorlock/>` +
    `<center style="font-family:Arial,sans-serif;font-size:17px;font-weight:bold;color:${colours.ink}">${words}</center>` +
    `</v:roundrect><![endif]-->`
  const pill =
    `<!--[if !mso]><!--><table role="presentation" cellspacing="0" cellpadding="0" border="0"><tbody><tr>` +
    `<td style="background-color:${colours.coral};border:3px solid ${colours.ink};border-bottom-width:7px;border-radius:999px">` +
    `<a href="${address}" style="display:inline-block;padding:14px 28px;font-family:${String(bodyStyle.fontFamily)};font-size:17px;` +
    `line-height:20px;font-weight:bold;text-decoration:none;color:${colours.ink}">${words}</a></td></tr></tbody></table><!--<![endif]-->`
  return (
    <Row padding={padding}>
      <div dangerouslySetInnerHTML={{ __html: vml + pill }} />
    </Row>
  )
}
