import { AppError } from '@tendril/contract/app-error';
import { anchor } from '@tendril/contract/node/anchor';
import type { Chain } from '@tendril/contract/provider/answer';
import { checkModeration } from '../../chain/check-moderation.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { runTeam, type Team } from '../../multi-agent/run-team.ts';
import type { TeamWorker } from '../../multi-agent/team-worker.ts';

type SupervisorInputs = NodeInputs['supervisor'] & { members: readonly TeamWorker[] };

const promptDefault = `You are a supervisor who leads a conversation between these workers: {team_members}.
Given the request of the user, say which worker acts next. Each worker does its task and reports its results and status.
When the request is answered, say FINISH. Choose so that it takes as few steps as possible.`;

function teamOf(inputs: SupervisorInputs, nodeId: string): Team {
  const {
    members: workers,
    model,
    supervisorName: label,
    supervisorPrompt,
    summarization,
    recursionLimit: limit,
  } = inputs;
  const names = workers.map(({ name }) => name);
  const twin = workers.find(({ name }, index) => names.indexOf(name) !== index);
  if (twin) throw new AppError('FLOW_INVALID', `Two workers are named "${twin.label}". Rename one of them.`);
  const prompt = (supervisorPrompt || promptDefault).replaceAll('{team_members}', () => names.join(', '));
  return { nodeId, label, model, prompt, workers, summarises: summarization === true, limit };
}

/** Leads a team of workers until a request is answered. */
export const supervisor = implementNode({
  name: 'supervisor',
  icon: 'users',
  description: 'Gives work to a team of workers, one after the other, until a request is answered.',
  role: 'ending',
  inputs: {
    // Drawn the other way round, from the supervisor to its workers.
    members: { ...anchor('string', { label: 'Workers', list: true, isInner: true }), type: 'Worker' },
  },

  async run(inputs: SupervisorInputs, { nodeId }) {
    const team = teamOf(inputs, nodeId);
    const chain: Chain = {
      nodeId,
      async invoke(question, context) {
        const refusal = await checkModeration(inputs.inputModeration, question, context);
        if (refusal) return refusal;
        const history = inputs.agentMemory ? await inputs.agentMemory.load(context) : context.history;
        return runTeam(team, history, question, context);
      },
    };
    return { supervisor: chain };
  },
});
