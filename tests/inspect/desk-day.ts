/**
 * A step of a desk user: presses the element with the selector `press`, then types `type`. The time until the result is
 * measured: until the number of elements that match `answer` changes, or, without `answer`, until the new screen is
 * complete.
 */
export interface DeskStep {
  name: string
  press: string
  answer?: string
  type?: string
}

const open = '[data-dialog][data-open]'
const notice = '[data-toast]:not([data-ending-style])'
const close: DeskStep = { name: 'Close', press: '[data-dialog] [aria-label=Close]', answer: open }
const back: DeskStep = { name: 'Back', press: 'header [aria-label^="Back to"]' }
const inBar = (name: string, path: string): DeskStep => ({ name, press: `nav [href="${path}"]` })
const inMore = (name: string, path: string): DeskStep[] => [
  { name: 'More', press: 'nav:last-of-type > button', answer: open },
  { name, press: `[data-dialog] [href="${path}"]` },
]
const tab = (name: string, list: string, place: number): DeskStep => {
  const press = `[aria-label="${list}"] a:nth-child(${place})`
  return { name, press, answer: `${press}[aria-current]` }
}
const turned = (name: string, press: string, answer: string): DeskStep => ({ name, press, answer })

/** The steps of an owner's working day, which visit all screens of the desk. */
export const deskDaySteps: readonly DeskStep[] = [
  { name: 'Search orders', press: 'header [aria-label="Search orders"]', type: 'rosa' },
  { name: 'Order', press: 'main li > a' },
  back,
  inBar('Pack', '/desk/pack'),
  turned('An order is chosen', '[data-parcel]:nth-child(1) label', '[data-parcel] :checked'),
  turned('Another', '[data-parcel]:nth-child(2) label', '[data-parcel] :checked'),
  { name: 'Pick list', press: '[data-action-bar] button' },
  turned('Picked', 'main li > label', 'main li > label :checked'),
  { name: 'Slips', press: '[data-action-bar] a' },
  turned('Next slip', '[aria-label="Next slip"]', '[aria-label="Next slip"]:disabled'),
  { name: 'Send', press: '[data-action-bar] :is(a, button):last-child' },
  turned('Carrier', 'fieldset label:nth-child(2)', 'fieldset label:nth-child(2) :checked'),
  turned('Marked as sent', '[data-action-bar] button', '[data-action-bar] button:disabled'),
  turned('Undo of what was sent', '[data-undo] button', '[data-undo] button:disabled'),
  tab('Sent', 'Orders', 3),
  inBar('Products', '/desk/products'),
  turned('Sold out', '[data-key="s"][aria-checked=false]', '[data-key="s"][aria-checked=true]'),
  turned('Undo of sold out', `${notice} button[id]`, notice),
  { ...turned('Price', '[data-key="£"]', '[data-line] form'), type: '8.60' },
  turned('Price saved', '[data-line] form [aria-label^=Save]', '[data-line] form'),
  { ...turned('Start counting', '[aria-label^="Start counting"]', '[data-line] form'), type: '12' },
  turned('Counted', '[data-line] form [aria-label^=Count]', '[data-line] form'),
  turned('One more', ':has(> [value="12"]) > [data-key="+"]', '[value="13"]'),
  tab('Live', 'Show', 2),
  { name: 'Product', press: '[data-line] a' },
  turned('Heat', '[aria-label="More heat"]', 'p i[style*="--c"]'),
  back,
  inBar('Enquiries', '/desk/enquiries'),
  { name: 'Enquiry', press: '[data-enquiry]' },
  turned('Its stage', 'fieldset label:nth-child(3)', 'fieldset label:nth-child(3) :checked'),
  { name: 'Person', press: 'dd [href^="/desk/people"]' },
  back,
  back,
  tab('Quoted', 'Stages', 3),
  ...inMore('Dates', '/desk/dates'),
  turned('Add a date', '[data-action-bar] button', open),
  close,
  ...inMore('Notices and words', '/desk/words'),
  { ...turned('Words', 'main textarea', 'main textarea:focus'), type: ' Hello' },
  turned('The bar', 'main [role=switch]', 'main [role=switch][aria-checked=true]'),
  ...inMore('People', '/desk/people'),
  ...inMore('Money', '/desk/money'),
  tab('Year', 'Show', 3),
  ...inMore('Codes', '/desk/codes'),
  turned('New code', '[data-action-bar] button', open),
  close,
  ...inMore('Mail and health', '/desk/mail'),
  { name: 'What happened', press: '[href="/desk/log"]' },
  ...inMore('Team', '/desk/team'),
  inBar('Today', '/desk'),
]
