/** A value that generated code reads from a config variable, with its prefix. */
export interface FromVariable {
  variable: string;
  prefix?: string;
  /** `user:password` in the form of the Authorization header. */
  isBasic?: boolean;
}

/** One input of a tool and its place in the request. */
export interface RequestParameter {
  /** In code: `$name`. */
  name: string;
  /** Its name in the request. */
  wireName: string;
  place: 'path' | 'query' | 'header' | 'body';
  type: 'string' | 'number' | 'boolean';
  /** The text is JSON: it is sent as the value it encodes. */
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
