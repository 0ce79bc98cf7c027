import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { business } from '../../domain/business.ts'
import { editorialPaths } from '../core/editorial-paths.ts'
import { footerColumns } from '../content/pages.ts'
import { paths } from '../core/paths.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { footerMarkup } from './footer.server.tsx'
import { Header } from './header.tsx'
import { SideMenu } from './side-menu.tsx'

function html(element: ReactNode, at = '/'): string {
  const Stub = createRoutesStub([{ path: '*', Component: () => element }])
  return renderToStaticMarkup(<Stub initialEntries={[at]} />)
}

const header = (signedIn = false) => (
  <Header signedIn={signedIn} search={<a href="/search">Search</a>} bagCount={null} />
)

test('the account button leads to the sign-in page until the visitor is signed in', () => {
  expect(html(header())).toMatch(/href="\/auth"[^]*Sign In/)
  expect(html(header(true))).toMatch(/href="\/account-settings"[^]*Account Settings/)
})

test('the menu button leads to the links of the footer without JavaScript', () => {
  expect(html(header())).toContain('href="#site-links"')
  expect(footerMarkup(2026, footerColumns)).toContain('id="site-links"')
})

test('the header marks the entry of the current page, also on the pages below it', () => {
  expect(html(header(), '/shop')).toContain('aria-current="page" href="/shop"')
  expect(html(header(), '/shop/condiment/ketchup')).toContain('aria-current="true" href="/shop"')
  expect(html(header(), '/queer')).toContain('aria-current="page" href="/about"')
  expect(html(header(), '/')).not.toMatch(/aria-current="[^"]*" href="\/shop"/)
})

test('the footer has every link of the specification', () => {
  const footer = footerMarkup(2026, footerColumns)
  const expected = [
    '/shop',
    '/upcoming-dates',
    '/queer',
    paths.consultancy,
    '/hire-proud-catering',
    '/testimonials',
    '/privacy-policy',
    '/terms-of-service',
    '/cookie-policy',
    `mailto:${business.email}`,
  ]
  for (const link of expected) expect(footer).toContain(`href="${link}"`)
})

test.each([
  ['/queer', 'About'],
  ['/hire-proud-catering', 'Proud Catering'],
  ['/proud-catering', 'Proud Catering'],
  [paths.consultancyOffer, `Ask ${business.chef.name}`],
  ['/wholesale', 'Wholesale'],
  ['/', 'Home'],
])('the side menu at %s marks only "%s"', (at, label) => {
  const menu = html(<SideMenu open onClose={() => undefined} />, at)
  const marked = menu.matchAll(/<a [^>]*aria-current="page"[^>]*>([^<]*)/g)
  expect([...marked].map(([, text]) => text)).toEqual([label])
})

test('the tagline of the footer is the specified one', () => {
  const footer = footerMarkup(2026, footerColumns).replaceAll(/<[^>]*>/g, '')
  expect(footer).toMatch(/^Bold Flavours\. Inclusive VibesLGBTQIA\+ owned/)
})

test('the footer links once to each important page', () => {
  const links = [...footerMarkup(2026, footerColumns).matchAll(/href="([^"]*)"/g)].map(
    ([, link]) => link,
  )
  expect(links).toEqual(
    expect.arrayContaining([
      paths.subscriptions,
      paths.wholesale,
      paths.faqs,
      paths.allergens,
      paths.contact,
      ...Object.values(editorialPaths).filter((path) => typeof path === 'string'),
    ]),
  )
  expect(new Set(links).size).toBe(links.length)
})

test('social links name their network and that they open in a new tab', () => {
  const footer = footerMarkup(2026, footerColumns)
  for (const name of ['Instagram', 'Facebook', 'TikTok'])
    expect(footer).toContain(`aria-label="${name}, opens in a new tab"`)
  expect(footer.match(/target="_blank"/g)).toHaveLength(3)
  expect(footer.match(/opens in a new tab/g)).toHaveLength(3)
})

test('the copyright notice names the year and the partnership', () => {
  expect(footerMarkup(2031, footerColumns)).toContain(`© 2031 ${business.legalName}`)
})

test('a breadcrumb links to every step except the last', () => {
  const crumbs = html(<Breadcrumb steps={[{ label: 'Shop', to: '/shop' }, { label: 'Ketchup' }]} />)
  expect(crumbs).toContain('href="/shop"')
  expect(crumbs).toContain('<span aria-current="page">Ketchup</span>')
})

test.each([
  [404, 'Page Not Found'],
  [500, 'That tripped the fuse'],
  [503, 'That tripped the fuse'],
])('the status %i has an error page with the title "%s"', (status, title) => {
  expect(html(<ErrorScreen status={status} />)).toContain(title)
})

test('the retry link of a page that failed leads to the same address', () => {
  expect(html(<ErrorScreen status={503} />, '/shop?filter=spicy')).toContain(
    'href="/shop?filter=spicy"',
  )
})
