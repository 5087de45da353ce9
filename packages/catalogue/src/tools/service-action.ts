import type { ServiceRequest } from './ask-service.ts';

/** One argument of an action, for the model; a value of the node's parameter takes its place. */
interface ActionField {
  type: 'string' | 'number' | 'boolean' | 'object' | 'array';
  description: string;
  isRequired: boolean;
  /** The node's parameter that may fix it. */
  param: string | undefined;
}

/** The arguments of a call; empty ones are left out. */
export type ActionArgs = Readonly<Record<string, unknown>>;

export interface ActionRequest {
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Encoded one by one. */
  path: readonly unknown[];
  query?: Readonly<Record<string, unknown>>;
  /** Sent as JSON. */
  body?: unknown;
  form?: Readonly<Record<string, unknown>>;
  /** Sent as it is. */
  content?: ServiceRequest['content'];
}

/** One thing that a model can do at a vendor. */
export interface ServiceAction {
  description: string;
  fields: Readonly<Record<string, ActionField>>;
  request(args: ActionArgs): ActionRequest;
  /** What has to be asked with the first answer; nothing where that was enough. */
  after?(answer: Readonly<Record<string, unknown>>, args: ActionArgs): ActionRequest | undefined;
  /** The answer is no JSON. */
  isText?: boolean;
  /** What the model gets of the answer; all of it without. */
  read?(answer: unknown): unknown;
}

/** Actions by the names that flow files give them. */
export type ServiceActions = Readonly<Record<string, ServiceAction>>;

type FieldType = ActionField['type'];

/** An argument that has to be there. */
export function needed(description: string, param?: string, type: FieldType = 'string'): ActionField {
  return { type, description, isRequired: true, param };
}

/** An argument that may be left out. */
export function optional(description: string, param?: string, type: FieldType = 'string'): ActionField {
  return { type, description, isRequired: false, param };
}
