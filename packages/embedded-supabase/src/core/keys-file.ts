import * as v from 'valibot'
import { isValidKeyPair, type BackendKeys, generateKeys } from './keys.ts'
import { loadSecretFile } from './secret-file.ts'

const text = v.pipe(v.string(), v.nonEmpty())
const jwk = v.looseObject({ kty: v.string() })

/** The properties of the keys, for files that hold other secrets beside them. */
export const keyEntries = {
  publishable: text,
  secret: text,
  jwt: v.object({ privateJwk: jwk, publicJwk: jwk, kid: text }),
}

const schema = v.pipe(
  v.object(keyEntries),
  v.check((keys) => isValidKeyPair(keys)),
)

/** Reads the keys, or creates them in a file that only its owner may read. @throws StartError when the file is broken */
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
