import type { AnyNode } from '@tendril/contract/node/define-node';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { Answer } from '@tendril/contract/provider/answer';
import type { DocumentSource, SourceAsked } from '@tendril/contract/provider/document-source';
import type { LoadedBlocks } from '@tendril/contract/provider/loaded-blocks';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import type { UpsertOutcome } from '@tendril/contract/provider/passage-store';
import type { NodeInputs } from './input-types.gen.ts';

/** Everything of a node that its interface does not say. */
type Behaviour = Omit<
  AnyNode,
  | 'name'
  | 'label'
  | 'version'
  | 'category'
  | 'tags'
  | 'unavailable'
  | 'inputs'
  | 'outputs'
  | 'credential'
  | 'run'
  | 'answer'
  | 'upsert'
  | 'openStore'
  | 'load'
  | 'loadBlocks'
  | 'openSource'
  | 'pass'
  | 'replay'
>;

/** What a node does; its form, its anchors and its template come from its interface. */
export interface NodeImplementation<I = never> extends Behaviour {
  /** A name among the interfaces. */
  name: string;
  /** The node does without its secret once this parameter is set. */
  credentialUnless?: string;
  /** Inputs or outputs that differ from the interface, such as inner ones or other limits; laid over it by name. */
  inputs?: Partial<AnyNode['inputs']>;
  outputs?: AnyNode['outputs'];
  run?(inputs: I, context: RunContext): Promise<Record<string, unknown>>;
  answer?(inputs: I, context: RunContext): Promise<Answer>;
  upsert?(inputs: I, context: RunContext): Promise<UpsertOutcome>;
  openStore?(inputs: I, context: RunContext): Promise<OutsideStore>;
  load?(inputs: I, context: RunContext): AsyncIterable<LoadedPart>;
  loadBlocks?(inputs: I, context: RunContext): AsyncIterable<LoadedBlocks>;
  openSource?(inputs: I, context: RunContext, asked?: SourceAsked): Promise<DocumentSource>;
  pass?(inputs: I, context: RunContext): Record<string, unknown>;
  replay?(inputs: I, pinned: Record<string, unknown>, context: RunContext): Record<string, unknown>;
}

/** Declares what a node does whose interface is known; `icon` and `description` are literals, as the palette reads them. */
export function implementNode<const N extends keyof NodeInputs>(
  implementation: { name: N } & NodeImplementation<NodeInputs[N]>,
): NodeImplementation {
  return implementation;
}
