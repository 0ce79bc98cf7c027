export interface LabelPart {
  text: string
  strong: boolean
}

export function splitLabel(marked: string): LabelPart[] {
  return marked
    .split('**')
    .map((piece, index) => ({ text: piece, strong: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}

export function plainLabel(text: string): string {
  return text.replaceAll('**', '')
}
