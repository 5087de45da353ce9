/** What may have changed in a workspace; one is enough for everything cached that a change of it can touch. */
export const revisedKinds = [
  'flow',
  'secret',
  'variable',
  'tool',
  'knowledge',
  'passages',
  'key',
  'session',
  'role',
  'limit',
  'settings',
] as const;
export type RevisedKind = (typeof revisedKinds)[number];

/**
 * Messages between the processes of an installation: a kind and ids, never contents. Lost ones are normal: what is
 * cached is corrected by its revision, and the others are asked for again by who needs them.
 */
export type ControlMessage =
  /** Something that may be cached was changed; `scope` is its workspace, `id` its row where it is one. */
  | { kind: 'revised'; scope: string; what: RevisedKind; id?: string | undefined }
  | { kind: 'end-session'; familyId: string }
  | { kind: 'end-key'; keyId: string }
  | { kind: 'stop-run'; runId: string }
  | { kind: 'stop-speech'; id: string }
  /** A process that stops has left work to the others. */
  | { kind: 'take-over' }
  | { kind: 'poke-jobs' }
  /** A vendor refuses a key, which is named by a hash, for so long. */
  | { kind: 'vendor-pause'; id: string; pauseMs: number };

export type ControlKind = ControlMessage['kind'];
export type MessageOf<K extends ControlKind> = Extract<ControlMessage, { kind: K }>;

/** Carries control messages to every process of the installation. */
export interface ControlBus {
  /** Call it after the commit. Never throws; this process's listeners are called before it returns. */
  publish(message: ControlMessage): void;
  /**
   * Listens to messages, and to changes known only by their revision. A change may come twice. Returns the function
   * that ends it.
   */
  subscribe<K extends ControlKind>(kind: K, listener: (message: MessageOf<K>) => void): () => void;
  /** Called when messages may have been missed: everything cached is to be dropped. */
  onGap(listener: () => void): () => void;
  /** Sends what is still waiting, and closes connections. */
  close(): Promise<void>;
}
