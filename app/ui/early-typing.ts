const typable =
  'input:not([type]), input:is([type="text"], [type="email"], [type="password"], [type="tel"]), textarea'

/**
 * On a slow line people, and their password managers, fill in forms before the page works. What stands in the fields
 * then is told to the page as if it were typed now.
 */
export function replayEarlyTyping(): void {
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(typable)) {
    if (field.value !== field.defaultValue) setTimeout(() => retype(field))
  }
}

/** React believes an `input` event only when the value is another one than it was told of last. */
function retype(field: HTMLInputElement | HTMLTextAreaElement): void {
  const typed = field.value
  field.value = field.defaultValue
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, typed)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
