import { integer, list, text } from './rules.ts'

export interface ListParams {
  limit?: number
  starting_after?: string
}

/** The parameters that every list takes. */
export const listFields = {
  limit: integer(1, 100),
  starting_after: text(255),
  ending_before: text(255),
  expand: list(text()),
}

/** A page of objects, the newest first, as the provider answers it. */
export function page<T extends { id: string }>(url: string, all: T[], params: ListParams): object {
  const start =
    params.starting_after === undefined
      ? 0
      : all.findIndex((one) => one.id === params.starting_after) + 1
  const limit = params.limit ?? 10
  return {
    object: 'list',
    url,
    data: all.slice(start, start + limit),
    has_more: all.length > start + limit,
  }
}
