const reachable =
  'a[href], button:not(:disabled), input:not(:disabled):not([hidden]), textarea:not(:disabled), summary, [tabindex="0"]';

/** The tabbable elements inside an element, in order. */
export function focusableIn(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>(reachable)].filter(
    (one) => one.getClientRects().length > 0,
  );
}

/** Wraps the Tab key from the last element to the first, and back. */
export function keepFocusIn(element: HTMLElement | null, event: KeyboardEvent): void {
  if (event.key !== 'Tab' || !element) return;
  const places = focusableIn(element);
  const [first, last] = [places[0], places.at(-1)];
  const root = element.getRootNode() as Document | ShadowRoot;
  const from = event.shiftKey ? first : last;
  const to = event.shiftKey ? last : first;
  const isOutside = root.activeElement === element && event.shiftKey;
  if (root.activeElement !== from && !isOutside) return;
  event.preventDefault();
  to?.focus();
}
