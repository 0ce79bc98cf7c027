import { Loaded } from '../../ui/query-state.tsx'
import { Bar } from './bar.tsx'
import { Delivery } from './delivery.tsx'
import { Faqs } from './faqs.tsx'
import { Holiday } from './holiday.tsx'
import { LastBoxes } from './last-boxes.tsx'
import { useWords } from '../../features/site-content/queries.ts'
import { Testimonials } from './testimonials.tsx'
import './words.css'

/** What the shop has to say: a bar, a holiday, what delivery costs, what was in the last boxes, what customers said, and answers. */
export function Screen() {
  return (
    <Loaded query={useWords()} things="Notices and words">
      {({ bar, holiday, delivery, lastBoxes, testimonials, faqs }) => (
        <div className="cols cols--e words">
          <div>
            <Bar bar={bar} />
            <Holiday holiday={holiday} />
            <Delivery ways={delivery} />
            <LastBoxes boxes={lastBoxes} />
          </div>
          <div>
            <Faqs faqs={faqs} />
            <Testimonials all={testimonials} />
          </div>
        </div>
      )}
    </Loaded>
  )
}
