import {
  type AnyNode,
  type CallExpression,
  type MemberExpression,
  type NewExpression,
  type Node,
  parse,
} from 'acorn'
import { compatData, isSupported } from './compat-data.ts'
import { findNewerFeatures } from './newer-features.ts'

export interface FoundFeature {
  /** The name of the feature in MDN's browser compatibility data. */
  feature: string
  /** The offset in the code at which the feature is used. */
  at: number
}

const newer = findNewerFeatures()
const statics = new Set(newer.members.map(({ holder, member }) => `${holder}.${member}`))
const globalObjects = new Set(['window', 'globalThis', 'self', 'document', 'navigator'])
const { elements, global_attributes: globalAttributes } = compatData.html

/** Returns the uses of features newer than the supported browsers: syntax, platform APIs, and attributes in JSX. */
export function findFeaturesInCode(code: string): FoundFeature[] {
  let tree: Node
  try {
    tree = parse(code, { ecmaVersion: 2022, sourceType: 'module', allowHashBang: true })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return [{ feature: `syntax: ${error.message}`, at: 0 }]
  }
  const declared = new Set<string>()
  const found: FoundFeature[] = []
  visit(tree, null, (node) => declareNames(node, declared))
  visit(tree, null, (node, parent) => {
    for (const feature of featuresIn(node, parent, declared))
      found.push({ feature, at: node.start })
  })
  return found
}

function visit(
  node: Node,
  parent: Node | null,
  look: (node: AnyNode, parent: AnyNode | null) => void,
) {
  look(node as AnyNode, parent as AnyNode | null)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) visit(child, node, look)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/**
 * Collects the names that a file declares anywhere; uses of these names are taken for the declared ones, not for globals. Scopes
 * are not considered, because a minified bundle reuses the same short names everywhere.
 */
function declareNames(node: AnyNode, declared: Set<string>): void {
  const patterns =
    node.type === 'VariableDeclarator' || node.type === 'ClassDeclaration'
      ? [node.id]
      : 'params' in node
        ? [...node.params, 'id' in node ? node.id : null]
        : node.type.startsWith('Import') && 'local' in node
          ? [node.local]
          : node.type === 'CatchClause'
            ? [node.param]
            : []
  for (const pattern of patterns)
    if (isNode(pattern))
      visit(pattern, null, (part) => part.type === 'Identifier' && declared.add(part.name))
}

function featuresIn(node: AnyNode, parent: AnyNode | null, declared: Set<string>): string[] {
  if (node.type === 'Identifier')
    return newer.globals.has(node.name) && isGlobal(node, parent) && !declared.has(node.name)
      ? [node.name]
      : []
  if (node.type === 'MemberExpression') {
    const name = nameOfMember(node)
    const isCalled = parent?.type === 'CallExpression' && parent.callee === node
    // Skips an optional call such as element.checkVisibility?.(), which works without the feature.
    if (name === null || (isCalled && parent.optional)) return []
    return featuresOfMember(nameOfObject(node.object), name, isCalled)
  }
  if (node.type === 'VariableDeclarator' && node.id.type === 'ObjectPattern') {
    const object = node.init ? nameOfObject(node.init) : null
    return node.id.properties.flatMap((property) =>
      property.type === 'Property' && property.key.type === 'Identifier'
        ? featuresOfMember(object, property.key.name, false)
        : [],
    )
  }
  if (node.type === 'CallExpression') return [...attributesIn(node), ...optionsIn(node)]
  if (node.type === 'NewExpression') return [...regExpFlagsIn(node), ...optionsIn(node)]
  return []
}

function featuresOfMember(object: string | null, name: string, isCalled: boolean): string[] {
  if (object !== null && globalObjects.has(object) && newer.globals.has(name)) return [name]
  if (object !== null && statics.has(`${object}.${name}`)) return [`${object}.${name}`]
  const [first] = newer.methods.get(name) ?? []
  return isCalled && first !== undefined ? [`${first}.prototype.${name}`] : []
}

function isGlobal(node: AnyNode, parent: AnyNode | null): boolean {
  if (parent?.type === 'MemberExpression') return parent.object === node || parent.computed
  if (parent?.type === 'Property' || parent?.type === 'MethodDefinition')
    return parent.value === node || parent.computed
  return parent?.type !== 'LabeledStatement' && parent?.type !== 'ExportSpecifier'
}

function nameOfMember({ property, computed }: MemberExpression): string | null {
  if (computed) return textOf(property)
  return property.type === 'Identifier' ? property.name : null
}

/** Returns the value of a string literal, or of a template literal without expressions; null for any other node. */
function textOf(node: Node | undefined): string | null {
  const text = node as AnyNode | undefined
  if (text?.type === 'Literal') return typeof text.value === 'string' ? text.value : null
  return text?.type === 'TemplateLiteral' && text.expressions.length === 0
    ? (text.quasis[0]?.value.cooked ?? null)
    : null
}

/** Returns the name of a global object: `URL` for `URL`, `window.URL` and `globalThis.URL`. */
function nameOfObject(node: Node): string | null {
  const object = node as AnyNode
  if (object.type === 'Identifier') return object.name
  if (object.type !== 'MemberExpression') return null
  return globalObjects.has(nameOfObject(object.object) ?? '') ? nameOfMember(object) : null
}

/** Returns newer HTML attributes in calls such as `jsx('dialog', { closedby: 'any' })`. */
function attributesIn({ arguments: [tag, attributes] }: CallExpression): string[] {
  const name = textOf(tag)
  const element = name === null ? undefined : elements?.[name]
  if (element === undefined || attributes?.type !== 'ObjectExpression') return []
  return attributes.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return []
    const attribute = property.key.name.toLowerCase()
    const feature = element[attribute] ?? globalAttributes?.[attribute]
    return feature && !isSupported(feature) ? [`<${name} ${attribute}>`] : []
  })
}

/** Returns newer options and their newer values in calls such as `createImageBitmap(file, { imageOrientation: 'from-image' })`. */
function optionsIn({ callee, arguments: given }: CallExpression | NewExpression): string[] {
  const method = nameOfCallee(callee as AnyNode)
  const options = given.flatMap((one) => (one.type === 'ObjectExpression' ? one.properties : []))
  return options.flatMap((option) => {
    if (option.type !== 'Property' || option.key.type !== 'Identifier') return []
    const name = `${method} ${option.key.name}`
    return [name, `${name}: ${textOf(option.value)}`].filter((one) => newer.options.has(one))
  })
}

function nameOfCallee(callee: AnyNode): string | null {
  if (callee.type === 'Identifier') return callee.name
  return callee.type === 'MemberExpression' ? nameOfMember(callee) : null
}

/**
 * Finds the flag v in `new RegExp(…, 'v')`. The parser reports newer flags as syntax errors, but only in regular expression
 * literals.
 */
function regExpFlagsIn({ callee, arguments: [, flags] }: NewExpression): string[] {
  const isNew = textOf(flags)?.includes('v') === true
  return nameOfObject(callee) === 'RegExp' && isNew ? ['RegExp flag v'] : []
}
