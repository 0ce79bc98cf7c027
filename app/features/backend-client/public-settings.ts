import { useRouteLoaderData } from 'react-router'

export interface PublicSettings {
  publishableKey: string
  /** '' is the shop's own origin. */
  supabaseUrl: string
}

let provide: (settings: PublicSettings) => void
const provided = new Promise<PublicSettings>((resolve) => {
  provide = resolve
})

/** Called once the page has come alive. */
export function providePublicSettings(settings: PublicSettings): void {
  provide(settings)
}

export function publicSettings(): Promise<PublicSettings> {
  return provided
}

/** Where a form that works without JavaScript is posted to; '' is the shop's own origin. */
export function useSupabaseUrl(): string {
  return useRouteLoaderData<PublicSettings>('root')?.supabaseUrl ?? ''
}
