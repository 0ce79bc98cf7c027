import { useNavigate } from 'react-router'
import * as v from 'valibot'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { rpcParsed } from '../../data/rpc-query.ts'

const made = v.object({ list: v.string(), elsewhere: v.array(v.number()) })

/** Creates a pick list of orders and opens it. */
export function useCreatePickList() {
  const navigate = useNavigate()
  const { mutate, isPending } = useDeskMutation({
    send: ({ numbers, request }: { numbers: readonly number[]; request: string }) =>
      rpcParsed('desk_make_pick_list', made, { p_numbers: [...numbers], p_request: request }),
    invalidates: [['orders']],
    successToast: (_, { list, elsewhere }) => {
      void navigate(`/pack/list/${list}`)
      return elsewhere.length > 0
        ? { text: `${elsewhere.join(', ')}: on another pick list already, and stays there.` }
        : null
    },
  })
  return {
    make: (numbers: readonly number[]) => mutate({ numbers, request: crypto.randomUUID() }),
    isPending,
  }
}
