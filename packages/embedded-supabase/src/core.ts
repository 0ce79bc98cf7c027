/** Keys, tokens, errors of a start and files that are written whole. */
export { keyEntries } from './core/keys-file.ts'
export {
  isValidKeyPair,
  generateKeys,
  signToken,
  type BackendKeys,
  type Caller,
} from './core/keys.ts'
export { loadSecretFile, removeDrafts, writeSecretFile } from './core/secret-file.ts'
export { StartError } from './core/start-error.ts'
export type { Logger, WireHandler } from './core/wire.ts'
