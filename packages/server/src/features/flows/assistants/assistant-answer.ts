import type { Assistant } from '@tendril/contract/api/assistants';
import { AppError } from '@tendril/contract/app-error';
import type { AssistantTable } from '../../../platform/db/assistant-tables.ts';
import type { AssistantFlows } from './assistant-flows.ts';
import { readDetails } from './read-details.ts';

/** An assistant in the format of clients. */
export async function toAssistant(
  { workspaceId: _workspaceId, createdAt, updatedAt, ...row }: AssistantTable,
  flows: AssistantFlows,
): Promise<Assistant> {
  return {
    ...row,
    problems: await problemsOf(row, flows),
    createdDate: new Date(createdAt).toISOString(),
    updatedDate: new Date(updatedAt).toISOString(),
  };
}

/** A row that another version has written in another format must not break the list. */
async function problemsOf(
  { details, type }: Pick<AssistantTable, 'details' | 'type'>,
  flows: AssistantFlows,
) {
  try {
    const read = readDetails(details, type);
    return read.type === 'CUSTOM' ? await flows.problems(read.details) : [];
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
