/** A module compiled to the text of a classic script, by `scriptText` in vite-plugins.ts. */
declare module '*?script' {
  const text: string
  export default text
}
