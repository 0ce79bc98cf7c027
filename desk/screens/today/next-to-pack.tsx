import { Link } from 'react-router'
import { useNow } from '../../lib/clock.ts'
import { ParcelRowText } from '../../features/packing/parcel-rows.tsx'
import { useParcels } from '../../features/packing/parcels.ts'
import rowStyles from '../../ui/row.module.css'

const most = 4

/** Shows the orders to pack next. */
export function NextToPack() {
  const now = useNow()
  const { data } = useParcels('to-pack', 0)
  if (!data || data.orders.length === 0) return null
  return (
    <ul className={rowStyles.rows}>
      {data.orders.slice(0, most).map((parcel) => (
        <li key={parcel.number}>
          <Link className={rowStyles.row} to="/pack">
            <ParcelRowText parcel={parcel} now={now} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
