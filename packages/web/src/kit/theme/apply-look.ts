import type { Look } from './app-theme.ts';

/** Puts the chosen font and corners on the root element, from where every style sheet takes them. */
export function applyLook(root: HTMLElement, { fontFamily, borderRadius }: Look): void {
  root.style.setProperty('--font', fontFamily);
  root.style.setProperty('--radius', `${borderRadius}px`);
  // Corners inside a corner keep their share of it: 8 of 12.
  root.style.setProperty('--radius-inner', `${Math.round((borderRadius * 2) / 3)}px`);
}
