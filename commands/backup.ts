import { setPriority } from 'node:os'

/**
 * Lowers the CPU priority of this process, so that a backup does not slow down the shop. The modules are imported afterwards,
 * because their threads inherit the priority.
 */
setPriority(19)
const { runBackup } = await import('./owner/backup-command.ts')
const { runWithoutShop } = await import('./owner/connect.ts')
await runWithoutShop(runBackup)
