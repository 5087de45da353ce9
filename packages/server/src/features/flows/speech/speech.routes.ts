import { abortSpeech, generateSpeech } from '@tendril/contract/api/speech';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import { serveStream } from '../../../platform/http/serve-stream.ts';
import type { FlowGate } from '../predictions/public.ts';
import type { SpeechService } from './speak.ts';

/** Routes that speak answers; also under `/api/v1`. */
export function speechRoutes(app: App, speech: SpeechService, gate: FlowGate): void {
  serveStream(
    app,
    generateSpeech,
    async ({ caller, body, request, reply, signal, open }) => {
      const { flow, chatOf } = await gate.enter(caller, body.chatflowId, request, reply);
      await speech.speak(flow, { ...body, chatId: chatOf(body.chatId) }, body.text, signal, open);
    },
    { alias: true, perMinute: 60 },
  );

  serve(
    app,
    abortSpeech,
    async ({ caller, body, request, reply }) => {
      const { flow, chatOf } = await gate.enter(caller, body.chatflowId, request, reply);
      const { chatId, chatMessageId } = body;
      const wasSpeaking = speech.abort(flow.id, { chatMessageId, chatId: chatOf(chatId) });
      return { message: wasSpeaking ? 'Stopped.' : 'Nothing was being spoken.', chatId, chatMessageId };
    },
    { alias: true, perMinute: 300 },
  );
}
