import { spawnSync } from 'node:child_process'
import { cpSync, globSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

// Writes `dist`: JavaScript and types by tsc, and beside them the files that the code reads by their names.
const folder = import.meta.dirname
const tsc = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin',
  'tsc',
)
rmSync(join(folder, 'dist'), { recursive: true, force: true })
const { status } = spawnSync(process.execPath, [tsc, '-p', join(folder, 'tsconfig.build.json')], {
  stdio: 'inherit',
})
if (status !== 0) process.exit(1)
for (const file of globSync('**/*.{sql,js}', { cwd: join(folder, 'src') }))
  cpSync(join(folder, 'src', file), join(folder, 'dist', file))
