import type { AgentSettings } from '@tendril/contract/api/voice-agents';

export type SettingKey = keyof AgentSettings;
export type SettingChanges = Partial<AgentSettings>;

/** What is not on the server yet, and why. */
interface SaverState {
  edits: SettingChanges;
  errors: Partial<Record<SettingKey, unknown>>;
  saving: Partial<Record<SettingKey, true>>;
}

/**
 * Saves settings of one agent, each by itself, in the order in which they were made. What could not be saved stays
 * until somebody tries again or changes it.
 */
export class SettingSaver {
  readonly #send: (changes: SettingChanges) => Promise<void>;
  readonly #listeners = new Set<() => void>();
  readonly #timers = new Map<SettingKey, ReturnType<typeof setTimeout>>();
  #state: SaverState = { edits: {}, errors: {}, saving: {} };

  constructor(send: (changes: SettingChanges) => Promise<void>) {
    this.#send = send;
  }

  readonly read = (): SaverState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  get isDirty(): boolean {
    return Object.keys(this.#state.edits).length > 0;
  }

  /** Takes a value; it is sent once nothing has changed it for `waitMs`. */
  edit<K extends SettingKey>(key: K, value: AgentSettings[K], waitMs = 0): void {
    this.#put({ edits: { ...this.#state.edits, [key]: value }, errors: without(this.#state.errors, key) });
    this.#cancel(key);
    if (waitMs === 0) void this.flush(key);
    else
      this.#timers.set(
        key,
        setTimeout(() => void this.flush(key), waitMs),
      );
  }

  /** Takes a value that is not to be sent: it is wrong as it stands. */
  hold<K extends SettingKey>(key: K, value: AgentSettings[K]): void {
    this.#cancel(key);
    this.#put({ edits: { ...this.#state.edits, [key]: value }, errors: without(this.#state.errors, key) });
  }

  /** Sends what there is of a setting now, and what was changed meanwhile after it. */
  async flush(key: SettingKey): Promise<void> {
    this.#cancel(key);
    const { edits, errors, saving } = this.#state;
    if (!(key in edits) || saving[key]) return;
    const sent = edits[key];
    this.#put({ saving: { ...saving, [key]: true }, errors: without(errors, key) });
    try {
      await this.#send({ [key]: sent } as SettingChanges);
      if (this.#state.edits[key] === sent) this.#put({ edits: without(this.#state.edits, key) });
    } catch (error) {
      if (this.#state.edits[key] === sent) this.#put({ errors: { ...this.#state.errors, [key]: error } });
    }
    this.#put({ saving: without(this.#state.saving, key) });
    const isChanged = key in this.#state.edits && this.#state.edits[key] !== sent;
    if (isChanged && !this.#timers.has(key)) await this.flush(key);
  }

  /** Sends everything that still waits for its time. */
  flushAll(): void {
    for (const key of [...this.#timers.keys()]) void this.flush(key);
  }

  #cancel(key: SettingKey): void {
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
  }

  #put(changes: Partial<SaverState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

function without<T extends object>(record: T, key: keyof T): T {
  const { [key]: _gone, ...rest } = record;
  return rest as T;
}
