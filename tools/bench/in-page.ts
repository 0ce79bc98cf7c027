/** These run in the browser, so they use nothing from outside themselves. */

/** Adds up every shift of the layout in `data-shift` of the root element. */
export function watchShifts(): void {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('value' in entry && typeof entry.value === 'number') sum += entry.value
    }
    document.documentElement.dataset.shift = String(sum)
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The addresses of the pictures of which any part is in view: images, backgrounds and masks. */
export function picturesInView(): string[] {
  const found = new Set<string>()
  for (const element of document.querySelectorAll('*')) {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const isInView = top < innerHeight && bottom > 0 && left < innerWidth && right > 0
    if (!isInView) continue
    if (element instanceof HTMLImageElement) found.add(element.currentSrc)
    if (element instanceof SVGUseElement)
      found.add(new URL(element.href.baseVal, location.href).href)
    for (const pseudo of [null, '::before', '::after']) {
      const { backgroundImage, maskImage, borderImageSource } = getComputedStyle(element, pseudo)
      for (const [, address] of `${backgroundImage} ${maskImage} ${borderImageSource}`.matchAll(
        /url\("(.*?)"\)/g,
      ))
        if (address !== undefined) found.add(address)
    }
  }
  return [...found]
}
