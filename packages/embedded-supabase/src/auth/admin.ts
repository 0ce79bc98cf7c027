import { randomUUID } from 'node:crypto'
import { DatabaseError } from '../database/errors.ts'
import { ApiError } from '../core/wire.ts'
import { createValidationError, createOkResponse } from './responses.ts'
import { cleanMetadata } from './audit.ts'
import { releaseEmailAddress } from './address-claims.ts'
import { removeFactor } from './factors.ts'
import {
  type Body,
  getEmailField,
  readBodyAllowingPhone,
  readBody,
  getTextField,
} from './fields.ts'
import { type Metadata, parseMetadata } from './metadata.ts'
import { hasValidPasswordFormat, getNewPassword } from './passwords.ts'
import {
  type AuthHandler,
  type AuthRequest,
  type AuthTx,
  type AuthWork,
  inTransaction,
} from './request.ts'
import { type Endpoints, getPathId, uuidShape } from './router.ts'
import { hashSecret } from './secrets.ts'
import { adminOnly } from './signed-in.ts'
import {
  type UserRow,
  addAccount,
  createEmailTakenError,
  changeMetadata,
  changePassword,
  confirmAccount,
  toFactorBody,
  findEvenDeletedUserById,
  findUserByEmail,
  findUserById,
  lockUser,
  changeAccountEmail,
  createUserNotFoundError,
  undeletedUserWhere,
  requireUser,
  toUserBody,
} from './users.ts'

const usualPage = 50
const largestPage = 1000

/**
 * Lists accounts, newest first. Query parameters: `page`, `per_page`, `filter` (part of the email address or name) and `sort`
 * (`created_at asc` or `desc`).
 */
const listUsers: AuthHandler = async (request) => {
  const { sql, query, wire } = request
  const page = Math.max(1, wholeOf(request, 'page', 1))
  const perPage = Math.min(wholeOf(request, 'per_page', usualPage) || usualPage, largestPage)
  const sort = query.get('sort') ?? 'created_at desc'
  const direction = /^created_at(?: (asc|desc))?$/i.exec(sort)
  if (direction === null)
    throw createValidationError(`Bad Sort Parameters: bad field for sort '${sort.slice(0, 50)}'`)
  const filter = query.get('filter') ?? ''
  if (filter.includes('\0') || !filter.isWellFormed()) throw createValidationError('Bad filter')
  // Escapes the wildcards of LIKE, so that the filter matches literally.
  const like = `%${filter.slice(0, 255).replace(/[\\%_]/g, '\\$&')}%`
  const where = `(u.email like $1 or u.raw_user_meta_data ->> 'full_name' ilike $1 or $1 = '%%')`
  const order = direction[1]?.toLowerCase() === 'asc' ? 'asc' : 'desc'
  const rows = await sql.unsafe<{ person: UserRow }[]>(
    `${undeletedUserWhere} ${where} order by u.created_at ${order}, u.id limit $2 offset $3`,
    [like, perPage, (page - 1) * perPage],
  )
  const [count] = await sql.unsafe<{ total: number }[]>(
    `select count(*)::int as total from auth.users u where u.deleted_at is null and ${where}`,
    [like],
  )
  const total = count?.total ?? 0
  const last = Math.ceil(total / perPage)
  const pages = [...(last > page ? [{ to: page + 1, rel: 'next' }] : []), { to: last, rel: 'last' }]
  const links = pages.map(
    ({ to, rel }) => `<${wire.path}?page=${to}&per_page=${perPage}>; rel="${rel}"`,
  )
  const users = rows.map(({ person }) => toUserBody(person))
  const headers = { link: links.join(', '), 'x-total-count': String(total) }
  return createOkResponse({ users, aud: 'authenticated' }, headers)
}

function wholeOf({ query }: AuthRequest, name: string, usual: number): number {
  const text = query.get(name) ?? ''
  if (text === '') return usual
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const words = `strconv.ParseUint: parsing ${JSON.stringify(text.slice(0, 50))}: invalid syntax`
  throw createValidationError(`Bad Pagination Parameters: ${words}`)
}

/** Account fields that a request body may set; undefined leaves the current value. */
interface Facts {
  email: string | undefined
  passwordHash: string | undefined
  isConfirmed: boolean
  metadata: Metadata
  appMetadata: Metadata
  ban: string
}

const createUser: AuthHandler = async (request) => {
  const body = readBody(request, 'Unsupported phone provider')
  const id = getTextField(body, 'id') || randomUUID()
  if (!uuidShape.test(id)) throw createValidationError('ID must conform to the uuid v4 format')
  if (getTextField(body, 'email') === '')
    throw createValidationError('Cannot create a user without either an email or phone')
  const facts = await factsOf(request, body)
  const user = await inTransaction(request, async (tx) => {
    const { email = null, passwordHash = null, metadata, appMetadata } = facts
    if (!(await addAccount(tx, { id, email, passwordHash, metadata, appMetadata })))
      throw createEmailTakenError()
    if (facts.isConfirmed) await confirmAccount(tx, id)
    await ban(tx, id, facts.ban)
    return requireUser(tx, id)
  })
  return createOkResponse(toUserBody(user))
}

