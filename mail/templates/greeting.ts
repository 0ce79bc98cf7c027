/** 'Marsha,' or, when no name is known, 'Hello,'. */
export function greeting(name: string | null): string {
  return name === null || name === '' ? 'Hello,' : `${name},`
}
