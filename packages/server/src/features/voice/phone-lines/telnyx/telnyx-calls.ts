import { AppError } from '@tendril/contract/app-error';
import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import type { Egress } from '../../../../platform/egress/egress.ts';
import { carrierAddress } from '../../phone-numbers/public.ts';
import { carrierClient } from '../carrier-client.ts';

const invalidCodes = new Set(['10015', '10016', '90018', '90023']);
const forbiddenCodes = new Set(['10010', '10039', '20012', '20017', '90043']);

interface TelnyxParts {
  secret: Readonly<Record<string, string>>;
  egress: Pick<Egress, 'fetch'>;
  timeoutMs: number;
}

export type TelnyxCalls = ReturnType<typeof telnyxCalls>;

/** Calls of one account at Telnyx. */
export function telnyxCalls({ secret, egress, timeoutMs }: TelnyxParts) {
  const { apiKey = '', baseUrl, connectionId = '' } = secret;
  const base = `${carrierAddress(baseUrl, 'https://api.telnyx.com')}/v2`;
  const send = carrierClient({
    name: 'Telnyx',
    authorization: `Bearer ${apiKey.trim()}`,
    egress,
    timeoutMs,
    codeOf: (body) => (body as { errors?: { code?: string }[] } | undefined)?.errors?.[0]?.code,
    invalidCodes,
    forbiddenCodes,
  });

  const requireConnection = () => {
    if (connectionId.trim() !== '') return connectionId.trim();
    throw new AppError('CREDENTIAL_MISSING', 'The secret of Telnyx names no connection that places calls.');
  };

  return {
    async create(call: object): Promise<string> {
      const answer = await send('POST', `${base}/calls`, {
        json: { connection_id: requireConnection(), ...call },
      });
      return String((answer['data'] as { call_control_id?: unknown } | undefined)?.call_control_id ?? '');
    },

    act: (callControlId: string, action: string, json: object = {}) =>
      send('POST', `${base}/calls/${encodeURIComponent(callControlId)}/actions/${action}`, { json }),

    /** Lets the connection report its calls to this address, and gives it the number. */
    async setWebhook({ connection }: PhoneNumber, url: string): Promise<void> {
      const id = requireConnection();
      await send('PATCH', `${base}/call_control_applications/${encodeURIComponent(id)}`, {
        json: { webhook_event_url: url, webhook_api_version: '2' },
      });
      await send('PATCH', `${base}/phone_numbers/${encodeURIComponent(connection.carrierNumberId)}`, {
        json: { connection_id: id },
      });
    },
  };
}
