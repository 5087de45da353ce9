/** Every error code of Tendril, with its HTTP status. */
export const errorStatus = {
  INVALID_INPUT: 400,
  UNAUTHORIZED: 401,
  INVALID_CREDENTIALS: 401,
  SECOND_FACTOR_REQUIRED: 401,
  REFRESH_REUSED: 401,
  CSRF_ERROR: 403,
  FORBIDDEN: 403,
  PROOF_REQUIRED: 403,
  SECOND_FACTOR_SETUP_REQUIRED: 403,
  ORIGIN_NOT_ALLOWED: 403,
  OWNER_EXISTS: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  STALE_VERSION: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  FLOW_INVALID: 422,
  NODE_FAILED: 422,
  EGRESS_DENIED: 422,
  CREDENTIAL_MISSING: 422,
  CREDENTIAL_HOST: 422,
  TOOL_TIMEOUT: 422,
  TOOL_FAILED: 422,
  TOOL_RESULT: 422,
  LIMIT_TOOL_CALLS: 422,
  LIMIT_STEPS: 422,
  PROVIDER_REFUSED: 422,
  PROVIDER_UNAUTHORIZED: 422,
  PROVIDER_RATE_LIMITED: 429,
  TOO_MANY_REQUESTS: 429,
  RUN_CANCELLED: 499,
  INTERNAL: 500,
  NOT_IMPLEMENTED: 501,
  PROVIDER_UNAVAILABLE: 502,
  SERVER_DRAINING: 503,
  UNAVAILABLE: 503,
  STORAGE_FULL: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** One field that was refused: `path` in dotted form ("nodes.3.id"), `message` in words. */
export interface ErrorDetail {
  path: string;
  message: string;
}

/**
 * The one error type of the API: a code with its HTTP status, a sentence for a person, and, for refused bodies, the
 * fields at fault.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  /** When the same may succeed, if that is known. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: ErrorDetail[]; cause?: unknown; retryAfterMs?: number } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
    this.retryAfterMs = options.retryAfterMs;
  }

  get status(): number {
    return errorStatus[this.code];
  }

  /** The body of every error response. */
  toBody(): { code: ErrorCode; message: string; details?: ErrorDetail[] } {
    return { code: this.code, message: this.message, ...(this.details && { details: this.details }) };
  }
}

/** Turns a failed zod parse into an INVALID_INPUT error that names each field. */
export function invalidInput(
  issues: readonly { path: PropertyKey[]; message: string }[],
  where = '',
): AppError {
  const details = issues.map((issue) => ({
    path: [where, ...issue.path.map(String)].filter(Boolean).join('.'),
    message: issue.message,
  }));
  const first = details[0];
  const message = first ? `${first.path || 'body'}: ${first.message}` : 'The request is not valid.';
  return new AppError('INVALID_INPUT', message, { details });
}
