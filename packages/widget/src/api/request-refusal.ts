/** Why a request failed. `status` is 0 where there was no response. */
export class RequestRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'RequestRefusal';
    this.status = status;
    this.code = code;
  }

  /** Written for the visitor: by the flow's owner, or about the owner's limits. */
  get isForVisitors(): boolean {
    return this.code === 'ORIGIN_NOT_ALLOWED' || this.code === 'TOO_MANY_REQUESTS';
  }
}

/** Parses the body of an error response, in whatever format it came. */
export async function readRefusal(response: Response): Promise<RequestRefusal> {
  const text = await response.text().catch(() => '');
  try {
    const { code, message } = JSON.parse(text) as Record<string, unknown>;
    return new RequestRefusal(response.status, String(code ?? ''), String(message ?? ''));
  } catch {
    return new RequestRefusal(response.status, '', text.slice(0, 500));
  }
}
