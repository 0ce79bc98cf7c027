import type { Identifier } from '@mdn/browser-compat-data'
import { compatData, getFeatures, isSupported } from './compat-data.ts'

export interface NewerFeatures {
  /** Newer interfaces, namespaces and functions of the global object. */
  globals: Set<string>
  /** Newer members of interfaces that the supported browsers have. */
  members: { holder: string; member: string; isStatic: boolean }[]
  /** Methods that no interface has in the supported browsers, by name, each with the newer interfaces that have it. */
  methods: Map<string, string[]>
  /**
   * Newer options of functions that the supported browsers have, and newer values of options, as `method option` and
   * `method option: value`.
   */
  options: Set<string>
}

/**
 * The interfaces whose newer methods are searched for by name alone. All others are left out, because names such as `restore` or
 * `use` are common names of functions in any program.
 */
const everyday =
  /^(?:Abort\w*|Blob|CSS\w+|Clipboard|Crypto|DOM\w+|Document\w*|Element\w*|\w*Event|File|FormData|Headers|HTML\w+|History|Location|Navigator|Node|Range|ReadableStream|Request|Response|Selection|ShadowRoot|Storage|URL\w*|Window)$/

/** Returns the features of JavaScript and the DOM that are newer than the supported browsers. */
export function findNewerFeatures(): NewerFeatures {
  const globals = new Set<string>()
  const members: NewerFeatures['members'] = []
  const newer = new Map<string, string[]>()
  const known = new Set<string>()
  const options = new Set<string>()
  for (const { name, entry, isLanguage } of platformInterfaces()) {
    if (!isSupported(entry)) globals.add(name)
    // The entry of a global function, such as `fetch`, is its own.
    else for (const option of newerOptions(entry)) options.add(`${name} ${option}`)
    for (const { member, feature, isStatic } of membersOf(name, entry)) {
      if (isSupported(entry) && isSupported(feature)) {
        known.add(member)
        for (const option of newerOptions(feature)) options.add(`${member} ${option}`)
      } else if (isSupported(entry)) members.push({ holder: name, member, isStatic })
      if (!isStatic && (isLanguage || everyday.test(name)))
        newer.set(member, [...(newer.get(member) ?? []), name])
    }
  }
  for (const { member, feature } of membersOf('Window', compatData.api.Window ?? {}))
    if (!isSupported(feature)) globals.add(member)
  const methods = new Map([...newer].filter(([name]) => !known.has(name)))
  return { globals, members, methods, options }
}

/** Returns the newer options of a function as `option`, and their newer values as `option: value`. */
function newerOptions(feature: Identifier): string[] {
  return getFeatures(feature).flatMap(([key, option]) => {
    const name = /^(?:options|init)_(?<name>[a-z]+)_parameter$/i.exec(key)?.groups?.name
    if (name === undefined) return []
    if (!isSupported(option)) return [name]
    return getFeatures(option)
      .filter(([, value]) => !isSupported(value))
      .map(([value]) => `${name}: ${value}`)
  })
}

interface PlatformInterface {
  name: string
  entry: Identifier
  /** True for a built-in of JavaScript, false for an interface of browsers. */
  isLanguage: boolean
}

function platformInterfaces(): PlatformInterface[] {
  const { api, javascript } = compatData
  const named = (parent: Identifier, isLanguage: boolean) =>
    getFeatures(parent).map(([name, entry]) => ({ name, entry, isLanguage }))
  return [...named(api, false), ...named(javascript.builtins ?? {}, true)]
}

const STATIC = '_static'

/**
 * Returns the members of an interface. The compatibility data also has entries for behaviour, events and constructors, which are
 * left out.
 */
function membersOf(name: string, entry: Identifier) {
  return getFeatures(entry)
    .map(([key, feature]) => ({ key, member: key.replace(STATIC, ''), feature }))
    .filter(({ member }) => /^[a-z][a-z0-9]*$/i.test(member))
    .map(({ key, member, feature }) => ({
      member,
      feature,
      isStatic: key.endsWith(STATIC) || isStaticHere(name, member),
    }))
}

/**
 * Returns true for a static member of a JavaScript built-in. The compatibility data does not mark these, so the running engine is
 * asked.
 */
function isStaticHere(name: string, member: string): boolean {
  const own: unknown = Reflect.get(globalThis, name)
  if (typeof own === 'object' && own !== null) return member in own
  return typeof own === 'function' && member in own && !(member in Object(own.prototype))
}
