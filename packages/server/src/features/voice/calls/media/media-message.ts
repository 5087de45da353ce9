import type { LinkMessage } from './call-link.ts';

/** Messages of calls, each with the number of its call. */
export interface LinkBatch {
  readonly type: 'batch';
  readonly items: readonly (readonly [call: number, message: LinkMessage])[];
}

/** What the server sends to its media process; with `socket` comes the page's connection. */
export type ToMedia =
  | LinkBatch
  | { readonly type: 'socket'; readonly call: number; readonly head: Uint8Array; readonly isNew: boolean };

/** `gone`: a call that the media process has forgotten. */
export type FromMedia =
  | LinkBatch
  | { readonly type: 'gone'; readonly call: number }
  | { readonly type: 'fault'; readonly message: string; readonly stack: string };
