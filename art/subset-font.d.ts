declare module 'subset-font' {
  export interface SubsetOptions {
    targetFormat?: 'sfnt' | 'woff' | 'woff2'
    keepFeatures?: readonly string[]
    variationAxes?: Readonly<Record<string, number>>
    keepAllGlyphs?: boolean
    noHinting?: boolean
  }

  /** Reduces a font to the characters in `text`. With the option `keepAllGlyphs`, `text` is undefined. */
  export default function subsetFont(
    font: Uint8Array,
    text: string | undefined,
    options?: SubsetOptions,
  ): Promise<Buffer>
}
