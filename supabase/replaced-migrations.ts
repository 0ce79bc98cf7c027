const numbers = `
  000100 000200 000300 000400 000500 000600 000700 000800 000900 001000 001100 001200 001300 001400 001500 001600 001700
  001800 001900 002000 002100 002200 002300 002400 002500 002700`

/** The migrations that were folded into those up to `upTo`, which make the same. */
export const replacedMigrations = {
  versions: numbers
    .trim()
    .split(/\s+/)
    .map((number) => `20261126${number}`),
  upTo: '20261127001100',
  lastCommit: '3fea5fef',
}
