import type { ChatMessage } from '@tendril/contract/api/chat-messages';
import type { FlowDetail } from '@tendril/contract/api/flows';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { ApiClient } from '../../e2e/api-client.ts';
import { readTemplates } from '../../e2e/chat-flow.ts';

const at = { x: 0, y: 0 };
/** The longest that anybody is left without an answer. */
const patienceMs = 15_000;
/** Refusals in words while something outside of the server is gone. */
const refusals = new Set([429, 503, 507]);

/** People who go on asking a flow while something breaks, and remember what they were answered. */
export class FaultLoad {
  readonly #client: ApiClient;
  readonly #flowId: string;
  /** Questions whose answer arrived whole, by the id of the message. */
  readonly #acknowledged = new Map<string, string>();
  readonly #faults = new Set<string>();
  readonly #statuses = new Map<string, number>();
  #isOver = false;
  #asked = 0;
  #working: Promise<unknown> = Promise.resolve();

  constructor(client: ApiClient, flowId: string) {
    this.#client = client;
    this.#flowId = flowId;
  }

  /** A flow that a demonstration model answers for. */
  static async make(client: ApiClient): Promise<FaultLoad> {
    const flow = new FlowBuilder(await readTemplates(client));
    const [model, memory] = [flow.add('demoModel', at), flow.add('bufferMemory', at)];
    const chain = flow.add('conversationChain', at);
    const flowData = flow.connect(model, chain, 'model').connect(memory, chain, 'memory').build();
    const body = { name: 'Load', type: 'CHATFLOW', flowData };
    return new FaultLoad(client, (await client.call<FlowDetail>('POST', 'flows', body)).id);
  }

  /** Begins to ask, so many at a time. */
  start(people: number): void {
    this.#isOver = false;
    this.#working = Promise.all(Array.from({ length: people }, (_, person) => this.#askOn(person)));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#working;
  }

  /** Whether a question is answered again, within a time. */
  async recovers(withinMs: number): Promise<boolean> {
    const deadline = Date.now() + withinMs;
    while (Date.now() < deadline) {
      if ((await this.#ask('again')) === 200) return true;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return false;
  }

  /** What is wrong with what was answered, and with what is stored of it. */
  async faults(client = this.#client): Promise<string[]> {
    const stored = new Set<string>();
    for (let page = 1; ; page += 1) {
      const path = `internal-chatmessage/${this.#flowId}?limit=500&page=${page}&order=ASC`;
      const messages = await client.call<ChatMessage[]>('GET', path);
      const before = stored.size;
      for (const { id } of messages) stored.add(id);
      if (messages.length < 500 || stored.size === before) break;
    }
    const lost = [...this.#acknowledged].filter(([id]) => !stored.has(id));
    return [
      ...this.#faults,
      ...lost.map(([id, question]) => `${question}: the answer ${id} was given and is lost`),
    ];
  }

  get figures(): string {
    const counts = [...this.#statuses].map(([status, count]) => `${status}: ${count}`);
    return `${this.#asked} questions (${counts.join(', ')}), ${this.#acknowledged.size} acknowledged`;
  }

  async #askOn(person: number): Promise<void> {
    while (!this.#isOver) {
      if ((await this.#ask(`person-${person}`)) !== 200)
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async #ask(chatId: string): Promise<number> {
    this.#asked += 1;
    const question = `question ${this.#asked}`;
    const signal = AbortSignal.timeout(patienceMs);
    try {
      const answer = await this.#client.send(
        'POST',
        `internal-prediction/${this.#flowId}`,
        { question, chatId },
        {},
        signal,
      );
      const text = await answer.text();
      this.#count(String(answer.status));
      if (answer.ok)
        this.#acknowledged.set((JSON.parse(text) as { chatMessageId: string }).chatMessageId, question);
      else this.#checkRefusal(answer.status, text);
      return answer.status;
    } catch (error) {
      // A connection that is cut is no answer; one that never comes is a fault.
      this.#count(signal.aborted ? 'late' : 'cut');
      if (signal.aborted) this.#faults.add(`a question was not answered within ${patienceMs / 1000} s`);
      else if (error instanceof SyntaxError) this.#faults.add(`an answer is no JSON: ${error.message}`);
      return 0;
    }
  }

  #checkRefusal(status: number, text: string): void {
    if (!refusals.has(status)) this.#faults.add(`refused by ${status}: ${text.slice(0, 200)}`);
    else if (!text.includes('"message"'))
      this.#faults.add(`refused without words: ${status} ${text.slice(0, 100)}`);
  }

  #count(what: string): void {
    this.#statuses.set(what, (this.#statuses.get(what) ?? 0) + 1);
  }
}
