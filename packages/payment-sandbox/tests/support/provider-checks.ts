import type { ESTree } from 'rolldown/utils'
import { toFormList } from '../../src/form-encoding.ts'
import {
  findDeclaration,
  type TypeDeclaration,
  splitQualifiedName,
  type NameScope,
} from './provider-types.ts'

/**
 * The format of the checked data: 'json' for a response, or 'form' for a request, in which all values are strings and lists are
 * objects with numbers as keys.
 */
export type DataFormat = 'json' | 'form'

interface Member extends NameScope {
  type: ESTree.TSType
  isOptional: boolean
}

interface Shape {
  members: Map<string, Member>
  /** The type of an index signature, for properties whose names the caller chooses; null when there is none. */
  others: Member | null
}

/** Returns descriptions of the differences between a value and a TypeScript type. An undeclared property counts as a difference. */
export function findTypeFaults(
  value: unknown,
  type: ESTree.TSType,
  place: NameScope,
  manner: DataFormat,
  at = '',
): string[] {
  switch (type.type) {
    case 'TSUnionType':
      return faultsInUnion(value, type.types, place, manner, at)
    case 'TSArrayType':
      return faultsInList(value, type.elementType, place, manner, at)
    case 'TSTypeLiteral':
      return faultsInObject(value, shapeOf(type.members, place), manner, at)
    case 'TSTypeReference':
      return faultsInNamed(value, type, place, manner, at)
    default:
      return isPlain(value, type, manner) ? [] : [`${at} is ${shown(value)}`]
  }
}

/** Returns descriptions of the differences between an object and a TypeScript interface. */
export function findInterfaceFaults(
  value: unknown,
  named: TypeDeclaration,
  manner: DataFormat,
  at = '',
): string[] {
  return faultsInObject(value, shapeOfInterface(named), manner, at)
}

function isPlain(value: unknown, type: ESTree.TSType, manner: DataFormat): boolean {
  const isForm = manner === 'form'
  switch (type.type) {
    case 'TSStringKeyword':
      return typeof value === 'string'
    case 'TSNumberKeyword':
      return isForm ? isNumber(value) : Number.isFinite(value)
    case 'TSBooleanKeyword':
      return isForm ? value === 'true' || value === 'false' : typeof value === 'boolean'
    case 'TSNullKeyword':
      return value === (isForm ? '' : null)
    case 'TSLiteralType':
      return (
        type.literal.type === 'Literal' &&
        (isForm ? String(type.literal.value) === value : type.literal.value === value)
      )
    case 'TSVoidKeyword':
      return false
    default:
      throw new Error(`What is ${type.type}?`)
  }
}

/** Returns true for a string that contains a number, as numbers are sent in forms. */
function isNumber(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d+(\.\d{1,12})?$/.test(value)
}

/**
 * Returns the differences from the most likely member of a union type: the one that the value's `object` property names, else the
 * one with the fewest differences.
 */
function faultsInUnion(
  value: unknown,
  types: ESTree.TSType[],
  place: NameScope,
  manner: DataFormat,
  at: string,
): string[] {
  const known = types.filter((type) => !isNamed(type, 'OtherString'))
  let best: string[] | null = null
  // Tries strings and null before object types: for a field that can be expanded, an id fits without checking the whole object
  // type.
  for (const type of known.toSorted((a, b) => Number(isReference(a)) - Number(isReference(b)))) {
    const faults = findTypeFaults(value, type, place, manner, at)
    if (faults.length === 0) return []
    const isOther = faults.some((fault) => fault.startsWith(`${at}.object is `))
    if (best === null || (!isOther && faults.length <= best.length)) best = faults
  }
  return best === null || typeof value !== 'object' ? [`${at} is ${shown(value)}`] : best
}

function isReference({ type }: ESTree.TSType): boolean {
  return type === 'TSTypeReference'
}

function isNamed(type: ESTree.TSType, ...names: string[]): boolean {
  return (
    type.type === 'TSTypeReference' && names.includes(splitQualifiedName(type.typeName).join('.'))
  )
}

