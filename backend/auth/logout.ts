import { empty } from './answers.ts'
import type { AuthHandler } from './context.ts'
import { invalid } from './faults.ts'
import { requireSignedIn } from './signed-in.ts'

/** `POST /logout?scope=`: ends this session (`local`), all others (`others`) or all (`global`, the default). */
export const logout: AuthHandler = async (context, request) => {
  const scope = request.query.get('scope') ?? 'global'
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
    throw invalid('Unsupported logout scope')
  }
  const { user, session } = await requireSignedIn(context, request)
  await context.sql`
    delete from auth.sessions
    where user_id = ${user.id} and (${scope === 'global'} or (id = ${session.id}) = ${scope === 'local'})`
  return empty(204)
}
