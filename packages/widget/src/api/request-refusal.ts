/** Why the server, or the way to it, has not given what was asked. `status` is 0 where nothing was answered. */
export class RequestRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'RequestRefusal';
    this.status = status;
    this.code = code;
  }

  /** Written for the person who asks: by the flow's owner, or about the limits that he has set. */
  get isForVisitors(): boolean {
    return this.code === 'ORIGIN_NOT_ALLOWED' || this.code === 'TOO_MANY_REQUESTS';
  }
}

/** Reads the body of a refused answer, in whatever form it came. */
export async function readRefusal(response: Response): Promise<RequestRefusal> {
  const text = await response.text().catch(() => '');
  try {
    const { code, message } = JSON.parse(text) as Record<string, unknown>;
    return new RequestRefusal(response.status, String(code ?? ''), String(message ?? ''));
  } catch {
    return new RequestRefusal(response.status, '', text.slice(0, 500));
  }
}
