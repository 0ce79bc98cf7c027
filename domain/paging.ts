export const PAGE_SIZE = 48

export function parsePage(value: string | null): number {
  return /^[1-9]\d{0,5}$/.test(value ?? '') ? Number(value) : 1
}

export function getPageCount(count: number): number {
  return Math.max(1, Math.ceil(count / PAGE_SIZE))
}

export function getPageItems<P>(products: readonly P[], page: number): P[] {
  return products.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
}
