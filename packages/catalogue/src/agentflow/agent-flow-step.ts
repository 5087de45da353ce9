import type { RunContext } from '@tendril/contract/node/run-context';
import type { AgentFlowState, StepResult } from '@tendril/contract/provider/agent-flow';
import { joinAgentFlowStates, stepResult, withResult } from './agent-flow-run.ts';
import { previousAnchor } from './previous-anchor.ts';

/** What every step of an agent flow gets beside its parameters. */
export interface StepEntry {
  /** Several where branches join. */
  previous: readonly AgentFlowState[];
}

type Outputs = Record<string, AgentFlowState>;

/** Its own parameters differ from step to step; all of them have this entry. */
const joined = (inputs: StepEntry) => joinAgentFlowStates(inputs.previous);

interface Pinned {
  content?: unknown;
  text?: unknown;
  output?: object;
}

/** What was pinned, in words: a state as the log shows it, or a value that somebody typed. */
function pinnedResult(pinned: unknown, nodeId: string): StepResult {
  const isObject = typeof pinned === 'object' && pinned !== null;
  const shown = (isObject ? pinned : { content: pinned }) as Pinned & { results?: Record<string, Pinned> };
  const { content, output }: Pinned = shown.results?.[nodeId] ?? shown;
  const said = content ?? shown.text ?? '';
  return stepResult(typeof said === 'string' ? said : JSON.stringify(said), { ...output });
}

/**
 * What all steps with one output have in common: where edges end, what a disabled step passes on, and a pinned output
 * made into a state again.
 */
export function agentFlowStep(output: string) {
  return {
    role: 'pipeline',
    step: { entry: 'previous' },
    inputs: { previous: previousAnchor },
    pass: (inputs: never): Outputs => ({ [output]: joined(inputs) }),
    replay(inputs: never, pinned: Record<string, unknown>, { nodeId }: RunContext): Outputs {
      const result = pinnedResult(pinned[output], nodeId);
      const messages = [{ role: 'assistant' as const, content: result.content, nodeId }];
      return { [output]: withResult(joined(inputs), nodeId, result, { messages }) };
    },
  } as const;
}

/** The same for steps that branch; a disabled one passes on to its first output. */
export function branchingStep() {
  return {
    role: 'pipeline',
    branches: true,
    step: { entry: 'previous' },
    inputs: { previous: previousAnchor },
    pass: (inputs: never): Outputs => ({ '0': joined(inputs) }),
    replay(inputs: never, pinned: Record<string, unknown>): Outputs {
      const [taken = '0'] = Object.keys(pinned);
      return { [taken]: joined(inputs) };
    },
  } as const;
}
