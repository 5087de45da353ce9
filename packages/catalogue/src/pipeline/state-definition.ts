import { AppError } from '@tendril/contract/app-error';
import type { ChosenTab } from '@tendril/contract/node/param';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { PipelineStateDefinition, StateOperation } from '@tendril/contract/provider/pipeline';
import { runUserCode } from '../code/run-user-code.ts';
import { readJson } from '../text/read-json.ts';

interface StateKey {
  key: string;
  operation: StateOperation;
  initial: unknown;
}

const initialOf: Record<StateOperation, unknown> = { Replace: '', Append: [] };

/** A default value written as JSON is that value, any other text is a string. */
function toInitial(value: unknown, operation: StateOperation): unknown {
  if (value === undefined || value === null || value === '') return initialOf[operation];
  const read = typeof value === 'string' ? (readWhole(value) ?? value) : value;
  return operation === 'Append' && !Array.isArray(read) ? [read] : read;
}

function readWhole(text: string): unknown {
  return /^\s*[[{]|^\s*(?:true|false|-?\d+(?:\.\d+)?)\s*$/.test(text) ? readJson(text) : undefined;
}

function fromRow(row: Record<string, unknown>): StateKey {
  // Foreign files call the column `type`.
  const operation = (row['operation'] || row['type']) === 'Append' ? 'Append' : 'Replace';
  return { key: String(row['key']), operation, initial: toInitial(row['defaultValue'], operation) };
}

/**
 * The user's code returns `{ key: { value: reducer or null, default: () => initial } }`. Functions cannot leave the
 * sandbox, so the reducer is tested there: one that keeps both of two lists appends.
 */
function withProbe(code: string): string {
  return `const state = await (async () => {\n${code}\n})();
if (typeof state !== 'object' || state === null || Array.isArray(state)) return null;
return Object.entries(state).map(([key, channel]) => {
  const reduced = typeof channel?.value === 'function' ? channel.value([1], [2]) : undefined;
  const initial = typeof channel?.default === 'function' ? channel.default() : channel?.default;
  const operation = Array.isArray(reduced) && reduced.length === 2 ? 'Append' : 'Replace';
  return { key, operation, defaultValue: initial ?? null };
});`;
}

async function fromCode(code: string, context: RunContext): Promise<StateKey[]> {
  if (!code.trim()) return [];
  const { nodeId } = context;
  const rows = await runUserCode({ code: withProbe(code), variables: {}, nodeId, name: 'State' }, context);
  if (Array.isArray(rows)) return rows.map(fromRow);
  throw new AppError('NODE_FAILED', 'State (Code) must return an object of keys.');
}

/** Keys, operations and initial values from a "State" parameter, table or code. */
export async function readStateDefinition(
  tab: ChosenTab | undefined,
  context: RunContext,
): Promise<PipelineStateDefinition> {
  const isCode = tab?.tab === 'stateMemoryCode';
  const rows: Record<string, unknown>[] = !isCode && Array.isArray(tab?.value) ? tab.value : [];
  const keys = isCode
    ? await fromCode(String(tab.value ?? ''), context)
    : rows.filter((row) => row['key']).map(fromRow);
  return {
    nodeId: context.nodeId,
    initial: Object.fromEntries(keys.map(({ key, initial }) => [key, initial])),
    operations: Object.fromEntries(keys.map(({ key, operation }) => [key, operation])),
  };
}
