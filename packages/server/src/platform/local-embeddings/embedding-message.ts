/** A request to the thread of local models. */
export interface EmbeddingRequest {
  id: number;
  folder: string;
  texts: readonly string[];
}

/** Its answer: vectors one after the other, or why there are none. */
export type EmbeddingAnswer =
  | { id: number; dimensions: number; vectors: Float32Array<ArrayBuffer> }
  | { id: number; fault: string; isRefusal: boolean };
