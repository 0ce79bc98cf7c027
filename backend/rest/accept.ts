import { ApiError } from '../wire.ts'

export interface Accepted {
  form: 'array' | 'object' | 'csv'
  stripNulls: boolean
  contentType: string
}

const json = 'application/json'
const forms = new Map<string, [form: Accepted['form'], type: string]>([
  ['*/*', ['array', json]],
  ['application/*', ['array', json]],
  [json, ['array', json]],
  ['application/vnd.pgrst.array', ['array', json]],
  ['application/vnd.pgrst.array+json', ['array', json]],
  ['application/vnd.pgrst.object', ['object', 'application/vnd.pgrst.object+json']],
  ['application/vnd.pgrst.object+json', ['object', 'application/vnd.pgrst.object+json']],
  ['text/csv', ['csv', 'text/csv']],
])

/** @throws ApiError 406 PGRST107 when nothing that is accepted can be made */
export function negotiate(header = '*/*'): Accepted {
  for (const range of header.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const found = forms.get(type)
    if (found === undefined) continue
    const stripNulls = type.includes('vnd.pgrst') && parameters.includes('nulls=stripped')
    return { form: found[0], stripNulls, contentType: `${found[1]}; charset=utf-8` }
  }
  const message = `None of these media types are available: ${header.slice(0, 200)}`
  throw new ApiError(406, 'PGRST107', message)
}
