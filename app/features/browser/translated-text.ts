/** The element that a translation put in the place of a text node, and the text before it was translated. */
interface Translation {
  font: ChildNode
  original: string
}

/**
 * Browsers translate a page by putting `<font>` elements in the place of its texts. React goes on with the texts: what it
 * writes into one cannot be seen any more, and where it removes one, or puts something before it, it throws. Here each
 * text goes back into the page, empty, before its translation, which goes when React changes or removes the text.
 */
export function keepTranslatedTexts(): void {
  const translations = new Map<Text, Translation>()
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes, removedNodes, nextSibling, previousSibling } of records) {
      if (target instanceof Text) {
        if (target.data !== '') drop(target)
        continue
      }
      for (const removed of removedNodes) {
        if (removed instanceof Text) dropRemoved(removed)
        if (removed.nodeName === 'FONT') giveUp(removed, addedNodes[0])
      }
      for (const added of addedNodes)
        if (added.nodeName === 'FONT' && added.parentNode === target)
          putBack([...removedNodes, nextSibling, previousSibling], added as HTMLElement)
    }
  })
  observer.observe(document, { childList: true, characterData: true, subtree: true })

  /** Some translations take the text with them into the `<font>`. */
  function putBack(candidates: (Node | null)[], font: HTMLElement): void {
    const text = candidates.find(
      (node): node is Text =>
        node instanceof Text && node.parentNode !== font.parentNode && node.data !== '',
    )
    if (text === undefined) return
    if (text.parentNode) text.replaceWith(text.data)
    translations.set(text, { font, original: text.data })
    text.data = ''
    font.before(text)
  }

  function drop(text: Text): void {
    const font = translations.get(text)?.font
    translations.delete(text)
    font?.remove()
  }

  /** Forgets a text that the page itself has removed. */
  function dropRemoved(text: Text): void {
    const font = translations.get(text)?.font
    if (font !== undefined && font.parentNode !== text.parentNode) drop(text)
  }

  /** The page is translated into another language, or its original is shown again. */
  function giveUp(font: Node, next: Node | undefined): void {
    for (const [text, known] of translations) {
      if (known.font !== font) continue
      if (next?.nodeName === 'FONT') known.font = next as HTMLElement
      else {
        translations.delete(text)
        text.data = known.original
      }
    }
  }
}
