/** A value that generated code takes from a Config variable, with what stands before it. */
export interface FromVariable {
  variable: string;
  prefix?: string;
  /** `user:password` as the Authorization header wants it. */
  isBasic?: boolean;
}

/** One input of a tool and where its value goes in the request. */
export interface RequestParameter {
  /** Seen by the code as `$name`. */
  name: string;
  /** What the request calls it. */
  wireName: string;
  place: 'path' | 'query' | 'header' | 'body';
  type: 'string' | 'number' | 'boolean';
  /** The text is JSON: it is sent as the value that it spells. */
  isJson?: boolean;
  description: string;
  required: boolean;
  /** Sent when the input is left out. */
  fallback?: unknown;
}

/** A request that a tool makes. */
export interface ToolRequest {
  method: string;
  /** Address without a query; `{name}` stands for a path parameter's wire name. */
  address: string;
  parameters: readonly RequestParameter[];
  headers: Readonly<Record<string, string | FromVariable>>;
  query: Readonly<Record<string, string | FromVariable>>;
  /** How the body's parameters are sent; `whole`: the only one is the body. */
  body: 'none' | 'json' | 'form' | 'whole';
}
