import { timeText } from '../../supabase/client.ts'
import { OwnerError, type OwnerTools } from './connect.ts'

const usage = `npm run desk -- invite <e-mail>  lets somebody run the desk as its owner; the invitation comes by e-mail`

type Tools = Pick<OwnerTools, 'client' | 'now' | 'print'>

/**
 * Parses the arguments of `npm run desk` and returns the command to run.
 * @throws OwnerError with the usage, or later when the address cannot be invited
 */
export function deskCommand([command, email = '', ...more]: string[]) {
  if (command !== 'invite' || email === '' || more.length > 0) throw new OwnerError(usage)
  return async ({ client, now, print }: Tools): Promise<void> => {
    const invitation = { p_email: email, p_role: 'owner', p_now: timeText(now()) }
    const { error } = await client.rpc('invite_staff', invitation)
    // The messages of `invite_staff` are written for the owner, so they are shown unchanged.
    if (error !== null) throw new OwnerError(error.message, { cause: error })
    print(`An invitation is on its way to ${email}. It works once, for two days.`)
  }
}
