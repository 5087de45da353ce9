import { abortSpeech, generateSpeech } from '@tendril/contract/api/speech';
import { spokenText } from '@tendril/contract/page/finished-sentences';
import { Square, Volume2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../kit/api/call.ts';
import { callStream } from '../../kit/api/call-stream.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';

interface ReadAloudButtonProps {
  flowId: string;
  chatId: string;
  messageId: string;
  text: string;
}

/** Only one answer is read aloud at a time. */
let stopOther: (() => void) | undefined;

/** Reads an answer aloud with the flow's voice, and stops at once. */
export function ReadAloudButton({ flowId, chatId, messageId, text }: ReadAloudButtonProps) {
  const t = useTexts(chatTexts);
  const reading = useRef<{ controller: AbortController; audio: HTMLAudioElement }>(undefined);
  const [isReading, setReading] = useState(false);
  const spoken = { chatflowId: flowId, chatId, chatMessageId: messageId };

  const stop = () => {
    if (!reading.current) return;
    reading.current.controller.abort();
    reading.current.audio.pause();
    reading.current = undefined;
    setReading(false);
  };
  useEffect(() => () => reading.current?.controller.abort(), []);
  useEffect(() => () => reading.current?.audio.pause(), []);

  const start = async () => {
    stopOther?.();
    stopOther = stop;
    const own = { controller: new AbortController(), audio: new Audio() };
    reading.current = own;
    setReading(true);
    try {
      const sound = await fetchSpeech({ ...spoken, text: spokenText(text) }, own.controller.signal);
      if (own.controller.signal.aborted) return;
      const address = URL.createObjectURL(sound);
      own.audio.src = address;
      own.audio.addEventListener('ended', stop);
      own.controller.signal.addEventListener('abort', () => URL.revokeObjectURL(address));
      await own.audio.play();
    } catch (thrown) {
      if (own.controller.signal.aborted) return;
      notify(t('readFailed', { reason: toMessage(thrown) }), 'error');
      stop();
    }
  };
  const stopAll = () => {
    stop();
    // The provider charges per request; a failure changes nothing for the reader.
    void call(abortSpeech, { body: spoken }).catch(() => undefined);
  };
  return (
    <IconButton
      label={t(isReading ? 'stopReading' : 'readAloud')}
      size="small"
      aria-pressed={isReading}
      onClick={() => (isReading ? stopAll() : void start())}
    >
      {isReading ? <Square size={14} /> : <Volume2 size={16} />}
    </IconButton>
  );
}

type SpeechRequest = { chatflowId: string; chatId: string; chatMessageId: string; text: string };

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));

/** The whole sound of a text. */
async function fetchSpeech(body: SpeechRequest, signal: AbortSignal): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let format = 'mp3';
  for await (const event of callStream(generateSpeech, { body, signal })) {
    if (event.event === 'tts_start') format = event.data.format;
    if (event.event === 'tts_data') parts.push(bytesOf(event.data.audioChunk));
    if (event.event === 'tts_error') throw new Error(event.data.error);
  }
  return new Blob(parts, { type: format === 'mp3' ? 'audio/mpeg' : `audio/${format}` });
}
