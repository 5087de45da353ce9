import { anchor, output } from '@tendril/contract/node/anchor';
import { flatTools } from '../../agent/flat-tools.ts';
import { runAgent } from '../../agent/run-agent.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { TeamWorker } from '../../multi-agent/team-worker.ts';
import { speakerName } from '../../pipeline/speak.ts';
import { formatPrompt } from '../../text/format-prompt.ts';
import { toPromptValues } from '../../text/prompt-values.ts';

const promptDefault =
  'You are a member of a team of experts. Do the part that you are asked for with the tools you have, and report what you found.';

/** An agent that works for a supervisor. */
export const worker = implementNode({
  name: 'worker',
  icon: 'hard-hat',
  description: 'An agent with tools and a task of its own that works for a supervisor.',
  inputs: {
    // The edge to it is read as the supervisor's: the worker itself waits for nothing.
    supervisor: { ...anchor('string', { label: 'Supervisor', optional: true }), type: 'Supervisor' },
  },
  outputs: { member: output(['Worker'], { label: 'Worker' }) },

  async run(inputs, { nodeId }) {
    const { workerName: label, workerPrompt, maxIterations: maxToolCalls } = inputs;
    const tools = flatTools(inputs.tools);
    const values = toPromptValues(inputs.promptValues);
    const made: TeamWorker = {
      nodeId,
      name: speakerName(label),
      label,
      work(messages, model, context) {
        const content = formatPrompt(workerPrompt || promptDefault, values, 'keep');
        const asked = [{ role: 'system' as const, content }, ...messages];
        const agent = { model: inputs.model ?? model, messages: asked, tools, maxToolCalls, isAnswer: false };
        return runAgent(agent, context);
      },
    };
    return { member: made };
  },
});
