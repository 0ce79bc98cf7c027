import { setPriority } from 'node:os'

/** Below whoever serves shoppers; what is loaded from here on, and the threads that it starts, are there, too. */
setPriority(19)
const { runBackup } = await import('./owner/backup-command.ts')
const { runAside } = await import('./owner/connect.ts')
await runAside(runBackup)
