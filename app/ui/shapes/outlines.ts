/** Rounds to a tenth of a unit, which is as fine as a drawing needs. */
export function tenth(value: number): number {
  return Math.round(value * 10) / 10
}

export function repeat(count: number, make: (index: number) => string): string {
  let out = ''
  for (let index = 0; index < count; index += 1) out += make(index)
  return out
}

export function cycle<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length]
  if (item === undefined) throw new RangeError('cannot cycle through an empty list')
  return item
}

export function roundedRect(
  x: number,
  y: number,
  width: number,
  height: number,
  r: number,
): string {
  const right = x + width
  const bottom = y + height
  return `M${x + r} ${y}H${right - r}Q${right} ${y} ${right} ${y + r}V${bottom - r}Q${right} ${bottom} ${right - r} ${bottom}H${x + r}Q${x} ${bottom} ${x} ${bottom - r}V${y + r}Q${x} ${y} ${x + r} ${y}Z`
}

/** A line without length: under a round-ended stroke it prints a dot as wide as the stroke. */
export function dot(x: number, y: number): string {
  return `M${x} ${y}h0`
}

export function circle(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
}

export function ellipse(x: number, y: number, rx: number, ry: number): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`
}

/** A star or cog with its first point straight up, turned by `turn` radians. */
export function starPath(
  x: number,
  y: number,
  points: number,
  outer: number,
  inner: number,
  turn = 0,
): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const angle = turn - Math.PI / 2 + (index * Math.PI) / points
    const radius = index % 2 === 0 ? outer : inner
    return `${tenth(x + radius * Math.cos(angle))} ${tenth(y + radius * Math.sin(angle))}`
  })
  return `M${corners.join('L')}Z`
}
