import { ApiError } from '../wire.ts'
import { ok } from './answers.ts'
import { type AuthHandler, inTransaction } from './request.ts'
import { idIn } from './router.ts'
import { requireSignedIn } from './sessions.ts'
import { authorize } from './switched-off.ts'
import { lockUser, requireUser } from './users.ts'

/** `GET /user/identities/authorize`: another service to sign in by, of which none is switched on. */
export const linkIdentity: AuthHandler = async (request) => {
  const { settings } = request
  await requireSignedIn(request)
  if (!settings.enable_manual_linking) throw linkingDisabled()
  return authorize(request)
}

/** `DELETE /user/identities/:identity_id`: one way to sign in less. */
export const unlinkIdentity: AuthHandler = async (request) => {
  const { settings } = request
  const signedIn = await requireSignedIn(request)
  if (!settings.enable_manual_linking) throw linkingDisabled()
  const identityId = idIn(request, 'identity_id')
  await inTransaction(request, async (tx) => {
    const { sql, at } = tx
    const { id } = signedIn.user
    await lockUser(tx, id)
    const { identities } = await requireUser(tx, id)
    if (identities.length <= 1) {
      const words = 'User must have at least 1 identity after unlinking'
      throw new ApiError(422, 'single_identity_not_deletable', words)
    }
    const gone = await sql`
      delete from auth.identities where id = ${identityId} and user_id = ${id} returning id`
    if (gone.length === 0) throw new ApiError(422, 'identity_not_found', "Identity doesn't exist")
    await sql`
      update auth.users u set updated_at = ${at},
        raw_app_meta_data = raw_app_meta_data || (
          select jsonb_build_object('provider', min(i.provider), 'providers', jsonb_agg(distinct i.provider))
          from auth.identities i where i.user_id = u.id)
      where id = ${id}`
  })
  return ok({})
}

function linkingDisabled(): ApiError {
  return new ApiError(404, 'manual_linking_disabled', 'Manual linking is disabled')
}
