import { rememberEarlyPresses } from './features/browser/early-press.ts'
import { reportMissingChunk, reloadPage, renewFiles } from './features/browser/lost-code.ts'
import { showServerPage } from './features/browser/server-page.ts'
import { provideSessionStorage } from './features/browser/session-storage.ts'
import { provideTextStreams } from './features/browser/text-streams.ts'
import { keepTranslatedTexts } from './features/browser/translated-text.ts'

/** Runs in the head of every page, before all other code. */
provideTextStreams()
provideSessionStorage()
rememberEarlyPresses()
reportMissingChunk()
keepTranslatedTexts()
// `renewFiles` is called by what loads code later (`vite-plugins.ts`).
Object.assign(window, { showServerPage, reloadPage, renewFiles })
