import { invalid, ok } from './answers.ts'
import type { AuthHandler, AuthRequest } from './request.ts'
import { personWhere, userBody, type UserRow } from './users.ts'

const usualPage = 50
const largestPage = 1000

/** `GET /admin/users`: newest first; `page`, `per_page`, `filter` by address or name, `sort` by `created_at`. */
export const listUsers: AuthHandler = async (request) => {
  const { sql, query } = request
  const page = Math.max(1, wholeOf(request, 'page', 1))
  const perPage = Math.min(wholeOf(request, 'per_page', usualPage) || usualPage, largestPage)
  const filter = query.get('filter') ?? ''
  if (filter.includes('\0') || !filter.isWellFormed()) throw invalid('Bad filter')
  // Words are looked for as they are written.
  const like = `%${filter.slice(0, 255).replace(/[\\%_]/g, '\\$&')}%`
  const where = `(u.email like $1 or u.raw_user_meta_data ->> 'full_name' ilike $1 or $1 = '%%')`
  const rows = await sql.unsafe<{ person: UserRow }[]>(
    `${personWhere} ${where} order by u.created_at ${direction(query.get('sort'))}, u.id limit $2 offset $3`,
    [like, perPage, (page - 1) * perPage],
  )
  const [count] = await sql.unsafe<{ total: number }[]>(
    `select count(*)::int as total from auth.users u where u.deleted_at is null and ${where}`,
    [like],
  )
  const total = count?.total ?? 0
  const users = rows.map(({ person }) => userBody(person))
  return ok({ users, aud: 'authenticated' }, pageHeaders(request, page, perPage, total))
}

function wholeOf({ query }: AuthRequest, name: string, usual: number): number {
  const text = query.get(name) ?? ''
  if (text === '') return usual
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const words = `strconv.ParseUint: parsing ${JSON.stringify(text.slice(0, 50))}: invalid syntax`
  throw invalid(`Bad Pagination Parameters: ${words}`)
}

function direction(sort: string | null): 'asc' | 'desc' {
  if (sort === null || /^created_at( desc)?$/i.test(sort)) return 'desc'
  if (/^created_at asc$/i.test(sort)) return 'asc'
  throw invalid(`Bad Sort Parameters: bad field for sort '${sort.slice(0, 50)}'`)
}

function pageHeaders(
  { wire }: AuthRequest,
  page: number,
  perPage: number,
  total: number,
): Record<string, string> {
  const last = Math.ceil(total / perPage)
  const link = (to: number, rel: string) =>
    `<${wire.path}?page=${to}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(last > page ? [link(page + 1, 'next')] : []), link(last, 'last')]
  return { link: links.join(', '), 'x-total-count': String(total) }
}
