import { statfs } from 'node:fs/promises'

/** A disk as those see it who are not root; bytes. */
export interface DiskSpace {
  free: number
  size: number
}

export async function diskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

/** Less than a tenth, and less than 2 GB: of a large disk a tenth is plenty, and a small one may never have 2 GB free. */
export function isNearlyFull({ free, size }: DiskSpace): boolean {
  return free < 2e9 && free < size / 10
}
