import { useQuery } from '@tanstack/react-query'
import { ask, client } from '../../data/client.ts'

/** Who works here, in the order in which they came. */
export function useTeam() {
  return useQuery({
    queryKey: ['log', 'team'],
    queryFn: () => ask(client.from('desk_team').select('*').order('created_at')),
  })
}
