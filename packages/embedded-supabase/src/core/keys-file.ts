import * as v from 'valibot'
import { isValidKeyPair, type BackendKeys, generateKeys } from './keys.ts'
import { loadSecretFile } from './secret-file.ts'

const text = v.pipe(v.string(), v.nonEmpty())
const jwk = v.looseObject({ kty: v.string() })

/** Schema entries of the keys, for files that hold other secrets as well. */
export const keySchemaEntries = {
  publishable: text,
  secret: text,
  jwt: v.object({ privateJwk: jwk, publicJwk: jwk, kid: text }),
}

const schema = v.pipe(
  v.object(keySchemaEntries),
  v.check((keys) => isValidKeyPair(keys)),
)

/**
 * Reads the keys from a file that only its owner may read; creates the file with new keys when it is missing.
 * @throws StartError when the file is damaged
 */
export function loadKeys(file: string): Promise<BackendKeys> {
  return loadSecretFile<BackendKeys>({
    file,
    parse: (value) => {
      const { success, output } = v.safeParse(schema, value)
      return success ? output : null
    },
    create: generateKeys,
  })
}
