import type { CallCommand, CallNotice } from '@tendril/contract/voice/call-socket';

interface CallSocketParts {
  onNotice(notice: CallNotice): void;
  /** A piece of the agent's voice. */
  onAudio(samples: Int16Array): void;
  /** The connection is gone for good. */
  onClosed(): void;
}

export interface CallSocket {
  send(command: CallCommand): void;
  sendFrame(samples: Int16Array<ArrayBuffer>): void;
  close(): void;
}

/** How long a lost connection may be restored; the server waits as long. */
const resumeMs = 10_000;
const retryMs = 500;
/** The server has said that it is over. */
const finalCodes = new Set([1000, 1003, 1007, 1008]);

/** Opens the line of a registered call with its token, and restores it when it is lost. */
export function openCallSocket(address: URL, token: string, parts: CallSocketParts): CallSocket {
  let resumeToken: string | undefined;
  let lostAt: number | undefined;
  let isClosed = false;
  let isThrough = false;
  let socket = dial(token);

  function dial(by: string): WebSocket {
    const target = new URL(address);
    target.protocol =
      target.protocol === 'http:' ? 'ws:' : target.protocol === 'https:' ? 'wss:' : target.protocol;
    target.searchParams.set('token', by);
    const next = new WebSocket(target);
    next.binaryType = 'arraybuffer';
    next.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === 'string') take(JSON.parse(data) as CallNotice);
      else parts.onAudio(new Int16Array(data));
    };
    next.onclose = ({ code }) => {
      if (socket === next) lose(code);
    };
    return next;
  }

  function take(notice: CallNotice): void {
    if (notice.type === 'ready') resumeToken = notice.resumeToken;
    if (notice.type === 'ready' || notice.type === 'resumed') {
      isThrough = true;
      lostAt = undefined;
    }
    parts.onNotice(notice);
  }

  function lose(code: number): void {
    isThrough = false;
    const now = performance.now();
    const by = resumeToken;
    const isLate = lostAt !== undefined && now - lostAt >= resumeMs;
    if (isClosed || by === undefined || finalCodes.has(code) || isLate) {
      parts.onClosed();
      return;
    }
    const wait = lostAt === undefined ? 0 : retryMs;
    lostAt ??= now;
    setTimeout(() => {
      if (!isClosed) socket = dial(by);
    }, wait);
  }

  const isOpen = () => isThrough && socket.readyState === WebSocket.OPEN;
  return {
    send(command) {
      if (isOpen()) socket.send(JSON.stringify(command));
    },
    sendFrame(samples) {
      if (isOpen()) socket.send(samples);
    },
    close() {
      isClosed = true;
      socket.close();
    },
  };
}
