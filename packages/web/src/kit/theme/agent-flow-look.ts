import {
  Bot,
  FileSearch,
  Globe,
  Hand,
  ListChecks,
  MessageCircle,
  MessageSquareText,
  Play,
  Repeat,
  RotateCcw,
  Route,
  Split,
  SquareFunction,
  Workflow,
  Wrench,
} from 'lucide-react';
import type { CategoryLook } from './category-look.ts';

const looks: Readonly<Record<string, CategoryLook>> = {
  startAgentflow: { colour: 'var(--chat-models)', Icon: Play },
  llmAgentflow: { colour: 'var(--vector-stores)', Icon: MessageSquareText },
  agentAgentflow: { colour: 'var(--agents)', Icon: Bot },
  conditionAgentflow: { colour: 'var(--document-loaders)', Icon: Split },
  conditionAgentAgentflow: { colour: 'var(--tools)', Icon: Route },
  humanInputAgentflow: { colour: 'var(--sequential-agents)', Icon: Hand },
  loopAgentflow: { colour: 'var(--document-loaders)', Icon: RotateCcw },
  iterationAgentflow: { colour: 'var(--agents)', Icon: Repeat },
  directReplyAgentflow: { colour: 'var(--voice)', Icon: MessageCircle },
  customFunctionAgentflow: { colour: 'var(--tools)', Icon: SquareFunction },
  httpAgentflow: { colour: 'var(--embeddings)', Icon: Globe },
  retrieverAgentflow: { colour: 'var(--vector-stores)', Icon: FileSearch },
  toolAgentflow: { colour: 'var(--memory)', Icon: Wrench },
  executeFlowAgentflow: { colour: 'var(--memory)', Icon: Workflow },
};

const otherLook: CategoryLook = { colour: 'var(--utilities)', Icon: ListChecks };

/** How a step of an agent flow is drawn; undefined for any other node. */
export function agentFlowLook(name: string | undefined): CategoryLook | undefined {
  if (name === undefined || !name.endsWith('Agentflow') || name.startsWith('stickyNote')) return undefined;
  return looks[name] ?? otherLook;
}
