/** A piece of a label; the strong ones are allergens. */
export interface LabelPart {
  text: string
  strong: boolean
}

/** The names of the 14 allergens on labels, with the cereals and nuts that the law wants named. */
const names =
  /(?<!coconut )\b(?:celery|celeriac|wheat|rye|barley|oats?|spelt|gluten|crustaceans?|eggs?|fish|lupin|milk|molluscs?|mustard|nuts?|almonds?|hazelnuts?|walnuts?|cashews?|pecans?|brazil nuts?|pistachios?|macadamias?|peanuts?|sesame|soya|soy|sulphites|sulphur dioxide)\b/gi

/**
 * The words of a label in pieces, so that its allergens can be emphasised (Regulation (EU) 1169/2011,
 * article 21, as kept in UK law). What stands **between stars** is strong; a text without stars is
 * searched for the names of the 14.
 */
export function labelParts(text: string): LabelPart[] {
  const pieces = text.includes('**') ? text.split('**') : splitAtNames(text)
  return pieces
    .map((piece, index) => ({ text: piece, strong: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}

function splitAtNames(text: string): string[] {
  const pieces: string[] = []
  let from = 0
  for (const match of text.matchAll(names)) {
    pieces.push(text.slice(from, match.index), match[0])
    from = match.index + match[0].length
  }
  return [...pieces, text.slice(from)]
}

/** The words of a label without the stars. */
export function plainLabel(text: string): string {
  return text.replaceAll('**', '')
}
