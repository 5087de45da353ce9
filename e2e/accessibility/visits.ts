import type { Walk } from './walk.ts';

/** How each path of the product is visited, and what is opened there. */
export type Visits = Readonly<Record<string, (walk: Walk) => Promise<void>>>;
