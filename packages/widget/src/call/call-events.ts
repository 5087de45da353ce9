/** A turn of the conversation, as far as it is known. */
export interface Utterance {
  role: 'agent' | 'user';
  content: string;
}

/** The turns of a conversation, with what is being said now. */
interface TranscriptUpdate {
  event_type: 'update';
  transcript: Utterance[];
}

/** What a custom LLM sends to the page. */
interface Metadata {
  event_type: 'metadata';
  metadata: unknown;
}

/** Another node of the agent's flow has the word. */
interface NodeTransition {
  event_type: 'node_transition';
  former_node_id: string;
  former_node_name: string;
  new_node_id: string;
  new_node_name: string;
  transition_type: 'normal';
}

/** The events of a call, by the names that Retell's browser client has for them. */
export interface CallEvents {
  /** The call has begun. */
  call_started: [];
  /** Microphone and loudspeaker are open, too: the agent can be heard. */
  call_ready: [];
  call_ended: [];
  agent_start_talking: [];
  agent_stop_talking: [];
  /** Something is being said: the last turns. */
  update: [TranscriptUpdate];
  node_transition: [NodeTransition];
  metadata: [Metadata];
  /** The agent's voice, 16,000 samples a second from -1 to 1; only where the call was started to emit it. */
  audio: [Float32Array];
  error: [string];
}

type Listener<Name extends keyof CallEvents> = (...given: CallEvents[Name]) => void;

/** Calls back for what happens in a call. */
export class CallEmitter {
  readonly #listeners = new Map<keyof CallEvents, Set<Listener<never>>>();

  on<Name extends keyof CallEvents>(name: Name, listener: Listener<Name>): this {
    const known = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, known.add(listener));
    return this;
  }

  once<Name extends keyof CallEvents>(name: Name, listener: Listener<Name>): this {
    const only: Listener<Name> = (...given) => {
      this.off(name, only);
      listener(...given);
    };
    return this.on(name, only);
  }

  off<Name extends keyof CallEvents>(name: Name, listener: Listener<Name>): this {
    this.#listeners.get(name)?.delete(listener);
    return this;
  }

  removeAllListeners(name?: keyof CallEvents): this {
    if (name) this.#listeners.delete(name);
    else this.#listeners.clear();
    return this;
  }

  protected emit<Name extends keyof CallEvents>(name: Name, ...given: CallEvents[Name]): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) (listener as Listener<Name>)(...given);
  }
}
