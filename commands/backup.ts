import { setPriority } from 'node:os'

/** Lower priority than the shop; modules loaded from here on, and their threads, inherit it. */
setPriority(19)
const { runBackup } = await import('./owner/backup-command.ts')
const { runStandalone } = await import('./owner/connect.ts')
await runStandalone(runBackup)
