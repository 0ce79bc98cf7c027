import { RestError } from './errors.ts'

/** The form of the answer's body. */
export interface Accepted {
  form: 'array' | 'object' | 'csv'
  stripNulls: boolean
  contentType: string
}

const json: Accepted = {
  form: 'array',
  stripNulls: false,
  contentType: 'application/json; charset=utf-8',
}
const csv: Accepted = { form: 'csv', stripNulls: false, contentType: 'text/csv; charset=utf-8' }

/** @throws RestError 406 PGRST107 when nothing that is accepted can be made */
export function negotiate(header: string | undefined): Accepted {
  if (header === undefined || header === 'application/json' || header === '*/*') return json
  for (const range of header.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const found = accepted(type, parameters.includes('nulls=stripped'))
    if (found !== null) return found
  }
  throw new RestError(
    406,
    'PGRST107',
    `None of these media types are available: ${header.slice(0, 200)}`,
  )
}

function accepted(type: string, stripNulls: boolean): Accepted | null {
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return json
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return { ...json, stripNulls }
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return {
        form: 'object',
        stripNulls,
        contentType: 'application/vnd.pgrst.object+json; charset=utf-8',
      }
    case 'text/csv':
      return csv
    default:
      return null
  }
}
