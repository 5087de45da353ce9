import type { DocumentStore } from '@tendril/contract/api/document-stores';
import { isPipelineType } from '@tendril/contract/flow/flow';

const root = '/document-stores';

export const storesPath = root;

export function storePath(storeId: string): string {
  return `${root}/${storeId}`;
}

/** The form of a loader: of one that is there by its id, of a new one by its node's name. */
export function loaderPath(storeId: string, loader: string): string {
  return `${root}/${storeId}/${encodeURIComponent(loader)}`;
}

/** The chunks of a loader, or of the whole store. */
export function chunksPath(storeId: string, loaderId = 'all'): string {
  return `${root}/chunks/${storeId}/${loaderId}`;
}

/** The files of a loader. */
export function filesPath(storeId: string, loaderId: string): string {
  return `${root}/files/${storeId}/${loaderId}`;
}

export function vectorPath(storeId: string, loaderId?: string): string {
  return `${root}/vector/${storeId}${loaderId === undefined ? '' : `/${loaderId}`}`;
}

export function queryPath(storeId: string): string {
  return `${root}/query/${storeId}`;
}

export function measuresPath(storeId: string): string {
  return `${root}/measures/${storeId}`;
}

/** Questions that the store had no answer to. */
export function gapsPath(storeId: string): string {
  return `${root}/${storeId}/gaps`;
}

/** Where a flow or a voice agent that uses a store is edited. */
export function flowPathOf({ id, type }: DocumentStore['whereUsed'][number]): string {
  if (type === 'VOICEAGENT') return `/agent/${id}`;
  return `${isPipelineType(type) ? '/agentcanvas' : '/canvas'}/${id}`;
}
