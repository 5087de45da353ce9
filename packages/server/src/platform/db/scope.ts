/** Whose rows a store may touch; nothing is read or written without one. */
export interface Scope {
  readonly workspaceId: string;
}
