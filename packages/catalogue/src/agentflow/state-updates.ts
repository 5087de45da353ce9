import { AppError } from '@tendril/contract/app-error';
import { longestFilledText } from '@tendril/contract/flow/longest-filled-text';
import type { StepResult } from '@tendril/contract/provider/agent-flow';
import { toPromptText } from '../text/format-prompt.ts';
import { readJson } from '../text/read-json.ts';
import { readPath } from '../text/read-path.ts';

/** A row of "Update Flow State". */
interface StateUpdate {
  key?: string;
  value?: unknown;
}

const place = /\{\{\s*output((?:\.|\[)[^\s{}]+)?\s*\}\}/g;

/** `output` alone is what the step says; a path leads into what else it gives, or into JSON that it says. */
function readOutput({ content, output }: StepResult, path: string | undefined): unknown {
  if (path === undefined) return content;
  return readPath(output, path) ?? readPath(readJson(content), path);
}

function resolve(value: unknown, result: StepResult): unknown {
  if (typeof value !== 'string') return value;
  const places = [...value.matchAll(place)];
  const [only] = places;
  // A value that is nothing but a reference keeps its type.
  if (only && places.length === 1 && only[0] === value.trim()) return readOutput(result, only[1]) ?? '';
  let length = 0;
  return value.replace(place, (_whole, path?: string) => {
    const text = toPromptText(readOutput(result, path));
    length += text.length;
    if (length <= longestFilledText) return text;
    throw new AppError(
      'NODE_FAILED',
      `Update Flow State: a text is longer than ${longestFilledText / 1_000_000} million characters.`,
    );
  });
}

/** The keys that a step writes to `$flow.state`, with `{{ output }}` and `{{ output.path }}` filled in. */
export function stateUpdates(
  updates: readonly StateUpdate[] | undefined,
  result: StepResult,
): Record<string, unknown> {
  const named = (updates ?? []).filter(({ key }) => key !== undefined && key !== '');
  return Object.fromEntries(named.map(({ key, value }) => [key, resolve(value ?? '', result)]));
}
