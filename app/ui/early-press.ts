interface EarlyPress {
  (event: Event): void
  button?: HTMLButtonElement
}

declare global {
  interface Window {
    earlyPress?: EarlyPress | undefined
  }
}

/**
 * Stands in the head of every page. On a slow line a button can be seen long before it works: the last one that was
 * pressed until then is remembered. Buttons that work by themselves are left alone.
 */
export const earlyPressScript =
  'addEventListener("click",window.earlyPress=function(e){' +
  'var b=e.target.closest(\'main button[type="button"]:not([commandfor])\');' +
  'if(b)window.earlyPress.button=b},true)'

/** Now the page works: presses for the visitor what they pressed too early. Does so once. */
export function replayEarlyPress(): void {
  const noted = window.earlyPress
  if (noted === undefined) return
  window.removeEventListener('click', noted, true)
  window.earlyPress = undefined
  const { button } = noted
  if (button?.isConnected === true) setTimeout(() => button.click())
}
