import {
  answerTwilioCall,
  noteTelnyxEvent,
  noteTwilioNews,
  openTelnyxMedia,
  openTwilioMedia,
} from '@tendril/contract/api/telephony';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../../platform/http/app.ts';
import { readRawBody } from '../../../platform/http/raw-body.ts';
import { serve, serveRaw } from '../../../platform/http/serve.ts';
import { serveSocket } from '../../../platform/http/web-sockets.ts';
import type { OwnedNumber, PhoneNumbers } from '../phone-numbers/public.ts';
import type { CarrierAddresses } from './carrier-addresses.ts';
import type { CarrierSecrets } from './carrier-secrets.ts';
import { leadMedia } from './media/lead-media.ts';
import type { TelnyxLines } from './telnyx/telnyx-lines.ts';
import { isFromTelnyx } from './telnyx/telnyx-signature.ts';
import type { TwilioLines } from './twilio/twilio-lines.ts';
import { isFromTwilio } from './twilio/twilio-signature.ts';

interface TelephonyParts {
  numbers: Pick<PhoneNumbers, 'findAnywhere'>;
  secrets: CarrierSecrets;
  addresses: CarrierAddresses;
  twilio: TwilioLines;
  telnyx: TelnyxLines;
}

/** Of one address of a carrier, which sends for all of its customers' calls. */
const perMinute = 6000;

/** What carriers call: their webhooks, each checked by its signature, and their media streams. */
export async function telephonyRoutes(app: App, parts: TelephonyParts): Promise<void> {
  const { twilio, telnyx } = parts;
  await app.fastify.register(async (fastify) => {
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser('*', readRawBody);
    const raw = { ...app, fastify };
    serveRaw(
      raw,
      answerTwilioCall,
      async ({ params, request, reply }) => {
        const { scope, number, form } = await requireTwilio(parts, params.id, request);
        return reply.type('text/xml').send(await twilio.answer(scope, number, form));
      },
      { perMinute },
    );
    serve(
      raw,
      noteTwilioNews,
      async ({ params, query, request }) => {
        const { number, form } = await requireTwilio(parts, params.id, request);
        twilio.note(number, form, query);
      },
      { perMinute },
    );
    serve(
      raw,
      noteTelnyxEvent,
      async ({ params, query, request }) => {
        const { scope, number, body } = await requireTelnyx(parts, params.id, request);
        await telnyx.note(scope, number, body, query);
      },
      { perMinute },
    );
  });
  serveSocket(app, openTwilioMedia, {
    admit: async () => true,
    open: (socket) => leadMedia(socket, twilio.find),
  });
  serveSocket(app, openTelnyxMedia, {
    admit: async ({ token }) => token,
    open: (socket, token) => leadMedia(socket, (start) => telnyx.find(token, start)),
  });
}

const bytesOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

async function requireTwilio(
  parts: TelephonyParts,
  id: string,
  request: FastifyRequest,
): Promise<OwnedNumber & { form: URLSearchParams }> {
  const form = new URLSearchParams(bytesOf(request).toString('utf8'));
  const found = await parts.numbers.findAnywhere(id);
  const secret = found && (await parts.secrets.find(found, 'twilio'));
  // Signed is the address that was called, which a proxy may have changed: the path is kept, the host is ours.
  const url = secret && parts.addresses.http(request.url);
  const signature = request.headers['x-twilio-signature'];
  if (found && url && isFromTwilio(secret['authToken']?.trim() ?? '', url, form, signature))
    return { ...found, form };
  throw unsigned();
}

async function requireTelnyx(
  parts: TelephonyParts,
  id: string,
  request: FastifyRequest,
): Promise<OwnedNumber & { body: Buffer }> {
  const body = bytesOf(request);
  const found = await parts.numbers.findAnywhere(id);
  const secret = found && (await parts.secrets.find(found, 'telnyx'));
  const { 'telnyx-signature-ed25519': signature, 'telnyx-timestamp': timestamp } = request.headers;
  const key = secret?.['publicKey']?.trim() ?? '';
  if (found && isFromTelnyx({ publicKey: key, signature, timestamp, body }, Date.now()))
    return { ...found, body };
  throw unsigned();
}

/** An address without a number and a wrong signature look the same. */
function unsigned(): AppError {
  return new AppError('UNAUTHORIZED', 'The signature is missing, wrong or too old.');
}
