import { randomUUID } from 'node:crypto'
import { ApiError } from '../wire.ts'
import {
  addAccount,
  changeMetadata,
  changePassword,
  confirmAccount,
  moveAccount,
} from './accounts.ts'
import { invalid, ok } from './answers.ts'
import { type Body, emailOf, readAnyBody, readBody, textOf } from './fields.ts'
import { removeFactor } from './factors.ts'
import { cleanMetadataOf } from './audit.ts'
import { type Metadata, metadataIn } from './metadata.ts'
import { couldBeAPassword, newPasswordOf } from './passwords.ts'
import {
  type AuthHandler,
  type AuthRequest,
  type AuthTransaction,
  type AuthWork,
  inTransaction,
} from './request.ts'
import { idIn } from './router.ts'
import { hashOf } from './secrets.ts'
import { uuidShape } from './sessions.ts'
import {
  factorBody,
  findUserByEmail,
  findUserById,
  lockUser,
  requireUser,
  type UserRow,
  userBody,
} from './users.ts'

/** Lets only the project's own server through, which holds the secret key. @throws ApiError 401, 403 */
export function asAdmin(handler: AuthHandler): AuthHandler {
  return async (request) => {
    const { role } = request.caller
    if (role === 'service_role') return handler(request)
    if (role === 'authenticated') throw new ApiError(403, 'not_admin', 'User not allowed')
    throw new ApiError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  }
}

/** What a body says of an account; undefined is left as it is. */
interface Facts {
  email: string | undefined
  passwordHash: string | undefined
  isConfirmed: boolean
  metadata: Metadata
  appMetadata: Metadata
  /** ms since 1970; null: not banned. */
  bannedUntil: Date | null | undefined
}

/** `POST /admin/users`: an account, without an email to its owner. */
export const createUser: AuthHandler = async (request) => {
  const body = readBody(request, 'Unsupported phone provider')
  const id = textOf(body, 'id') || randomUUID()
  if (!uuidShape.test(id)) throw invalid('ID must conform to the uuid v4 format')
  if (textOf(body, 'email') === '')
    throw invalid('Cannot create a user without either an email or phone')
  const facts = await factsOf(request, body)
  const user = await inTransaction(request, async (tx) => {
    const { email = null, passwordHash = null, metadata, appMetadata } = facts
    if (!(await addAccount(tx, { id, email, passwordHash, metadata, appMetadata })))
      throw addressTaken()
    if (facts.isConfirmed) await confirmAccount(tx, id)
    await ban(tx, id, facts.bannedUntil)
    return requireUser(tx, id)
  })
  return ok(userBody(user))
}

/** `PUT /admin/users/:user_id` */
export const changeUser: AuthHandler = async (request) => {
  const { id } = await requireNamed(request)
  const facts = await factsOf(request, readBody(request, 'Unsupported phone provider'))
  const user = await inTransaction(request, async (tx) => {
    const { email, passwordHash } = facts
    await lockUser(tx, id)
    if (email !== undefined && email !== (await requireNamed(tx)).email) {
      if ((await findUserByEmail(tx, email)) !== null) throw addressTaken()
      await moveAccount(tx, { id }, email, facts.isConfirmed)
    }
    if (facts.isConfirmed) await confirmAccount(tx, id)
    if (passwordHash !== undefined) await changePassword(tx, id, passwordHash, null)
    await changeMetadata(tx, id, 'user_metadata', facts.metadata)
    await changeMetadata(tx, id, 'app_metadata', facts.appMetadata)
    await ban(tx, id, facts.bannedUntil)
    return requireUser(tx, id)
  })
  return ok(userBody(user))
}

async function factsOf(request: AuthRequest, body: Body): Promise<Facts> {
  const role = textOf(body, 'role')
  if (role !== '' && role !== 'authenticated') throw invalid('role needs to be authenticated')
  const email = textOf(body, 'email') === '' ? undefined : emailOf(body)
  return {
    email,
    passwordHash: await passwordHashOf(request, body),
    isConfirmed: body.email_confirm === true,
    metadata: await cleanMetadataOf(request, body, 'user_metadata'),
    appMetadata: metadataIn(body, 'app_metadata'),
    bannedUntil: banOf(request, body),
  }
}

