import type { SpeechEvent } from '@tendril/contract/api/speech';
import { AppError } from '@tendril/contract/app-error';
import type { ControlBus } from '../../../platform/bus/control-bus.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Egress } from '../../../platform/egress/egress.ts';
import type { RunnableFlow } from '../flows/public.ts';
import { activeProvider } from './active-provider.ts';
import { type Speaker, speakers } from './speakers.ts';
import { textOf, unreachable } from './speech-vendor.ts';

interface SpeakParts {
  bus: Pick<ControlBus, 'publish' | 'subscribe'>;
  egress: Egress;
  openCredential(scope: Scope, id: string): Promise<Record<string, string>>;
}

/** One message of a chat, spoken aloud. */
export interface SpokenMessage {
  chatId: string;
  chatMessageId: string;
}

type SpeakingFlow = Pick<RunnableFlow, 'id' | 'workspaceId' | 'textToSpeech'>;

/** Whether a voice that this server supports is enabled for the flow. */
export function isSpeaking({ textToSpeech }: Pick<RunnableFlow, 'textToSpeech'>): boolean {
  const provider = activeProvider(textToSpeech);
  return provider !== undefined && Object.hasOwn(speakers, provider.name);
}

/** Speaks answers with the voice of their flow; speaking a message can be stopped from outside. */
export function createSpeech({ bus, egress, openCredential }: SpeakParts) {
  const underWay = new Map<string, AbortController>();
  const keyOf = (flowId: string, { chatId, chatMessageId }: SpokenMessage) =>
    JSON.stringify([flowId, chatId, chatMessageId]);

  bus.subscribe('stop-speech', ({ id }) => underWay.get(id)?.abort());

  async function request(flow: SpeakingFlow, text: string, signal: AbortSignal): Promise<Response> {
    const { speaker, settings } = requireSpeaker(flow);
    if (text.length > speaker.longest) {
      const message = `is longer than the ${speaker.longest} characters that ${speaker.label} speaks at once`;
      throw new AppError('INVALID_INPUT', `text: ${message}`, { details: [{ path: 'text', message }] });
    }
    const credentialId = textOf(settings, 'credentialId');
    const secret = credentialId ? await openCredential(flow, credentialId) : {};
    if (!secret[speaker.needs]) throw new AppError('CREDENTIAL_MISSING', `${speaker.label} needs a key.`);
    try {
      return await speaker.speak({
        text,
        settings,
        secret,
        fetch: egress.of(flow.workspaceId).fetch,
        signal,
      });
    } catch (error) {
      throw unreachable(speaker.label, error);
    }
  }

  return {
    /**
     * Speaks a text: `open` is called once the vendor has begun to respond, so that an error before that is an ordinary
     * response. Throws FLOW_INVALID, CREDENTIAL_MISSING, INVALID_INPUT, and the vendor's errors.
     */
    async speak(
      flow: SpeakingFlow,
      message: SpokenMessage,
      text: string,
      gone: AbortSignal,
      open: () => { send(event: SpeechEvent): void; drained(): Promise<void> },
    ): Promise<void> {
      const key = keyOf(flow.id, message);
      underWay.get(key)?.abort();
      const stopped = new AbortController();
      underWay.set(key, stopped);
      const signal = AbortSignal.any([gone, stopped.signal]);
      const { chatMessageId } = message;
      try {
        const response = await request(flow, text, signal);
        const stream = open();
        stream.send({ event: 'tts_start', data: { chatMessageId, format: 'mp3' } });
        for await (const piece of response.body ?? []) {
          const audioChunk = Buffer.from(piece as Uint8Array).toString('base64');
          stream.send({ event: 'tts_data', data: { chatMessageId, audioChunk } });
          await stream.drained();
        }
        stream.send({ event: 'tts_end', data: { chatMessageId } });
      } catch (error) {
        if (!stopped.signal.aborted) throw error;
        open().send({ event: 'tts_abort', data: { chatMessageId } });
      } finally {
        if (underWay.get(key) === stopped) underWay.delete(key);
      }
    },

    /** Stops speaking a message, in whichever process; returns whether it was being spoken in this one. */
    abort(flowId: string, message: SpokenMessage): boolean {
      const key = keyOf(flowId, message);
      const isHere = underWay.has(key);
      bus.publish({ kind: 'stop-speech', id: key });
      return isHere;
    },
  };
}

export type SpeechService = ReturnType<typeof createSpeech>;

function requireSpeaker({ textToSpeech }: SpeakingFlow): {
  speaker: Speaker;
  settings: Readonly<Record<string, unknown>>;
} {
  const provider = activeProvider(textToSpeech);
  if (!provider) throw new AppError('FLOW_INVALID', 'Text to speech is off for this flow.');
  const speaker = Object.hasOwn(speakers, provider.name) ? speakers[provider.name] : undefined;
  if (!speaker)
    throw new AppError('FLOW_INVALID', `The voice "${provider.name}" is not available here. Choose another.`);
  return { speaker, settings: provider.settings };
}
