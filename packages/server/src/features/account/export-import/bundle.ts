import type { FlowType } from '@tendril/contract/flow/flow';
import type {
  BundleChunk,
  BundleContent,
  BundleDocument,
  BundleParent,
  BundleStore,
} from './knowledge-bundle.ts';

export type AssistantType = 'CUSTOM' | 'OPENAI' | 'AZURE';

export interface Entry {
  /** The id in the file, where it has one. */
  id: string | undefined;
  /** Its place in the file: `ChatFlow.3`. */
  place: string;
  /** The file's name; '' where the request is the file. */
  file: string;
}

export interface BundleTool extends Entry {
  name: string;
  description: string;
  color: string;
  iconSrc: string;
  schema: string;
  func: string;
}

export interface BundleFlow extends Entry {
  name: string;
  type: FlowType;
  /** Checked JSON text of a flow. */
  flowData: string;
  /** Of a file that holds more than the drawing. */
  full?: FullFlow | undefined;
  /** JSON text of the services that its traces went to, switched off; or ''. */
  analytic: string;
  /** It was open to everybody where it comes from. */
  wasPublic: boolean;
  /** Its other settings that stay out, by their names. */
  leftOut: string[];
}

/** What a flow is besides its drawing. */
export interface FullFlow {
  description: string;
  category: string;
  folder: string;
  /** JSON text of an object, or ''. */
  chatbotConfig: string;
  /** The drawing is the published one. */
  isPublished: boolean;
  /** Checked JSON text of the published flow, where the drawing is newer. */
  publishedData: string | undefined;
}

export interface BundleVariable extends Entry {
  name: string;
  value: string;
  type: 'static' | 'runtime';
}

export interface BundleAssistant extends Entry {
  /** JSON text, kept whole. */
  details: string;
  credential: string;
  iconSrc: string;
  type: AssistantType;
}

export interface BundleTemplate extends Entry {
  name: string;
  description: string;
  badge: string;
  usecases: string[];
  type: FlowType | 'TOOL';
  /** JSON text of a graph, or of a tool. */
  flowData: string;
}

export interface BundleMessage {
  id: string | undefined;
  flowId: string;
  role: 'userMessage' | 'apiMessage';
  content: string;
  chatType: string;
  chatId: string;
  sessionId: string;
  memoryType: string | null;
  leadEmail: string | null;
  createdAt: number | undefined;
  /** JSON texts by column. */
  details: Record<MessageDetail, string | null>;
  file: string;
}

export const messageDetails = [
  'sourceDocuments',
  'usedTools',
  'fileUploads',
  'fileAnnotations',
  'agentReasoning',
  'artifacts',
  'action',
  'followUpPrompts',
  'sourceCheck',
] as const;
type MessageDetail = (typeof messageDetails)[number];

interface BundleFeedback {
  messageId: string;
  rating: 'THUMBS_UP' | 'THUMBS_DOWN';
  content: string;
  createdAt: number | undefined;
}

/** The content of files, each entry checked. */
export interface Bundle {
  tools: BundleTool[];
  flows: BundleFlow[];
  variables: BundleVariable[];
  assistants: BundleAssistant[];
  templates: BundleTemplate[];
  stores: BundleStore[];
  chunks: BundleChunk[];
  parents: BundleParent[];
  documents: BundleDocument[];
  contents: BundleContent[];
  messages: BundleMessage[];
  feedback: BundleFeedback[];
  /** Lists that stay out. */
  skipped: { key: string; count: number; reason: string; file: string }[];
  /** Files among several that cannot be read. */
  refused: { file: string; message: string }[];
  /** What becomes of what exists here already. */
  onClash: 'both' | 'replace' | 'skip';
}

export function emptyBundle(): Bundle {
  return {
    tools: [],
    flows: [],
    variables: [],
    assistants: [],
    templates: [],
    stores: [],
    chunks: [],
    parents: [],
    documents: [],
    contents: [],
    messages: [],
    feedback: [],
    skipped: [],
    refused: [],
    onClash: 'both',
  };
}
