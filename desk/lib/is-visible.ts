/** Returns true for an element that takes up room: `checkVisibility`, which the oldest supported browsers do not have. */
export function isVisible(element: Element): boolean {
  return element.getClientRects().length > 0
}
