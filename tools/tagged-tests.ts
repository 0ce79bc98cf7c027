import { join, relative } from 'node:path'
import { createVitest } from 'vitest/node'

// Prints all tests that have tags as JSON. Parses the test files without running tests or their setup.
const root = join(import.meta.dirname, '..')
const vitest = await createVitest('test', { root, watch: false })
try {
  const modules = await vitest.parseSpecifications(await vitest.globTestSpecifications())
  const errors = modules.flatMap((module) => module.errors())
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  const tests = modules.flatMap((module) =>
    [...module.children.allTests()].map(({ options }) => ({
      file: relative(root, module.moduleId).replaceAll('\\', '/'),
      tags: options.tags ?? [],
    })),
  )
  console.log(JSON.stringify(tests.filter(({ tags }) => tags.length > 0)))
} finally {
  await vitest.close()
}
