import type { listDocumentFiles } from '@tendril/contract/api/document-files';
import type { Answer } from '@tendril/contract/api/endpoint';
import type { ApiClient } from '../../e2e/api-client.ts';
import type { MixedFile } from './mixed-files.ts';

type FileList = Answer<typeof listDocumentFiles>;

const mostFiles = 20;
const mostBytes = 8_000_000;
/** A server that says for so long that it is busy is at fault. */
const busyMs = 120_000;

const structure = { splitterId: 'structureTextSplitter' };

/** A connection that was closed while a request was sent. */
const isCut = (error: Error) => error instanceof TypeError && error.message === 'fetch failed';

/** A knowledge base that files are put into. */
export class IngestionClient {
  readonly loaderId: string;
  readonly #client: ApiClient;
  readonly #storeId: string;

  constructor(client: ApiClient, { storeId, loaderId }: { storeId: string; loaderId: string }) {
    this.#client = client;
    this.#storeId = storeId;
    this.loaderId = loaderId;
  }

  /** Makes a knowledge base that is searchable, with one file in it. */
  static async make(
    client: ApiClient,
    { splitter = structure, embedding = {} }: { splitter?: object; embedding?: object } = {},
  ): Promise<IngestionClient> {
    const store = await client.call<{ id: string }>('POST', 'document-store/store', { name: 'Files' });
    const loader = await client.call<{ id: string }>('POST', 'document-store/loader/save', {
      ...{ storeId: store.id, loaderId: 'fileLoader', loaderName: 'Files' },
      ...{ loaderConfig: { file: 'FILE-STORAGE::[]' }, ...splitter },
    });
    const own = new IngestionClient(client, { storeId: store.id, loaderId: loader.id });
    await own.upload([{ name: 'first.txt', content: Buffer.from('The first of all files.') }]);
    await own.untilDone(60_000);
    await client.call('POST', 'document-store/vectorstore/insert', { storeId: store.id, ...embedding });
    return own;
  }

  /** The same knowledge base at a server that was started again. */
  at(client: ApiClient): IngestionClient {
    return new IngestionClient(client, { storeId: this.#storeId, loaderId: this.loaderId });
  }

  async upload(files: Iterable<MixedFile>): Promise<void> {
    let [form, keys, bytes] = [new FormData(), [] as string[], 0];
    const send = async () => {
      if (keys.length === 0) return;
      form.append('keys', JSON.stringify(keys));
      await this.#send(form);
      [form, keys, bytes] = [new FormData(), [], 0];
    };
    for (const { name, content } of files) {
      if (keys.length >= mostFiles || bytes + content.length > mostBytes) await send();
      form.append('files', new Blob([content as never]), name);
      keys.push(name);
      bytes += content.length;
    }
    await send();
  }

  /** Sends again what a busy machine could not take: the same files under the same keys are the same. */
  async #send(form: FormData): Promise<void> {
    const deadline = Date.now() + busyMs;
    for (;;) {
      try {
        await this.#client.call('POST', this.path, form);
        return;
      } catch (error) {
        const isBusy = error instanceof Error && (/ (503|429) /.test(error.message) || isCut(error));
        if (!isBusy || Date.now() > deadline) throw error;
        console.log(`an upload is sent again: ${String(error.cause ?? error).slice(0, 200)}`);
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  }

  list({ limit = 1, search = '' } = {}): Promise<FileList> {
    return this.#client.call('GET', `${this.path}?${new URLSearchParams({ limit: String(limit), search })}`);
  }

  /** How far it is; another text whenever something of it was done. */
  async progress(): Promise<{ isDone: boolean; text: string }> {
    const { counts, jobs } = await this.list();
    const isDone =
      jobs.length === 0 && !counts.some(({ state }) => state === 'queued' || state === 'reading');
    return { isDone, text: JSON.stringify([counts, jobs.map(({ id, progress }) => [id, progress.done])]) };
  }

  async untilDone(patienceMs: number): Promise<boolean> {
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      if ((await this.progress()).isDone) return true;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return false;
  }

  /** The text that is found first. */
  async find(query: string): Promise<string | undefined> {
    const { docs } = await this.#client.call<{ docs: { pageContent: string }[] }>(
      'POST',
      'document-store/vectorstore/query',
      { storeId: this.#storeId, query, topK: 1 },
    );
    return docs[0]?.pageContent;
  }

  /** Of its files. */
  get path(): string {
    return `document-store/loader/${this.#storeId}/${this.loaderId}/files`;
  }
}
