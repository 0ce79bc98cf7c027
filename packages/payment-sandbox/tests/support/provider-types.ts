import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type ESTree, parseSync } from 'rolldown/utils'

/**
 * The folder of the `stripe` client that has its calls (`.js`) and their types (`.d.ts`), which are generated from the provider's
 * OpenAPI description.
 */
export const stripeTypesFolder = join(
  dirname(createRequire(import.meta.url).resolve('stripe')),
  '../esm/resources',
)

/** A location in a types file in which names are resolved: the file and the surrounding namespaces. */
export interface NameScope {
  file: string
  scope: string[]
}

/** The declaration of a name (an interface or a type alias), and the location in which the names inside it are resolved. */
export interface TypeDeclaration extends NameScope {
  interface?: ESTree.TSInterfaceDeclaration
  alias?: ESTree.TSTypeAliasDeclaration
}

interface TypesFile {
  names: Map<string, TypeDeclaration>
  /**
   * The imports of a file by local name. `file` is the imported file, or this file for an alias; `name` is null for an import of a
   * whole file.
   */
  imports: Map<string, { file: string; name: string | null }>
  classes: ESTree.Class[]
}

const files = new Map<string, TypesFile>()

/** Returns the classes that a types file declares. */
export function readClasses(file: string): ESTree.Class[] {
  return read(file).classes
}

/** Returns the interfaces that a types file declares outside of namespaces. */
export function readInterfaces(file: string): TypeDeclaration[] {
  return [...read(file).names.values()].filter(
    (named) => named.scope.length === 0 && named.interface !== undefined,
  )
}

/**
 * Finds the declaration of a name as TypeScript does: in the innermost surrounding namespace that declares it.
 * @throws Error when the name is not declared
 */
export function findDeclaration(name: string[], { file, scope }: NameScope): TypeDeclaration {
  const { names, imports } = read(file)
  for (let depth = scope.length; depth >= 0; depth -= 1) {
    const found = names.get([...scope.slice(0, depth), ...name].join('.'))
    if (found !== undefined) return found
  }
  for (let length = name.length; length > 0; length -= 1) {
    const imported = imports.get(name.slice(0, length).join('.'))
    if (imported === undefined) continue
    const path = [...(imported.name === null ? [] : [imported.name]), ...name.slice(length)]
    return findDeclaration(path, { file: imported.file, scope: [] })
  }
  throw new Error(`There is no type ${name.join('.')} in ${file}`)
}

/** Splits a qualified name such as `A.B` into its parts. */
export function splitQualifiedName(name: ESTree.TSTypeName | ESTree.Expression): string[] {
  if (name.type === 'Identifier') return [name.name]
  if (name.type === 'TSQualifiedName') return [...splitQualifiedName(name.left), name.right.name]
  if (name.type === 'MemberExpression' && name.property.type === 'Identifier')
    return [...splitQualifiedName(name.object), name.property.name]
  throw new Error(`Not a name: ${name.type}`)
}

function read(file: string): TypesFile {
  const known = files.get(file)
  if (known !== undefined) return known
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'), { lang: 'dts' })
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const types: TypesFile = { names: new Map(), imports: new Map(), classes: [] }
  files.set(file, types)
  for (const statement of program.body) note(types, statement, { file, scope: [] })
  return types
}

function note(types: TypesFile, statement: ESTree.Statement, place: NameScope): void {
  const name = (own: string): string => [...place.scope, own].join('.')
  switch (statement.type) {
    case 'ImportDeclaration':
      for (const one of statement.specifiers) {
        const imported = one.type === 'ImportSpecifier' ? moduleName(one.imported) : null
        types.imports.set(one.local.name, { file: beside(place, statement.source), name: imported })
      }
      return
    case 'ExportNamedDeclaration':
      if (statement.declaration !== null) return note(types, statement.declaration, place)
      for (const one of statement.specifiers)
        types.imports.set(name(moduleName(one.exported)), {
          file: statement.source === null ? place.file : beside(place, statement.source),
          name: moduleName(one.local),
        })
      return
    case 'ClassDeclaration':
      types.classes.push(statement)
      return
    case 'TSInterfaceDeclaration':
      types.names.set(name(statement.id.name), { ...place, interface: statement })
      return
    case 'TSTypeAliasDeclaration':
      types.names.set(name(statement.id.name), { ...place, alias: statement })
      return
    case 'TSModuleDeclaration':
      if (statement.id.type !== 'Identifier' || statement.body?.type !== 'TSModuleBlock') return
      for (const inner of statement.body.body)
        note(types, inner, { ...place, scope: [...place.scope, statement.id.name] })
  }
}

function moduleName(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name
}

function beside({ file }: NameScope, source: { value: string }): string {
  return join(dirname(file), source.value.replace(/\.js$/, '.d.ts'))
}
