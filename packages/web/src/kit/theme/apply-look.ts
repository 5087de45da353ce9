import type { Look } from './app-theme.ts';

/** Sets the chosen font and border radius on the root element for all style sheets. */
export function applyLook(root: HTMLElement, { fontFamily, borderRadius }: Look): void {
  root.style.setProperty('--font', fontFamily);
  root.style.setProperty('--radius', `${borderRadius}px`);
  // Corners inside a corner keep their share of it: 8 of 12.
  root.style.setProperty('--radius-inner', `${Math.round((borderRadius * 2) / 3)}px`);
}
