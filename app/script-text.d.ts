/** A module as the text of a classic script; `vite.config.ts` makes it. */
declare module '*?script' {
  const text: string
  export default text
}
