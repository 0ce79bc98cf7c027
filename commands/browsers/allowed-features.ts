/** Reasons for which a feature may be used, although the supported browsers lack it. Every page stays usable without it. */
const looks = 'looks alone'
const hint = 'a hint that older browsers do not take'
const guarded = 'asked for before it is used'
const ownName = 'a function of a library or of our own that has this name'

/** Features newer than the supported browsers that the code may use, each with the reason. */
export const allowedFeatures: Record<string, string> = {
  // JavaScript and DOM
  'Document.prototype.startViewTransition': `${guarded}, by React and its router`,
  navigation: `${guarded}, by React`,
  setImmediate: `${guarded}, by React's scheduler`,
  requestIdleCallback: `${guarded}: session-refresh.ts has a timer instead`,
  'Element.prototype.checkVisibility': `${guarded}, by Base UI`,
  'PublicKeyCredential.parseCreationOptionsFromJSON': `${guarded}, by supabase-js, for passkeys that the shop does not have`,
  'PublicKeyCredential.parseRequestOptionsFromJSON': `${guarded}, by supabase-js, for passkeys that the shop does not have`,
  'URL.canParse': `${guarded}, by Valibot`,
  OffscreenCanvas: `in a try, by the barcode reader, which goes on with a canvas`,
  OffscreenCanvasRenderingContext2D: `in a try, by the barcode reader, which goes on with a canvas`,
  VideoFrame: `in a try, by the barcode reader`,
  'SharedArrayBuffer.prototype.grow': `${ownName}: the memory of WebAssembly`,
  'Symbol.dispose': `${guarded}, by the barcode reader`,
  print: 'a button of the desk, which does nothing in Firefox on Android before 114',
  'AsyncDisposableStack.prototype.use': `${ownName}: React`,
  'CSSCounterStyleRule.prototype.fallback': `${ownName}: Valibot`,
  'CookieChangeEvent.prototype.changed': `${ownName}: the cart`,
  'Iterator.prototype.drop': `${ownName}: the desk's dialog for a fresh code`,
  'Iterator.prototype.take': `${ownName}: the limits of forms`,
  'Iterator.prototype.toArray': `${ownName}: React.Children`,
  'Uint8Array.prototype.toBase64': `${ownName}: supabase-js`,
  restore: `${ownName}: Base UI`,
  'focus preventScroll': 'Chrome and Firefox on Android may scroll to what has the focus',
  // HTML attributes
  '<button command>': 'about.tsx opens the dialog itself',
  '<button commandfor>': 'about.tsx opens the dialog itself',
  '<details name>': 'more than one can be open',
  '<dialog closedby>': 'useBackdropPress closes the dialog',
  '<img fetchpriority>': hint,
  '<input autocapitalize>': hint,
  '<li inert>': 'the copies are hidden from screen readers, too',
  '<select is>': 'of React, which the shop does not ask for',
  '<video playsinline>': hint,
  // CSS
  ':details-content': looks,
  ':has':
    'looks, of rules of their own, so that only they are lost; never what is shown or hidden for safety',
  ':view-transition': looks,
  '@container': 'the layout of a phone instead',
  'container-type': 'the layout of a phone instead',
  '@media (scripting)': 'what works with a script alone can be seen without one',
  '@page': 'the size of paper, which the print dialog asks for',
  page: 'the size of paper, which the print dialog asks for',
  '@starting-style': looks,
  'contain-intrinsic-height': looks,
  'content-visibility': 'speed alone',
  'forced-color-adjust': looks,
  hyphens: looks,
  'hyphenate-limit-chars': looks,
  'overflow-clip-margin': looks,
  'print-color-adjust': looks,
  resize: looks,
  'scrollbar-gutter': looks,
  'scrollbar-width': looks,
  'text-wrap': looks,
  'view-transition-name': looks,
  cqi: looks,
  cqw: looks,
  lh: looks,
}
