import { type ReactNode, useEffect } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import { business } from '../domain/business.ts'
import { footerColumns } from './content/pages.ts'
import { shopContext } from './core/context.ts'
import script from './first-script.ts?script'
import recovery from './recovery-script.ts?script'
import { useSession } from './features/account/session.ts'
import { CartCount } from './features/cart/cart-count.tsx'
import { LoadingNote } from './features/catalogue/loading-note.tsx'
import { NewsletterBlock } from './features/newsletter/newsletter-form.tsx'
import { SearchButton } from './features/search/search-button.tsx'
import { PictureFilters } from './features/catalogue/picture-filters.tsx'
import { ShopServices } from './features/shell/shop-services.tsx'
import { renderAnnouncementBar } from './features/words/announcement-bar.server.tsx'
import { readShopNotices } from './features/words/words.server.ts'
import { replayEarlyInput } from './ui/early-input.ts'
import { ErrorScreen } from './ui/error-screen.tsx'
import everyPage from './ui/every-page.css?url'
import { fontLink } from './ui/font-links.ts'
import { PartErrorBoundary } from './ui/part-error-boundary.tsx'
import { paths } from './core/paths.ts'
import { footerMarkup } from './ui/footer.server.tsx'
import { Footer } from './ui/footer.tsx'
import { Header } from './ui/header.tsx'
import { useRouteFocus } from './ui/route-focus.ts'
import { checkRouteModules } from './ui/route-modules.ts'
import skipLink from './ui/skip-link.module.css'
import { ToastRegion } from './ui/toast.tsx'
import type { Route } from './+types/root.ts'

export function links(): Route.LinkDescriptors {
  return [
    // Loaded by URL, not imported: otherwise a chunk that is loaded later would include and load it again, which causes a new
    // layout.
    { rel: 'stylesheet', href: everyPage },
    fontLink('display'),
    fontLink('text'),
    { rel: 'icon', type: 'image/svg+xml', href: '/generated/art/favicon.svg' },
    { rel: 'manifest', href: '/manifest.webmanifest' },
    { rel: 'apple-touch-icon', href: '/generated/art/apple-touch-icon.png' },
  ]
}

/** Rendered on the server only: hydration does not need them, so the client renders empty scripts. */
const headScripts = import.meta.env.SSR ? [recovery, script] : ['', '']

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { publishableKey, supabaseUrl, siteUrl, now } = shop
  return {
    publishableKey,
    supabaseUrl,
    siteUrl,
    footer: { __html: footerMarkup(new Date(now()).getUTCFullYear(), footerColumns) },
    bar: { __html: renderAnnouncementBar(await readShopNotices(shop)) },
  }
}

export function shouldRevalidate() {
  return false
}

export function meta({ error }: Route.MetaArgs): Route.MetaDescriptors {
  if (error === undefined) return []
  const title = statusOf(error) === 404 ? 'Page Not Found' : 'That tripped the fuse'
  return [{ title: `${title} | ${business.tradingName}` }, { name: 'robots', content: 'noindex' }]
}

/**
 * For an error in `Layout` the router shows its own unstyled page. Every part that can fail is therefore in a boundary
 * and disappears alone. A page that fails is replaced by `ErrorBoundary`.
 */
export function Layout({ children }: { children: ReactNode }) {
  const shared = useRouteLoaderData<typeof loader>('root')
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fffdf8" />
        {headScripts.map((__html, index) => (
          <script key={index} suppressHydrationWarning dangerouslySetInnerHTML={{ __html }} />
        ))}
        <PartErrorBoundary fallback={<link rel="stylesheet" href={everyPage} />}>
          <Meta />
          <Links />
        </PartErrorBoundary>
      </head>
      <body>
        <a className={skipLink.skip} href="#main">
          Skip to the good stuff
        </a>
        <div dangerouslySetInnerHTML={shared?.bar} />
        <PartErrorBoundary fallback={<a href={paths.home}>{business.tradingName}</a>}>
          <ShopHeader />
        </PartErrorBoundary>
        <PartErrorBoundary>
          {shared !== undefined && <ShopServices {...shared} />}
        </PartErrorBoundary>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer markup={shared?.footer} />
        <PictureFilters />
        <PartErrorBoundary>
          <ToastRegion />
          <PageEffects />
          <ScrollRestoration />
          <Scripts />
        </PartErrorBoundary>
      </body>
    </html>
  )
}

function ShopHeader() {
  const { user } = useSession()
  const bagCount = (
    <PartErrorBoundary>
      <CartCount />
    </PartErrorBoundary>
  )
  return <Header signedIn={user !== null} search={<SearchButton />} bagCount={bagCount} />
}

function PageEffects() {
  useRouteFocus()
  useEffect(replayEarlyInput, [])
  return null
}

export default function Root() {
  const matches = useMatches()
  if (!import.meta.env.SSR) checkRouteModules(matches.map(({ id }) => id))
  return (
    <>
      <LoadingNote />
      <Outlet />
      <NewsletterBlock />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen status={statusOf(error)} />
}

function statusOf(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : 500
}
