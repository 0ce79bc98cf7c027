import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { unwrapResponse, client } from '../../data/client.ts'
import { roles } from '../../data/current-staff.ts'

const time = v.nullable(v.string())
const members = v.array(
  v.object({
    user_id: v.string(),
    name: v.string(),
    role: v.picklist(roles),
    email: v.nullable(v.string()),
    seen_at: time,
    is_me: v.nullable(v.boolean()),
    /** The time at which the person set up an authenticator app. */
    app_since: time,
    /** The number of unused recovery codes. */
    paper_codes: v.nullable(v.number()),
  }),
)

/** Reads the members of the team, in the order in which they joined. */
export function useTeam() {
  return useQuery({
    queryKey: ['log', 'team'],
    queryFn: async () =>
      v.parse(
        members,
        await unwrapResponse(client.from('desk_team').select('*').order('created_at')),
      ),
  })
}
