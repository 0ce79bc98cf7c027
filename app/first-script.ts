import { rememberEarlyPresses } from './features/browser/early-press.ts'
import { installSessionStorageFallback } from './features/browser/session-storage.ts'
import { polyfillTextStreams } from './features/browser/text-streams.ts'
import { supportPageTranslation } from './features/browser/translated-text.ts'

/** Runs in the head of every page, before the page's own code. */
polyfillTextStreams()
installSessionStorageFallback()
rememberEarlyPresses()
supportPageTranslation()
