import type { LoggedEvent } from '@tendril/contract/run-event';
import { itemNumber } from '../../runs/item-number.ts';

/** Which element of an iteration a node is at. */
export interface ItemPlace {
  /** Counted from 1; `3.1` inside another iteration. */
  number: string;
  /** How many there are, where that is known. */
  of?: number;
  /** How many elements the node has had so far. */
  count: number;
}

type NodeStart = Extract<LoggedEvent, { type: 'node-start' }>;

/** The element that a node begins with; undefined outside of iterations. */
export function itemPlace({ frame, items }: NodeStart, before: ItemPlace | undefined): ItemPlace | undefined {
  if (frame === undefined) return undefined;
  const number = itemNumber(frame);
  const count = before?.number === number ? before.count : (before?.count ?? 0) + 1;
  return { number, count, ...(items !== undefined && !frame.includes('/') && { of: items }) };
}

/** The innermost iteration around a node, with the element it has come to. */
export function containerItem({ frame, items }: NodeStart): { nodeId: string; item: ItemPlace } | undefined {
  if (frame === undefined) return undefined;
  const part = frame.slice(frame.lastIndexOf('/') + 1);
  const at = part.lastIndexOf('#');
  const count = Number(part.slice(at + 1)) + 1;
  const item = { number: String(count), count, ...(items !== undefined && { of: items }) };
  return { nodeId: part.slice(0, at), item };
}
