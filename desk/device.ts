/** Text by name. What the browser refuses to keep (full, or forbidden) lives as long as the page. */
function createDevice(open: () => Storage) {
  const memory = new Map<string, string>()
  return {
    names: (): string[] => [
      ...new Set([...memory.keys(), ...(attempt(() => Object.keys(open())) ?? [])]),
    ],
    getItem: (name: string): string | null =>
      memory.get(name) ?? attempt(() => open().getItem(name)) ?? null,
    setItem(name: string, text: string): void {
      memory.set(name, text)
      attempt(() => {
        open().setItem(name, text)
        memory.delete(name)
      })
    },
    /** Whether a reload finds it as it is. */
    isKept: (name: string): boolean => !memory.has(name),
    removeItem(name: string): void {
      memory.delete(name)
      attempt(() => open().removeItem(name))
    },
  }
}

/** What stays on the device, and what stays with a tab of it. */
export const device = createDevice(() => localStorage)
export const ofTab = createDevice(() => sessionStorage)

function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}
