interface EarlyPress {
  (event: Event): void
  buttons: Set<HTMLButtonElement>
  key?: KeyboardEventInit | null
}

declare global {
  interface Window {
    earlyPress?: EarlyPress | undefined
  }
}

/**
 * Stands in the head of every page. On a slow line a button can be seen long before it works: those that are pressed
 * until then are remembered, each once, as who presses again does so because nothing has happened; and so are "/" and
 * Ctrl/Cmd+K, which the browser would else take for its own search. While React brings the page to life it hears
 * presses, too, so they are kept from it: what it does and is then told once more would be done twice, or undone.
 * Buttons that work by themselves are left alone.
 */
export const earlyPressScript =
  'addEventListener("click",window.earlyPress=function(e){' +
  'var t=e.target,p=window.earlyPress,b,m;' +
  'if(e.type=="click"){b=t.closest(\'main button[type="button"]:not([commandfor])\');' +
  'if(b){e.stopPropagation();p.buttons.add(b);p.key=null}return}' +
  'm=e.ctrlKey||e.metaKey;' +
  'if(!e.altKey&&(m?/^k$/i.test(e.key):e.key=="/"&&!/^(INPUT|TEXTAREA|SELECT)$/.test(t.tagName)))' +
  '{e.preventDefault();p.key={key:e.key,ctrlKey:e.ctrlKey,metaKey:e.metaKey}}},true);' +
  'earlyPress.buttons=new Set;' +
  'addEventListener("keydown",earlyPress,true)'

export function replayEarlyPress(): void {
  const noted = window.earlyPress
  if (noted === undefined) return
  window.removeEventListener('click', noted, true)
  window.removeEventListener('keydown', noted, true)
  window.earlyPress = undefined
  const { buttons, key } = noted
  for (const button of buttons) setTimeout(() => button.click())
  if (key) setTimeout(() => pressAgain(key))
}

/** Where the visitor is by now: who types into a field is left alone. */
function pressAgain(key: KeyboardEventInit): void {
  const place = document.activeElement ?? document.body
  place.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))
}

const typable =
  'input:not([type]), input:is([type="text"], [type="email"], [type="password"], [type="tel"]), textarea'

/**
 * On a slow line people, and their password managers, fill in forms before the page works. What stands in the fields
 * then is told to the page as if it were typed now. It is read at once: telling of one field draws the others anew, as
 * empty as the page knows them.
 */
export function replayEarlyTyping(): void {
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(typable)) {
    const typed = field.value
    if (typed !== field.defaultValue) setTimeout(() => retype(field, typed))
  }
}

/** React believes an `input` event only when the value is another one than it was told of last. */
function retype(field: HTMLInputElement | HTMLTextAreaElement, typed: string): void {
  field.value = field.defaultValue
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, typed)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
