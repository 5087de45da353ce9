import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import { isUnguessable } from './visitor-chats.ts';

describe('whether the name of a chat can be guessed', () => {
  it.each([
    'anna',
    'customer-42',
    '1',
    '20261122-1700-000000000001',
    'CustomerNumber12345678901234567890',
    'ann.miller+newsletter@example-company.com',
    'a'.repeat(64),
    'the quick brown fox jumps over the lazy dog',
    '00000000-0000-0000-0000-000000000001',
  ])('%s can', (name) => expect(isUnguessable(name)).toBe(false));

  it.each([
    randomUUID(),
    mintOrderedId(),
    `customer-42+${randomUUID()}`,
    randomBytes(16).toString('hex'),
    'V1StGXR8Z5jdHi6BmyT0xQ2p',
  ])('%s cannot', (name) => expect(isUnguessable(name)).toBe(true));
});
