import type { FlowData } from '@tendril/contract/flow/flow';
import type { FormField } from '@tendril/contract/flow/form-values';
import { cronOf } from './cron-of.ts';

/** A parameter of a webhook that the Start node lists. */
export interface WebhookParam {
  name: string;
  /** Absent for queries and headers, which are text. */
  type?: string;
  isRequired: boolean;
}

/** A Start that is a webhook. */
export interface WebhookStart {
  kind: 'webhook';
  method: string;
  contentType: string;
  inputMode: string;
  text: string;
  isSigned: boolean;
  /** Written in the Start node; empty where the kept one counts. */
  secret: string;
  signatureHeader: string;
  signatureType: 'hmac-sha256' | 'plain-token';
  responseMode: 'sync' | 'async' | 'stream';
  callbackUrl: string;
  callbackSecret: string;
  /** Absent where the shape of requests is not checked. */
  params?: { query: WebhookParam[]; body: WebhookParam[]; headers: WebhookParam[] };
}

/** When a flow starts by itself, and with what. */
export interface ScheduleRule {
  cron: string;
  timezone: string;
  /** A date, or a time in the zone; empty for no end. */
  end: string;
  text: string;
  form?: Record<string, unknown>;
}

/** How a flow is started; `chat` for every flow that has no Start node of another kind. */
export type FlowStart =
  | { kind: 'chat' }
  | { kind: 'form'; title: string; description: string; fields: FormField[] }
  | WebhookStart
  | { kind: 'schedule'; rule: ScheduleRule };

type Values = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const isOn = (value: unknown): boolean => value === true || value === 'true';

/** Reads the Start node of a flow. */
export function readFlowStart({ nodes }: Pick<FlowData, 'nodes'>): FlowStart {
  const start = nodes.find(({ data, isDisabled }) => data.name === 'startAgentflow' && !isDisabled);
  const values = start?.data.inputs ?? {};
  switch (values['startInputType']) {
    case 'formInput':
      return {
        kind: 'form',
        title: textOf(values['formTitle']),
        description: textOf(values['formDescription']),
        fields: fieldsOf(values['formInputTypes']),
      };
    case 'webhookTrigger':
      return webhookOf(values);
    case 'scheduleInput':
      return { kind: 'schedule', rule: scheduleOf(values) };
    default:
      return { kind: 'chat' };
  }
}

function webhookOf(values: Values): WebhookStart {
  const mode = textOf(values['webhookResponseMode']);
  return {
    kind: 'webhook',
    method: (textOf(values['webhookMethod']) || 'POST').toUpperCase(),
    contentType: textOf(values['webhookContentType']).toLowerCase(),
    inputMode: textOf(values['webhookInputMode']) || 'text',
    text: textOf(values['webhookDefaultInput']),
    isSigned: isOn(values['webhookEnableAuth']),
    secret: textOf(values['webhookSecret']),
    signatureHeader: (textOf(values['webhookSignatureHeader']) || 'x-webhook-signature').toLowerCase(),
    signatureType: values['webhookSignatureType'] === 'plain-token' ? 'plain-token' : 'hmac-sha256',
    responseMode: mode === 'async' || mode === 'stream' ? mode : 'sync',
    callbackUrl: textOf(values['callbackUrl']),
    callbackSecret: textOf(values['callbackSecret']),
    ...(isOn(values['webhookEnableValidation']) && {
      params: {
        query: paramsOf(values['webhookQueryParams']),
        body: paramsOf(values['webhookBodyParams']),
        headers: paramsOf(values['webhookHeaderParams']),
      },
    }),
  };
}

function scheduleOf(values: Values): ScheduleRule {
  const mode = textOf(values['scheduleInputMode']) || 'text';
  return {
    cron: cronOf(values),
    timezone: textOf(values['scheduleTimezone']) || 'UTC',
    end: textOf(values['scheduleEndDate']),
    text: mode === 'text' ? textOf(values['scheduleDefaultInput']) : '',
    ...(mode === 'form' && { form: formOf(values['scheduleFormDefaults']) }),
  };
}

function paramsOf(value: unknown): WebhookParam[] {
  return rowsOf(value).flatMap(({ name, type, required }) =>
    textOf(name) === ''
      ? []
      : [{ name: textOf(name), isRequired: isOn(required), ...(textOf(type) && { type: textOf(type) }) }],
  );
}

function fieldsOf(value: unknown): FormField[] {
  return rowsOf(value).flatMap(({ type, label, name, addOptions }) => {
    if (textOf(name) === '') return [];
    const kind = type === 'number' || type === 'boolean' || type === 'options' ? type : 'string';
    const options = rowsOf(addOptions).map(({ option }) => textOf(option));
    return [
      {
        name: textOf(name),
        label: textOf(label) || textOf(name),
        type: kind,
        options: options.filter(Boolean),
      },
    ];
  });
}

function formOf(value: unknown): Record<string, unknown> {
  const parsed = typeof value === 'string' ? parsedOf(value) : value;
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : {};
}

// Drawings hold lists as arrays or, from older files, as their JSON text.
function rowsOf(value: unknown): Values[] {
  const list = typeof value === 'string' ? parsedOf(value) : value;
  if (!Array.isArray(list)) return [];
  return list.filter((row): row is Values => typeof row === 'object' && row !== null);
}

function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
