declare module 'subset-font' {
  export interface SubsetOptions {
    targetFormat?: 'sfnt' | 'woff' | 'woff2'
    keepFeatures?: readonly string[]
    variationAxes?: Readonly<Record<string, number>>
    keepAllGlyphs?: boolean
    noHinting?: boolean
  }

  /** Cuts a font to `text`; with `keepAllGlyphs` the text is left out. */
  export default function subsetFont(
    font: Uint8Array,
    text: string | undefined,
    options?: SubsetOptions,
  ): Promise<Buffer>
}
