import { createCall } from '@tendril/contract/api/calls';
import type { SentBody } from '@tendril/contract/api/endpoint';
import type { ErrorDetail } from '@tendril/contract/app-error';
import type { CallNotice } from '@tendril/contract/voice/call-socket';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { call } from '../../kit/api/call.ts';
import { applyCallEvent } from './apply-call-event.ts';
import type { AudioLine } from './audio-line.ts';
import { type CallLine, openCallLine } from './call-line.ts';
import { type CallView, emptyCall } from './call-view.ts';
import { createLevels, type Levels } from './levels.ts';

/** Why a call could not start or was interrupted; `code` is the server's, or the browser's error name. */
export interface CallFault {
  code: string;
  message: string;
  /** The server's, which may name the secret that is missing. */
  details?: readonly ErrorDetail[];
}

export interface TestCallState {
  state: 'idle' | 'connecting' | 'running' | 'over';
  view: CallView;
  callId: string | undefined;
  fault: CallFault | undefined;
  isMuted: boolean;
  /** The connection was lost and is being restored. */
  isReconnecting: boolean;
}

export type AskedCall = Omit<SentBody<typeof createCall>, 'agentId'>;

/** A call between this page and an agent, spoken or typed. */
export interface TestCall {
  store: StoreApi<TestCallState>;
  /** Loudness of both lanes, for meter and picture; read while drawing a frame. */
  levels: Levels;
  start(asked: AskedCall, deviceId?: string): Promise<void>;
  say(text: string): void;
  press(digit: string): void;
  setMuted(isMuted: boolean): void;
  takeDevice(deviceId: string): Promise<void>;
  hangUp(): void;
  /** Resets everything for the next call. */
  reset(): void;
}

interface Lines {
  call?: CallLine;
  audio?: AudioLine;
}

const nothing: TestCallState = {
  state: 'idle',
  view: emptyCall,
  callId: undefined,
  fault: undefined,
  isMuted: false,
  isReconnecting: false,
};

/** Makes the call of one panel. Closing the panel has to `reset` it. */
export function createTestCall(agentId: string): TestCall {
  const store = createStore<TestCallState>(() => nothing);
  const levels = createLevels();
  let lines: Lines = {};

  function leave(state: 'idle' | 'over', fault?: CallFault): void {
    closeLines(lines);
    lines = {};
    store.setState({ state, isReconnecting: false, ...(fault && { fault }) });
  }

  function take(notice: CallNotice): void {
    if (notice.type === 'ready') {
      store.setState({ state: 'running' });
      noteMuted(lines, store.getState().isMuted);
    } else if (notice.type === 'refused') leave('over', notice);
    else if (notice.type === 'clear') {
      lines.audio?.clear();
      levels.clear();
    } else if (notice.type === 'event') {
      if (notice.event.type === 'call-start') levels.begin();
      store.setState(({ view }) => ({ view: applyCallEvent(view, notice.event) }));
    }
  }

  async function dial(own: Lines, asked: AskedCall, deviceId: string): Promise<void> {
    if (asked.channel === 'audio') {
      own.audio = await openAudio(own, levels, deviceId, () => {
        if (lines === own) store.setState({ fault: { code: 'MIC_GONE', message: '' } });
      });
      if (lines !== own) return closeLines(own);
      own.audio.setMuted(store.getState().isMuted);
    }
    const { data, token, socketPath } = await call(createCall, { body: { agentId, ...asked } });
    if (lines !== own) return closeLines(own);
    store.setState({ callId: data.id });
    own.call = openCallLine(socketPath, token, {
      onNotice: take,
      onAudio: hearAgent(own, levels),
      onReconnecting: (isReconnecting) => lines === own && store.setState({ isReconnecting }),
      onClosed(wasReady) {
        if (lines === own) leave('over', faultOfClosed(wasReady, store.getState().view));
      },
    });
  }

  return {
    store,
    levels,
    async start(asked, deviceId = '') {
      closeLines(lines);
      const own: Lines = {};
      lines = own;
      levels.reset();
      store.setState({ ...nothing, state: 'connecting' });
      try {
        await dial(own, asked, deviceId);
      } catch (error) {
        if (lines === own) leave('over', faultOf(error));
        else closeLines(own);
      }
    },
    say: (text) => lines.call?.send({ type: 'say', text }),
    press: (digit) => lines.call?.send({ type: 'press', digit }),
    setMuted(isMuted) {
      lines.audio?.setMuted(isMuted);
      noteMuted(lines, isMuted);
      store.setState({ isMuted });
    },
    async takeDevice(deviceId) {
      await lines.audio?.takeDevice(deviceId);
      if (store.getState().fault?.code === 'MIC_GONE') store.setState({ fault: undefined });
    },
    hangUp() {
      if (store.getState().state === 'running') lines.call?.send({ type: 'hang-up' });
      // The call was not answered yet: there is nothing to wait for.
      else leave('over');
    },
    reset() {
      leave('idle');
      levels.reset();
      store.setState(nothing);
    },
  };
}

/** Fetched only for spoken calls. */
async function openAudio(
  own: Lines,
  levels: Levels,
  deviceId: string,
  onGone: () => void,
): Promise<AudioLine> {
  const { openAudioLine } = await import('./audio-line.ts');
  return openAudioLine({
    deviceId,
    onFrame(samples, spokenMs) {
      levels.hear(samples);
      own.call?.sendFrame(samples, spokenMs);
    },
    onHeard(ms) {
      levels.heardMs(ms);
      own.call?.send({ type: 'played', ms });
    },
    onGone,
  });
}

/** What the agent says is played and measured. */
function hearAgent(own: Lines, levels: Levels) {
  return (samples: Int16Array) => {
    own.audio?.play(samples);
    levels.speak(samples);
  };
}

/** A muted microphone sends nothing; the call is notified why. */
function noteMuted({ call }: Lines, isMuted: boolean): void {
  if (isMuted) call?.send({ type: 'mute' });
}

function closeLines(lines: Lines): void {
  lines.audio?.close();
  lines.call?.close();
}

/** A line that closes after the end of its call is no fault. */
function faultOfClosed(wasReady: boolean, { end }: CallView): CallFault | undefined {
  if (end) return undefined;
  return { code: wasReady ? 'LINE_BROKEN' : 'LINE_LOST', message: '' };
}

function faultOf(error: unknown): CallFault {
  // The browser names its errors, and numbers some of them too.
  const { code, name, message, details } = error as Partial<Omit<CallFault, 'code'>> & {
    code?: unknown;
    name?: string;
  };
  return {
    code: typeof code === 'string' ? code : (name ?? 'Error'),
    message: message ?? '',
    ...(details && { details }),
  };
}
