/** Public exports of the package. */
export { startBackend, type RunningBackend, type StartOptions } from './start/start-backend.ts'
export type { FunctionContext } from './start/functions-folder.ts'
export type { Limits } from './start/limits.ts'
export { StartError } from './core/start-error.ts'
export type { BackendKeys } from './core/keys.ts'
export type { AuthMail } from './auth/request.ts'
export { renderPlainEmail, type RenderedEmail, type RenderEmail } from './emails/templates.ts'
export { type Backend, type BackendOptions, createBackend } from './api/backend.ts'

export { runCommand } from './start/run-command.ts'
export { type ConfigFile, readConfigFile } from './config/config-file.ts'
