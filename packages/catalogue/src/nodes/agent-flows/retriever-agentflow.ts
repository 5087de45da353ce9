import { joinAgentFlowStates, stepResult, withResult } from '../../agentflow/agent-flow-run.ts';
import { agentFlowStep, type StepEntry } from '../../agentflow/agent-flow-step.ts';
import { requirePart } from '../../agentflow/require-part.ts';
import { stateUpdates } from '../../agentflow/state-updates.ts';
import { readStoreChoice } from '../../agentflow/store-choice.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { listStores, requireKnowledge } from '../../retrieval/knowledge-stores.ts';
import { traceStep } from '../../step/trace-step.ts';

type RetrieverInputs = NodeInputs['retrieverAgentflow'] & StepEntry;

/** A step of an agent flow that looks something up in knowledge bases. */
export const retrieverAgentflow = implementNode({
  name: 'retrieverAgentflow',
  icon: 'search',
  description: 'Looks a question up in knowledge bases and passes on what it finds.',
  ...agentFlowStep('retrieverAgentflow'),
  loadMethods: { listStores: (request) => listStores(request, true) },

  async run(inputs: RetrieverInputs, context) {
    const { nodeId, services } = context;
    const state = joinAgentFlowStates(inputs.previous);
    const question = inputs.retrieverQuery.trim();
    const chosen = inputs.retrieverKnowledgeDocumentStores.map((row) =>
      readStoreChoice(row.documentStore ?? ''),
    );
    const stores = chosen.filter(({ id }) => id !== '');
    requirePart(stores[0], 'Knowledge (Document Stores)');
    const knowledge = requireKnowledge(services);
    const found = await Promise.all(
      stores.map(({ id, name }) =>
        traceStep(
          { kind: 'retrieval', name: name || 'Document Store', nodeId, input: { question, storeId: id } },
          context,
          () => knowledge.searchStore(id, question, undefined, context),
          (documents) => ({ documents }),
        ),
      ),
    );
    const documents = found.flat().map(({ pageContent, metadata }) => ({ pageContent, metadata }));
    const texts = documents.map(({ pageContent }) => pageContent);
    const content =
      inputs.outputFormat === 'textWithMetadata' ? JSON.stringify(documents, null, 2) : texts.join('\n');
    const result = stepResult(content, { documents });
    const next = withResult(state, nodeId, result, {
      messages: [{ role: 'user', content, nodeId }],
      values: stateUpdates(inputs.retrieverUpdateState, result),
    });
    return { retrieverAgentflow: next };
  },
});
