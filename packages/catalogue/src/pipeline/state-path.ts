import type { PipelineMessage, PipelineState } from '@tendril/contract/provider/pipeline';
import { readPath } from '../text/read-path.ts';

interface FlowView {
  state: Record<string, unknown>;
  output?: unknown;
}

/** A pipeline's state as `$flow.state` shows it: the user's keys, and the messages. */
export function stateView(state: PipelineState): Record<string, unknown> {
  const toView = ({ role, content, name, nodeId, toolCalls }: PipelineMessage) => ({
    role,
    content,
    name,
    nodeId,
    toolCalls,
  });
  return { ...state.values, messages: state.messages.map(toView) };
}

function isState(value: unknown): value is PipelineState {
  return typeof value === 'object' && value !== null && 'messages' in value && 'reasoning' in value;
}

/**
 * Resolves a value of a prompt or a state update: `$flow.output.x`, `$flow.state.x` and `$vars.x` are looked up, the
 * output of an earlier node is its message, anything else is literal.
 */
export function readStateValue(
  value: unknown,
  flow: FlowView,
  variables: Readonly<Record<string, string>>,
): unknown {
  if (isState(value)) return value.messages.at(-1)?.content ?? '';
  if (typeof value !== 'string') return value;
  const path = /^\s*(?:\{\{\s*)?\$(flow|vars)((?:\.|\[)[^\s{}]+)(?:\s*\}\})?\s*$/.exec(value);
  if (!path) return value;
  return readPath(path[1] === 'vars' ? variables : flow, path[2] ?? '');
}
