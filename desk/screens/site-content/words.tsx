import { QueryBoundary } from '../../ui/query-state.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { DeliveryPrices } from './delivery-prices.tsx'
import { Faqs } from './faqs.tsx'
import { HolidayForm } from './holiday-form.tsx'
import { LastBoxes } from './last-boxes.tsx'
import { useSiteContent } from '../../features/site-content/queries.ts'
import { Testimonials } from './testimonials.tsx'
import layoutStyles from '../../ui/layout.module.css'

/** The texts of the shop that the owner edits: notices, holidays, delivery prices, last boxes, testimonials and the FAQ. */
export function Screen() {
  return (
    <QueryBoundary query={useSiteContent()} things="Notices and words">
      {({ bar, holiday, delivery, lastBoxes, testimonials, faqs }) => (
        <div className={`${layoutStyles.columns} ${layoutStyles.columnsEqual}`}>
          <div>
            <AnnouncementForm bar={bar} />
            <HolidayForm holiday={holiday} />
            <DeliveryPrices methods={delivery} />
            <LastBoxes boxes={lastBoxes} />
          </div>
          <div>
            <Faqs faqs={faqs} />
            <Testimonials all={testimonials} />
          </div>
        </div>
      )}
    </QueryBoundary>
  )
}
