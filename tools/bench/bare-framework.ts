import { execFile } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compressFolder } from '../../commands/compress.ts'
import { root } from '../../commands/run.ts'
import { inFreshFolder, type ServerProcess, startYardstick, withServers } from './children.ts'

const sources: Record<string, string> = {
  // The framework's build would install isbot by itself if it were not named.
  'package.json': '{ "private": true, "type": "module", "dependencies": { "isbot": "*" } }',
  'react-router.config.ts': `export default { ssr: true, routeDiscovery: { mode: 'initial' } }`,
  'vite.config.ts': `
    import { reactRouter } from '@react-router/dev/vite'
    export default { plugins: [reactRouter()], build: { target: 'es2022' } }`,
  'app/routes.ts': `
    import { index } from '@react-router/dev/routes'
    export default [index('home.tsx')]`,
  'app/root.tsx': `
    import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
    export default function Root() {
      return (
        <html lang="en-GB">
          <head>
            <meta charSet="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <link rel="icon" href="data:," />
            <Meta />
            <Links />
          </head>
          <body><Outlet /><ScrollRestoration /><Scripts /></body>
        </html>
      )
    }`,
  'app/home.tsx': `
    export const meta = () => [{ title: 'Bare' }, { name: 'description', content: 'A bare page.' }]
    export default function Home() { return <main><h1>Bare</h1></main> }`,
}

/** Runs the work with a server of the smallest page that the framework makes, built as ours is. */
export async function withBareFramework<T>(
  work: (server: ServerProcess) => Promise<T>,
): Promise<T> {
  return inFreshFolder(async (folder) => {
    await mkdir(join(folder, 'app'))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
    for (const [name, text] of Object.entries(sources)) await writeFile(join(folder, name), text)
    const cli = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
    await promisify(execFile)(process.execPath, [cli, 'build'], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production' },
    })
    await compressFolder(join(folder, 'build', 'client'))
    return withServers([startYardstick('bare-framework', { FOLDER: folder })], work)
  })
}
