import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCommentFault } from './comments/comment-rules.ts'
import { findComments } from './comments/find-comments.ts'
import { root } from './lib/run.ts'

/** Checks that all comments follow the rules in CONTRIBUTING.md, "Names and comments". */
const files = globSync('**/*.{ts,tsx,mjs,sql,css}', {
  cwd: root,
  exclude: ['**/node_modules', '**/build', '**/dist', '**/.react-router'],
})
const faults = files.flatMap((file) =>
  findComments(file, readFileSync(join(root, file), 'utf8')).flatMap(({ text, line }) => {
    const fault = findCommentFault(text)
    return fault ? [`${file}:${line}: ${fault}`] : []
  }),
)
for (const fault of faults) console.error(fault)
if (faults.length > 0)
  console.error('\nA comment that needs the words gives its reason: "(wording: quotes the law)".')
process.exit(faults.length === 0 ? 0 : 1)