const changeUser: AuthHandler = async (request) => {
  const facts = await factsOf(request, readBody(request, 'Unsupported phone provider'))
  const { id } = await requireNamed(request)
  const user = await inTransaction(request, async (tx) => {
    const { email, passwordHash } = facts
    await lockUser(tx, id)
    if (email !== undefined && email !== (await requireNamed(tx)).email) {
      const isFree = facts.isConfirmed
        ? await releaseEmailAddress(tx, email)
        : (await findUserByEmail(tx, email)) === null
      if (!isFree) throw createEmailTakenError()
      await changeAccountEmail(tx, { id }, email, facts.isConfirmed)
    }
    if (facts.isConfirmed) await confirmAccount(tx, id)
    if (passwordHash !== undefined) await changePassword(tx, id, passwordHash, null)
    await changeMetadata(tx, id, facts.metadata, facts.appMetadata)
    await ban(tx, id, facts.ban)
    return requireUser(tx, id)
  }).catch((error: unknown) => {
    // SQLSTATE 23505: another account has taken this address in the meantime.
    throw error instanceof DatabaseError && error.code === '23505' ? createEmailTakenError() : error
  })
  return createOkResponse(toUserBody(user))
}

async function factsOf(request: AuthRequest, body: Body): Promise<Facts> {
  const role = getTextField(body, 'role')
  if (role !== '' && role !== 'authenticated')
    throw createValidationError('role needs to be authenticated')
  const email = getTextField(body, 'email') === '' ? undefined : getEmailField(body)
  const duration = getTextField(body, 'ban_duration')
  if (!/^(none|(\d{1,7}(\.\d{1,9})?(h|m|s|ms|us|ns)){0,6})$/.test(duration)) {
    const words = `invalid format for ban duration: time: invalid duration "${duration.slice(0, 50)}"`
    throw createValidationError(words)
  }
  return {
    email,
    passwordHash: await passwordHashOf(request, body),
    isConfirmed: body.email_confirm === true,
    metadata: await cleanMetadata(request, body, 'user_metadata'),
    appMetadata: parseMetadata(body, 'app_metadata'),
    ban: duration,
  }
}

async function passwordHashOf(request: AuthRequest, body: Body): Promise<string | undefined> {
  const hash = getTextField(body, 'password_hash')
  if (hash !== '' && body.password)
    throw createValidationError('Only a password or a password hash should be provided')
  if (hash !== '') {
    if (/^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/.test(hash)) return hash
    throw createValidationError('password_hash must be a bcrypt hash of a cost from 4 to 14')
  }
  if (body.password === undefined || body.password === null) return undefined
  // The holder of the secret key may set a weak password, as tests do, but not one that could never be used to sign in, such as one
  // that is too long for bcrypt.
  const password = getTextField(body, 'password')
  const isUsable = hasValidPasswordFormat(password) && password.length >= 6
  return request.passwordHasher.hash(isUsable ? password : await getNewPassword(request, body))
}

/** Seconds per unit in Go's duration format. */
const secondsOf: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9 }

/** Bans an account for a duration in Go's format (`1h30m`), at most a hundred years. `none` lifts the ban; '' changes nothing. */
async function ban({ sql, at }: AuthTx, id: string, duration: string): Promise<void> {
  if (duration === '') return
  let seconds = 0
  for (const [, count, unit = ''] of duration.matchAll(/([\d.]+)(h|ms|us|ns|m|s)/g))
    seconds += Number(count) * (secondsOf[unit] ?? 0)
  await sql`
    update auth.users set banned_until = case when ${duration !== 'none'}
      then ${at} + least(make_interval(secs => ${seconds}::float8), '100 years') end
    where id = ${id}`
}

/** Deletes the account; with `should_soft_delete` it only anonymises the row. */
const deleteUser: AuthHandler = async (request) => {
  const { id, email, deleted_at: isGone } = await requireNamed(request, findEvenDeletedUserById)
  const isSoft =
    request.wire.body?.length && readBodyAllowingPhone(request).should_soft_delete === true
  await inTransaction(request, async ({ sql, at }) => {
    if (!isSoft) return sql`delete from auth.users where id = ${id}`
    if (isGone) return []
    const nobody = hashSecret(`${id}${email}`)
    await sql`
      update auth.users set deleted_at = ${at}, updated_at = ${at}, email = ${nobody}, email_change = '',
        encrypted_password = null, raw_user_meta_data = '{}', raw_app_meta_data = '{}'
      where id = ${id}`
    await sql`
      update auth.identities set identity_data = '{}', provider_id = ${nobody} || ':' || id where user_id = ${id}`
    const theirs = 'sessions mfa_factors one_time_tokens flow_state known_addresses'
    for (const table of theirs.split(' '))
      await sql.unsafe(`delete from auth.${table} where user_id = $1`, [id])
    return []
  })
  return createOkResponse({})
}

/** Removes a second factor, for a user who has lost the device. */
const deleteFactor: AuthHandler = async (request) => {
  const { factors } = await requireNamed(request)
  const factorId = getPathId(request, 'factor_id')
  const factor = factors?.find(({ id }) => id === factorId)
  if (factor === undefined) throw new ApiError(404, 'mfa_factor_not_found', 'Factor not found')
  await inTransaction(request, (tx) => removeFactor(tx, factor.id))
  return createOkResponse(toFactorBody(factor))
}

async function requireNamed(work: AuthWork, find = findUserById): Promise<UserRow> {
  const user = await find(work, getPathId(work, 'user_id'))
  if (user !== null) return user
  throw createUserNotFoundError('User not found')
}

export const adminEndpoints: Endpoints = {
  'GET /admin/users': adminOnly(listUsers),
  'POST /admin/users': adminOnly(createUser),
  'GET /admin/users/:user_id': adminOnly(async (request) =>
    createOkResponse(toUserBody(await requireNamed(request, findEvenDeletedUserById))),
  ),
  'PUT /admin/users/:user_id': adminOnly(changeUser),
  'DELETE /admin/users/:user_id': adminOnly(deleteUser),
  'GET /admin/users/:user_id/factors': adminOnly(async (request) =>
    createOkResponse(((await requireNamed(request)).factors ?? []).map(toFactorBody)),
  ),
  'DELETE /admin/users/:user_id/factors/:factor_id': adminOnly(deleteFactor),
}
