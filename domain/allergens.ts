export interface LabelPart {
  text: string
  strong: boolean
}

export function splitMarkedLabel(marked: string): LabelPart[] {
  return marked
    .split('**')
    .map((piece, index) => ({ text: piece, strong: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}

export function removeLabelMarks(text: string): string {
  return text.replaceAll('**', '')
}
