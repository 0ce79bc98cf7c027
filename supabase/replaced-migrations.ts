const numbers =
  '000100 000200 000300 000400 000500 000600 000700 000800 000900 001000 001100 001200'

/** The migrations that were folded into those up to `upTo`, which make the same. */
export const replacedMigrations = {
  versions: numbers.split(' ').map((number) => `20261128${number}`),
  upTo: '20261129001100',
  lastCommit: 'f7c6bb62',
}