function faultsInNamed(
  value: unknown,
  type: ESTree.TSTypeReference,
  place: NameScope,
  manner: DataFormat,
  at: string,
): string[] {
  const name = splitQualifiedName(type.typeName)
  const [inner] = type.typeArguments?.params ?? []
  if (inner !== undefined)
    switch (name.join('.')) {
      case 'Array':
        return faultsInList(value, inner, place, manner, at)
      case 'ApiList':
        return findListPageFaults(value, inner, place, at)
      case 'Emptyable':
        return value === '' ? [] : findTypeFaults(value, inner, place, manner, at)
    }
  if (name.join('.') === 'Decimal') return isNumber(value) ? [] : [`${at} is ${shown(value)}`]
  const found = findDeclaration(name, place)
  if (found.alias !== undefined)
    return findTypeFaults(value, found.alias.typeAnnotation, found, manner, at)
  return findInterfaceFaults(value, found, manner, at)
}

function faultsInList(
  value: unknown,
  of: ESTree.TSType,
  place: NameScope,
  manner: DataFormat,
  at: string,
): string[] {
  const items =
    manner === 'form' && typeof value === 'object' && value !== null
      ? toFormList({ ...value })
      : value
  if (!Array.isArray(items)) return [`${at} is ${shown(value)}`]
  return items.flatMap((item, index) => findTypeFaults(item, of, place, manner, `${at}[${index}]`))
}

/** Returns the differences between a value and a page of a list whose items have the type `of`. */
export function findListPageFaults(
  value: unknown,
  of: ESTree.TSType,
  place: NameScope,
  at = '',
): string[] {
  const { object, url, has_more: more, data, ...rest } = { ...(value as Record<string, unknown>) }
  const isPage = object === 'list' && typeof url === 'string' && typeof more === 'boolean'
  if (!isPage || Object.keys(rest).length > 0) return [`${at} is no page of a list`]
  return faultsInList(data, of, place, 'json', `${at}.data`)
}

function faultsInObject(
  value: unknown,
  { members, others }: Shape,
  manner: DataFormat,
  at: string,
): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${at} is ${shown(value)}`]
  const missing = [...members]
    .filter(([name, { isOptional }]) => !isOptional && !Object.hasOwn(value, name))
    .map(([name]) => `${at}.${name} is missing`)
  const wrong = Object.entries(value).flatMap(([name, one]) => {
    const member = members.get(name) ?? others
    if (member === null) return [`${at}.${name} is unknown`]
    return findTypeFaults(one, member.type, member, manner, `${at}.${name}`)
  })
  return [...missing, ...wrong]
}

/** Caches the members of interfaces, because few interfaces are compared many times. */
const shapes = new WeakMap<object, Shape>()

function shapeOfInterface(named: TypeDeclaration): Shape {
  const declared = named.interface
  if (declared === undefined) throw new Error('This is no interface')
  const known = shapes.get(declared)
  if (known !== undefined) return known
  const own = shapeOf(declared.body.body, insideOf(named))
  const parents = declared.extends.map((parent) =>
    shapeOfInterface(findDeclaration(splitQualifiedName(parent.expression), named)),
  )
  const members = [...parents, own].flatMap((shape) => [...shape.members])
  const shape = { members: new Map(members), others: own.others }
  shapes.set(declared, shape)
  return shape
}

/** Returns the scope in which names inside an interface are resolved. */
function insideOf({ file, scope }: TypeDeclaration): NameScope {
  return { file, scope }
}

function shapeOf(signatures: ESTree.TSSignature[], place: NameScope): Shape {
  const shape: Shape = { members: new Map(), others: null }
  for (const one of signatures) {
    const type = 'typeAnnotation' in one ? one.typeAnnotation?.typeAnnotation : undefined
    if (type === undefined) continue
    if (one.type === 'TSIndexSignature') shape.others = { ...place, type, isOptional: true }
    if (one.type === 'TSPropertySignature' && one.key.type === 'Identifier')
      shape.members.set(one.key.name, { ...place, type, isOptional: one.optional })
  }
  return shape
}

function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 80) ?? 'absent'
}
