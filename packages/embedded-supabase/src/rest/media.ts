import { ApiError } from '../core/wire.ts'

/** The requested media type of a response. */
export interface AcceptedMedia {
  form: 'array' | 'object' | 'csv'
  stripNulls: boolean
  contentType: string
  /** The format and options of `explain`, when the execution plan is requested instead of the result; otherwise null. */
  plan: { format: 'text' | 'json'; options: string[] } | null
}

const utf8 = 'charset=utf-8'

function plain(form: AcceptedMedia['form'], type: string): AcceptedMedia {
  return { form, stripNulls: false, contentType: `${type}; ${utf8}`, plan: null }
}

const array = plain('array', 'application/json')
const object = plain('object', 'application/vnd.pgrst.object+json')
const forms = new Map<string, AcceptedMedia>([
  ['*/*', array],
  ['application/*', array],
  ['application/json', array],
  ['application/vnd.pgrst.array', array],
  ['application/vnd.pgrst.array+json', array],
  ['application/vnd.pgrst.object', object],
  ['application/vnd.pgrst.object+json', object],
  ['text/csv', plain('csv', 'text/csv')],
])
const planOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal']

/** Chooses the first supported media type of an Accept header. @throws ApiError 406 PGRST107 when none is supported */
export function negotiateMediaType(header = '*/*', mayExplain: boolean): AcceptedMedia {
  const usual = forms.get(header)
  if (usual !== undefined) return usual
  for (const range of header.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    if (mayExplain && type.startsWith('application/vnd.pgrst.plan'))
      return planned(type, parameters)
    const found = forms.get(type)
    if (found === undefined) continue
    const stripNulls = type.includes('vnd.pgrst') && parameters.includes('nulls=stripped')
    return { ...found, stripNulls }
  }
  const message = `None of these media types are available: ${header.slice(0, 200)}`
  throw new ApiError(406, 'PGRST107', message)
}

/** Parses `application/vnd.pgrst.plan+json; for="application/json"; options=analyze|verbose`. */
function planned(type: string, parameters: string[]): AcceptedMedia {
  const given = (name: string): string =>
    parameters.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
  const of = forms.get(given('for').replaceAll('"', '')) ?? array
  const asked = given('options').split('|')
  const format = type.endsWith('+json') ? 'json' : 'text'
  return {
    ...of,
    contentType: `application/vnd.pgrst.plan+${format}; ${utf8}`,
    plan: { format, options: planOptions.filter((each) => asked.includes(each)) },
  }
}
