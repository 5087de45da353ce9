import { output } from '@tendril/contract/node/anchor';
import { type AnyNode, defineNode } from '@tendril/contract/node/define-node';
import { toTemplate } from '@tendril/contract/node/node-template';
import { param } from '@tendril/contract/node/param';
import type { NodeSource } from '../features/flows/nodes/nodes.ts';

/** Controls a gated flow: what its node says, and when. */
export interface Gate {
  /** Lets the node say one more piece; `undefined` ends its answer. */
  say(piece: string | undefined): void;
  /** Resolves when a run of the node has been aborted. */
  readonly aborted: Promise<void>;
}

/** A catalogue with one ending node that speaks only when the test says so; for everything that depends on timing. */
export function gatedCatalogue(): { catalogue: NodeSource; gate: Gate } {
  const waiting: (string | undefined)[] = [];
  let wake = () => {};
  const aborted = Promise.withResolvers<void>();

  const next = async (signal: AbortSignal): Promise<string | undefined> => {
    while (waiting.length === 0) {
      signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        wake = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    return waiting.shift();
  };

  const gatedChat = defineNode({
    name: 'gatedChat',
    label: 'Gated Chat',
    version: 1,
    category: 'Chains',
    description: 'Says what it is told to say.',
    icon: 'message',
    role: 'ending',
    inputs: {
      greeting: param.string({ label: 'Greeting', optional: true }),
      secret: param.password({ label: 'Secret', optional: true }),
      document: param.file({ label: 'Document', fileType: '.txt', optional: true }),
    },
    outputs: { gatedChat: output(['GatedChat', 'BaseChain'], { label: 'Gated Chat' }) },
    async run(_inputs, { nodeId }) {
      return {
        gatedChat: {
          nodeId,
          async invoke(_question, { signal, emit }) {
            signal.addEventListener('abort', () => aborted.resolve(), { once: true });
            let text = '';
            for (let piece = await next(signal); piece !== undefined; piece = await next(signal)) {
              text += piece;
              emit({ type: 'text-delta', text: piece });
            }
            return { text };
          },
        },
      };
    },
  });

  const template = toTemplate(gatedChat as AnyNode);
  return {
    gate: {
      say(piece) {
        waiting.push(piece);
        wake();
      },
      aborted: aborted.promise,
    },
    catalogue: {
      load: async (name) => (name === 'gatedChat' ? (gatedChat as AnyNode) : undefined),
      templates: async () => [template],
      knownTemplates: async () => [template],
      template: async (name) => (name === 'gatedChat' ? template : undefined),
      credentials: async () => [],
      credential: async () => undefined,
    },
  };
}
