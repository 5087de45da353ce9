import type { DocumentStore, StoreLoader } from '@tendril/contract/api/document-stores';
import type { Job } from '@tendril/contract/api/jobs';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { studio } from './flow-fixtures.ts';
import { type FormPart, formOf } from './send-form.ts';

/** A sender of requests: a person, a key. */
export interface Sender {
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
}

/** What tests do with knowledge bases over HTTP. */
export class KnowledgeDriver {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
  ): Promise<LightMyRequestResponse> {
    const url = `${studio}/document-store/${path}`;
    return this.#sender.inject({ method, url, ...(payload && { payload }) });
  }

  /** The response body. Throws any response that is not a success. */
  async call<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object): Promise<T> {
    const answer = await this.send(method, path, payload);
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`);
    return (answer.body === '' ? undefined : answer.json()) as T;
  }

  makeStore(name = 'Handbook'): Promise<DocumentStore> {
    return this.call('POST', 'store', { name, description: 'What to know' });
  }

  readStore(id: string): Promise<DocumentStore> {
    return this.call('GET', `store/${id}`);
  }

  /** Stores files; returns the value of a file parameter. */
  async upload(storeId: string, files: readonly FormPart[]): Promise<string> {
    const url = `${studio}/document-store/store/${storeId}/files`;
    const answer = await this.#sender.inject({ method: 'POST', url, ...(await formOf(files)) });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<{ value: string }>().value;
  }

  saveLoader(
    storeId: string,
    loaderId: string,
    loaderConfig: object,
    rest: object = {},
  ): Promise<StoreLoader> {
    return this.call('POST', 'loader/save', { storeId, loaderId, loaderConfig, ...rest });
  }

  /** Starts to process a loader; returns its job in its final state. */
  async process(storeId: string, loaderId: string): Promise<Job> {
    const { job } = await this.call<StoreLoader>('POST', `loader/process/${loaderId}`, { storeId });
    return this.ended(job?.id ?? '');
  }

  async readJob(id: string): Promise<Job> {
    const answer = await this.#sender.inject({ method: 'GET', url: `${studio}/jobs/${id}` });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<Job>();
  }

  async ended(id: string): Promise<Job> {
    for (;;) {
      const job = await this.readJob(id);
      if (job.state !== 'waiting' && job.state !== 'running') return job;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** A splitter that produces many small chunks. */
export const smallChunks = {
  splitterId: 'recursiveCharacterTextSplitter',
  splitterConfig: { chunkSize: 60, chunkOverlap: 0 },
};
