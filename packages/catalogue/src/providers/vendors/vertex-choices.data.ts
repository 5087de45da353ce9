const named = (names: readonly string[]) => names.map((name) => ({ name, label: name }));

/** Gemini models that Vertex AI hosts; any other may be typed. */
export const vertexModels = named([
  'gemini-2.5-flash',
  'gemini-2.5-flash-lite',
  'gemini-2.5-pro',
  'gemini-3-flash-preview',
  'gemini-3.1-pro-preview',
]);

/** Embedding models that Vertex AI hosts. */
export const vertexEmbeddingModels = named([
  'gemini-embedding-001',
  'text-embedding-005',
  'text-multilingual-embedding-002',
  'text-embedding-004',
]);

/** Regions of Vertex AI. */
export const vertexRegions = named([
  'global',
  'us-central1',
  'us-east1',
  'us-east4',
  'us-east5',
  'us-south1',
  'us-west1',
  'us-west4',
  'northamerica-northeast1',
  'southamerica-east1',
  'europe-central2',
  'europe-north1',
  'europe-southwest1',
  'europe-west1',
  'europe-west2',
  'europe-west3',
  'europe-west4',
  'europe-west8',
  'europe-west9',
  'asia-east1',
  'asia-northeast1',
  'asia-northeast3',
  'asia-south1',
  'asia-southeast1',
  'australia-southeast1',
  'me-central1',
]);
