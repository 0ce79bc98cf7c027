/** The wordmark as a picture; the link round it carries the name. */
export function Wordmark() {
  return <img className="fill" src="/generated/art/wordmark.svg" alt="" width={279} height={76} />
}
