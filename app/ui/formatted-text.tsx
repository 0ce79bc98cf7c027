import { Link } from 'react-router'
import { type RichTextPart, parseRichText } from './rich-text.ts'

export function FormattedText({ text }: { text: string }) {
  return parseRichText(text).map((part, index) => <Part key={index} part={part} />)
}

function Part({ part: { kind, text, target = '' } }: { part: RichTextPart }) {
  if (kind === 'plain') return text
  if (kind === 'strong') return <strong>{text}</strong>
  if (kind === 'code') return <code>{text}</code>
  return target.startsWith('/') ? <Link to={target}>{text}</Link> : <a href={target}>{text}</a>
}
