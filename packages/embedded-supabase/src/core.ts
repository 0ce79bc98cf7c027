/** Public exports: API keys, tokens, start errors, and files that are written atomically. */
export { keySchemaEntries } from './core/keys-file.ts'
export {
  isValidKeyPair,
  generateKeys,
  signToken,
  type BackendKeys,
  type Caller,
} from './core/keys.ts'
export { loadSecretFile, removeTemporaryFiles, writeSecretFile } from './core/secret-file.ts'
export { StartError } from './core/start-error.ts'
export type { Logger, WireHandler } from './core/wire.ts'
