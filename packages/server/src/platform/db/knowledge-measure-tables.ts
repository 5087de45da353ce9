import type { Bit, Json, Time } from './column.ts';

/** A saved question of a knowledge base. */
export interface MeasureCaseTable {
  id: string;
  workspaceId: string;
  storeId: string;
  question: string;
  /** The passages that it should find, with their texts and places. */
  expected: Json;
  tags: Json;
  origin: 'query' | 'explain' | 'feedback' | 'model' | 'import' | 'manual';
  isConfirmed: Bit;
  createdAt: Time;
  updatedAt: Time;
}

/** All saved questions, asked with one configuration. */
export interface MeasurementTable {
  id: string;
  workspaceId: string;
  storeId: string;
  jobId: string;
  name: string;
  configuration: Json;
  /** Of a try of chunkers: shared by its measurements. */
  trialId: string | null;
  /** What is tried; null for the chunks as they are. */
  chunker: Json | null;
  chunks: number | null;
  skipped: number;
  figures: Json | null;
  createdAt: Time;
}

/** One question of a measurement. */
export interface MeasurementResultTable {
  measurementId: string;
  caseId: string;
  workspaceId: string;
  position: number;
  question: string;
  tags: Json;
  /** The first expected document: questions to one document are like each other. */
  document: string;
  ranks: Json;
  ms: number;
  costUsd: number;
  error: string | null;
}
