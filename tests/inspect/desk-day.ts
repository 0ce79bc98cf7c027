/**
 * A press on an element. `press` is a selector. The press is answered when the number of elements that match `answer`
 * has changed; without `answer` it opens a screen. `type` is typed afterwards.
 */
export interface Press {
  name: string
  press: string
  answer?: string
  type?: string
}

const open = '.dlg[data-open]'
const notice = '.toast:not([data-ending-style])'
const close: Press = { name: 'Close', press: '.dlg .x', answer: open }
const back: Press = { name: 'Back', press: '.back' }
const inBar = (name: string, path: string): Press => ({ name, press: `.bar [href="${path}"]` })
const inMore = (name: string, path: string): Press[] => [
  { name: 'More', press: '.bar button', answer: open },
  { name, press: `.dlg [href="${path}"]` },
]
const tab = (name: string, list: string, place: number): Press => {
  const press = `[aria-label="${list}"] a:nth-child(${place})`
  return { name, press, answer: `${press}[aria-current]` }
}
const turned = (name: string, press: string, answer: string): Press => ({ name, press, answer })

/** A day's work of an owner, through all screens. */
export const day: readonly Press[] = [
  { name: 'Search orders', press: '.top .only-p', type: 'rosa' },
  { name: 'Order', press: '.orders .row' },
  back,
  inBar('Pack', '/desk/pack'),
  turned('An order is chosen', '.parcel:nth-child(1) label', '.parcel :checked'),
  turned('Another', '.parcel:nth-child(2) label', '.parcel :checked'),
  { name: 'Pick list', press: '.act button' },
  turned('Picked', '.pick label', '.is-picked'),
  { name: 'Slips', press: '.act a' },
  turned('Next slip', '[aria-label="Next slip"]', '[aria-label="Next slip"]:disabled'),
  { name: 'Send', press: '.act .btn:last-child' },
  turned('Carrier', '.carriers label:nth-child(2)', '.carriers label:nth-child(2).is-on'),
  turned('Marked as sent', '.act button', '.act button:disabled'),
  turned('Undo of what was sent', '.undo-line button', '.undo-line button:disabled'),
  tab('Sent', 'Orders', 3),
  inBar('Products', '/desk/products'),
  turned('Sold out', '[data-key="s"][aria-checked=false]', '[data-key="s"][aria-checked=true]'),
  turned('Undo of sold out', `${notice} .tlink`, notice),
  { ...turned('Price', '[data-key="£"]', '.price-form'), type: '8.60' },
  turned('Price saved', '.price-form button', '.price-form'),
  { ...turned('Start counting', '[aria-label^="Start counting"]', '.count-form .pin'), type: '12' },
  turned('Counted', '.count-form .pin button', '.count-form .pin'),
  turned('One more', '.qty:has([value="12"]) [data-key="+"]', '.count[value="13"]'),
  tab('Live', 'Show', 2),
  { name: 'Product', press: '.nm' },
  turned('Heat', '[aria-label="More heat"]', '.heat-line i[style*="--c"]'),
  back,
  inBar('Enquiries', '/desk/enquiries'),
  { name: 'Enquiry', press: '.only-p [data-enquiry]' },
  turned('Its stage', '.stage label:nth-child(3)', '.stage label:nth-child(3) :checked'),
  { name: 'Person', press: '.fact .tlink' },
  back,
  back,
  tab('Quoted', 'Stages', 3),
  ...inMore('Dates', '/desk/dates'),
  turned('Add a date', '.act button', open),
  close,
  ...inMore('Notices and words', '/desk/words'),
  { ...turned('Words', '.words textarea', '.words textarea:focus'), type: ' Hello' },
  turned('The bar', '.words .sw', '.words .sw--on'),
  ...inMore('People', '/desk/people'),
  ...inMore('Money', '/desk/money'),
  tab('Year', 'Show', 3),
  ...inMore('Codes', '/desk/codes'),
  turned('New code', '.act .btn', open),
  close,
  ...inMore('Mail and health', '/desk/mail'),
  { name: 'What happened', press: '[href="/desk/log"]' },
  ...inMore('Team', '/desk/team'),
  inBar('Today', '/desk'),
]
