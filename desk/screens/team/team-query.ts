import { useQuery } from '@tanstack/react-query'
import { ask, client } from '../../data/client.ts'

/** Reads the members of the team, in the order in which they joined. */
export function useTeam() {
  return useQuery({
    queryKey: ['log', 'team'],
    queryFn: () => ask(client.from('desk_team').select('*').order('created_at')),
  })
}