async function passwordHashOf(request: AuthRequest, body: Body): Promise<string | undefined> {
  const hash = textOf(body, 'password_hash')
  if (hash !== '' && body.password)
    throw invalid('Only a password or a password hash should be provided')
  if (hash !== '') {
    if (/^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/.test(hash)) return hash
    throw invalid('password_hash must be a bcrypt hash of a cost from 4 to 14')
  }
  if (body.password === undefined || body.password === null) return undefined
  // Whoever holds the secret key may hand out a password that is weak, as tests do, but none that could not be used.
  const password = textOf(body, 'password')
  const isUsable = couldBeAPassword(password) && password.length >= 6
  return request.passwordHasher.hash(isUsable ? password : await newPasswordOf(request, body))
}

const units = { h: 3_600_000, m: 60_000, s: 1000, ms: 1, us: 1e-3, ns: 1e-6 }
const longestBanMs = 100 * 365 * 24 * units.h

/** `ban_duration` as Go writes durations (`1h30m`), or `none`. */
function banOf({ now }: AuthRequest, body: Body): Date | null | undefined {
  const text = textOf(body, 'ban_duration')
  if (text === '') return undefined
  if (text === 'none') return null
  if (!/^(\d{1,9}(\.\d{1,9})?(h|ms|m|s|us|ns)){1,6}$/.test(text))
    throw invalid(`invalid format for ban duration: time: invalid duration "${text.slice(0, 50)}"`)
  const parts = [...text.matchAll(/([\d.]+)(h|ms|m|s|us|ns)/g)]
  const ms = parts.reduce((sum, [, count, unit]) => sum + Number(count) * unitOf(unit), 0)
  return ms === 0 ? null : new Date(now + Math.min(ms, longestBanMs))
}

function unitOf(unit = ''): number {
  return Object.entries(units).find(([name]) => name === unit)?.[1] ?? 0
}

async function ban({ sql }: AuthTransaction, id: string, until: Date | null | undefined) {
  if (until !== undefined) await sql`update auth.users set banned_until = ${until} where id = ${id}`
}

/** `GET /admin/users/:user_id` */
export const showUser: AuthHandler = async (request) => ok(userBody(await requireNamed(request)))

/** `DELETE /admin/users/:user_id`: for good, or, with `should_soft_delete`, leaving a row that names nobody. */
export const deleteUser: AuthHandler = async (request) => {
  const { id, email } = await requireNamed(request)
  const isSoft =
    (request.wire.body?.length ?? 0) > 0 && readAnyBody(request).should_soft_delete === true
  await inTransaction(request, async ({ sql, at }) => {
    if (!isSoft) return sql`delete from auth.users where id = ${id}`
    const nobody = hashOf(`${id}${email}`)
    await sql`
      update auth.users set deleted_at = ${at}, updated_at = ${at}, email = ${nobody}, email_change = '',
        encrypted_password = null, confirmation_token = '', recovery_token = '', reauthentication_token = '',
        email_change_token_current = '', email_change_token_new = '',
        raw_user_meta_data = '{}', raw_app_meta_data = '{}'
      where id = ${id}`
    await sql`
      update auth.identities set identity_data = '{}', provider_id = ${nobody} || ':' || id where user_id = ${id}`
    for (const table of [
      'sessions',
      'mfa_factors',
      'one_time_tokens',
      'flow_state',
      'known_addresses',
    ])
      await sql.unsafe(`delete from auth.${table} where user_id = $1`, [id])
    return []
  })
  return ok({})
}

/** `GET /admin/users/:user_id/factors` */
export const listFactors: AuthHandler = async (request) =>
  ok(((await requireNamed(request)).factors ?? []).map(factorBody))

/** `DELETE /admin/users/:user_id/factors/:factor_id`: for whoever has lost it. */
export const deleteFactor: AuthHandler = async (request) => {
  const { factors } = await requireNamed(request)
  const factorId = idIn(request, 'factor_id')
  const factor = factors?.find(({ id }) => id === factorId)
  if (factor === undefined) throw new ApiError(404, 'mfa_factor_not_found', 'Factor not found')
  await inTransaction(request, (tx) => removeFactor(tx, factor.id))
  return ok(factorBody(factor))
}

/** The account that the path names. @throws ApiError 404 */
async function requireNamed(work: AuthWork): Promise<UserRow> {
  const user = await findUserById(work, idIn(work, 'user_id'))
  if (user !== null) return user
  throw new ApiError(404, 'user_not_found', 'User not found')
}

export function addressTaken(): ApiError {
  const words = 'A user with this email address has already been registered'
  return new ApiError(422, 'email_exists', words)
}
