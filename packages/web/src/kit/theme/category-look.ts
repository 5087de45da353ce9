import {
  Binary,
  Bot,
  Braces,
  Database,
  FileText,
  FlaskConical,
  History,
  Link2,
  type LucideIcon,
  MessageSquareText,
  PhoneIncoming,
  Plug,
  Route,
  Scissors,
  Search,
  Shapes,
  StickyNote,
  Workflow,
  Wrench,
} from 'lucide-react';

/** How a node category is drawn: its colour as a CSS value and its icon. */
export interface CategoryLook {
  colour: string;
  Icon: LucideIcon;
}

const looks: Record<string, CategoryLook> = {
  'Chat Models': { colour: 'var(--chat-models)', Icon: MessageSquareText },
  LLMs: { colour: 'var(--chat-models)', Icon: MessageSquareText },
  Agents: { colour: 'var(--agents)', Icon: Bot },
  Chains: { colour: 'var(--agents)', Icon: Link2 },
  'Vector Stores': { colour: 'var(--vector-stores)', Icon: Database },
  Retrievers: { colour: 'var(--vector-stores)', Icon: Search },
  Embeddings: { colour: 'var(--embeddings)', Icon: Binary },
  'Document Loaders': { colour: 'var(--document-loaders)', Icon: FileText },
  'Text Splitters': { colour: 'var(--document-loaders)', Icon: Scissors },
  Tools: { colour: 'var(--tools)', Icon: Wrench },
  'Tools (MCP)': { colour: 'var(--tools)', Icon: Plug },
  Memory: { colour: 'var(--memory)', Icon: History },
  'Sequential Agents': { colour: 'var(--sequential-agents)', Icon: Route },
  'Agent Flows': { colour: 'var(--sequential-agents)', Icon: Workflow },
  Voice: { colour: 'var(--voice)', Icon: PhoneIncoming },
  Prompts: { colour: 'var(--utilities)', Icon: FlaskConical },
  'Output Parsers': { colour: 'var(--utilities)', Icon: Braces },
  Utilities: { colour: 'var(--utilities)', Icon: StickyNote },
};

const unknown: CategoryLook = { colour: 'var(--utilities)', Icon: Shapes };

/** Colour and icon of a category name; grey shapes for one we do not know. */
export function categoryLook(category: string): CategoryLook {
  return looks[category] ?? unknown;
}
