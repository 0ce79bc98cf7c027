import type { AuthHandler } from './context.ts'
import { AuthFault } from './faults.ts'
import { passwordGrant } from './password-grant.ts'
import { pkceGrant } from './pkce.ts'
import { refreshGrant } from './refresh.ts'

/** `POST /token`: the ways to come by a session. */
export const token: AuthHandler = async (context, request) => {
  switch (request.query.get('grant_type')) {
    case 'password':
      return passwordGrant(context, request)
    case 'refresh_token':
      return refreshGrant(context, request)
    case 'pkce':
      return pkceGrant(context, request)
    default:
      throw new AuthFault(400, 'invalid_credentials', 'unsupported_grant_type')
  }
}
