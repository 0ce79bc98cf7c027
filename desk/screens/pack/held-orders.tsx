import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import * as v from 'valibot'
import { rpcQuery } from '../../data/rpc-query.ts'
import { useStaff } from '../../features/sign-in/session.tsx'
import { Icon } from '../../ui/icon.tsx'
import textStyles from '../../ui/text.module.css'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import rowStyles from '../../ui/row.module.css'

const schema = v.array(
  v.object({
    number: v.number(),
    name: v.nullable(v.string()),
    isPacked: v.boolean(),
    why: v.picklist(['open', 'lost', 'refund', 'area']),
    area: v.nullable(v.string()),
  }),
)
type Hold = v.InferOutput<typeof schema>[number]

const reasons: Record<Hold['why'], string> = {
  open: 'a bank has questioned the payment',
  lost: 'the bank took the payment back for good',
  refund: 'its refund failed',
  area: 'it goes to where we don’t deliver',
}

/**
 * Lists orders on hold, which are paid and must not be packed, so that a parcel that is already packed can be found and kept back.
 */
export function HeldOrders() {
  const { role } = useStaff()
  const { data = [] } = useQuery(rpcQuery(['orders', 'holds'], 'desk_holds', schema))
  if (data.length === 0) return null
  return (
    <section
      className={`${panelStyles.panel} ${panelStyles.bad} ${layoutStyles.spaceAbove}`}
      aria-labelledby="holds"
    >
      <h2
        className={`${textStyles.heading} ${panelStyles.badTitle} ${layoutStyles.spaceAboveSmall}`}
        id="holds"
      >
        On hold: don’t pack or send
      </h2>
      <ul className={rowStyles.rows}>
        {data.map((hold) => (
          <li key={hold.number}>
            {role === 'owner' ? (
              <Link className={rowStyles.row} to={`/orders/${hold.number}`}>
                <HoldText hold={hold} />
                <Icon name="on" small />
              </Link>
            ) : (
              <span className={rowStyles.row}>
                <HoldText hold={hold} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function HoldText({ hold: { number, name, why, area, isPacked } }: { hold: Hold }) {
  return (
    <span className={rowStyles.main}>
      <span className={rowStyles.title}>
        {[number, name].filter((part) => part !== null).join(' · ')}
      </span>
      <span className={rowStyles.detail}>
        {reasons[why]}
        {why === 'area' && `: ${area}`}
        {isPacked && '. It is packed: keep the parcel here.'}
      </span>
    </span>
  )
}
