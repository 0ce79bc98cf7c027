import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ESTree } from 'rolldown/utils'
import { parseForm } from '../../src/form-encoding.ts'
import { findTypeFaults, findInterfaceFaults, findListPageFaults } from './provider-checks.ts'
import {
  readClasses,
  readInterfaces,
  findDeclaration,
  splitQualifiedName,
  stripeTypesFolder,
} from './provider-types.ts'

/** An API call that a method of the `stripe` client makes. */
interface Call {
  method: string
  path: RegExp
  /** The number of ids in the path. When several calls match a URL, the one with the fewest ids is meant. */
  ids: number
  file: string
  name: string
}

export interface ProviderWatch {
  /** Checks an API request and its response. */
  call: (request: Request, body: string, answer: Response) => Promise<void>
  /** Checks the body of an event. */
  event: (body: string) => void
  /** @throws Error with all differences from the types of the `stripe` client found so far */
  expectRight: () => void
}

/** Compares requests, responses and events with the types of the `stripe` client, which are those of its API version. */
export function watchProvider(): ProviderWatch {
  const faults = new Set<string>()
  const note = (about: string, found: string[]): void =>
    found.forEach((fault) => faults.add(`${about}: ${fault}`))
  return {
    call: async (request, body, answer) => {
      const { pathname, search } = new URL(request.url)
      const path = pathname.slice(pathname.indexOf('/v1/'))
      const told: unknown = await answer.clone().json()
      const sent = request.method === 'POST' ? body : search
      const about = `${request.method} ${path.replace(/\/\w{20,}/g, '/:id')}`
      if (answer.status >= 500) note(about, [`answered ${answer.status}`])
      note(
        about,
        answer.ok ? findCallFaults(request.method, path, sent, told) : findErrorFaults(told),
      )
    },
    event: (body) => {
      const event: { type?: unknown } = JSON.parse(body)
      note(`event ${String(event.type)}`, findEventFaults(event))
    },
    expectRight: () => {
      if (faults.size > 0)
        throw new Error(`The payment sandbox left the protocol:\n${[...faults].join('\n')}`)
    },
  }
}

/** Returns the differences between an accepted request with its response and the types of the `stripe` client. */
export function findCallFaults(
  method: string,
  path: string,
  sent: string,
  told: unknown,
): string[] {
  const found = calls()
    .filter((call) => call.method === method && call.path.test(path))
    .toSorted((a, b) => a.ids - b.ids)[0]
  if (found === undefined) return ['The provider has no such call']
  const place = { file: found.file, scope: [] }
  const { params, answer } = signatureOf(found)
  const sentFaults =
    params === null ? [] : findTypeFaults(parseForm(sent), params, place, 'form', 'sent')
  const { isList, type } = answerOf(answer)
  const toldFaults = isList
    ? findListPageFaults(told, type, place, 'told')
    : findTypeFaults(told, type, place, 'json', 'told')
  return [...sentFaults, ...toldFaults]
}

/** Returns the differences between an error response and the provider's documentation. https://docs.stripe.com/api/errors */
export function findErrorFaults(told: unknown): string[] {
  const { error, ...rest } = { ...(told as { error?: Record<string, unknown> }) }
  const { type, message, code, param, doc_url: url, ...others } = { ...error }
  const faults = [...Object.keys(rest), ...Object.keys(others)].map((name) => `${name} is unknown`)
  const types = ['api_error', 'card_error', 'idempotency_error', 'invalid_request_error']
  if (!types.includes(String(type))) faults.push(`the type is ${String(type)}`)
  if (typeof message !== 'string' || message === '') faults.push('there is no message')
  if (param !== undefined && typeof param !== 'string') faults.push('the param is no text')
  if ((code === undefined) !== (url === undefined)) faults.push('a code comes with its doc_url')
  if (code === undefined) return faults
  const codes = findDeclaration(['PaymentIntent', 'LastPaymentError', 'Code'], {
    file: join(stripeTypesFolder, 'PaymentIntents.d.ts'),
    scope: [],
  })
  if (codes.alias === undefined) throw new Error('The codes of errors are not where they were')
  return [...faults, ...findTypeFaults(code, codes.alias.typeAnnotation, codes, 'json', 'the code')]
}

/** Returns the differences between an event and the types of the `stripe` client. */
export function findEventFaults(event: { type?: unknown }): string[] {
  const kind = readInterfaces(join(stripeTypesFolder, 'Events.d.ts')).find(
    (named) => typeNamed(named.interface) === event.type,
  )
  if (kind === undefined) return ['The provider has no such event']
  return findInterfaceFaults(event, kind, 'json', 'told')
}

/** Returns the string literal that an interface declares as the type of its property `type`. */
function typeNamed(declared: ESTree.TSInterfaceDeclaration | undefined): unknown {
  for (const one of declared?.body.body ?? []) {
    if (one.type !== 'TSPropertySignature' || one.key.type !== 'Identifier') continue
    const type = one.typeAnnotation?.typeAnnotation
    if (
      one.key.name === 'type' &&
      type?.type === 'TSLiteralType' &&
      type.literal.type === 'Literal'
    )
      return type.literal.value
  }
  return null
}

let known: Call[] | null = null

/** Returns all calls of the API's version 1, which are read from the code of the `stripe` client. */
function calls(): Call[] {
  known ??= globSync('**/*.js', { cwd: stripeTypesFolder, exclude: ['V2/**'] }).flatMap((file) => {
    const code = readFileSync(join(stripeTypesFolder, file), 'utf8')
    const making =
      /^ {4}(\w+)\([^)]*\) \{\s+return this\._makeRequest\('(\w+)', (?:'([^']+)'|`([^`]+)`)/gm
    return [...code.matchAll(making)].map(([, name = '', method = '', plain, pattern]) => {
      const path = plain ?? pattern ?? ''
      const ids = path.split('${').length - 1
      return {
        method,
        path: new RegExp(`^${path.replace(/\$\{[^}]+\}/g, '[^/]+')}$`),
        ids,
        file: join(stripeTypesFolder, file.replace(/\.js$/, '.d.ts')),
        name,
      }
    })
  })
  return known
}

function signatureOf({ file, name }: Call): {
  params: ESTree.TSType | null
  answer: ESTree.TSType
} {
  for (const one of readClasses(file).flatMap((found) => found.body.body)) {
    if (one.type !== 'MethodDefinition' || one.key.type !== 'Identifier') continue
    const { params, returnType } = one.value
    if (one.key.name !== name || !returnType) continue
    const found = params.find((param) => param.type === 'Identifier' && param.name === 'params')
    const type = found?.type === 'Identifier' ? found.typeAnnotation?.typeAnnotation : undefined
    return { params: type ?? null, answer: returnType.typeAnnotation }
  }
  throw new Error(`${file} does not say what ${name} takes`)
}

/** Returns the type X of `Promise<Response<X>>` or of `ApiListPromise<X>`. */
function answerOf(type: ESTree.TSType): { isList: boolean; type: ESTree.TSType } {
  const [inner] = type.type === 'TSTypeReference' ? (type.typeArguments?.params ?? []) : []
  if (type.type !== 'TSTypeReference' || inner === undefined) return { isList: false, type }
  const name = splitQualifiedName(type.typeName).join('.')
  if (name === 'ApiListPromise') return { isList: true, type: inner }
  return name === 'Promise' || name === 'Response' ? answerOf(inner) : { isList: false, type }
}
