import type { Identifier } from '@mdn/browser-compat-data'
import { type AtRule, type Declaration, list, parse, type Rule } from 'postcss'
import { compatData, isSupported } from './compat-data.ts'
import type { FoundFeature } from './find-in-code.ts'

const { properties, selectors, types, 'at-rules': atRules } = compatData.css

/** Returns the uses of CSS newer than the supported browsers: at-rules, properties, functions, units and selectors. */
export function findFeaturesInStyles(css: string): FoundFeature[] {
  const found: FoundFeature[] = []
  const note = (features: string[], at: number): void => {
    found.push(...features.map((feature) => ({ feature, at })))
  }
  const root = parse(css)
  root.walkDecls((node) => note(newInDeclaration(node), offsetOf(node)))
  root.walkRules((node) => note(newInSelectors(node), offsetOf(node)))
  root.walkAtRules((node) => note(newInAtRule(node), offsetOf(node)))
  return found
}

function offsetOf({ source }: Declaration | Rule | AtRule): number {
  return source?.start?.offset ?? 0
}

function newInDeclaration({ prop, value, parent }: Declaration): string[] {
  // Skips descriptors of at-rules such as @font-face, custom properties, and properties with a vendor prefix.
  if (parent?.type === 'atrule' || prop.startsWith('-')) return []
  if (isNewer(properties?.[prop])) return [prop]
  const functions = value.match(/\b[a-z][\w-]*(?=\()/gi) ?? []
  const units = Array.from(value.matchAll(/(?<![\w-])[\d.]+([a-z]+)\b/gi), ([, unit = '']) => unit)
  return [
    ...functions.filter((name) => isNewer(functionOf(name))).map((name) => `${name}()`),
    ...units.filter((unit) => isNewer(unitOf(unit))),
  ]
}

function functionOf(name: string): Identifier | undefined {
  return types?.[name] ?? types?.color?.[name] ?? types?.['easing-function']?.[name]
}

const viewports: Record<string, string> = { s: 'small', l: 'large', d: 'dynamic' }

function unitOf(unit: string): Identifier | undefined {
  const length = types?.length
  const viewport = /^[sld](?=v(?:h|w|i|b|min|max)$)/.exec(unit)?.[0]
  if (viewport) return length?.[`viewport_percentage_units_${viewports[viewport]}`]
  return unit.startsWith('cq') ? length?.container_query_length_units : length?.[unit]
}

/**
 * Returns the selectors newer than the supported browsers. A selector in a list is marked as such, because a browser that does not
 * know it ignores the whole rule.
 */
function newInSelectors({ selector, parent }: Rule): string[] {
  if (parent?.type === 'atrule' && (parent as AtRule).name.endsWith('keyframes')) return []
  const all = list.comma(selector)
  return all.flatMap((one) =>
    [...one.matchAll(/::?(?<name>[a-z][\w-]*)/g)]
      .map(([, name = '']) => name)
      .filter((name) => isNewer(selectors?.[name]))
      .map((name) => (all.length > 1 ? `:${name} in a list` : `:${name}`)),
  )
}

function newInAtRule({ name, params }: AtRule): string[] {
  const rule = atRules?.[name]
  if (isNewer(rule)) return [`@${name}`]
  const features = Array.from(params.matchAll(/\(([a-z-]+)/g), ([, feature = '']) => feature)
  return features.filter((feature) => isNewer(rule?.[feature])).map((it) => `@${name} (${it})`)
}

function isNewer(feature: Identifier | undefined): boolean {
  return feature !== undefined && !isSupported(feature)
}
