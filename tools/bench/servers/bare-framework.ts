import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestListener } from '@react-router/node'
import type { ServerBuild } from 'react-router'
import { createStaticFiles } from '../../../server/static-files.ts'

/** Serves the app that is built in FOLDER: its files as the shop's are served, its pages by the framework. */
const folder = process.env.FOLDER ?? ''
const build: ServerBuild = await import(
  pathToFileURL(join(folder, 'build', 'server', 'index.js')).href
)
const files = createStaticFiles(join(folder, 'build', 'client'))
const answerPage = createRequestListener({ build, mode: 'production' })

createServer((request, response) => {
  if (!files.answer(request, response)) answerPage(request, response)
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening'))
