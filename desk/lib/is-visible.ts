/** Returns true for an element that is rendered. Used instead of `checkVisibility`, which the oldest supported browsers lack. */
export function isVisible(element: Element): boolean {
  return element.getClientRects().length > 0
}
