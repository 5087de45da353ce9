/** A model of embeddings that works on the server itself. */
export interface LocalModel {
  name: string;
  /** Whether its files are there. */
  isHere: boolean;
  /** Of its files, or about how many there are to download. */
  bytes: number;
  /** Null for one that somebody put there. */
  languages: 'english' | 'many' | null;
}

/** Models of embeddings that work on the server itself, without a key and without a network. */
export interface LocalEmbeddings {
  list(): Promise<LocalModel[]>;
  /** One vector for each text. Throws NODE_FAILED in words where the model is not there or cannot be used. */
  embed(model: string, texts: readonly string[], signal: AbortSignal): Promise<number[][]>;
}
