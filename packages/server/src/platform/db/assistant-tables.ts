import type { Json, Time } from './column.ts';

export interface AssistantTable {
  id: string;
  workspaceId: string;
  type: 'CUSTOM' | 'OPENAI' | 'AZURE';
  /** The whole request as sent; secrets in it are sealed in the flow. */
  details: Json;
  credential: string | null;
  iconSrc: string | null;
  /** The hidden flow of a custom assistant. */
  flowId: string | null;
  /** Counts the saves. */
  revision: number;
  createdAt: Time;
  updatedAt: Time;
}

/** A record whose fields are mostly unknown to us: assistant profiles and phone numbers. */
export interface LooseRecordTable {
  id: string;
  workspaceId: string;
  fields: Json;
  createdAt: Time;
  updatedAt: Time;
}
