import type { KnownModel } from '../../model/known-models.ts';

/** A vendor whose chat models answer in OpenAI's protocol. */
export interface Vendor {
  /** The word of `ChatModel.provider`; errors name its label. */
  provider: string;
  /** With the version; absent for servers that people run themselves. */
  baseUrl?: string;
  /** Field of its credential that holds the key. */
  keyField: string;
  /** Field of its credential that may hold another address. */
  addressField?: string;
  /** Offered where the vendor cannot be asked for its list. */
  models?: readonly KnownModel[];
  /** Laid over each request: what the vendor names differently, or undefined for what it refuses. */
  body?: Readonly<Record<string, unknown>>;
}
