import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { addressOf } from '../../../platform/http/address-limit.ts';

/** A caller without a right of their own to a public flow. */
export interface Visitor {
  /** The network that the visitor comes from. */
  readonly from: string;
  /** The chat that this visitor means by a name. */
  chatOf(name: string): string;
  /** The name by which this visitor has called a chat. */
  nameOf(chat: string): string;
}

const longestName = 200;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/gi;
const hex = /(?<![0-9a-z])[0-9a-f]{32,}(?![0-9a-z])/gi;
const letters = /[A-Za-z0-9]{20,}/g;
const leastChanges = 8;
const leastDigits = 8;

/**
 * Whether a chat's name cannot be guessed, because only a program makes up such names: knowing it proves having
 * received it.
 */
export function isUnguessable(name: string): boolean {
  const numbers = [...(name.match(uuid) ?? []), ...(name.match(hex) ?? [])];
  return numbers.some(isVaried) || (name.match(letters) ?? []).some(isJumbled);
}

// A repeated digit is not random.
function isVaried(number: string): boolean {
  return new Set(number.toLowerCase()).size >= leastDigits;
}

// Words and numbers rarely switch between small letters, capitals and digits; random text does all the time.
function isJumbled(text: string): boolean {
  const kinds = [...text].map((mark) => (/[a-z]/.test(mark) ? 1 : /[A-Z]/.test(mark) ? 2 : 3));
  return kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length >= leastChanges;
}

/**
 * Keeps visitors' chats apart. A guessable name means another chat for each visitor: it is extended by a MAC of the
 * flow and the visitor's address, which cannot be forged without `key`.
 */
export function createVisitorChats(key: Buffer) {
  return {
    visitorOf(flowId: string, request: FastifyRequest): Visitor {
      const names = new Map<string, string>();
      const from = addressOf(request);
      const whose = [flowId, from, request.headers['user-agent'] ?? ''];
      return {
        from,
        chatOf(name) {
          if (isUnguessable(name)) return name;
          const mark = createHmac('sha256', key)
            .update(JSON.stringify([...whose, name]))
            .digest('hex');
          const chat = `${name.slice(0, longestName)}+${mark.slice(0, 32)}`;
          names.set(chat, name);
          return chat;
        },
        nameOf: (chat) => names.get(chat) ?? chat,
      };
    },
  };
}
