export interface RichTextPart {
  kind: 'plain' | 'strong' | 'code' | 'link'
  text: string
  /** A path of the shop, a fragment of the page, or another site's URL; links only. */
  target?: string
}

const marks = /\[([^\][]{1,200})\]\(([^()\s]{1,300})\)|\*\*([^*]{1,300})\*\*|`([^`]{1,100})`/g

/** Parses the markup of texts in `app/content`: `[words](target)`, `**words**` and backticks around a name. */
export function parseRichText(text: string): RichTextPart[] {
  const parts: RichTextPart[] = []
  let end = 0
  for (const match of text.matchAll(marks)) {
    if (match.index > end) parts.push({ kind: 'plain', text: text.slice(end, match.index) })
    parts.push(toPart(match))
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ kind: 'plain', text: text.slice(end) })
  return parts
}

function toPart([, words, target, strong, code]: RegExpExecArray): RichTextPart {
  if (words !== undefined && target !== undefined) return { kind: 'link', text: words, target }
  if (strong !== undefined) return { kind: 'strong', text: strong }
  return { kind: 'code', text: code ?? '' }
}

export function stripMarkup(words: string): string {
  return words.replace(/[[\]*`]/g, '')
}

export function toPlainText(text: string): string {
  return parseRichText(text)
    .map((part) => part.text)
    .join('')
}
