import type { AssistantProblem } from '@tendril/contract/api/assistants';
import type {
  AssistantKnowledge,
  AssistantPart,
  CustomDetails,
} from '@tendril/contract/flow/assistant-details';
import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder, type NodeHandle } from '@tendril/contract/flow/flow-builder';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { withoutClosed } from './mask-details.ts';

/** Nodes that a flow is built from beside the chosen ones. */
export const frameNodes = {
  agent: 'toolAgent',
  chain: 'conversationChain',
  memory: 'bufferMemory',
  store: 'documentStoreVS',
  retriever: 'retrieverTool',
} as const;

export type FindTemplate = (name: string) => NodeTemplate | undefined;

/** The flow of an assistant, and its parts that cannot run here. */
interface AssistantFlow {
  flowData: FlowData;
  problems: AssistantProblem[];
}

/** Nodes are 280 wide; 88 more leaves space for an edge. */
const column = (index: number) => index * 368;
const rowHeight = 280;
const longestToolName = 48;

/** Every part has a stable id of its own: a sealed value is found by its node. */
export function identifyParts(details: CustomDetails): CustomDetails {
  const taken = new Set<string>([`${frameNodes.agent}_0`, `${frameNodes.chain}_0`]);
  const own = (part: AssistantPart): AssistantPart => {
    const isFitting = part.id?.startsWith(`${part.name}_`) && /^\w{1,120}$/.test(part.id);
    let id = isFitting && part.id && !taken.has(part.id) ? part.id : '';
    for (let index = 0; id === ''; index += 1) {
      const next = `${part.name}_${index}`;
      if (!taken.has(next) && !kept.has(next)) id = next;
    }
    taken.add(id);
    return { ...part, id };
  };
  const { chatModel, memory, tools } = details;
  const kept = new Set([chatModel, memory, ...tools].flatMap((part) => part?.id ?? []));
  return {
    ...details,
    ...(chatModel && { chatModel: own(chatModel) }),
    ...(memory && { memory: own(memory) }),
    tools: tools.map(own),
  };
}

/**
 * Builds the flow that answers for an assistant: an agent with its model, memory, tools, and a search tool over each
 * knowledge base; without any tool, a conversation. Parts whose node is missing are left out and reported.
 */
export function buildAssistantFlow(details: CustomDetails, find: FindTemplate): AssistantFlow {
  const problems = findProblems(details, find);
  const flow = new FlowBuilder((name) => {
    const template = find(name);
    if (!template) throw new Error(`No node ${name}`);
    return template;
  });
  const isThere = (part: AssistantPart) => find(part.name) !== undefined;
  const credentials = new Map<string, string>();
  const place = (part: AssistantPart, x: number, y: number): NodeHandle => {
    // The flow seals what the node declares; a secret that only the part declares would lie open there.
    const sealed = find(part.name)?.inputs.map(({ name }) => name);
    const { FLOWISE_CREDENTIAL_ID: foreign, ...inputs } = withoutClosed(part, sealed);
    const node = flow.add(part.name, { x: column(x), y: y * rowHeight }, inputs, undefined, part.id);
    const credential = part.credential || (typeof foreign === 'string' ? foreign : '');
    if (credential) credentials.set(node.id, credential);
    return node;
  };

  const model = details.chatModel && isThere(details.chatModel) ? place(details.chatModel, 1, 0) : undefined;
  const chosen = details.memory && isThere(details.memory) ? details.memory : { name: frameNodes.memory };
  const memory = place(chosen, 1, 1);
  const searches = addKnowledge(flow, details.documentStores, problems);
  const tools = [...details.tools.filter(isThere).map((tool, index) => place(tool, 0, index)), ...searches];
  const ending = addEnding(flow, details.instruction, tools);
  if (model) flow.connect(model, ending, 'model');
  flow.connect(memory, ending, 'memory');

  const flowData = flow.build();
  for (const node of flowData.nodes) {
    const credential = credentials.get(node.id);
    if (credential) node.data.credential = credential;
  }
  return { flowData, problems };
}

function addEnding(flow: FlowBuilder, instruction: string, tools: readonly NodeHandle[]): NodeHandle {
  const place = { x: column(2), y: 0 };
  if (tools.length === 0) {
    const prompt = instruction === '' ? {} : { systemMessagePrompt: instruction };
    return flow.add(frameNodes.chain, place, prompt);
  }
  const agent = flow.add(frameNodes.agent, place, instruction === '' ? {} : { systemMessage: instruction });
  for (const tool of tools) flow.connect(tool, agent, 'tools');
  return agent;
}

function addKnowledge(
  flow: FlowBuilder,
  stores: readonly AssistantKnowledge[],
  problems: readonly AssistantProblem[],
): NodeHandle[] {
  if (problems.some(({ code }) => code === 'NO_KNOWLEDGE_NODES')) return [];
  const taken = new Set<string>();
  return stores.map((store, index) => {
    const y = (2 + index) * rowHeight;
    const name = toolName(store, taken);
    const values = {
      name,
      description: store.description || `Searches the knowledge base "${store.name || store.id}".`,
      returnSourceDocuments: store.returnSourceDocuments,
    };
    const source = flow.add(
      frameNodes.store,
      { x: column(0), y: y + rowHeight },
      { selectedStore: store.id },
      'retriever',
    );
    const tool = flow.add(frameNodes.retriever, { x: column(1), y: y + rowHeight }, values);
    flow.connect(source, tool, 'retriever');
    return tool;
  });
}

/** The name by which a model calls the search; two stores with the same name get different ones. */
function toolName({ name }: AssistantKnowledge, taken: Set<string>): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, longestToolName);
  const stem = `search_${words || 'knowledge'}`;
  let free = stem;
  for (let number = 2; taken.has(free); number += 1) free = `${stem}_${number}`;
  taken.add(free);
  return free;
}

/** The parts of an assistant that this installation cannot run. */
export function findProblems(details: CustomDetails, find: FindTemplate): AssistantProblem[] {
  const unknown = (part: AssistantPart | undefined, path: string): AssistantProblem[] =>
    part && !find(part.name) ? [{ code: 'UNKNOWN_NODE', path, name: part.label || part.name }] : [];
  const hasSearch = find(frameNodes.store) && find(frameNodes.retriever);
  return [
    ...(details.chatModel ? [] : [{ code: 'NO_MODEL' as const, path: 'chatModel', name: '' }]),
    ...unknown(details.chatModel, 'chatModel'),
    ...unknown(details.memory, 'memory'),
    ...details.tools.flatMap((tool, index) => unknown(tool, `tools.${index}`)),
    ...(details.documentStores.length > 0 && !hasSearch
      ? [{ code: 'NO_KNOWLEDGE_NODES' as const, path: 'documentStores', name: '' }]
      : []),
  ];
}
