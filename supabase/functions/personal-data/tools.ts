import type { ShopClient } from '../../client.ts'
import { dataFileName } from '../../../domain/personal-data-words.ts'
import type { FunctionEnvironment } from '../_shared/environment.ts'

export interface Tools {
  /** With the secret key. */
  client: ShopClient
  environment: FunctionEnvironment
}

/** Everything that is held, as a file that nobody else may keep. */
export function dataFile(data: unknown, { environment }: Tools): Response {
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${dataFileName(environment.now())}"`,
      'cache-control': 'private, no-store',
    },
  })
}

export function timeText({ environment }: Tools): string {
  return new Date(environment.now()).toISOString()
}
