import { pageEndPattern, reportMissingChunk } from './features/browser/missing-chunk.ts'
import { reloadBrokenFiles } from './features/browser/renew-files.ts'
import { showServerPage } from './features/browser/server-page.ts'

/** Runs in the head of every page, as a separate script and first, because the response may be cut off within the head. */
reloadBrokenFiles(pageEndPattern)
reportMissingChunk()
Object.assign(window, { showServerPage })
