import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from './build.ts'

process.env.NODE_ENV ??= 'production'
await build()
await import(pathToFileURL(join(import.meta.dirname, '..', 'build', 'shop', 'main.js')).href)
