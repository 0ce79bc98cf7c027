import { dataFileName } from '../../../domain/personal-data-words.ts'
import type { HandlerContext } from '../_shared/serve-handler.ts'

export function dataFile(data: unknown, { now }: HandlerContext): Response {
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${dataFileName(now())}"`,
      'cache-control': 'private, no-store',
    },
  })
}
