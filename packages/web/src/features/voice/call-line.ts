import { type CallCommand, type CallNotice, callResumeMs } from '@tendril/contract/voice/call-socket';
import { writeNumberedFrame } from '@tendril/contract/voice/numbered-frame';
import { addressOf } from '../../kit/api/address.ts';
import { type CallFrame, UnsentMessages } from './unsent-messages.ts';

interface CallLineParts {
  onNotice: (notice: CallNotice) => void;
  /** A piece of the agent's voice. */
  onAudio: (samples: Int16Array) => void;
  /** The connection was lost and is being restored, or is restored. */
  onReconnecting: (isReconnecting: boolean) => unknown;
  /** The connection is lost for good; `wasReady` is false if it never opened. */
  onClosed: (wasReady: boolean) => void;
}

/** The socket of one call. */
export interface CallLine {
  /** A frame, and when it was spoken by the microphone's clock. */
  sendFrame(samples: Int16Array<ArrayBuffer>, spokenMs: number): void;
  send(command: CallCommand): void;
  close(): void;
}

/** Numbers the frames for a server that has said that it knows them. */
function frameNumbers() {
  let sequence: number | undefined;
  return {
    begin() {
      sequence = 0;
    },
    write(samples: Int16Array<ArrayBuffer>, spokenMs: number): CallFrame {
      if (sequence === undefined) return samples;
      const frame = writeNumberedFrame(samples, { sequence, spokenMs });
      sequence += 1;
      return frame;
    },
  };
}

const retryMs = 500;
/** The server has said that it is over. */
const finalCodes = new Set([1000, 1003, 1007, 1008]);

function socketAddress(socketPath: string, token: string): URL {
  const isWhole = /^wss?:/.test(socketPath);
  const address = new URL(isWhole ? socketPath : addressOf(socketPath), location.href);
  address.protocol = address.protocol.replace(/^http/, 'ws');
  address.searchParams.set('token', token);
  return address;
}

/** Connects to a registered call with its one-time token. A lost connection is restored automatically. */
export function openCallLine(socketPath: string, token: string, parts: CallLineParts): CallLine {
  const unsent = new UnsentMessages();
  let socket = dial(token);
  let resumeToken: string | undefined;
  let isReady = false;
  const numbers = frameNumbers();
  /** Messages are sent to the call; while disconnected they are queued. */
  let isThrough = false;
  let lostAt: number | undefined;
  let isClosed = false;

  function dial(by: string): WebSocket {
    const next = new WebSocket(socketAddress(socketPath, by));
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
    if (notice.type === 'ready') {
      isReady = true;
      isThrough = true;
      resumeToken = notice.resumeToken;
      if (notice.takesNumbered) {
        numbers.begin();
        socket.send(JSON.stringify({ type: 'numbered' } satisfies CallCommand));
      }
    }
    if (notice.type === 'resumed') {
      isThrough = true;
      lostAt = undefined;
      parts.onReconnecting(false);
      for (const message of unsent.take()) socket.send(message);
    }
    parts.onNotice(notice);
  }

  function lose(code: number): void {
    isThrough = false;
    const now = performance.now();
    const isLate = lostAt !== undefined && now - lostAt >= callResumeMs;
    if (isClosed || resumeToken === undefined || finalCodes.has(code) || isLate) {
      parts.onClosed(isReady);
      return;
    }
    const isFirst = lostAt === undefined;
    lostAt ??= now;
    if (isFirst) parts.onReconnecting(true);
    const by = resumeToken;
    // The first retry is immediate: most losses are brief.
    setTimeout(
      () => {
        if (!isClosed) socket = dial(by);
      },
      isFirst ? 0 : retryMs,
    );
  }

  return {
    sendFrame(samples, spokenMs) {
      // What was said before the call began is not part of it.
      if (!isReady) return;
      const frame = numbers.write(samples, spokenMs);
      if (isThrough && socket.readyState === WebSocket.OPEN) socket.send(frame);
      else unsent.addFrame(frame);
    },
    send(command) {
      const text = JSON.stringify(command);
      if (socket.readyState === WebSocket.OPEN && (isThrough || !isReady)) socket.send(text);
      // The playback position is reported again with the next sound.
      else if (isReady && command.type !== 'played') unsent.addCommand(text);
    },
    close() {
      isClosed = true;
      socket.close();
    },
  };
}
