import { AppError } from '@tendril/contract/app-error';
import type { PlannedNode, PlannedParam, ReadInputs } from '../../flow-plan.ts';
import { givenValues, type LoopEntry, type SettledOutputs, settledValue } from '../../given-values.ts';
import { overrideOf } from '../../override-of.ts';
import { flowValue, historyText, valueAtPath } from '../../request-values.ts';
import type { RunRequest } from '../../run-request.ts';
import type { Reference } from './references.ts';
import { resolveValue } from './resolve-value.ts';
import { isPrompt, secretInPrompt } from './variables-in-prompts.ts';

async function readParam(
  input: PlannedParam,
  node: PlannedNode,
  request: RunRequest,
  settled: SettledOutputs,
): Promise<unknown> {
  const override = overrideOf(input.name, node.id, request.overrides);
  if (!override && input.fixed) return input.fixed.value;
  const raw = override ? override.value : input.raw;
  const needsHistory = typeof raw === 'string' && raw.includes('chat_history');
  const history = needsHistory ? await historyText(request) : '';
  const lookup = (reference: Reference): unknown => {
    if (reference.kind === 'variable') {
      if (request.secretVariables?.has(reference.name) && isPrompt(input))
        throw new AppError('FLOW_INVALID', secretInPrompt(node, input, reference.name));
      const { variables = {} } = request;
      return Object.hasOwn(variables, reference.name) ? variables[reference.name] : '';
    }
    if (reference.kind === 'flow') return flowValue(reference.name, request) ?? '';
    if (reference.kind === 'request') {
      if (reference.name === 'question') return request.question;
      return reference.name === 'chat_history' ? history : (request.fileAttachment ?? '');
    }
    const source = input.sources.find((candidate) => candidate.nodeId === reference.nodeId);
    return source ? valueAtPath(settledValue(source, settled), reference.path) : '';
  };
  // A value from the caller is data: references in it stay text.
  const resolved = override ? raw : resolveValue(raw, input.param, lookup);
  const parsed = input.param.schema.safeParse(resolved);
  if (!parsed.success) {
    throw new AppError(
      'INVALID_INPUT',
      `${node.label}: ${parsed.error.issues[0]?.message ?? 'a value is not valid'}`,
    );
  }
  return input.tab === undefined ? parsed.data : { tab: input.tab, value: parsed.data };
}

/** The input values of a node: parameters parsed by their schema, anchors from their edges. */
export async function readWired(
  node: PlannedNode,
  request: RunRequest,
  settled: SettledOutputs,
  entry?: LoopEntry,
): Promise<ReadInputs> {
  const values: Record<string, unknown> = {};
  const key: unknown[] = [];
  for (const input of node.inputs) {
    if (input.kind === 'param') {
      // Fixed values, the common case, are not waited for.
      const fixed = overrideOf(input.name, node.id, request.overrides) ? undefined : input.fixed;
      const value = fixed ? fixed.value : await readParam(input, node, request, settled);
      values[input.name] = value;
      // Objects parsed from JSON are new each time: they compare by their text.
      key.push(typeof value === 'object' && value !== null && !input.fixed ? JSON.stringify(value) : value);
      continue;
    }
    const given = givenValues(input, settled, entry);
    values[input.name] = input.isList ? given : given[0];
    key.push(...given);
  }
  return { values, key };
}
