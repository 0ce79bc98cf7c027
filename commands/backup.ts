import { setPriority } from 'node:os'

/** Sets a lower priority than the shop's. Modules that are imported after this, and their threads, inherit it. */
setPriority(19)
const { runBackup } = await import('./owner/backup-command.ts')
const { runStandalone } = await import('./owner/connect.ts')
await runStandalone(runBackup)
