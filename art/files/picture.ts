/** A file to write, its path below public/generated with forward slashes. */
export interface PictureFile {
  path: string
  contents: string | Uint8Array
}
