/** The `<font>` element by which a translation has replaced a text node, and the original text. */
interface Translation {
  font: ChildNode
  original: string
}

/**
 * Keeps React working on a page that the browser translates. A translation replaces text nodes with `<font>` elements, while React
 * holds on to the text nodes: its updates of them are invisible, and it throws when it removes one or inserts something before it.
 * So each text node is inserted again, empty, before its translation, and the translation is removed when React changes or removes
 * the text node.
 */
export function supportPageTranslation(): void {
  const translations = new Map<Text, Translation>()
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes, removedNodes, nextSibling, previousSibling } of records) {
      if (target instanceof Text) {
        if (target.data !== '') removeTranslation(target)
        continue
      }
      for (const removed of removedNodes) {
        if (removed instanceof Text) removeTranslationOfRemoved(removed)
        if (removed.nodeName === 'FONT') handleRemovedFont(removed, addedNodes[0])
      }
      for (const added of addedNodes)
        if (added.nodeName === 'FONT' && added.parentNode === target)
          restoreTextNode([...removedNodes, nextSibling, previousSibling], added as HTMLElement)
    }
  })
  observer.observe(document, { childList: true, characterData: true, subtree: true })

  /** Inserts the original text node before its translation. Some translators move the node into the `<font>` element. */
  function restoreTextNode(candidates: (Node | null)[], font: HTMLElement): void {
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

  function removeTranslation(text: Text): void {
    const font = translations.get(text)?.font
    translations.delete(text)
    font?.remove()
  }

  /** Removes the translation of a text node that React has removed. */
  function removeTranslationOfRemoved(text: Text): void {
    const font = translations.get(text)?.font
    if (font !== undefined && font.parentNode !== text.parentNode) removeTranslation(text)
  }

  /** Handles a removed `<font>` element: another language replaces it, or the original text is shown again. */
  function handleRemovedFont(font: Node, next: Node | undefined): void {
    for (const [text, translation] of translations) {
      if (translation.font !== font) continue
      if (next?.nodeName === 'FONT') translation.font = next as HTMLElement
      else {
        translations.delete(text)
        text.data = translation.original
      }
    }
  }
}
