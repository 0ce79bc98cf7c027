const numbers =
  '000100 000200 000300 000400 000500 000600 000700 000800 000900 001000 001100 001200'

/** The migrations that were merged into those up to `upTo`, which create the same schema. */
export const replacedMigrations = {
  versions: numbers.split(' ').map((number) => `20261129${number}`),
  upTo: '20261130001100',
  lastCommit: '7f0c8a7f',
}
