import { pageEnd, reportMissingChunk } from './features/browser/missing-chunk.ts'
import { repairFiles } from './features/browser/renew-files.ts'
import { showServerPage } from './features/browser/server-page.ts'

/** Runs in the head of every page, by itself and first, because a page may be cut within the head. */
repairFiles(pageEnd)
reportMissingChunk()
Object.assign(window, { showServerPage })
