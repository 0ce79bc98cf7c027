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

export function providePublicSettings(settings: PublicSettings): void {
  provide(settings)
}

export function getPublicSettings(): Promise<PublicSettings> {
  return provided
}

export function useSupabaseUrl(): string {
  return useRouteLoaderData<PublicSettings>('root')?.supabaseUrl ?? ''
}
