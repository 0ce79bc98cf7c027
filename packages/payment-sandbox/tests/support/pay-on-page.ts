/**
 * Fills in the payment page and submits it like a browser, with `size` for every product that has sizes. Resolves to the response
 * without following redirects.
 */
export async function payOnPage(
  url: string,
  fields: Record<string, string> = {},
  size = 'M',
): Promise<Response> {
  const page = await (await fetch(url)).text()
  const choices = [...page.matchAll(/<select name="(choice_\w+)"[^]*?<\/select>/g)].map(
    ([field, name]): [string, string] => [name ?? '', choiceOf(field, size)],
  )
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(url).origin },
    body: new URLSearchParams({
      token: getFormToken(page),
      name: 'Sam Ple',
      line1: '12 Rye Lane',
      line2: '',
      city: 'London',
      postcode: 'se15 5bs',
      country: 'GB',
      card: '4242 4242 4242 4242',
      do: 'pay',
      ...Object.fromEntries(choices),
      ...fields,
    }),
  })
}

export function getFormToken(page: string): string {
  return /name="token" value="([0-9a-f]+)"/.exec(page)?.[1] ?? ''
}

/** Returns the value of the option with the label `words` in the HTML of a select field. */
function choiceOf(field: string, words: string): string {
  const options = [...field.matchAll(/<option\s+value="(\w+)"[^>]*>\s*([^<]*?)\s*<\/option>/g)]
  return options.find(([, , label]) => label === words)?.[1] ?? ''
}
