import type { FlowType } from '@tendril/contract/flow/flow';

export type AssistantType = 'CUSTOM' | 'OPENAI' | 'AZURE';

interface Entry {
  /** The id in the file, where it has one. */
  id: string | undefined;
  /** Its place in the file: `ChatFlow.3`. */
  place: string;
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

/** The content of a file, each entry checked. */
export interface Bundle {
  tools: BundleTool[];
  flows: BundleFlow[];
  variables: BundleVariable[];
  assistants: BundleAssistant[];
  /** Lists that are left out. */
  skipped: { key: string; count: number }[];
}
