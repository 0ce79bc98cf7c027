import { getDataFileName } from '../../../domain/personal-data-words.ts'
import { shopResponseHeaders } from '../_shared/responses.ts'
import type { HandlerContext } from '../_shared/serve-handler.ts'

export function createDataFileResponse(data: unknown, { now }: HandlerContext): Response {
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      ...shopResponseHeaders,
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${getDataFileName(now())}"`,
    },
  })
}
