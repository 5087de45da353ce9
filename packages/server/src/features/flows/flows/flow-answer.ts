import type { FlowDetail, FlowSummary } from '@tendril/contract/api/flows';
import type { FlowData, FlowType } from '@tendril/contract/flow/flow';
import type { FlowTable } from '../../../platform/db/schema.ts';
import type { FlowFigures } from './flow-figures.store.ts';
import { statusOf } from './flow-status.ts';
import { readNodeCounts } from './node-counts.ts';
import { maskSecrets } from './secret-mark.ts';

type ListedRow = Pick<
  FlowTable,
  | 'id'
  | 'name'
  | 'description'
  | 'type'
  | 'category'
  | 'folder'
  | 'apikeyid'
  | 'isPublic'
  | 'nodeNames'
  | 'draftVersionId'
  | 'publishedVersionId'
  | 'createdAt'
  | 'updatedAt'
> & { liveVersion: number | null };

function shared(row: ListedRow) {
  return {
    id: row.id,
    name: row.name,
    description: row.description ?? '',
    type: row.type as FlowType,
    category: row.category ?? '',
    isPublic: row.isPublic === 1,
    status: statusOf(row),
    liveVersion: row.liveVersion,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** A flow as lists show it. */
export function toSummary(row: ListedRow, figures: FlowFigures): FlowSummary {
  const { folder, apikeyid } = row;
  const own = { folder: folder ?? '', hasKey: apikeyid !== null };
  return { ...shared(row), ...own, ...readNodeCounts(row.nodeNames), ...figures };
}

/** A flow as the canvas opens it; sealed values appear as a mask. */
export function toDetail(
  row: FlowTable & { liveVersion: number | null; reportId: string | null },
  draft: { number: number; flowData: string },
): FlowDetail {
  return {
    ...shared(row),
    apikeyid: row.apikeyid,
    chatbotConfig: readSettings(row.chatbotConfig),
    hasImportReport: row.reportId !== null,
    draftRevision: row.draftRevision,
    draftVersion: draft.number,
    flowData: JSON.parse(maskSecrets(draft.flowData)) as FlowData,
  };
}

/** A JSON column that holds an object, or an empty one: API clients store what they like in it. */
export function readSettings(text: string | null): Record<string, unknown> {
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
