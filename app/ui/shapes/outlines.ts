export function tenth(value: number): number {
  return Math.round(value * 10) / 10
}

/** Returns the path of a star or cog with its first point straight up, rotated by `rotation` radians. */
export function starPath(
  x: number,
  y: number,
  points: number,
  outer: number,
  inner: number,
  rotation = 0,
): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const angle = rotation - Math.PI / 2 + (index * Math.PI) / points
    const radius = index % 2 === 0 ? outer : inner
    return `${tenth(x + radius * Math.cos(angle))} ${tenth(y + radius * Math.sin(angle))}`
  })
  return `M${corners.join('L')}Z`
}
