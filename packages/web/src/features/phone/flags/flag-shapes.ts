import { americanFlags } from './american-flags.data.ts';
import { europeanFlags } from './european-flags.data.ts';
import type { FlagShapes } from './flag-shape.ts';
import { otherFlags } from './other-flags.data.ts';

/** The flags of countries that are often called. */
export const flagShapes: FlagShapes = { ...europeanFlags, ...americanFlags, ...otherFlags };
