import {
  answerTwilioCall,
  noteTelnyxEvent,
  noteTwilioNews,
  openTelnyxMedia,
  openTwilioMedia,
} from '@tendril/contract/api/telephony';
import { AppError } from '@tendril/contract/app-error';
import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import type { FastifyRequest } from 'fastify';
import type { Scope } from '../../../platform/db/scope.ts';
import type { App } from '../../../platform/http/app.ts';
import { readRawBody } from '../../../platform/http/raw-body.ts';
import { serve, serveRaw } from '../../../platform/http/serve.ts';
import { serveSocket } from '../../../platform/http/web-sockets.ts';
import type { ProcessLoad } from '../../../platform/processes/process-load.ts';
import type { MediaProcess } from '../calls/public.ts';
import type { OwnedNumber, PhoneNumbers } from '../phone-numbers/public.ts';
import type { CarrierAddresses } from './carrier-addresses.ts';
import type { CarrierSecrets } from './carrier-secrets.ts';
import { leadMedia } from './media/lead-media.ts';
import { type Carrier, type LedCarriers, openLedMedia, takeLedWebhook } from './media/led-carriers.ts';
import { readTelnyxEvent } from './telnyx/telnyx-event.ts';
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
  led: LedCarriers;
  load: Pick<ProcessLoad, 'isFullOfCalls'>;
  media: MediaProcess | undefined;
  /** The process that has the line of a carrier's call. */
  ownerOf(scope: Scope, carrierCallId: string): Promise<string | undefined>;
}

/** Of one address of a carrier, which sends for all of its customers' calls. */
const perMinute = 6000;

/** What carriers call: their webhooks, each checked by its signature, and their media streams. */
export async function telephonyRoutes(app: App, parts: TelephonyParts): Promise<void> {
  const { twilio, telnyx, led } = parts;
  await app.fastify.register(async (fastify) => {
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser('*', readRawBody);
    const raw = { ...app, fastify };
    serveRaw(
      raw,
      answerTwilioCall,
      async ({ params, request, reply }) => {
        const { scope, number, form } = await requireTwilio(parts, params.id, request);
        // A webhook that is repeated may reach another process than the first time.
        const owner = await parts.ownerOf(scope, form.get('CallSid') ?? '');
        const webhook = webhookOf('twilio', 'call', { number, request });
        const passed = await (owner === undefined ? led.offer(webhook) : led.pass(owner, webhook));
        return reply.type('text/xml').send(passed?.markup ?? (await twilio.answer(scope, number, form)));
      },
      { perMinute },
    );
    serve(
      raw,
      noteTwilioNews,
      async ({ params, query, request }) => {
        const { number, form } = await requireTwilio(parts, params.id, request);
        const { at, ...about } = query;
        const webhook = webhookOf('twilio', 'news', { number, request, about });
        if (!(await led.pass(at, webhook))) twilio.note(number, form, about);
      },
      { perMinute },
    );
    serve(
      raw,
      noteTelnyxEvent,
      async ({ params, query, request }) => {
        const { scope, number, body } = await requireTelnyx(parts, params.id, request);
        const { at, ...about } = query;
        const event = readTelnyxEvent(body);
        const owner = at ?? (await parts.ownerOf(scope, event?.payload.call_control_id ?? ''));
        const webhook = webhookOf('telnyx', 'news', { number, request, about });
        const isNew = owner === undefined && about.leg === undefined && telnyx.isArrival(event);
        const passed = await (isNew ? led.offer(webhook) : led.pass(owner, webhook));
        if (!passed) await telnyx.note(scope, number, body, about);
      },
      { perMinute },
    );
  });
  mediaRoutes(app, parts);
  serve(app, takeLedWebhook, async ({ body: { carrier, kind, numberId, body, about, isOffered } }) => {
    if (isOffered && app.isStopping()) throw new AppError('SERVER_DRAINING', 'The server is stopping.');
    if (isOffered && parts.load.isFullOfCalls) return { isFull: true };
    const found = await parts.numbers.findAnywhere(numberId);
    if (!found) throw new AppError('NOT_FOUND', 'Phone number not found.');
    const bytes = Buffer.from(body, 'base64');
    const form = new URLSearchParams(bytes.toString('utf8'));
    if (kind === 'call') return { markup: await twilio.answer(found.scope, found.number, form) };
    if (carrier === 'twilio') twilio.note(found.number, form, about);
    else await telnyx.note(found.scope, found.number, bytes, about);
    return {};
  });
}

/** The sound of calls, led to the process that has the line. */
function mediaRoutes(app: App, { twilio, telnyx, led, media }: TelephonyParts): void {
  const elsewhere = (carrier: Carrier, token: string) =>
    led.isElsewhere(token) ? led.openMedia(carrier, token) : undefined;
  serveSocket(app, openTwilioMedia, {
    admit: async () => true,
    open: (socket) =>
      leadMedia(socket, {
        media,
        find: twilio.find,
        openElsewhere: (start) => elsewhere('twilio', twilio.tokenOf(start)),
      }),
  });
  serveSocket(app, openTelnyxMedia, {
    admit: async ({ token }) => token,
    open: (socket, token) =>
      leadMedia(socket, {
        media,
        find: (start) => telnyx.find(token, start),
        openElsewhere: () => elsewhere('telnyx', token),
      }),
  });
  serveSocket(app, openLedMedia, {
    admit: async (query) => query,
    open: (socket, { carrier, token }) =>
      leadMedia(socket, {
        media,
        find: (start) => (carrier === 'twilio' ? twilio.find(start) : telnyx.find(token, start)),
      }),
  });
}

interface Signed {
  number: Pick<PhoneNumber, 'id'>;
  request: FastifyRequest;
  about?: { line?: string | undefined; leg?: string | undefined };
}

/** A checked webhook, as another process gets it. */
function webhookOf(carrier: Carrier, kind: 'call' | 'news', { number, request, about = {} }: Signed) {
  return { carrier, kind, numberId: number.id, body: bytesOf(request).toString('base64'), about };
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
